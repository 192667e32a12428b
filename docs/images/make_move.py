"""Makes move.webp: a move on a desktop and on a phone, side by side, in a real game of two people.

`python -m docs.images.make_move` starts a server of its own and Chromium.
"""

import io
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from tests.browser.conftest import FLAGS
from tests.browser.table_fixtures import is_live, number_of, submit, takes_first_end, until
from tests.live.server import LiveServer
from tests.services_needed import chromium_path, chromium_without_windows_path

TARGET = Path(__file__).with_name("move.webp")
HEIGHT, GAP = 640, 16
MOST_BYTES = 1_500_000
Game = dict[str, Any]  # as the API shows it, or as the server's seeds describe it


@dataclass(frozen=True, slots=True)
class Screen:
    width: int
    height: int
    is_phone: bool = False
    is_dark: bool = False


DESKTOP, PHONE = Screen(1000, HEIGHT), Screen(360, HEIGHT, is_phone=True)


class Film:
    def __init__(self, desktop: Page, phone: Page) -> None:
        self.pages = (desktop, phone)
        self.frames: list[Image.Image] = []
        self.milliseconds: list[int] = []

    def shows(self, milliseconds: int) -> None:
        shots = [Image.open(io.BytesIO(page.screenshot())).convert("RGB") for page in self.pages]
        width = sum(shot.width for shot in shots) + GAP
        frame = Image.new("RGB", (width, HEIGHT), "#8a8f98")
        frame.paste(shots[0], (0, 0))
        frame.paste(shots[1], (width - shots[1].width, 0))
        self.frames.append(frame)
        self.milliseconds.append(milliseconds)

    def write(self) -> None:
        first, *others = self.frames
        how = {"duration": self.milliseconds, "loop": 0, "quality": 80, "method": 6}
        first.save(TARGET, save_all=True, append_images=others, **how)
        assert TARGET.stat().st_size <= MOST_BYTES, f"{TARGET} has {TARGET.stat().st_size} bytes"


def started(playwright: Playwright) -> Browser:
    path = chromium_without_windows_path() or chromium_path()
    return playwright.chromium.launch(executable_path=path, headless=True, args=FLAGS)


def opened(
    chromium: Browser,
    server: LiveServer,
    game: Game,
    seat: int,
    screen: Screen,
    *,
    live: bool = True,
) -> Page:
    """The page of *game* as the player at *seat* sees it, without the moves since their last visit.

    *live*: waits until the page has connected.
    """
    made = chromium.new_context(
        base_url=server.url,
        locale="en-GB",
        color_scheme="dark" if screen.is_dark else "light",
        reduced_motion="reduce",
        viewport={"width": screen.width, "height": screen.height},
        has_touch=screen.is_phone,
        is_mobile=screen.is_phone,
    )
    for name, value in game["seats"][seat]["cookies"].items():
        made.add_cookies([{"name": name, "value": value, "url": server.url}])
    page = made.new_page()
    page.goto(f"/g/{game['id']}/")
    if live:
        is_live(page)
        until(page, lambda: state(page)["seen"] == state(page)["version"])
        page.reload()
        is_live(page)
    return page


def state(page: Page) -> Game:
    """The game as the API shows it to this page's player."""
    game = page.url.split("/g/")[1].split("/")[0]
    shown: Game = page.request.get(f"/api/v1/games/{game}/").json()
    return shown


def is_turn_of(page: Page, version: int) -> bool:
    """Waits until the game has gone past *version*, then says whether this page's player moves next in this round."""
    until(page, lambda: state(page)["version"] > version)
    now = state(page)
    return now["deal"] == 0 and now["round"]["turn"] == now["you"]


def moves(film: Film, mover: Page, other: Page) -> bool:
    """*mover* taps a tile, sees where it goes and submits; then it is the turn of *other*.

    False if that can't be shown: no tile fits, *other* has to pass (the server does that at once), or the round ends.
    """
    expect(mover.locator(".table-page.my-move")).to_have_count(1)
    if not number_of(mover, ".hand-tile.playable"):
        return False
    film.shows(1600)
    mover.locator(".hand-tile.playable").first.click()
    expect(mover.locator(".hand-tile.chosen")).to_have_count(1)
    film.shows(1000)
    takes_first_end(mover)
    expect(submit(mover)).to_have_count(1)
    film.shows(1200)
    version = state(mover)["version"]
    submit(mover).click()
    if not is_turn_of(other, version):
        return False
    expect(submit(mover)).to_have_count(0)
    expect(other.locator(".table-page.my-move")).to_have_count(1)
    film.shows(1600)
    return True


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        LiveServer(Path(folder)).migrate() as server,
    ):
        server.until_it_works()
        games = server.seed(games=8, variant="block", moves=6)["games"]  # random deals: in some, a player has to pass
        chromium = started(playwright)
        for game in games:
            desktop, phone = opened(chromium, server, game, 0, DESKTOP), opened(chromium, server, game, 1, PHONE)
            film = Film(desktop, phone)
            pair = (desktop, phone) if number_of(desktop, ".table-page.my-move") else (phone, desktop)
            if moves(film, *pair) and moves(film, *reversed(pair)):
                film.write()
                return
    raise SystemExit("In none of the games could both players move: run it again")


if __name__ == "__main__":
    main()
