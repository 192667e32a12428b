"""Two guests play four rounds of Brettspielnetz by link: one without a mouse, one with a thumb at 360 px."""

import re
import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.live.server import LiveServer

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
PATIENCE = 240  # seconds for the whole game


def tab_to(page: Page, name: str) -> None:
    """Reach what is called *name* by the Tab key alone."""
    for _ in range(60):
        page.keyboard.press("Tab")
        focused = page.evaluate("(document.activeElement.innerText || document.activeElement.value || '').trim()")
        if focused == name:
            return
    raise AssertionError(f"Tab never reaches {name!r}")


def is_on_turn(page: Page) -> bool:
    return page.locator(".table-page.my-move").count() == 1


def is_over(page: Page) -> bool:
    return page.locator("#card").is_visible() and page.get_by_role("button", name="Rematch").count() == 1


def plays_by_keyboard(page: Page) -> None:
    """Choose a tile by arrow, lay it by Enter on the first end it fits, submit by Enter."""
    if page.locator("#card").is_visible():
        page.keyboard.press("Escape")  # the round that has just ended
    if not is_on_turn(page):
        return
    page.keyboard.press("ArrowRight")
    for _ in range(3):
        page.keyboard.press("Enter")
        page.wait_for_timeout(60)


def plays_by_thumb(page: Page) -> None:
    if page.locator("#card").is_visible():
        page.get_by_role("button", name="Next deal").tap()
    submit = page.get_by_role("button", name="Submit", exact=True)
    if not is_on_turn(page) or page.locator(".hand-tile.playable").count() == 0:
        return
    page.locator(".hand-tile.playable").first.tap()
    if submit.count() == 0:
        page.locator("#actions button").first.tap()  # two ends take it: choose one
    submit.tap()
    expect(submit).to_have_count(0)  # it is on its way: the next look is at what came of it


def play_to_the_end(*people: tuple[Page, Callable[[Page], None]]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not all(is_over(page) for page, _ in people):
        assert time.monotonic() < deadline, "the game takes too long"
        for page, plays in people:
            if not is_over(page):
                plays(page)
        people[0][0].wait_for_timeout(40)


def test_two_guests_play_a_whole_game_by_link(site: LiveServer, visit: Callable[..., Page]) -> None:
    ada = visit(site, "/", viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    tab_to(ada, "Play a friend")
    ada.keyboard.press("Enter")
    ada.wait_for_url("**/new/")
    tab_to(ada, "Create the invitation")
    ada.keyboard.press("Enter")
    ada.wait_for_url("**/g/*/")
    link = ada.locator("#link").input_value()

    ben = visit(site, link, **PHONE)
    expect(ben.get_by_role("heading", level=1)).to_contain_text("invites you to Brettspielnetz Domino")
    ben.get_by_role("textbox", name="Your name at the table").fill("Ben")
    ben.get_by_role("button", name="Sit down and play").tap()

    expect(ben.locator(".hand-tile")).not_to_have_count(0)
    expect(ada.locator(".hand-tile")).not_to_have_count(0)  # the invitation has become the table by itself
    play_to_the_end((ada, plays_by_keyboard), (ben, plays_by_thumb))

    for page in (ada, ben):
        expect(page.locator("#card-title")).to_have_text(re.compile("win|lose|draw", re.IGNORECASE))
        expect(page.locator("#sheet tbody tr")).to_have_count(4)
    assert ben.evaluate("document.documentElement.scrollWidth") <= 360

    ben.get_by_role("button", name="Rematch").tap()
    ben.wait_for_url(lambda url: url != link)
    ada.get_by_role("link", name="Ben offers a rematch").focus()
    ada.keyboard.press("Enter")
    ada.wait_for_url(lambda url: url != link)
    tab_to(ada, "Take your seat")
    ada.keyboard.press("Enter")
    expect(ada.locator(".hand-tile")).not_to_have_count(0)
    expect(ben.locator(".hand-tile")).not_to_have_count(0)
