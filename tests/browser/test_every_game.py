"""Plays a whole game of each kind through the page: tap what responds, and check what it shows.

The games are cases of one test, so that each commit plays some of them and the night all. Auctions and tiles chosen
from the boneyard are in test_one_entry.py.
"""

import json
import random
import re
import urllib.request
from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.table_fixtures import Course, finds
from tests.browser.test_as_in_production import MOVED
from tests.browser.test_pages import serious_findings, sticking_out
from tests.live.server import LiveServer
from tests.scripts import in_node

JSON = dict[str, Any]

PLACE = ".ghost:not(.laid), .train:not(.laid) > .train-play"
# What a person sees on the page.
LOOK = """() => {
  const all = (css) => [...document.querySelectorAll(css)].filter((node) => node.checkVisibility());
  const names = (css) => all(css).map((node) => node.ariaLabel || node.textContent.trim());
  return {
    card: all("#card .button").map((node) => node.textContent.trim()),
    mine: document.getElementById("table").classList.contains("my-move"),
    since: all("#since-close").length > 0,
    tiles: all(".hand-tile.playable:not(.chosen)").map((node) => node.dataset.tile),
    places: all(PLACE).length, laid: all(".ghost.laid, .train.laid").length,
    buttons: names("#actions button:not(:disabled, [aria-disabled=true])"), pile: all("#pile button").length,
  };
}""".replace("PLACE", json.dumps(PLACE))

BACK = "Take back"
OTHER_WAYS = ("Lengthwise", "Face down", " outside")
SIGNALS = {"Wink": "0-0", "Puff": "6-6"}


class Person:
    """A player who taps whatever can be tapped. `seen` is the result of the last `looks()`."""

    def __init__(self, page: Page, rng: random.Random) -> None:
        self.page, self.rng = page, rng
        self.seen: JSON = {}
        self.did: set[str] = set()  # the kinds of things that happened

    def tap(self, found: Locator, what: str) -> None:
        found.dispatch_event("click") if what == "place" else found.click()
        self.did.add(what)

    def button(self, name: str) -> Locator:
        return self.page.locator("#actions").get_by_role("button", name=name, exact=True)

    def looks(self) -> JSON:
        self.seen = self.page.evaluate(LOOK)
        return self.seen

    def acts(self) -> bool:
        """Tap once, if there is anything to tap. Returns whether there was."""
        seen, page = self.looks(), self.page
        if "Next round" in seen["card"] + seen["buttons"]:
            self.tap(page.get_by_role("button", name="Next round").first, "next deal")
        elif signal := next((name for name in seen["buttons"] if name.startswith(("Wink:", "Puff:"))), None):
            self.tap(self.button(signal), signal[:4].lower())
            # A view that arrives before the answer shows the button again, and the answer then removes it under the
            # finger.
            expect(page.locator(".player.me .player-chip")).to_contain_text(SIGNALS[signal[:4]])
        elif not seen["mine"]:
            return False
        elif seen["laid"]:
            self._goes_on()
        elif seen["places"] and not seen["laid"]:
            self.tap(page.locator(PLACE).nth(self.rng.randrange(seen["places"])), "place")
        elif seen["pile"]:
            self.tap(page.locator("#pile button").nth(self.rng.randrange(seen["pile"])), "chosen draw")
        elif seen["buttons"] and (not seen["tiles"] or self.rng.random() < 0.25):
            self._answers(self.rng.choice(seen["buttons"]))
        elif seen["tiles"]:
            self.tap(page.locator(f'.hand-tile[data-tile="{self.rng.choice(seen["tiles"])}"]'), "tile")
        else:
            return False
        return True

    def _goes_on(self) -> None:
        """A tile is laid: turn it, lay another one beside it, or submit."""
        seen = self.seen
        ways = [name for name in seen["buttons"] if name.endswith(OTHER_WAYS)]
        if ways and self.rng.random() < 0.5:
            self.tap(self.button(ways[0]), "other way")
        elif seen["tiles"] and self.rng.random() < 0.6 and "Submit" not in seen["buttons"]:
            self.tap(self.page.locator(f'.hand-tile[data-tile="{self.rng.choice(seen["tiles"])}"]'), "second tile")
        elif "Submit" in seen["buttons"]:
            if seen["laid"] > 1:
                self.did.add("several")
            self.tap(self.button("Submit"), "submit")
        elif BACK in seen["buttons"]:
            self.tap(self.button(BACK), "back")
        else:
            self.page.wait_for_timeout(20)  # the move is being sent

    def _answers(self, name: str) -> None:
        if name in ("Bid more", "Bid less"):
            self.tap(self.button(name), "step")
        else:
            self.tap(self.button(name), name.split()[0].lower())


