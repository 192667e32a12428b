"""Pages and API of leagues: divisions, who moves, the button for the next season, the list of seasons."""

import os
from pathlib import Path

import pytest
from django.test import Client

from tests.tournaments.seasons import Seasons
from tests.tournaments.world import World

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def league(world: World) -> Seasons:
    world.give_trophies()
    return Seasons(world, key="block-league")


def page_of(player, address: str) -> str:
    browser = Client()
    if player is not None:
        browser.force_login(player)
    answer = browser.get(address)
    assert answer.status_code == 200
    html = " ".join(answer.content.decode().split())
    if folder := os.environ.get("SHOTS"):
        Path(folder, f"{address.strip('/').replace('/', '_') or 'home'}.html").write_text(answer.content.decode())
    return html


def test_the_pages_of_a_league(league: Seasons, world: World):
    people = world.people(24)
    first = league.end(league.begin(1, people[:20]))
    shown = page_of(people[0], first.get_absolute_url())
    assert "Division 2" in shown
    assert shown.count("↑") == shown.count("↓") == 2
    second = league.half_time(league.begin(2, people[1:23]))
    league.play(second)
    shown = page_of(people[11], second.get_absolute_url())
    assert shown.index("Division 1") < shown.index("Division 2")
    assert "came up from Division 2" in shown
    assert "came down from Division 1" in shown
    assert "Play again next season" in shown
    third = league.number(3)
    page_of(people[11], "/")
    page_of(people[11], "/tournaments/")
    page_of(people[11], third.get_absolute_url())
    seasons = page_of(people[11], "/tournaments/league/block-league/")
    assert f"Champion: {people[0].name}" in seasons
