"""A club's league: an organiser creates its first season, and the others follow."""

from datetime import timedelta

import pytest
from django.test import Client

from clubs import actions
from common import queues
from common.refusals import Forbidden, Refused
from notices.models import Notice
from tests.clubs.conftest import NOW, confirm
from tests.conftest import person
from tournaments import words
from tournaments.entries import entering, known
from tournaments.formats.base import BadTerms
from tournaments.kinds import FormatName
from tournaments.leagues import seasons
from tournaments.life import closing, making
from tournaments.life.calendar import calendar
from tournaments.life.steps import steps
from tournaments.models import Series, Tournament
from tournaments.wishes import NewTournament

pytestmark = pytest.mark.django_db(transaction=True)


def founded(club, owner, **terms):
    asked = NewTournament(variant="draw", format=FormatName.LEAGUE, club=club.public_id, rated=False, **terms)
    return making.make(maker=owner, tournament=asked.tournament(NOW), now=NOW)


@pytest.mark.both_databases
def test_seasons_of_a_club_follow_each_other_until_an_organiser_cancels_one(club):
    owner, member = person("Ada"), person("Ben")
    there = club(owner, member)
    first = founded(there, owner, name="Office", programs=True)
    assert words.title(first) == "Office, season 1"
    assert (first.least, first.most, first.round_days) == (6, 64, 14)
    entering.enter(public_id=first.public_id, player=member, now=NOW)
    with pytest.raises(Forbidden) as refused:
        entering.enter(public_id=first.public_id, player=person("Stranger"), now=NOW)
    assert refused.value.code == "not_member"
    half_time = first.entries_end + timedelta(days=14)
    queues.drain(calendar, half_time - timedelta(hours=1))
    assert Tournament.objects.count() == 1
    Tournament.objects.filter(pk=first.pk).update(state="running", starts_at=NOW, last_day=half_time, stage=1)
    queues.drain(calendar, half_time)
    second = Tournament.objects.get(number=2)
    assert (second.club, second.name, second.entries_end) == (there, "Office", half_time + timedelta(days=14))
    assert (second.programs, second.gives_trophies) == (True, False)
    assert seasons.to_play_again([second], member) == {second.pk}
    actions.leave(public_id=there.public_id, player=member, now=half_time)
    assert seasons.to_play_again([second], member) == set()
    with pytest.raises(Forbidden):
        closing.cancel_own(public_id=second.public_id, by=member, now=half_time)
    closing.cancel_own(public_id=second.public_id, by=owner, now=half_time)
    queues.drain(calendar, half_time + timedelta(days=60))
    assert Tournament.objects.count() == 2


def test_a_closed_club_opens_no_other_season(club):
    there = club(owner := person("Ada"))
    season = founded(there, owner)
    entering.enter(public_id=season.public_id, player=owner, now=NOW)
    actions.close(public_id=there.public_id, by=owner, now=NOW)
    assert not Series.objects.get().active
    for months in range(3):  # nobody can enter any more, so it doesn't wait for ever
        queues.drain(steps, season.entries_end + timedelta(days=30 * months))
    assert not Notice.objects.filter(words__about="delay").exists()
    queues.drain(steps, season.entries_end + timedelta(days=90))
    season.refresh_from_db()
    assert season.state == Tournament.State.CANCELLED


def test_nobody_creates_a_league_outside_a_club_or_for_one_that_they_do_not_organise(club):
    owner, member = person("Ada"), person("Ben")
    there = club(owner, member)
    with pytest.raises(Refused):
        founded(there, member)
    with pytest.raises(BadTerms):
        NewTournament(variant="draw", format=FormatName.LEAGUE).tournament(NOW)
    assert not Series.objects.exists()


def test_the_form_offers_a_league_to_organisers(club, monkeypatch):
    monkeypatch.setattr(known, "GAMES_BEFORE", 0)
    owner, other = person("Ada"), person("Ben")
    confirm(other)
    there = club(owner)
    browser = Client()
    browser.force_login(other)
    assert 'value="league"' not in browser.get("/tournaments/new/").content.decode()
    browser.force_login(owner)
    assert 'value="league"' in browser.get("/tournaments/new/").content.decode()
    sent = {"variant": "draw", "format": "league", "club": there.public_id, "entering": "link", "plan": "slow"}
    answer = browser.post("/tournaments/new/", sent)
    assert answer.status_code == 302
    season = Tournament.objects.get()
    assert (season.format, season.pace, season.series.number) == ("league", "usual", 1)
    assert browser.get(answer["Location"]).status_code == 200
    assert browser.get(f"/tournaments/league/{season.series.key}/").status_code == 200
