"""Makes table.png, invitation.png, replay.png and phone.png: pages of real games on a server of its own.

`python -m docs.images.make_stills` needs Chromium. Deals are random: each run shows others.
"""

import json
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from docs.images.make_move import Game, Screen, opened, started
from tests.browser.table_fixtures import number_of
from tests.live.server import LiveServer

FOLDER = Path(__file__).parent
DESKTOP, PHONE = Screen(1280, 800), Screen(390, 844, is_phone=True, is_dark=True)
DAY = 86_400  # seconds
MOST_GAMES = 24
TURN = "from games import queries; print(queries.table('%s', None).round.turn)"


def seeded(server: LiveServer, *people: str, **wanted: object) -> Game:
    """A game of new players with these names, so no page shows notifications of other games."""
    clock = {"clock": "turn", "turn_seconds": DAY}
    made: Game = server.seed(accounts=people, players=people, games=1, **(clock | wanted))["games"][0]
    return made


def save(page: Page, name: str) -> None:
    page.screenshot(path=FOLDER / name)


def with_a_choice(chromium: Browser, server: LiveServer, screen: Screen, *people: str, **wanted: object) -> Page:
    """The page of a game whose player can choose between tiles just now."""
    for random_seed in range(MOST_GAMES):
        game = seeded(server, *people, random_seed=random_seed, **wanted)
        turn = json.loads(server.manage("shell", "--no-imports", "-c", TURN % game["id"]))
        page = opened(chromium, server, game, turn, screen)
        if number_of(page, ".table-page.my-move") and number_of(page, ".hand-tile.playable") > 1:
            return page
        page.context.close()
    raise SystemExit(f"No choice of tiles in {MOST_GAMES} games of {wanted['variant']}: run it again")


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        LiveServer(Path(folder)).migrate() as server,
    ):
        server.until_it_works()
        chromium = started(playwright)
        people = ("Ada", "Ben", "Cleo", "Dan")

        page = with_a_choice(chromium, server, DESKTOP, *people, variant="double_nine", seats=4, moves=20)
        save(page, "table.png")
        page = with_a_choice(chromium, server, PHONE, "Ada", "Ben", variant="telephone", moves=10)
        save(page, "phone.png")
        page = opened(chromium, server, seeded(server, "Ada", variant="draw"), 0, DESKTOP, live=False)
        save(page, "invitation.png")
        finished = seeded(server, *people, variant="partnership", seats=4, moves=3000)
        page = opened(chromium, server, finished, 0, DESKTOP)
        page.goto(f"/g/{finished['id']}/?deal=1&ply=15")
        expect(page.locator("#stepper")).to_be_visible()
        save(page, "replay.png")
        chromium.close()


if __name__ == "__main__":
    main()
