"""`python -m benchmarks.first_sight`: how soon a slow phone can play.

A server as `make run` starts it; Chromium as a phone of 360 × 740 with a processor four times slower, 1.6 Mbit/s down
and 150 ms of latency. The reader opens a game in which it is their turn: *cold* with an empty cache, *again* with the
cache of the first visit. A finger taps the first playable tile once the hand is *painted*, or some time later. The tap
is *answered* when the tile has visibly risen; *places* is when it can be laid or its ends are offered. A further visit
touches nothing and counts layout shifts. The page of an analysis is opened and scrolled to its end, too.

The long tasks of each page are listed with their causes: their CPU time, measured without throttling, times four. So
they don't depend on what else the machine does; the other figures do. `--root` measures several checkouts in turns.
"""

import argparse
import json
import os
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import ExitStack
from itertools import product
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.long_tasks import CATEGORIES, Task, tasks_of
from tests.live.server import ROOT, LiveServer
from tests.services_needed import chromium_path

GAMES: dict[str, dict[str, Any]] = {
    "two players": {"variant": "brettspielnetz", "moves": 6},
    "four players": {"variant": "partnership", "seats": 4, "moves": 6},
}
ANALYSED: dict[str, Any] = {"variant": "muggins", "options": {"end": "rounds:4"}, "moves": 10_000}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
LINE = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
SLOWER = 4
LONG = 40  # ms: shorter tasks aren't listed
LATER = (0, 150, 300)  # ms after the hand is painted: a finger comes at any time
# Times since the reader's request. Changes in the page set marks; nothing polls.
LISTEN = """
globalThis.firstSight = { shift: 0, largest: 0 };
const onceDrawn = (name, then = () => {}) => {
  firstSight[name] = null;
  requestAnimationFrame(() => setTimeout(() => then(firstSight[name] = performance.now())));
};
firstSight.hand = new Promise((painted) => {
  firstSight.placed = new Promise((placed) => {
    const look = (name, selector, then) => {
      if (firstSight[name] === undefined && document.querySelector(selector)) onceDrawn(name, then);
    };
    new MutationObserver(() => {
      look("painted", ".hand-tile.playable", painted);
      look("answered", ".hand-tile:is(.chosen, .early)");
      look("places", ".ghost, .actions button", placed);
    }).observe(document, {
      subtree: true, childList: true, attributes: true, attributeFilter: ["class"],
    });
  });
});
addEventListener("pointerdown", (event) => (firstSight.touched ??= event.timeStamp), true);
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) firstSight.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
new PerformanceObserver((list) => {
  firstSight.largest = list.getEntries().at(-1).startTime;
}).observe({ type: "largest-contentful-paint", buffered: true });
"""
WHERE = """async (later) => {
  await firstSight.hand;
  await new Promise((over) => setTimeout(over, later));
  const { x, y, width, height } = document.querySelector(".hand-tile.playable").getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
TRAFFIC = (
    "['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind)).map((file) => file.toJSON())"
)
Figures = dict[str, float]


class Phone:
    """A visitor's browser, with its cache. *slower*: 1 to measure CPU time."""

    def __init__(self, browser: Browser, server: LiveServer, cookies: dict[str, str], slower: int = SLOWER) -> None:
        self.browser = browser
        self.slower = slower
        self.context = browser.new_context(base_url=server.url, service_workers="block", locale="en-GB", **PHONE)
        self.context.add_cookies([{"name": name, "value": value, "url": server.url} for name, value in cookies.items()])

    def page(self) -> Page:
        for before in self.context.pages:
            before.close()
        page = self.context.new_page()
        line = self.context.new_cdp_session(page)
        line.send("Network.enable")
        line.send("Network.emulateNetworkConditions", LINE)
        line.send("Emulation.setCPUThrottlingRate", {"rate": self.slower})
        page.add_init_script(LISTEN)
        return page

    def tap(self, path: str, later: int) -> Figures:
        """Open *path* and tap the first playable tile, *later* ms after the hand was painted."""
        page = self.page()
        page.goto(path, wait_until="commit")
        page.touchscreen.tap(*page.evaluate(WHERE, later))
        page.evaluate("firstSight.placed")
        page.wait_for_load_state("networkidle")
        figures = marks(page, "painted", "touched", "answered", "places")
        figures |= {"tap to answer": figures["answered"] - figures["touched"]} | traffic(page)
        return figures

    def read(self, path: str) -> Figures:
        """Open *path*, and scroll to its end as a finger does."""
        page = self.page()
        page.goto(path, wait_until="networkidle")
        height = page.evaluate("document.documentElement.scrollHeight")
        finger = self.context.new_cdp_session(page)
        finger.send("Input.synthesizeScrollGesture", {"x": 180, "y": 400, "yDistance": -height, "speed": 1500})
        page.wait_for_load_state("networkidle")
        return marks(page, "shift", "largest")

    def tasks(self, visit: Callable[[], Figures]) -> list[Task]:
        """The tasks of a *visit*, as long as the CPU of a slow phone takes."""
        self.browser.start_tracing(categories=CATEGORIES)
        visit()
        return tasks_of(json.loads(self.browser.stop_tracing()), times=SLOWER / self.slower)


def marks(page: Page, *names: str) -> Figures:
    return {name: page.evaluate(f"firstSight.{name}") for name in names}


def traffic(page: Page) -> Figures:
    """What came over the network instead of the browser's cache: requests, and kilobytes by kind. Also the unpacked
    sizes of the page and of all its scripts.
    """
    found: Counter[str] = Counter()
    for file in page.evaluate(TRAFFIC):
        kind = "page" if file["name"] == page.url else Path(file["name"]).suffix or "texts"
        found["requests"] += file["transferSize"] > 0
        found[kind] += file["transferSize"] / 1000
        if kind in {".js", "page"}:
            found[f"{kind}, unpacked"] += file["decodedBodySize"] / 1000
    return dict(found)


