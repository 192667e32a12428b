"""Clubs are reported, and moderators hide, rename and close them."""

import pytest
from django.test import Client
from django.utils import timezone

from clubs import actions as clubs
from clubs.models import Club
from common.refusals import Forbidden
from moderation import actions, queries
from moderation.actions import Decision, Subject
from notices.models import Notice
from tests.clubs.conftest import NOW, roles
from tests.moderation.conftest import moderator


@pytest.mark.both_databases
def test_a_club_is_hidden_shown_renamed_and_closed(ada, ben, cleo, club, browser_of):
    made, mo = club(ada, ben, about="Rude words"), moderator("Mo")
    for kind in ("hide", "show", "rename", "shut"):
        path = f"/report/?club={made.public_id}"
        assert "Double Six" in browser_of(ben).get(path).content.decode() or kind == "shut"
        assert browser_of(ben).post(path, {"reason": "name", "text": "a\r\n" * 500}).status_code == 302
        report = queries.waiting(mo).rows[0]
        assert report.club == made
        assert made.public_id in browser_of(mo).get(report.get_absolute_url()).content.decode()
        decision = Decision([kind], note="A rude name.")
        actions.decide(report_id=report.pk, moderator=mo, decision=decision, now=timezone.now())
        made.refresh_from_db()
        assert Client().get(made.get_absolute_url()).status_code == (404 if kind == "hide" else 200)
        assert browser_of(mo).get(made.get_absolute_url()).status_code == 200
    assert (made.name, made.about, made.former_name) == (f"Club {made.pk}", "", "")
    assert roles(made) == {}
    told = browser_of(ada).get("/settings/account/").content.decode()
    assert told.count("A rude name.") == Notice.objects.filter(player=ada, event="site").count() == 4
    assert "A moderator hid your club." in told
    assert club(cleo, name="Double Six").name == "Double Six"  # the name is free


def test_the_owner_of_a_renamed_club_cant_rename_it_at_once(ada, club):
    made = club(ada)
    clubs.moderate(made, "rename", NOW)
    with pytest.raises(Exception, match="once in 90 days"):
        clubs.rename(public_id=made.public_id, by=ada, name="Rude", now=NOW)


def test_organisers_dont_judge_their_own_club(ben, club):
    mo = moderator("Mo")
    made = club(mo, ben)
    report = actions.report(reporter=ben, subject=Subject(club=made), reason="spam", now=NOW)
    assert not queries.waiting(mo).rows
    with pytest.raises(Forbidden):
        actions.decide(report_id=report.pk, moderator=mo, decision=Decision(["dismiss"]), now=NOW)
    assert not Club.objects.exclude(hidden_at=None).exists()