StartGame = Callable[..., tuple[JSON, list[Person]]]


@pytest.fixture
def start_game(site: LiveServer, visit: Callable[..., Page]) -> StartGame:
    def start_game(variant: str, seats: int = 2, **settings: Any) -> tuple[JSON, list[Person]]:
        """A new game with a page for every player; seat 1 is on a phone. Tiles glide, as for most people."""
        rng = random.Random(f"{variant}{seats}")
        game = site.seed(games=1, variant=variant, seats=seats, clock="none", **settings)["games"][0]
        sizes = [{"width": 360, "height": 740} if n == 1 else {"width": 1280, "height": 800} for n in range(seats)]
        people = [
            Person(visit(site, f"/g/{game['id']}/", person, viewport=size, reduced_motion="no-preference"), rng)
            for person, size in zip(game["seats"], sizes, strict=True)
        ]
        for person in people:
            expect(person.page.locator(".player-here")).to_have_count(seats - 1)  # each page shows all other players
            person.page.evaluate(MOVED)
            person.page.add_init_script(MOVED)  # for pages that a test loads again
        return game, people

    return start_game


def play(start_game: StartGame, variant: str, seats: int, **settings: Any) -> list[Person]:
    """Play a game to its end; then every page must show what the server says."""
    game, people = start_game(variant, seats, **settings)
    finish(people)
    agree(game, people)
    return people


def play_until(people: list[Person], happened: Callable[[], bool]) -> None:
    course = Course(people[0].page)
    while not happened():
        course.goes_on()
        tapped = [person.acts() for person in people]
        if not any(tapped):
            people[0].page.wait_for_timeout(25)


def finish(people: list[Person]) -> None:
    for _ in range(12):
        for person in people:
            person.acts()
    assert serious_findings(people[0].page) == []
    play_until(people, lambda: "Share" in people[0].seen["card"])
    for person in people:
        expect(person.page.locator("#card")).to_contain_text("Score sheet")


def agree(game: JSON, people: list[Person]) -> None:
    with urllib.request.urlopen(urljoin(people[0].page.url, f"/api/v1/games/{game['id']}/")) as answer:
        server = json.load(answer)
    assert server["status"] == "finished"
    moves_little(people, rounds=len(server["scores"]))
    sides = [seat["side"] for seat in server["seats"]]
    wanted = {str(seat): str(server["totals"][side]).replace("-", "−") for seat, side in enumerate(sides)}
    totals = """Object.fromEntries([...document.querySelectorAll(".player")].map((node) =>
      [node.dataset.seat, node.querySelector(".player-points span").textContent]))"""
    for person in people:
        finds(person.page, totals, wanted)
        assert sticking_out(person.page) == []


def moves_little(people: list[Person], *, rounds: int) -> None:
    """Nothing jumps under the thumb: all layout shifts of a round, also those after a tap, come to 0.05 at most."""
    for person in people:
        moved = person.page.evaluate("moved")
        assert round(sum(value for value, *_ in moved) / rounds, 2) <= 0.05, moved


def did(people: list[Person]) -> set[str]:
    return set().union(*(person.did for person in people))


def double_nine_with_four(start_game: StartGame) -> None:
    _game, people = start_game("double_nine", 4)
    play_until(people, lambda: people[0].page.evaluate("document.querySelectorAll('.placed').length") > 8)
    assert {"tile", "submit"} <= did(people)


def muggins_with_three_shows_the_count_and_new_points(start_game: StartGame) -> None:
    people = play(start_game, "muggins", 3, options={"end": "target:20"})
    assert {"tile", "submit"} <= did(people)
    page = people[0].page
    page.keyboard.press("r")
    expect(page.locator("#count")).to_contain_text("Ends:")


def goat_in_pairs(start_game: StartGame) -> None:
    people = play(start_game, "goat", 4, options={"pairs": True, "end": "rounds:1"})
    expect(people[0].page.locator(".players[data-pairs]")).to_have_count(1)


