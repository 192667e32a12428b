"""A new game needs only an entry in the catalogue, in the browser, too: the page knows the rules in force.

tests/pages/test_no_key.py checks that no script knows a game's key.
"""

import json
import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_every_game import did, play_until, start_game  # noqa: F401 - fixtures
from tests.live.server import LiveServer

JSON = dict[str, Any]

# The visible tiles on the felt: {tile: [[x, y, pips] of each half]}.
LYING = """() => Object.fromEntries([...document.querySelectorAll("#board .placed")].map((node) => {
  const { e: x, f: y } = new DOMMatrix(node.style.transform);
  const body = node.querySelector(".domino-body");
  const upright = Number(body.getAttribute("height")) > Number(body.getAttribute("width"));
  const halves = [0, 1].map((half) => {
    const isHere = ([, x, y]) => Number(upright ? y : x) > 1 === (half === 1);
    const dots = [...node.querySelectorAll(".pip")].map((pip) => pip.getAttribute("d")).join("");
    const pips = [...dots.matchAll(/M([\\d.]+) ([\\d.]+)h0/g)].filter(isHere).length;
    return [x + 0.5 + (upright ? 0 : half), y + 0.5 + (upright ? half : 0), pips];
  });
  const [a, b] = halves.map(([, , pips]) => pips);
  return [`${Math.max(a, b)}-${Math.min(a, b)}`, halves];
}))"""


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory, empty_database: Path, release: dict[str, str]
) -> Iterator[LiveServer]:
    """A server with games that no page knows."""
    env = release | {"DJANGO_SETTINGS_MODULE": "tests.live.made_up"}
    with LiveServer(tmp_path_factory.mktemp("made-up"), env=env).migrate(empty_database) as server:
        yield server


def layout(site: LiveServer, page: Page) -> list[JSON]:
    game = page.url.split("/g/")[1].split("/")[0]
    with urllib.request.urlopen(f"{site.url}/api/v1/games/{game}/") as answer:
        return json.load(answer)["round"]["layout"]


def test_halves_that_meet_add_up_to_six(site: LiveServer, start_game: Any):  # noqa: F811
    _game, people = start_game("halves_of_six")
    page = people[0].page
    play_until(people, lambda: page.evaluate("document.querySelectorAll('#board .placed').length") > 5)
    lies = page.evaluate(LYING)
    played = [(tile["tile"], tile["onto"]) for tile in layout(site, page) if tile["onto"] and tile["tile"] in lies]
    for tile, onto in played:
        meeting = [
            mine + its
            for x, y, mine in lies[tile]
            for u, v, its in lies[onto]
            if sorted([abs(x - u), abs(y - v)]) in ([0, 1], [0.5, 1])
        ]
        assert 6 in meeting, (tile, onto, lies)


def test_the_last_two_tiles_are_auctioned(start_game: Any):  # noqa: F811
    """Tries several rounds, as a player may go out before four tiles have become two."""
    _game, people = start_game("last_two", 3)
    play_until(people, lambda: did(people) & {"bid", "no", "step"})


def test_a_player_with_doubles_is_offered_a_new_deal(start_game: Any):  # noqa: F811
    """At least three of the 24 tiles dealt are doubles, so one player has two of them."""
    _game, people = start_game("second_thoughts")
    asked = [person.page for person in people if "Keep this hand" in person.looks()["buttons"]]
    assert len(asked) == 1
    expect(asked[0].locator("#status")).to_contain_text("Keep this hand, or deal again?")


def test_a_tile_of_the_boneyard_is_chosen(start_game: Any):  # noqa: F811
    _game, people = start_game("lucky_dip")
    play_until(people, lambda: "chosen draw" in did(people))


def test_two_lines_grow_beside_rows_of_ten(start_game: Any):  # noqa: F811
    _game, people = start_game("two_strings")
    page = people[0].page
    for _ in range(15):
        for person in people:
            person.acts()
    expect(page.locator(".line-name")).to_have_count(2)
    expect(page.locator("#row")).to_contain_text("Your row:")
    page.evaluate("location.hash = '#0.0'")
    expect(page.locator("[data-step=words]")).to_have_text("The deal")
    for seat in (0, 1):
        expect(page.locator(f'.player[data-seat="{seat}"]')).to_contain_text("10")


def test_partners_signal_and_a_pair_waits(start_game: Any):  # noqa: F811
    _game, people = start_game("whispers", 6)
    status = [person.page.locator("#status").inner_text() for person in people]
    assert ["Your pair plays when" in said for said in status] == [False, False, True, False, False, True]
    signals = [name for person in people for name in person.looks()["buttons"] if re.match("Wink:|Puff:", name)]
    assert len(signals) == 2  # for 0-0 and 6-6, as every tile is dealt
