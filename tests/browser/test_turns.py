"""The events of a turn on the screen: passes, draws, news, refusals, a connection that breaks."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.table_fixtures import (
    JSON,
    RULES,
    MockedTable,
    finds,
    is_live,
    number_of,
    replay,
    tile,
    unbroken,
    until,
    view,
)
from tests.browser.test_pages import serious_findings
from tests.live.server import LiveServer

PHONE: JSON = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESKTOP: JSON = {"viewport": {"width": 1440, "height": 900}}
MOTION: JSON = {"reduced_motion": "no-preference"}
SIZES = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])


def moved(moves: str, *, line: str = "6-5 5-3 3-1", version: int = 6, **changed: Any) -> JSON:
    """Ada's view after *moves*, "seat move" each, separated by commas; "!" after a move means forced."""
    shown = view(line=line, version=version, legal="6-4>6-5", hand="6-4 4-2 3-3 6-3", **changed)
    made = [move.strip() for move in moves.split(",")]
    shown["by"] = ["forced" if move.endswith("!") else "player" for move in made]
    shown["round"] |= {"moves": [move.rstrip("!") for move in made], "ply": len(made)}
    for laid, ply in zip(
        shown["round"]["layout"][1:], (n for n, move in enumerate(made, 1) if ">" in move), strict=True
    ):
        laid["ply"] = ply
    return shown


def events(shown: JSON, after: int = 0) -> list[JSON]:
    """The moves of a view that are news to a reader who saw only the first *after* of them."""
    moves = [move.partition(" ") for move in shown["round"]["moves"]]
    return [
        {"version": 2 + ply, "deal": shown["deal"], "ply": ply, "seat": int(seat), "move": move, "by": by}
        for ply, ((seat, _, move), by) in enumerate(zip(moves, shown["by"], strict=True), 1)
        if ply > after
    ]


def press(page: Page, name: str) -> None:
    button = page.locator(".mine, .felt").get_by_role("button", name=name, exact=True).first
    button.tap() if page.evaluate("navigator.maxTouchPoints") else button.click()


AT_SEAT = """(seat) => {
  const bubble = document.querySelector(`.bubble[data-at="${seat}"]`);
  if (!bubble?.checkVisibility()) return "";
  const box = bubble.getBoundingClientRect();
  const place = document.querySelector(`[data-seat="${seat}"]`).getBoundingClientRect();
  if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight) return "out of the window";
  const beside = place.left - 40 <= box.left && box.left <= place.right;
  return beside && place.top - box.height <= box.top && box.top <= place.bottom ? bubble.innerText : "elsewhere";
}"""


def at_seat(page: Page, seat: int, words: str) -> None:
    """Check that the words show at a seat, inside the window and at that seat's edge."""
    finds(page, AT_SEAT, words, arg=seat)


# Records the sentences on the strip over the felt, each with the number of tiles on it: a sentence stays for a second.
TOLD = """addEventListener("DOMContentLoaded", () => {
  window.told = [];
  new MutationObserver(() => {
    if (document.getElementById("since")?.hidden !== false) return;
    const [title, words] = ["title", "words"].map((part) => document.getElementById(`since-${part}`).textContent);
    const now = [title, words, document.querySelectorAll(".placed").length];
    if (String(told.at(-1)) !== String(now)) told.push(now);
  }).observe(document.body, { attributes: true, characterData: true, childList: true, subtree: true });
})"""


def was_told(page: Page, words: str) -> None:
    finds(page, "(words) => told.some(([, said]) => said === words)", True, arg=words)


def count_gliding(page: Page) -> None:
    page.evaluate(
        "new MutationObserver((changes) => { for (const { addedNodes } of changes) for (const node of addedNodes)"
        " if (node.className === 'gliding') window.glided = (window.glided ?? 0) + 1; })"
        ".observe(document.body, { childList: true, subtree: true })"
    )


# ---- Passes and draws ----------------------------------------------------------------------------


