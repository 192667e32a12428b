"""Broken connections and restarts: boards return to the same state without help (acceptance B5, B6, B8)."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_fixtures import finds, is_live, number_of, submit, takes_first_end, tile, unbroken
from tests.live.server import LiveServer

Visit = Callable[..., Page]


def block(server: LiveServer) -> dict[str, Any]:
    """A Block game for two in which moves simply alternate: no draws.

    With all tiles in the hands, one of the 12 tiles that fit a lead is in the other hand, except in 1 of a million
    deals (if the lead isn't a double).
    """
    return server.seed(games=1, variant="block", options={"hand": 14}, clock="none")["games"][0]


@pytest.fixture
def game(site: LiveServer) -> dict[str, Any]:
    return block(site)


def open_boards(visit: Visit, server: LiveServer, game: dict[str, Any], **context: Any) -> tuple[Page, Page]:
    """The pages of the player whose turn it is and of the other."""
    pages = [visit(server, f"/g/{game['id']}/", person, **context) for person in game["seats"]]
    for page in pages:
        expect(page.locator(".hand-tile")).not_to_have_count(0)
    return (pages[0], pages[1]) if is_on_turn(pages[0]) else (pages[1], pages[0])


def is_on_turn(page: Page) -> bool:
    return number_of(page, ".table-page.my-move") == 1


def choose(page: Page) -> str:
    """Lay a tile as a ghost without submitting it, if possible not a double; returns its name."""
    expect(page.locator(".hand-tile.playable")).not_to_have_count(0)
    playable = page.evaluate("[...document.querySelectorAll('.hand-tile.playable')].map(({ dataset }) => dataset.tile)")
    name = next((tile for tile in playable if tile[0] != tile[2]), playable[0])
    tile(page, name).click()
    takes_first_end(page)
    return name


def lies(page: Page, tile: str) -> None:
    expect(page.locator("#log")).to_contain_text(unbroken(tile), timeout=15_000)


def test_a_move_is_on_the_other_board_without_a_reload(visit: Visit, site: LiveServer, game: dict[str, Any]) -> None:
    mover, other = open_boards(visit, site, game)
    played = choose(mover)
    submit(mover).click()
    lies(other, played)


def test_after_a_server_restart_both_players_continue(visit: Visit, server: LiveServer) -> None:
    game = block(server)
    mover, other = open_boards(visit, server, game)
    played = choose(mover)
    server.kill9()
    submit(mover).click()  # no server: it is sent again until one answers
    expect(mover.locator("#status")).to_have_text("We’ll send it when you’re back online")
    server.start()
    lies(mover, played)
    lies(other, played)
    answer = choose(other)
    submit(other).click()
    lies(mover, answer)


def test_a_broken_connection_recovers_and_a_closed_tab_loses_no_move(
    visit: Visit, site: LiveServer, game: dict[str, Any]
) -> None:
    mover, other = open_boards(visit, site, game)
    other.context.set_offline(True)
    expect(other.locator("#connection")).to_have_text("No connection. Trying again …")
    played = choose(mover)
    submit(mover).click()
    lies(mover, played)
    expect(other.locator("#log")).not_to_contain_text(unbroken(f"plays {played}"))
    other.context.set_offline(False)
    lies(other, played)
    answer = choose(other)
    browser = other.context
    browser.set_offline(True)
    submit(other).click()
    expect(other.locator("#status")).to_have_text("We’ll send it when you’re back online")
    other.close()
    browser.set_offline(False)
    browser.new_page().goto("/accounts/logout/")  # any page sends it
    lies(mover, answer)


@pytest.mark.core
def test_without_websockets_a_game_is_played_by_polling(visit: Visit, site: LiveServer, game: dict[str, Any]) -> None:
    pages = []
    for person in game["seats"]:
        page = visit(site, "/healthz", person)
        page.route_web_socket("**/*", lambda socket: socket.close())
        page.goto(f"/g/{game['id']}/")
        expect(page.locator("#connection")).to_have_attribute("data-state", "polling")
        pages.append(page)
    mover, other = pages if is_on_turn(pages[0]) else pages[::-1]
    for _ in range(2):
        played = choose(mover)
        submit(mover).click()
        lies(other, played)
        mover, other = other, mover


def test_two_tabs_of_one_player_make_one_move(visit: Visit, site: LiveServer, game: dict[str, Any]) -> None:
    mover, other = open_boards(visit, site, game)
    second = mover.context.new_page()
    second.goto(mover.url)
    is_live(second)
    played = choose(mover)
    choose(second)
    submit(mover).click()
    lies(second, played)
    expect(submit(second)).to_have_count(0)
    lies(other, played)


def test_another_user_never_sends_a_waiting_move(visit: Visit, site: LiveServer, game: dict[str, Any]) -> None:
    mover, other = open_boards(visit, site, game)
    mover.context.set_offline(True)
    choose(mover)
    submit(mover).click()
    kept = "Object.keys(localStorage).filter((key) => key.startsWith('waiting/'))"
    assert len(mover.evaluate(kept)) == 1
    browser = mover.context
    mover.close()
    browser.set_offline(False)

    page = browser.new_page()
    page.goto("/accounts/logout/")
    assert len(page.evaluate(kept)) == 1  # still stored for the first user
    with page.expect_navigation():
        page.get_by_role("button", name="Log out anyway").click()
    expect(page.locator("body[data-me]")).to_have_count(0)
    finds(page, kept, [])

    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    browser.add_cookies([cookie for cookie in other.context.cookies() if cookie["name"] == "sessionid"])
    page.goto(f"/g/{game['id']}/")
    is_live(page)
    expect(page.locator(".ghost")).to_have_count(0)
    finds(page, kept, [])
    assert sent
    assert not [frame for frame in sent if '"move"' in frame]
