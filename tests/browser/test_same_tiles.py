"""The shared server deals the same tiles in every game of one kind, so that no test here needs luck."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.live.server import LiveServer

Visit = Callable[..., Page]


def tiles(page: Page) -> list[str]:
    expect(page.locator(".hand-tile")).not_to_have_count(0)
    shown: list[str] = page.evaluate("[...document.querySelectorAll('.hand-tile')].map((tile) => tile.dataset.tile)")
    return sorted(shown)


def test_people_who_invite_each_other_get_the_same_tiles_each_time(visit: Visit, site: LiveServer) -> None:
    dealt = []
    for _ in range(2):
        ada = visit(site, "/new/?variant=block")
        ada.get_by_role("button", name="Create the invitation").click()
        ada.wait_for_url("**/g/*/")
        ben = visit(site, ada.locator("#link").input_value())
        ben.get_by_role("textbox", name="Your name in this game").fill("Ben")
        ben.get_by_role("button", name="Join and play").click()
        dealt.append((tiles(ada), tiles(ben)))
    assert dealt[0] == dealt[1]
    assert len({*dealt[0][0], *dealt[0][1]}) == 14


def test_seeded_games_are_the_same_in_every_test_but_differ_from_each_other(visit: Visit, site: LiveServer) -> None:
    def first_hands() -> list[list[str]]:
        games: list[Any] = site.seed(games=2, variant="block")["games"]
        return [tiles(visit(site, f"/g/{game['id']}/", game["seats"][0])) for game in games]

    once = first_hands()
    assert once[0] != once[1]
    assert first_hands() == once
