"""Two guests play two rounds of Brettspielnetz by link: one by keyboard, one by touch at 360 px.
Four play Block, each on a phone, and see who passes.
"""

import json
import re
import urllib.request
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_fixtures import Course, finds, number_of, submit, takes_first_end
from tests.browser.test_pages import MORE
from tests.live.server import LiveServer

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def tab_to(page: Page, name: str) -> None:
    """Move the focus to *name* with the Tab key alone."""
    for _ in range(60):
        page.keyboard.press("Tab")
        focused = page.evaluate("(document.activeElement.innerText || document.activeElement.value || '').trim()")
        if focused == name:
            return
    raise AssertionError(f"Tab never reaches {name!r}")


BUTTONS = """[...document.querySelectorAll("#card button, #actions button")]
  .flatMap((button) => button.checkVisibility() ? [button.textContent.trim()] : [])"""


def is_on_turn(page: Page) -> bool:
    return number_of(page, ".table-page.my-move") == 1


def is_over(page: Page) -> bool:
    shown: list[str] = page.evaluate(BUTTONS)
    return "Rematch" in shown


def draws(page: Page) -> bool:
    """Whether nothing fits, so that a tile is drawn."""
    if "Draw" not in page.evaluate(BUTTONS) or number_of(page, ".hand-tile.playable"):
        return False
    page.get_by_role("button", name="Draw", exact=True).press("Enter")
    return True


def plays_by_keyboard(page: Page) -> None:
    """Choose a tile with the arrows, lay it with Enter on the first end that fits, submit with Enter."""
    if "Next round" in page.evaluate(BUTTONS):
        page.keyboard.press("Escape")  # the card of the round that has just ended
    if not is_on_turn(page):
        return
    if draws(page):
        return
    page.keyboard.press("ArrowRight")
    for _ in range(3):
        page.keyboard.press("Enter")
        page.wait_for_timeout(60)


def plays_by_thumb(page: Page) -> None:
    if "Next round" in page.evaluate(BUTTONS):
        page.get_by_role("button", name="Next round").first.tap()
    if draws(page) or not number_of(page, ".table-page.my-move .hand-tile.playable"):
        return
    page.locator(".hand-tile.playable").first.tap()
    takes_first_end(page)
    submit(page).tap()
    expect(submit(page)).to_have_count(0)  # it is being sent: the next look shows the result


def play_to_the_end(*people: tuple[Page, Callable[[Page], None]]) -> None:
    course = Course(people[0][0])
    while not all(is_over(page) for page, _ in people):
        course.goes_on()
        for page, plays in people:
            if not is_over(page):
                plays(page)
        people[0][0].wait_for_timeout(40)


@pytest.mark.core
def test_two_guests_play_a_whole_game_by_link(site: LiveServer, visit: Callable[..., Page]) -> None:
    ada = visit(site, "/", viewport={"width": 1280, "height": 800})
    tab_to(ada, "Play a friend")
    ada.keyboard.press("Enter")
    ada.wait_for_url("**/new/")
    ada.locator("#find-text").fill("brettspielnetz")
    ada.locator("[name=variant][value=brettspielnetz]").check()
    ada.locator(MORE).press("Enter")
    ada.get_by_label("Length").focus()
    ada.keyboard.press("H")
    expect(ada.get_by_label("Length").locator("option:checked")).to_contain_text("2 rounds")
    tab_to(ada, "Create the invitation")
    ada.keyboard.press("Enter")
    ada.wait_for_url("**/g/*/")
    link = ada.locator("#link").input_value()

    ben = visit(site, link, **PHONE)
    expect(ben.get_by_role("heading", level=1)).to_contain_text("You’re invited to Brettspielnetz Domino")
    ben.get_by_role("textbox", name="Your name in this game").fill("Ben")
    ben.get_by_role("button", name="Join and play").tap()

    expect(ben.locator(".hand-tile")).not_to_have_count(0)
    expect(ada.locator(".hand-tile")).not_to_have_count(0)  # the invitation has become the table
    play_to_the_end((ada, plays_by_keyboard), (ben, plays_by_thumb))

    for page in (ada, ben):
        expect(page.locator("#card-title")).to_have_text(re.compile("win|lose|draw", re.IGNORECASE))
        expect(page.locator("#sheet tbody tr")).to_have_count(2)
    assert ben.evaluate("document.documentElement.scrollWidth") <= 360

    ben.get_by_role("button", name="Rematch").tap()
    expect(ada.get_by_role("button", name="Accept")).to_be_visible()
    tab_to(ada, "Accept")
    ada.keyboard.press("Enter")
    for page in (ada, ben):
        page.wait_for_url(lambda url: url != link)
        expect(page.locator(".hand-tile")).not_to_have_count(0)


# The visible passes: seats with a bubble that is in view and covered by nothing.
PASSES = """() => [...document.querySelectorAll(".bubble")].filter((node) => {
  const { left, right, top, bottom } = node.getBoundingClientRect();
  const seat = document.querySelector(`[data-seat="${node.dataset.at}"]`).getBoundingClientRect();
  const inside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
  const atSeat = left < seat.right && right > seat.left && top < seat.bottom + 12 && bottom > seat.top - 12;
  return node.checkVisibility() && node.textContent === "passes" && inside && atSeat;
}).map((node) => Number(node.dataset.at)).sort()"""


def test_four_players_on_phones_see_who_passes(site: LiveServer, visit: Callable[..., Page]) -> None:
    assert round_with_passes(site, visit)


def round_with_passes(site: LiveServer, visit: Callable[..., Page]) -> int:
    """Play a round, and compare what each player sees after each move. Returns the number of passes."""
    options = {"end": "rounds:1"}
    game = site.seed(games=1, variant="block", seats=4, clock="none", options=options)["games"][0]
    phones = [visit(site, f"/g/{game['id']}/", person, **PHONE) for person in game["seats"]]
    moved = [0, 0, 0, 0]  # by seat: the ply of that player's last move
    passes = 0
    course = Course(phones[0])
    while not is_over(phones[0]):
        course.goes_on()
        (seat,) = [n for n, phone in enumerate(phones) if is_on_turn(phone)] or [None]
        if seat is None:
            phones[0].wait_for_timeout(40)  # wait for the view that says whose turn it is
            continue
        ply = number_of(phones[seat], "#log .log-line")  # the first line is the deal
        plays_by_thumb(phones[seat])
        expect(phones[seat].locator("#log .log-line")).not_to_have_count(ply)  # the server has accepted it
        moved[seat] = ply
        with urllib.request.urlopen(f"{site.url}/api/v1/games/{game['id']}/") as answer:
            table = json.load(answer)
        made = [move.partition(" ") for move in table["round"]["moves"]]
        for reader, phone in enumerate(phones):
            expect(phone.locator("#log .log-line")).to_have_count(len(made) + 1)
            if table["status"] == "playing":
                told = sorted({int(who) for who, _, move in made[moved[reader] :] if move == "pass"})
                finds(phone, PASSES, told, at=f"seat {reader} after {table['round']['moves']}")
                names = {seat["name"] for seat in table["seats"] if seat["seat"] in told and seat["seat"] != reader}
                status = phone.locator("#status").inner_text()
                assert all(name in status for name in names), status
        passes += sum(move == "pass" for _, _, move in made[ply:])
    for phone in phones:
        expect(phone.locator("#card-title")).to_have_text(re.compile("win|lose|draw", re.IGNORECASE))
        assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    return passes
