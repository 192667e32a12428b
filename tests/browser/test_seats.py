"""The seats around the table: names, partners, turns, faces, ratings, programs, and who is viewing the game."""

import re
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_fixtures import finds, is_live, open_table, view
from tests.browser.test_pages import serious_findings
from tests.live.server import LiveServer

Visit = Callable[..., Page]
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
SMALL: dict[str, Any] = {"viewport": {"width": 320, "height": 640}, "has_touch": True}
TABLET: dict[str, Any] = {"viewport": {"width": 768, "height": 1024}}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
NAMES = ("Ada", "Guest 473", "Guest 474", "Bartholomew Johansson-Lindqvist", "Eve", "Fay", "Gus", "Guest 1473")
# Texts cut off at an edge (except the end of a long word), and seats that overlap each other or the felt.
CUT = """() => [...document.querySelectorAll(".player")].flatMap((seat) => {
  const box = seat.getBoundingClientRect();
  const inside = (part) => part.left >= box.left - 1 && part.right <= box.right + 1 && part.bottom <= box.bottom + 1;
  return [...seat.querySelectorAll(".player-name, .player-tag, .player-count, .player-points")]
    .filter((node) => node.getClientRects().length && !inside(node.getBoundingClientRect()))
    .map((node) => `${seat.textContent}: ${node.className}`);
})"""
# Words of a name with letters on more than one line.
BROKEN = """(seat) => {
  const name = document.querySelector(`.player[data-seat="${seat}"] .player-name`);
  const walk = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
  const letters = [];
  while (walk.nextNode())
    for (let at = 0; at < walk.currentNode.length; at += 1) letters.push([walk.currentNode, at]);
  const range = document.createRange();
  const line = ([node, at]) => {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return Math.round(range.getBoundingClientRect().bottom);
  };
  return [...name.textContent.matchAll(/[^\\s-]+/g)].filter((word) =>
    new Set(letters.slice(word.index, word.index + word[0].length).map(line)).size > 1).map(String);
}"""
# Seats in which a name, a number or a word overlaps another.
MEETING = """() => [...document.querySelectorAll(".player")].filter((seat) => {
  const written = (node) => {
    const letters = document.createRange();
    letters.selectNodeContents(node);
    return [...(node.nodeType === Node.TEXT_NODE ? letters : node).getClientRects()];
  };
  const boxes = [
    [...seat.querySelector(".player-name").childNodes].flatMap(written),
    ...[...seat.querySelectorAll(".player-points > *, .player-count, .player-tag, .player-face svg")].map(written),
  ];
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return boxes.some((one, i) => boxes.slice(i + 1).some((two) => one.some((a) => two.some((b) => meet(a, b)))));
}).map((seat) => seat.textContent)"""
OVERLAPS = """() => {
  const nodes = [...document.querySelectorAll(".player, .table-bar, .felt, .mine")];
  const boxes = nodes.map((node) => node.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => meet(a, b)).map(() => i));
}"""


# The middle of each seat and the edges of the felt, read at once, as seats are redrawn now and then.
PLACES = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const felt = box(".felt");
  const middles = [0, 1, 2, 3].map((seat) => box(`.player[data-seat="${seat}"]`))
    .map((seat) => [(seat.left + seat.right) / 2, (seat.top + seat.bottom) / 2]);
  return [...middles, [felt.left, felt.right, felt.top, felt.bottom]];
}"""

HAND = ["6-6", "5-3", "4-1", "3-3", "2-0", "1-1", "0-0"]


def table_of(number: int, **changed: Any) -> dict[str, Any]:
    """A running game of *number* players. Ada is the reader, and it is the next seat's turn."""
    sides = number // 2 if number in {4, 6, 8} else number
    seats = [
        {
            "seat": n,
            "side": n % sides,
            "name": NAMES[n],
            "face": "6.2.3.1",
            "guest": True,
            "program": False,
            "left": False,
        }
        | {"points": None, "result": ""}
        for n in range(number)
    ]
    shown = view(turn=1, seats=seats, totals=[0] * sides, rules=view()["rules"] | {"queue": False}, **changed)
    shown["round"] |= {"hands": [5] * number, "totals": [105] * sides}
    return shown


@pytest.fixture(scope="module")
def game(site: LiveServer) -> dict[str, Any]:
    (game,) = site.seed(games=1, variant="brettspielnetz", clock="none")["games"]
    return game


