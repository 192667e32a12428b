"""`python -m benchmarks.first_sight`: how soon a slow phone can play.

A server as `make run` starts it; Chromium as a phone of 360 × 740 with a processor four times slower, 1.6 Mbit/s down
and 150 ms of latency. The reader opens a game in which it is their turn: *cold* with an empty cache, *again* with the
cache of the first visit. The first playable tile is tapped as soon as it is in the page. The hand is *usable* when the
tile visibly responds; *places* is when it can be laid or its ends are offered. A third visit touches nothing and counts
layout shifts. `--root` measures another checkout.
"""

import argparse
import os
import tempfile
from collections import Counter
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.live.server import ROOT, LiveServer
from tests.services_needed import chromium_path

GAMES: dict[str, dict[str, Any]] = {
    "two players": {"variant": "brettspielnetz", "moves": 6},
    "four players": {"variant": "partnership", "seats": 4, "moves": 6},
}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
LINE = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
SLOWER = 4
# Times since the reader's request. Changes in the page set marks; nothing polls.
LISTEN = """
globalThis.firstSight = { shift: 0, largest: 0 };
firstSight.places = new Promise((places) => {
  const onceDrawn = (name) => {
    firstSight[name] = null;
    requestAnimationFrame(() => setTimeout(() => { firstSight[name] = performance.now(); }));
  };
  const changed = () => {
    if (firstSight.painted === undefined && document.querySelector(".hand-tile")) onceDrawn("painted");
    const playable = document.querySelector(".hand-tile.playable");
    if (playable && !firstSight.tapped) {
      firstSight.tapped = true;
      if (TAPS) playable.click();
    }
    if (firstSight.usable === undefined && document.querySelector(".hand-tile.chosen")) onceDrawn("usable");
    if (document.querySelector(".ghost, .actions button")) places(performance.now());
  };
  new MutationObserver(changed).observe(document, {
    subtree: true, childList: true, attributes: true, attributeFilter: ["class"],
  });
});
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) firstSight.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
new PerformanceObserver((list) => {
  firstSight.largest = list.getEntries().at(-1).startTime;
}).observe({ type: "largest-contentful-paint", buffered: true });
"""
TRAFFIC = (
    "['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind)).map((file) => file.toJSON())"
)
Figures = dict[str, float]


def throttled(context: BrowserContext, *, taps: bool) -> Page:
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", LINE)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(LISTEN.replace("TAPS", str(taps).lower()))
    return page


def tapped(context: BrowserContext, path: str) -> Figures:
    page = throttled(context, taps=True)
    page.goto(path, wait_until="commit")
    places = page.evaluate("firstSight.places")
    page.wait_for_load_state("networkidle")
    figures = {name: page.evaluate(f"firstSight.{name}") for name in ("painted", "usable")}
    figures |= {"places": places} | traffic(page)
    page.close()
    return figures


def untouched(context: BrowserContext, path: str) -> Figures:
    page = throttled(context, taps=False)
    page.goto(path, wait_until="networkidle")
    return {name: page.evaluate(f"firstSight.{name}") for name in ("shift", "largest")}


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


def visits(browser: Browser, server: LiveServer, path: str, cookies: dict[str, str]) -> dict[str, Figures]:
    def context() -> BrowserContext:
        made = browser.new_context(base_url=server.url, service_workers="block", locale="en-GB", **PHONE)
        made.add_cookies([{"name": name, "value": value, "url": server.url} for name, value in cookies.items()])
        return made

    visitor, watcher = context(), context()
    found = {"cold": tapped(visitor, path), "again": tapped(visitor, path)}
    found["cold"] |= untouched(watcher, path)
    visitor.close()
    watcher.close()
    return found


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


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--root", type=Path, default=ROOT, help="another checkout to measure")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        folder = Path(made)
        env = {"DEBUG": "0", "STATIC_ROOT": str(folder / "static"), "ALLOWED_HOSTS": "localhost,127.0.0.1"}
        server = LiveServer(folder, env=env, root=options.root.resolve()).migrate()
        server.manage("collectstatic", "--noinput", "--verbosity", "0")
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox", "--disable-gpu"])
        with server:
            for title, wanted in GAMES.items():
                path, cookies = seat_on_turn(browser, server, **wanted)
                visits(browser, server, path, cookies)  # warms up the server
                runs = [visits(browser, server, path, cookies) for _ in range(options.runs)]
                for visit in ("cold", "again"):
                    show(f"{title}, {visit}", [run[visit] for run in runs])
        browser.close()


def show(title: str, runs: list[Figures]) -> None:
    """The median of each figure: ms, kB, or a number."""
    print(f"{title} (load {os.getloadavg()[0]:.1f})")
    for name in dict.fromkeys(name for run in runs for name in run):
        figures = [run.get(name, 0) for run in runs]
        print(f"  {name:22} {median(figures):8.3f}" if name == "shift" else f"  {name:22} {median(figures):8.0f}")


if __name__ == "__main__":
    main()
