"""Pages and API of leagues: divisions, who moves, the button for the next season, the list of seasons."""

from types import SimpleNamespace

import pytest
from django.template import Context
from django.test import Client

from accounts.models import User
from tests.conftest import forget
from tests.moderation.conftest import moderator
from tests.tournaments.seasons import Seasons
from tests.tournaments.world import World
from tournaments.life import closing
from tournaments.models import Entry
from tournaments.templatetags.tournaments import tournaments_on_home

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def league(world: World) -> Seasons:
    world.give_trophies()
    return Seasons(world, key="block-league")


def page_of(player: User | None, address: str) -> str:
    browser = Client()
    if player is not None:
        browser.force_login(player)
    answer = browser.get(address)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_the_pages_of_a_league(league: Seasons, world: World):
    people = world.people(15)
    first = league.end(league.begin(1, people[:12]))
    shown = page_of(people[0], first.get_absolute_url())
    assert "Division 2" in shown
    assert shown.count("↑") == shown.count("↓") == 2
    second = league.half_time(league.begin(2, people[1:]))
    league.play(second)
    shown = page_of(people[7], second.get_absolute_url())
    assert shown.index("Division 1") < shown.index("Division 2")
    assert "came up from Division 2" in shown
    assert "came down from Division 1" in shown
    assert "Play again next season" in shown
    third = league.number(3)
    page_of(people[7], "/tournaments/")
    page_of(people[7], third.get_absolute_url())
    seasons = page_of(people[7], "/tournaments/league/block-league/")
    assert f"Champion: {people[0].name}" in seasons


def test_one_tap_enters_the_next_season(league: Seasons, world: World):
    people = world.people(12)
    first = league.half_time(league.begin(1, people))
    closing.cancel_as_moderator(public_id=league.number(2).public_id, now=world.now)
    first = league.end(first)
    league.wait(days=14)
    second, browser = league.number(3), Client()  # the next one that wasn't cancelled
    browser.force_login(people[3])
    forget()  # what home lists is kept for some seconds
    again = f'action="{second.get_absolute_url()}enter/"'
    for address in (first.get_absolute_url(), "/tournaments/", "/tournaments/league/block-league/"):
        assert again in page_of(people[3], address), address
        assert again not in page_of(None, address), address
    on_home = tournaments_on_home(Context({"request": SimpleNamespace(user=people[3])}))["rows"]
    assert {"tournament": second, "again": True} in on_home
    stranger = world.people(1)[0]
    assert "Play again" not in page_of(stranger, "/tournaments/")
    browser.post(f"{second.get_absolute_url()}enter/")
    assert Entry.objects.get(tournament=second).members.get().player == people[3]
    for address in (first.get_absolute_url(), "/tournaments/", "/tournaments/league/block-league/"):
        assert again not in page_of(people[3], address), address


def test_programs_read_where_entries_come_from(league: Seasons, world: World):
    people = world.people(12)
    first = league.end(league.begin(1, people))
    second = league.half_time(league.begin(2, [*people[1:], *world.people(1)]))
    browser = Client()
    one = browser.get(f"/api/v1{second.get_absolute_url()}").json()
    assert (one["format"], one["next_season"]) == ("league", league.number(3).public_id)
    assert browser.get(f"/api/v1{first.get_absolute_url()}").json()["next_season"] == league.number(3).public_id
    lines = browser.get(f"/api/v1{second.get_absolute_url()}standings/").json()["results"]
    came_from = {line["entry"]["people"][0]["username"]: (line["came_from"], line["group"]) for line in lines}
    assert came_from[people[1].username] == (1, 1)
    assert came_from[people[4].username] == (1, 2)
    assert came_from[people[6].username] == (2, 1)
    assert came_from["player12"] == (None, 2)


def test_moderators_see_weak_seasons_but_not_their_own(world: World):
    league, people = Seasons(world, deals=2), [moderator("Mo"), *world.people(15)]
    league.end(league.begin(1, people))
    league.wins = lambda one, other: one not in people[:2] and (other in people[:2] or one.pk < other.pk)
    league.end(league.begin(2, people))
    page = page_of(people[0], "/moderation/pairs/")
    assert "Much weaker than in the season before" in page
    weak = page.split("Much weaker")[1]
    assert people[1].name in weak
    assert "Mo<" not in weak
