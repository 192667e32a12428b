"""The first five minutes on the site: on each page, the main buttons are in view without scrolling."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_fixtures import finds, is_live
from tests.samples import some

SIZES = {"phone": {"width": 360, "height": 740}, "desktop": {"width": 1440, "height": 900}}
GAMES = {"brettspielnetz": 2, "telephone": 2, "general": 4}  # players; the last has the longest page
JOIN = ".row-action button"
SIGN_UP = CREATE = ".action-bar button"
NEW_GAME = "main [href='/new/']"
PAGES: list[tuple[str, str, list[str]]] = [  # (visitor, address, selectors of what is in view)
    ("stranger", "/", [NEW_GAME, "main [href='/find-a-game/']", ".play-computer button"]),
    ("stranger", "/new/", ["main [name=name]", "[name=seats][value='8']", "[name=variant][value=draw]", CREATE]),
    ("stranger", "/new/?variant=general", [CREATE]),
    ("stranger", "/new/?visibility=public", [CREATE]),
    ("stranger", "/computers/", [".computers-form button"]),
    ("stranger", "/lobby/", ["[href='/lobby/?speed=fast']", "[href='/lobby/?speed=days']", JOIN]),
    ("stranger", "/lobby/?speed=days", [JOIN]),
    ("stranger", "/lobby/?variant=donkey", ["main [href^='/new/']"]),
    ("stranger", "/games/", [NEW_GAME]),
    ("stranger", "/rules/brettspielnetz/", ["main [href^='/new/']"]),
    ("stranger", "/rules/telephone/", ["main [href^='/new/']"]),
    ("stranger", "/house-rules/change/draw/", [".verdict .primary"]),
    ("stranger", "/accounts/signup/", [SIGN_UP]),
    ("stranger", "/accounts/login/", [".action-bar button"]),
    *(("stranger", f"/g/{game}/", [".sit [name=name]", ".sit .primary"]) for game in GAMES),  # the invited player
    ("guest", "/", [NEW_GAME, "main [href='/computers/']"]),
    ("guest", "/games/", [NEW_GAME]),
    ("guest", "/new/", [CREATE]),
    ("guest", "/accounts/signup/", [SIGN_UP]),
    ("guest", "/accounts/login/", [".action-bar button"]),
    *(("guest", f"/g/{game}/", ["#link", "[data-copy='#link']"]) for game in GAMES),  # the hosts of these games
]
OUT_OF_VIEW = """(selector) => {
  const found = [...document.querySelectorAll(selector)].find((each) => each.checkVisibility());
  if (!found) return "isn’t there";
  const { top, bottom, left, width, height } = found.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) return `is at y = ${Math.round(top)} to ${Math.round(bottom)}`;
  const [x, y] = [left + width / 2, top + height / 2];
  const hit = document.elementFromPoint(x, y);
  return found.contains(hit) || hit?.contains(found) ? null : `is covered by ${hit.outerHTML.slice(0, 80)}`;
}"""


@pytest.fixture(scope="module")
def waiting(site: Any) -> dict[str, Any]:
    """Ada, a guest, waits for players in a public game of each kind."""
    tables = {}
    ada = None
    for game, seats in GAMES.items():
        made = site.seed(guests=["Ada"], players=["Ada"], games=1, variant=game, seats=seats, visibility="public")
        tables[game] = made["games"][0]["id"], made["guests"][0]
        ada = ada or made["guests"][0]
    return {"tables": tables, "ada": ada}


def out_of_view(page: Page, selectors: list[str]) -> list[str]:
    assert page.evaluate("scrollY") == 0
    return [f"{selector} {wrong}" for selector in selectors if (wrong := page.evaluate(OUT_OF_VIEW, selector))]


@pytest.mark.parametrize("language", ["en", "de", "ru"])
@pytest.mark.parametrize("size", SIZES)
def test_the_main_buttons_are_in_view(
    visit: Callable[..., Page], site: Any, waiting: dict[str, Any], size: str, language: str
):
    wrong = []
    pages: dict[Any, Page] = {}
    for who, address, selectors in some(PAGES, 10, salt=f"{size} {language}"):
        person, path = waiting["ada"] if who == "guest" else None, address
        if address.startswith("/g/"):
            table, host = waiting["tables"][address.split("/")[2]]
            person, path = host if who == "guest" else None, f"/g/{table}/"
        key = person["id"] if person else None
        if key not in pages:
            pages[key] = visit(site, path, person, viewport=SIZES[size], locale=language)
        pages[key].goto(path)
        assert pages[key].locator("html").get_attribute("lang") == language
        wrong += [f"{who} at {address}: {found}" for found in out_of_view(pages[key], selectors)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.core
def test_a_stranger_gets_a_hand_with_one_click(visit, site, size):
    """Against the computer from the home page, and with a friend from the invitation."""
    made = site.seed(guests=["Ada"], players=["Ada"], games=1)
    for path, button in (
        ("/", ".starts .primary"),
        (f"/g/{made['games'][0]['id']}/", ".sit .primary"),
    ):
        page = visit(site, path, viewport=SIZES[size])
        page.locator(button).click()
        is_live(page)
        expect(page.locator(".hand-tile")).to_have_count(7)
        for tile in range(1, 8):
            finds(page, OUT_OF_VIEW, None, arg=f".hand-tile:nth-child({tile})")