def donkey_with_tiles_face_down_and_several_in_a_turn(start_game: StartGame) -> None:
    people = play(start_game, "donkey", 3, options={"end": "rounds:2"})
    assert {"submit", "next deal"} <= did(people)


def general_with_signals_that_only_partners_see(start_game: StartGame) -> None:
    game, people = start_game("general", 4, options={"end": "rounds:1"})
    can_signal = [[name[:4] for name in person.looks()["buttons"] if ":" in name] for person in people]
    for person, signals in zip(people, can_signal, strict=True):
        expect(person.page.locator(".hint:visible")).to_have_count(1 if signals else 0)  # a module that is fetched late
    holder = next(n for n, signals in enumerate(can_signal) if "Wink" in signals)
    before = [person.page.evaluate("document.body.innerText") for person in people]
    people[holder].page.get_by_role("button", name="Wink").click()
    for n, person in enumerate(people):
        chip = person.page.locator(f'.player[data-seat="{holder}"] .player-chip')
        told = person.page.locator("#strip")
        if n % 2 == holder % 2:
            expect(chip).to_have_text("0-0")
            expect(told).to_contain_text("winks at the partner" if n != holder else "You wink")
            expect(person.page.get_by_role("button", name="Wink")).to_have_count(0)
            expect(person.page.locator("#announcer")).to_have_text(re.compile(r"the 0-0\.$"))
    for n, person in enumerate(people):  # now the partner knows
        if n % 2 != holder % 2:
            expect(person.page.locator(f'.player[data-seat="{holder}"] .player-chip')).to_have_count(0)
            finds(person.page, "document.body.innerText", before[n])
    partner = people[(holder + 2) % 4].page
    partner.reload()
    expect(partner.locator(f'.player[data-seat="{holder}"] .player-chip')).to_have_text("0-0")
    finish(people)
    agree(game, people)


def telephone(start_game: StartGame) -> None:
    play(start_game, "telephone", 2, options={"end": "target:25"})


def sausage(start_game: StartGame) -> None:
    people = play(start_game, "sausage", 2, options={"end": "rounds:1"})
    assert {"place", "submit"} <= did(people)
    page = people[0].page
    expect(page.locator(".line-name")).to_have_count(2)
    # The page derives earlier layouts of a running round from its moves; the server gives those of a finished one.
    with urllib.request.urlopen(urljoin(page.url, f"/api/v1/games/{page.url.split('/')[4]}/rounds/0/")) as answer:
        assert in_node("sausage_pasts.js", "differing", json.load(answer)) == []
    page.keyboard.press("r")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#strip, .placed").first).to_be_attached()


def mexican_train_with_openings(start_game: StartGame) -> None:
    options = {"set": 6, "end": "rounds:2", "opening": "train"}
    people = play(start_game, "mexican_train", 3, options=options)
    assert {"tile", "place", "submit", "that’s"} <= did(people)


def fives_and_threes_in_pairs_without_moving_the_felt_of_a_phone(start_game: StartGame) -> None:
    _game, people = start_game("fives_threes", 4, options={"end": "target:15"})
    finish(people)
    moved = people[1].page.evaluate("moved")
    assert sum(value for value, *what in moved if "felt-view" in what) <= 0.05, moved


def matador_turned_round(start_game: StartGame) -> None:
    _game, people = start_game("matador")
    play_until(people, lambda: "other way" in did(people))


def draw_with_tiles_drawn_at_will(start_game: StartGame) -> None:
    _game, people = start_game("draw")
    play_until(people, lambda: "draw" in did(people))
    drew = next(person for person in people if "draw" in person.did)
    expect(drew.page.locator("#log")).to_contain_text("You draw")


GAMES = [
    double_nine_with_four,
    muggins_with_three_shows_the_count_and_new_points,
    goat_in_pairs,
    donkey_with_tiles_face_down_and_several_in_a_turn,
    general_with_signals_that_only_partners_see,
    telephone,
    sausage,
    mexican_train_with_openings,
    fives_and_threes_in_pairs_without_moving_the_felt_of_a_phone,
    matador_turned_round,
    draw_with_tiles_drawn_at_will,
]


@pytest.mark.parametrize("play_through", GAMES, ids=[each.__name__ for each in GAMES])
def test_a_game_played_by_taps(start_game: StartGame, play_through: Callable[[StartGame], None]):
    play_through(start_game)