@SIZES
@pytest.mark.core
def test_a_pass_shows_at_the_seat_and_in_the_status_until_the_reader_moves(
    size: JSON, table: Callable[..., MockedTable]
):
    at = table(moved("0 5-3>6-5", line="6-5 5-3", turn=1, version=3), **size)
    page = at.page
    expect(page.locator("#status")).to_have_text("Ben’s turn")
    at.show(moved("0 5-3>6-5, 1 pass!", line="6-5 5-3", version=4))
    expect(page.locator("#status")).to_have_text("Ben had nothing to play. Your turn again.")
    expect(page.locator("#announcer")).to_have_text("Ben had nothing to play. Your turn again.")
    at_seat(page, 1, "passes")
    page.reload()
    at_seat(page, 1, "passes")
    expect(page.locator("#status")).to_contain_text("Ben had nothing to play.")
    is_live(page)
    at.show(moved("0 5-3>6-5, 1 pass!, 0 3-1>5-3", turn=1, version=5))
    expect(page.locator(".bubble")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@SIZES
def test_draws_glide_to_the_player_and_the_readers_own_are_marked(size: JSON, table: Callable[..., MockedTable]):
    at = table(moved("0 5-3>6-5", line="6-5 5-3", turn=1, version=3), **MOTION, **size)
    page = at.page
    count_gliding(page)
    at.show(moved("0 5-3>6-5, 1 draw!, 1 draw!, 1 3-1>5-3, 0 draw 6-3!", version=4))
    expect(page.locator("#status")).to_have_text(
        "Ben drew 2 tiles and played 3-\u20601 on the 5-\u20603. You drew 6-\u20603. Your turn: choose a tile."
    )
    at_seat(page, 1, "draws 2")
    expect(page.locator(".hand-tile.fresh")).to_have_attribute("data-tile", "6-3")
    finds(page, "window.glided", 3)
    expect(page.locator(".gliding")).to_have_count(0)
    assert serious_findings(page) == []


def test_moves_seen_while_looking_back_are_no_news_afterwards(table: Callable[..., MockedTable]):
    at = table(moved("0 5-3>6-5", line="6-5 5-3", turn=1, version=3), **MOTION, **DESKTOP)
    count_gliding(at.page)
    at.show(moved("0 5-3>6-5, 1 draw!, 1 3-1>5-3", version=4))
    finds(at.page, "window.glided", 1)
    at.page.keyboard.press("r")
    expect(at.page.locator("[data-step=leave]")).to_be_visible()
    at.page.keyboard.press("Home")
    at.page.keyboard.press("Escape")
    expect(at.page.locator("[data-step=leave]")).to_be_hidden()
    at.page.wait_for_timeout(500)
    assert at.page.evaluate("window.glided") == 1


def test_a_draw_that_arrives_while_the_page_loads_still_glides(
    table: Callable[..., MockedTable],
):
    held: list[Route] = []
    shown = moved("0 5-3>6-5", line="6-5 5-3", turn=1, version=3)
    hold = {"**/js/table/bubbles*.js": lambda route: held.append(route)}  # Playwright can't take a built-in function
    at = table(shown, routes=hold, **MOTION, **PHONE)
    count_gliding(at.page)
    at.show(moved("0 5-3>6-5, 1 draw!, 1 pass!", line="6-5 5-3", version=4))
    expect(at.page.locator("#status")).to_have_text("Ben drew 1 tile and passed. Your turn again.")
    for route in held:
        route.continue_()
    at_seat(at.page, 1, "draws 1, passes")
    finds(at.page, "window.glided", 1)


def test_with_reduced_motion_nothing_glides_but_the_words_are_there(table: Callable[..., MockedTable]):
    at = table(moved("0 5-3>6-5", line="6-5 5-3", turn=1, version=3), **PHONE)
    at.show(moved("0 5-3>6-5, 1 draw!, 1 pass!", line="6-5 5-3", version=4))
    at_seat(at.page, 1, "draws 1, passes")
    expect(at.page.locator(".gliding")).to_have_count(0)


def test_a_watcher_sees_who_passed(table: Callable[..., MockedTable]):
    at = table(moved("0 5-3>6-5, 1 pass!", line="6-5 5-3", you=None), **PHONE)
    expect(at.page.locator("#status")).to_have_text("Ben had nothing to play. You’re watching. It’s Ada’s turn.")
    at_seat(at.page, 1, "passes")


# ---- Moves since the last visit ----------------------------------------------------------------------

BUSY = "0 5-3>6-5, 1 3-1>5-3, 0 pass!, 1 draw!, 1 1-0>3-1"


@SIZES
def test_missed_moves_play_automatically_and_return_to_the_present(size: JSON, table: Callable[..., MockedTable]):
    shown = moved(BUSY, line="6-5 5-3 3-1 1-0")
    page = table(shown | {"since": events(shown, after=1), "seen": 3}, script=TOLD, **MOTION, **size).page
    told = [
        ["Ben played 3-\u20601 on the 5-\u20603.", 3],
        ["You had nothing to play.", 3],
        ["Ben drew 1 tile.", 3],
        ["Ben played 1-\u20600 on the 3-\u20601.", 4],
    ]
    finds(page, "told", [["4 moves since your last visit", *step] for step in told])
    expect(page.locator("#since")).to_be_hidden()
    expect(page.locator("#table")).to_have_attribute("data-scene", "now")
    expect(page.locator("#status")).to_contain_text("Ben drew 1 tile and played 1-\u20600 on the 3-\u20601.")


def test_a_tap_on_a_tile_stops_them_and_picks_the_tile(table: Callable[..., MockedTable]):
    shown = moved(BUSY, line="6-5 5-3 3-1 1-0")
    page = table(shown | {"since": events(shown, after=1)}, script=TOLD, **MOTION, **PHONE).page
    finds(page, "told.length > 0", True)
    tile(page, "6-4").tap()
    expect(page.locator(".ghost.laid")).to_have_count(1)
    expect(page.locator("#since")).to_be_hidden()
    expect(page.locator(".placed")).to_have_count(4)


def test_with_reduced_motion_they_play_on_request(table: Callable[..., MockedTable]):
    shown = moved(BUSY, line="6-5 5-3 3-1 1-0")
    page = table(shown | {"since": events(shown, after=1)}, script=TOLD).page
    expect(page.locator("#since-title")).to_have_text("4 moves since your last visit")
    expect(page.locator("#table")).to_have_attribute("data-scene", "now")
    page.get_by_role("button", name="Play it", exact=True).click()
    was_told(page, "Ben played 3-\u20601 on the 5-\u20603.")
    page.keyboard.press("Shift")  # any key stops them
    expect(page.locator("#since")).to_be_hidden()


def test_of_many_missed_moves_the_last_eight_play(table: Callable[..., MockedTable]):
    passes = ", ".join(["1 draw!"] * 9)
    shown = moved(f"0 5-3>6-5, {passes}, 1 3-1>5-3")
    page = table(shown | {"since": events(shown, after=1)}, script=TOLD, **MOTION).page
    finds(page, "told[0]?.[0]", "The last 8 of 10 moves since your last visit")


def test_the_card_of_a_missed_round_stays_until_the_reader_continues(table: Callable[..., MockedTable]):
    """The table of the old deal with its hand and totals, then the new one: never a mix of both."""
    ended = replay()
    old = events({"round": ended["view"], "by": ended["by"], "deal": 0}, after=1)
    shown = view(line="4-3 3-0", hand="6-6 5-5", legal="6-6>4-3", version=8, deal=1, scores=[ended["score"]])
    shown["totals"], shown["round"]["totals"] = [10, 15], [10, 15]  # Ben has scored by playing 3-0
    new = {"version": 9, "deal": 1, "ply": 1, "seat": 1, "move": "3-0>4-3", "by": "player"}
    shown["round"]["moves"] = ["1 3-0>4-3"]
    over = {"type": "round", **ended["score"], "version": 7}
    page = table(shown | {"since": [*old, over, new]}, deals={0: ended}, script=TOLD, **MOTION, **DESKTOP).page
    expect(page.get_by_role("heading", name="Round 1 has ended")).to_be_visible()
    expect(page.locator(".placed")).to_have_count(4)
    expect(page.locator(".hand-tile")).to_have_count(1)
    expect(tile(page, "6-4")).to_have_attribute("aria-disabled", "true")  # the tiles that Ada was left with
    expect(page.locator("#status")).to_have_text("The next round is ready")
    sheet = page.locator("#sheet tfoot td")
    expect(sheet).to_have_text(["10", "\u22125"])
    page.locator("#actions").get_by_role("button", name="Next round").dispatch_event("click")
    was_told(page, "Ben played 3-\u20600 on the 4-\u20603.")
    expect(page.locator("#table")).to_have_attribute("data-scene", "now")
    expect(page.locator(".hand-tile")).to_have_count(2)
    expect(page.locator(".placed")).to_have_count(2)
    expect(sheet).to_have_text(["10", "15"])


# ---- Why a tile can't be played, the count of ghosts, the list of keys ---------------------------------


@SIZES
def test_an_unplayable_tile_says_why_by_tap_and_by_key(size: JSON, table: Callable[..., MockedTable]):
    at = table(**size)
    page = at.page
    tile(page, "4-2").tap(force=True) if size is PHONE else tile(page, "4-2").click(force=True)
    expect(page.locator("#status")).to_have_text(unbroken("4-2 fits neither 6 nor 3"))
    expect(page.locator("#announcer")).to_have_text("4-2 fits neither 6 nor 3")
    expect(page.locator(".ghost")).to_have_count(0)
    tile(page, "3-1").click()
    expect(page.locator("#status")).to_have_text(unbroken("3-1 on the 5-3"))
    tile(page, "6-4").click(force=True)  # another reason replaces it
    expect(page.locator("#status")).to_have_text(unbroken("6-4 on the 6-5"))
    page.keyboard.press("Escape")
    page.keyboard.press("3")  # of 6-4 6-3 4-2 3-3 3-1
    expect(page.locator("#status")).to_have_text(unbroken("4-2 fits neither 6 nor 3"))
    at.show(view(turn=1, version=4))
    expect(page.locator("#status")).to_have_text("Ben’s turn")
    tile(page, "4-2").click(force=True)
    expect(page.locator("#status")).to_have_text("It’s Ben’s turn")
    assert at.sent == []


def test_ghosts_are_counted_before_they_are_submitted(table: Callable[..., MockedTable]):
    shown = view(rules=RULES | {"ends": 5}, sheet={"during": True, "counts": "points", "goal": "high"})
    shown["round"] |= {"count": 9, "legal_counts": [7, 14, 7, 9, 6]}
    page = table(shown, **PHONE).page
    expect(page.locator("#count")).to_have_text("Ends: 9")
    tile(page, "3-3").tap()
    expect(page.locator("#count")).to_have_text("Ends: 14")
    page.get_by_role("button", name="Take back").tap()
    expect(page.locator("#count")).to_have_text("Ends: 9")


def test_a_question_mark_lists_the_keys(table: Callable[..., MockedTable]):
    page = table().page
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(keys).to_contain_text("Look back at the moves")
    assert serious_findings(page) == []
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    page.get_by_role("group").locator("summary", has=page.locator(".dots")).first.click()
    page.get_by_role("button", name="Keyboard shortcuts").click()
    expect(keys).to_be_visible()


# ---- A connection that breaks --------------------------------------------------------------------------


def test_a_move_laid_in_a_tunnel_waits_and_is_made_once(
    site: LiveServer, visit: Callable[..., Page], table: Callable[..., MockedTable]
):
    made = site.seed(games=1, variant="block", clock="none")["games"][0]
    pages = [visit(site, f"/g/{made['id']}/", person, **PHONE) for person in made["seats"]]
    page = next(each for each in pages if number_of(each, ".table-page.my-move"))
    page.evaluate(  # everything that a turn needs is loaded before the connection breaks
        "new Promise((done) => { const look = () => performance.getEntriesByName('fetched ahead').length"
        " ? done() : setTimeout(look, 50); look(); })"
    )
    page.context.set_offline(True)
    expect(page.locator("#connection")).to_have_text("No connection. Trying again …")
    page.locator(".hand-tile.playable").first.tap()
    press(page, "Submit")
    expect(page.locator("#status")).to_have_text("We’ll send it when you’re back online")
    page.keyboard.press("r")  # the module for looking back is loaded, too
    expect(page.locator("#stepper")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".toast")).to_have_count(0)
    waiting = json.loads(page.evaluate("Object.entries(localStorage).find(([key]) => key.startsWith('waiting/'))[1]"))
    page.context.set_offline(False)
    other = next(each for each in pages if each is not page)
    expect(other.locator("#log .log-line")).to_have_count(2)
    expect(page.locator("#log .log-line")).to_have_count(2)
    expect(other.locator("#announcer")).to_contain_text(waiting["move"].partition(">")[0])
    finds(page, "Object.keys(localStorage).filter((key) => key.startsWith('waiting/'))", [])


def test_a_waiting_move_is_sent_by_the_next_page(table: Callable[..., MockedTable]):
    at = table(**PHONE)
    page = at.page
    tile(page, "3-1").tap()
    press(page, "Submit")
    expect(page.locator(".ghost.sent")).to_have_count(1)
    expect(page.locator("#status")).to_have_text("We’ll send it when you’re back online")  # without an answer
    page.reload()
    expect(page.locator(".ghost.sent")).to_have_count(1)
    until(page, lambda: len(at.sent) > 1)
    assert len(at.sent) > 1
    assert {(move["move"], move["version"], move["key"]) for move in at.sent} == {("3-1>5-3", 3, at.sent[0]["key"])}
    at.accept(view(line="6-5 5-3 3-1", hand="6-4 4-2 3-3 6-3", turn=1, version=4))
    expect(page.locator("#status")).to_have_text("Ben’s turn")
    page.reload()
    is_live(page)
    expect(page.locator(".ghost")).to_have_count(0)
