"""A rematch is asked for and accepted on the result card: one tap each, and the new game opens by itself."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_fixtures import held_back, is_live
from tests.live.server import LiveServer

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1440, "height": 900}}


def resign(page: Page) -> None:
    page.locator(".table-tools summary").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()


def over(visit: Callable[..., Page], site: LiveServer, people: int = 2, **window: Any) -> tuple[str, list[Page]]:
    """The address of a game that has just ended, and each player's page of it."""
    game = site.seed(games=1, variant="block", seats=people)["games"][0]
    address = f"/g/{game['id']}/"
    pages = [visit(site, address, person, **window) for person in game["seats"]]
    for page in pages[1:]:
        resign(page)
        if page is not pages[-1]:
            is_live(page)
    for page in pages:
        expect(page.locator("#card-title")).to_be_visible()
    return address, pages


def button(page: Page, name: str) -> Any:
    return page.locator("#card-content").get_by_role("button", name=name, exact=True)


def in_a_new_game(page: Page, old: str) -> str:
    page.wait_for_url(lambda url: old not in url and "/g/" in url)
    is_live(page)
    expect(page.locator(".hand-tile").first).to_be_visible()
    return page.url


@pytest.mark.parametrize("window", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_one_tap_each_brings_both_into_the_new_game(site: LiveServer, visit: Callable[..., Page], window: Any):
    old, (ada, ben) = over(visit, site, **window)
    button(ada, "Rematch").click()
    expect(ada.locator(".over-main .over-ask")).to_have_text("Waiting for Ben …")
    expect(button(ada, "Cancel")).to_be_focused()  # where the button was
    expect(ada.locator("#announcer")).to_have_text("Waiting for Ben …")
    expect(ben.locator(".over-main .over-ask")).to_have_text("Ada wants a rematch")
    assert old in ada.url
    button(ben, "Accept").click()
    assert in_a_new_game(ada, old) == in_a_new_game(ben, old)
    resign(ben)
    expect(ada.locator(".over-series")).to_have_text("You 2 – 0 Ben")
    expect(ben.locator(".over-series")).to_have_text("You 0 – 2 Ada")


def test_a_request_can_be_cancelled_or_declined_and_made_anew(site: LiveServer, visit: Callable[..., Page]):
    old, (ada, ben) = over(visit, site, **PHONE)
    button(ada, "Rematch").tap()
    expect(button(ben, "Decline")).to_be_visible()
    button(ada, "Cancel").tap()
    for page in (ada, ben):
        expect(button(page, "Rematch")).to_be_visible()
    button(ben, "Rematch").tap()
    button(ada, "Decline").tap()
    for page in (ben, ada):
        expect(button(page, "Rematch")).to_be_visible()
        assert old in page.url


def test_both_asking_at_once_end_in_one_game(site: LiveServer, visit: Callable[..., Page]):
    old, (ada, ben) = over(visit, site, **PHONE)
    with held_back(ada, "**/rematch/") as asked:
        button(ada, "Rematch").dblclick()  # one request, however often it is tapped
        button(ben, "Rematch").tap()
        expect(ada.locator(".over-main .over-ask")).to_have_text("Ben wants a rematch")
        assert len(asked) == 1
    assert in_a_new_game(ada, old) == in_a_new_game(ben, old)


def test_with_three_the_card_shows_who_has_accepted(site: LiveServer, visit: Callable[..., Page]):
    old, (ada, ben, cleo) = over(visit, site, 3, **PHONE)
    button(ada, "Rematch").tap()
    expect(ada.locator(".over-main .over-ask")).to_contain_text(" and ")
    button(ben, "Accept").tap()
    waiting = ben.locator(".over-main .over-ask")
    expect(waiting).to_contain_text("Waiting for")
    expect(waiting).not_to_contain_text(" and ")
    for page in (ada, ben, cleo):
        expect(page.locator(".over-ranks .accepted")).to_have_count(2)
    button(cleo, "Accept").tap()
    assert len({in_a_new_game(page, old) for page in (ada, ben, cleo)}) == 1


def test_who_looks_back_or_has_closed_the_card_is_taken_along(site: LiveServer, visit: Callable[..., Page]):
    old, (ada, ben) = over(visit, site, **PHONE)
    button(ada, "Rematch").tap()
    expect(button(ada, "Cancel")).to_be_visible()
    button(ada, "Look back").tap()
    expect(ada.locator("#card")).to_be_hidden()
    ben.locator(".over-close").tap()
    ben.locator("#card-back").get_by_role("button", name="Accept").tap()
    assert in_a_new_game(ada, old) == in_a_new_game(ben, old)


def test_an_old_game_whose_rematch_runs_stays_and_links_to_it(site: LiveServer, visit: Callable[..., Page]):
    old, (ada, ben) = over(visit, site, **PHONE)
    button(ada, "Rematch").tap()
    button(ben, "Accept").tap()
    new = in_a_new_game(ada, old)
    ada.goto(old)
    expect(ada.locator("#card-content").get_by_role("link", name="To the rematch")).to_have_attribute(
        "href", new.removeprefix(site.url)
    )
    assert old in ada.url


def test_a_refusal_is_said_on_the_card_and_the_request_can_be_made_again(site: LiveServer, visit: Callable[..., Page]):
    _old, (ada, _ben) = over(visit, site, **PHONE)
    ada.route("**/rematch/", lambda route: route.abort())
    button(ada, "Rematch").tap()
    expect(ada.locator(".over-main .over-ask")).to_have_text("No connection. Try again.")
    ada.unroute("**/rematch/")
    said = {"code": "too_late", "message": "You can ask for a rematch for seven days."}
    ada.route("**/rematch/", lambda route: route.fulfill(status=409, json=said))
    button(ada, "Rematch").tap()
    expect(ada.locator(".over-main .over-ask")).to_have_text(said["message"])
    ada.unroute("**/rematch/")
    button(ada, "Rematch").tap()
    expect(ada.locator(".over-main .over-ask")).to_have_text("Waiting for Ben …")