@pytest.mark.parametrize("device", [SMALL, PHONE, TABLET, DESKTOP], ids=["320", "360", "768", "1440"])
def test_names_stay_whole_and_nothing_lies_over_the_felt(visit: Visit, site: LiveServer, game: dict[str, Any], device):
    table = open_table(visit, site, game, table_of(2), **device)
    page = table.page
    versions = count(10)
    for number in (3, 4, 5, 6, 7, 8):
        page.reload()
        is_live(page)
        table.show(table_of(number, version=next(versions)))
        page.evaluate(
            """number => {
              document.getElementById("players").dataset.seats = number;
              document.getElementById("table").classList.remove("seats-2");
              document.getElementById("table").classList.add(`seats-${number}`);
            }""",
            number,
        )
        expect(page.locator(".player")).to_have_count(number)
        seats = page.locator(".player")
        expect(seats.first).to_contain_text("You")
        finds(page, CUT, [], at=number)
        finds(page, OVERLAPS, [], at=number)
        finds(page, MEETING, [], at=number)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), number
        for seat in range(1, number):
            name = page.locator(f'.player[data-seat="{seat}"] .player-name')
            expect(name).to_have_text(NAMES[seat])
            finds(page, BROKEN, [], arg=seat)
        for out in range(number):  # that player's hand is empty, the others are open
            shown = table_of(number, version=next(versions))
            shown["round"]["open"] = [[] if seat == out else HAND for seat in range(number)]
            table.show(shown)
            expect(page.locator(f'.player[data-seat="{out}"] .player-none')).to_be_visible()
            finds(page, CUT, [], at=(number, out))
            finds(page, MEETING, [], at=(number, out))
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (number, out)


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.core
def test_a_partner_sits_opposite_and_is_labelled(visit: Visit, site: LiveServer, device: dict[str, Any]):
    made = site.seed(
        guests=NAMES[:4], games=1, players=NAMES[:4], variant="partnership", seats=4, clock="none", moves=6
    )
    page = visit(site, f"/g/{made['games'][0]['id']}/", made["guests"][0], **device)
    expect(page.locator('.player[data-seat="2"] .partner')).to_have_text("partner")
    expect(page.locator(".player .partner")).to_have_count(1)
    mine, left, across, right, (felt_left, felt_right, top, bottom) = page.evaluate(PLACES)
    assert left[0] < across[0] < right[0]
    assert abs(across[0] - (felt_left + felt_right) / 2) < 3
    assert across[1] < top < bottom < mine[1]
    if device is DESKTOP:
        assert left[0] < felt_left < felt_right < right[0]
        assert top < left[1] < bottom
    turn = page.locator(".player.on-turn")
    expect(turn).to_have_count(1)
    expect(turn).to_contain_text("to move")
    expect(turn).to_have_css("content", re.compile('^"▶"'), pseudo="before")
    expect(turn).to_have_css("content", re.compile('^"[←↑→↓]'), pseudo="after")
    assert serious_findings(page) == []


def test_the_page_comes_with_the_seats_that_the_script_draws(visit: Visit, site: LiveServer):
    people = ("Ada", "Guest 473", "Bartholomew", "Dan")
    made = site.seed(guests=people, games=1, players=people, variant="partnership", seats=4, clock="none", moves=7)
    address = f"/g/{made['games'][0]['id']}/"
    page = visit(site, address, made["guests"][0])
    expect(page.locator("#status")).not_to_have_text("")
    came = page.request.get(address).text()
    both = page.evaluate(
        """(came) => {
          const [before, after] = [new DOMParser().parseFromString(came, "text/html"), document]
            .map((page) => [...page.querySelectorAll(".player")]);
          return after.map((seat, n) => [before[n].outerHTML, seat.isEqualNode(before[n]) || seat.outerHTML]);
        }""",
        came,
    )
    assert len(both) == 4
    assert [differs for _came, differs in both] == [True] * 4, both
    assert "<svg" in both[0][0], "a face comes with the page"


def test_a_dot_shows_who_is_viewing_the_game(visit: Visit, site: LiveServer):
    (game,) = site.seed(games=1, variant="draw", clock="none")["games"]
    address = f"/g/{game['id']}/"
    ada = visit(site, address, game["seats"][0], **PHONE)
    dot = ada.locator('.player[data-seat="1"] .player-here')
    expect(dot).to_have_count(0)
    ben = visit(site, address, game["seats"][1], **PHONE)
    expect(dot).to_be_visible()
    expect(ada.locator('.player[data-seat="1"]')).to_contain_text("viewing the game")
    expect(ada.locator(".player.me .player-here")).to_have_count(0)
    watcher = visit(site, address, **DESKTOP)
    expect(watcher.locator(".player-here")).to_have_count(2)
    expect(watcher.locator(".player-here").last).to_be_visible()
    assert serious_findings(ada) == []
    assert serious_findings(watcher) == []
    ben.close()
    expect(dot).to_have_count(0, timeout=15_000)
    ben = visit(site, "/settings/", game["seats"][1], **PHONE)
    ben.locator('input[name="looking"][value="off"]').check()
    ben.get_by_role("button", name="Save").click()
    expect(ben.get_by_text("Saved.")).to_be_visible()
    ben.goto(address)
    expect(ben.locator('.player[data-seat="0"] .player-here')).to_be_visible()
    expect(watcher.locator(".player-here")).to_have_count(1)


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_ratings_and_programs_show_at_the_seats(visit: Visit, site: LiveServer, device: dict[str, Any]):
    who = ("Ada", "Ben")
    made = site.seed(accounts=who, games=1, players=who, variant="draw", moves=4, rated=True)
    ada = visit(site, f"/g/{made['games'][0]['id']}/", made["accounts"][0], **device)
    bens = ada.locator('.player[data-seat="1"]')
    expect(bens.locator(".rating")).to_have_text("Rating 1500?")
    expect(bens.locator(".program")).to_have_count(0)
    ben = visit(site, "/settings/", made["accounts"][1], **device)
    token = ben.locator("input[name=csrfmiddlewaretoken]").first.input_value()
    headers = {"X-CSRFToken": token, "Referer": ben.url}
    assert ben.request.put("/api/v1/me/", data={"program": True}, headers=headers).ok
    expect(bens.locator(".program")).to_be_visible()
    ben.goto(f"/people/{made['accounts'][1]['username']}/")
    expect(ben.locator("h1 .program")).to_be_visible()
    expect(ben.locator("h1 .face")).to_be_visible()
    assert serious_findings(ada) == []
    assert serious_findings(ben) == []
    assert ben.request.post(f"/api/v1/games/{made['games'][0]['id']}/resign/", headers=headers).ok
    expect(bens.locator(".rating")).to_have_text("Rating 1477?", timeout=15_000)
