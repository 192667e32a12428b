"""Makes move.webp: a move on a desktop and on a phone, side by side, in a real game of two people.

`python -m docs.images.make_move` starts a server of its own, and Chromium twice.
"""

import io
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.conftest import FLAGS
from tests.browser.table_fixtures import is_live, number_of, submit, takes_first_end
from tests.live.server import LiveServer
from tests.services_needed import chromium_path, chromium_without_windows_path

TARGET = Path(__file__).with_name("move.webp")
HEIGHT, GAP = 640, 16
DESKTOP: dict[str, Any] = {"viewport": {"width": 900, "height": HEIGHT}}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": HEIGHT}, "has_touch": True, "is_mobile": True}
MOST_BYTES = 1_500_000


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


def opened(chromium: Browser, server: LiveServer, game: dict[str, Any], seat: int, context: dict[str, Any]) -> Page:
    made = chromium.new_context(
        base_url=server.url, locale="en-GB", color_scheme="light", reduced_motion="reduce", **context
    )
    for name, value in game["seats"][seat]["cookies"].items():
        made.add_cookies([{"name": name, "value": value, "url": server.url}])
    page = made.new_page()
    page.goto(f"/g/{game['id']}/")
    is_live(page)
    return page


def moves(film: Film, mover: Page, other: Page) -> bool:
    """*mover* taps a tile, sees where it goes and submits; then it is the turn of *other*. False if no tile fits."""
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
    submit(mover).click()
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
        games = server.seed(games=8, variant="block", moves=6)["games"]  # deals are random: in some, no tile fits
        path = chromium_without_windows_path() or chromium_path()
        chromium = playwright.chromium.launch(executable_path=path, headless=True, args=FLAGS)
        for game in games:
            desktop, phone = opened(chromium, server, game, 0, DESKTOP), opened(chromium, server, game, 1, PHONE)
            film = Film(desktop, phone)
            pair = (desktop, phone) if number_of(desktop, ".table-page.my-move") else (phone, desktop)
            if moves(film, *pair) and moves(film, *reversed(pair)):
                film.write()
                break
        chromium.close()


if __name__ == "__main__":
    main()