def seat_on_turn(browser: Browser, server: LiveServer, **wanted: Any) -> tuple[str, dict[str, str]]:
    """The first of several random games in which a player can choose a tile."""
    for chance in range(100):
        [game] = server.seed(games=1, clock="none", random_seed=chance, **wanted)["games"]
        for seat in game["seats"]:
            context = browser.new_context(base_url=server.url)
            context.add_cookies([{"name": k, "value": v, "url": server.url} for k, v in seat["cookies"].items()])
            view = context.request.get(f"/api/v1/games/{game['id']}/").json()
            context.close()
            if view["status"] == "playing" and any(">" in move for move in view["round"]["legal"]):
                return f"/g/{game['id']}/", seat["cookies"]
    raise RuntimeError("No game came to a turn with a choice.")


def analysed(browser: Browser, server: LiveServer) -> tuple[str, dict[str, str]]:
    """A finished game whose analysis is there."""
    [game] = server.seed(games=1, **ANALYSED)["games"]
    path, cookies = f"/g/{game['id']}/analysis/", game["seats"][0]["cookies"]
    context = browser.new_context(base_url=server.url, locale="en-GB")
    context.add_cookies([{"name": name, "value": value, "url": server.url} for name, value in cookies.items()])
    page = context.new_page()
    page.goto(path)
    page.get_by_role("button", name="Analyse this game").click()
    page.locator("#luck").wait_for(timeout=300_000)
    context.close()
    return path, cookies


def show(title: str, visits: list[Figures]) -> None:
    """The median and range of each figure: ms, kB, or a number."""
    print(f"{title} (load {os.getloadavg()[0]:.1f})")
    for name in dict.fromkeys(name for visit in visits for name in visit):
        figures = [visit.get(name, 0) for visit in visits]
        digits = 3 if name == "shift" else 0
        print(f"  {name:22} {median(figures):8.{digits}f} ({min(figures):.{digits}f}–{max(figures):.{digits}f})")


def longest(tasks: list[Task]) -> float:
    return max(task.cpu for task in tasks)


def show_tasks(title: str, visits: list[list[Task]]) -> None:
    """The longest task: median and range. Then the long ones of the visit in the middle."""
    visits = sorted(visits, key=longest)
    middle = visits[len(visits) // 2]
    print(f"{title}, longest task {longest(middle):.0f} ({longest(visits[0]):.0f}–{longest(visits[-1]):.0f})")
    for task in middle:
        if task.cpu >= LONG:
            print(f"    {task}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--root", type=Path, nargs="+", default=[ROOT], help="checkouts to measure in turns")
    parser.add_argument("--only", choices=[*GAMES, "analysis"], nargs="+", default=[*GAMES, "analysis"])
    parser.add_argument("--tasks", action="store_true", help="measure only the tasks")
    options = parser.parse_args()
    figures: dict[str, list[Figures]] = defaultdict(list)
    tasks: dict[str, list[list[Task]]] = defaultdict(list)
    with ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox", "--disable-gpu"])
        places = {root: opened(stack, browser, root.resolve(), options.only) for root in options.root}
        for run in range(options.runs + 1):
            for title, (root, (server, found)) in product(options.only, places.items()):
                name = f"{title}, {root}" if len(places) > 1 else title
                if not options.tasks:
                    for visit, seen in visits(browser, server, title in GAMES, *found[title]).items():
                        figures[f"{name}, {visit}"] += [seen] if run else []  # the first warms up the server
                tasks[name] += [worked(browser, server, title in GAMES, *found[title])] if run else []
        browser.close()
    for name, seen_each in figures.items():
        show(name, seen_each)
    for name, worked_each in tasks.items():
        show_tasks(name, worked_each)


def opened(
    stack: ExitStack, browser: Browser, root: Path, wanted: list[str]
) -> tuple[LiveServer, dict[str, tuple[str, dict[str, str]]]]:
    """A server of the checkout *root*, and the path and cookies for each page."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    env = {
        "DEBUG": "0",
        "STATIC_ROOT": str(folder / "static"),
        "ALLOWED_HOSTS": "localhost,127.0.0.1",
        "PYTHONPATH": f"{root / 'tests' / 'live' / 'same_tiles'}:{root}",
    }
    server = LiveServer(folder, env=env, root=root).migrate()
    server.manage("collectstatic", "--noinput", "--verbosity", "0")
    stack.enter_context(server)
    found = {title: seat_on_turn(browser, server, **GAMES[title]) for title in wanted if title in GAMES}
    return server, found | ({"analysis": analysed(browser, server)} if "analysis" in wanted else {})


def visits(
    browser: Browser, server: LiveServer, is_game: bool, path: str, cookies: dict[str, str]
) -> dict[str, Figures]:
    phones = [Phone(browser, server, cookies) for _ in range(len(LATER) + 1)]
    found = {"untouched": phones[-1].read(path)}
    if is_game:
        for phone, later in zip(phones, LATER, strict=False):
            found[f"tapped after {later} ms"] = phone.tap(path, later)
        found["again"] = phones[0].tap(path, 0)
    for phone in phones:
        phone.context.close()
    return found


def worked(browser: Browser, server: LiveServer, is_game: bool, path: str, cookies: dict[str, str]) -> list[Task]:
    phone = Phone(browser, server, cookies, slower=1)
    found = phone.tasks(lambda: phone.tap(path, 0) if is_game else phone.read(path))
    phone.context.close()
    return found


if __name__ == "__main__":
    main()
