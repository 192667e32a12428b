"""A real Chromium against a real server. Every player at a table has a browser context of their own.

These tests never use the ORM in their own process: the server has a database of its own (fill it with `server.seed`,
`server.guests`, `server.manage`), and Playwright's event loop runs in this thread.
"""

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Playwright, sync_playwright

from tests.browser.table_fixtures import JSON, MockedTable, is_live, open_table
from tests.live.collected import release_settings
from tests.live.server import ROOT, LiveServer
from tests.services_needed import chromium_path, chromium_without_windows_path

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HERE = Path(__file__).parent
# Every game of one kind gets the same tiles.
SAME_TILES = {"PYTHONPATH": f"{ROOT / 'tests' / 'live' / 'same_tiles'}:{ROOT}"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="package", autouse=True)
def time_of_the_browser() -> Iterator[None]:
    """`make test CLOCK=…` moves Python's clocks. A browser keeps its own, so its servers keep the real time, too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOVED_BY", "0")
        yield


# Package scope, so that Playwright's loop has ended before asyncio tests of other folders run.
@pytest.fixture(scope="package")
def driver() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def chromium(driver: Playwright) -> Iterator[Browser]:
    """Chromium without windows, where the machine has that: it halves the cost of a page."""
    path = chromium_without_windows_path() or chromium_path()
    browser = driver.chromium.launch(executable_path=path, headless=True, args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture(scope="package")
def windowed(driver: Playwright) -> Iterator[Browser]:
    """The full Chromium: the smaller build can't show notifications."""
    browser = driver.chromium.launch(executable_path=chromium_path(), headless=True, args=FLAGS)
    yield browser
    browser.close()


ASKED_ONCE = {
    Locator: [
        "evaluate", "evaluate_all", "evaluate_handle", "element_handle", "element_handles", "all", "count",
        "all_inner_texts", "all_text_contents", "is_visible", "is_hidden", "is_enabled", "is_disabled", "is_checked",
        "is_editable", "bounding_box",
    ],
    Page: [
        "wait_for_function", "wait_for_selector", "query_selector", "query_selector_all", "is_visible", "is_hidden",
        "is_enabled", "is_disabled", "is_checked", "is_editable",
    ],
}  # fmt: skip


@pytest.fixture(autouse=True)
def read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forbids reads that don't wait: the page may redraw an element after it was found, or answer a moment later.

    Waiting functions that evaluate a text in the page are forbidden, too, as our content security policy blocks them.
    """

    def refuse(*_asked: object, **_how: object) -> None:
        pytest.fail("`expect` looks again, `finds` and `box_of` until it is so, `page.evaluate` reads once.")

    for kind, names in ASKED_ONCE.items():
        for name in names:
            monkeypatch.setattr(kind, name, refuse)


@pytest.fixture(scope="session")
def release(request: pytest.FixtureRequest) -> dict[str, str]:
    """The environment of servers that serve the site as `make run` and the containers do: bundled, without DEBUG."""
    return release_settings(request.config.cache.mkdir("static"))


@pytest.fixture(scope="package")
def site(
    tmp_path_factory: pytest.TempPathFactory, empty_database: Path, release: dict[str, str]
) -> Iterator[LiveServer]:
    """The server that most browser tests share; each test adds its own people and games."""
    with LiveServer(tmp_path_factory.mktemp("site"), env=SAME_TILES | release).migrate(empty_database) as server:
        yield server.until_it_works()


@pytest.fixture(scope="module")
def filled(
    tmp_path_factory: pytest.TempPathFactory, empty_database: Path, release: dict[str, str]
) -> Iterator[tuple[LiveServer, JSON]]:
    """A site that has something at every address, and what `tests.live.everything` tells about it."""
    server = LiveServer(tmp_path_factory.mktemp("everything"), env=release).migrate(empty_database)
    made = json.loads(server.manage("shell", "-v0", "-c", "from tests.live.everything import fill; fill()"))
    with server:
        yield server, made


@pytest.fixture(scope="package")
def unbundled(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[LiveServer]:
    """The site as developers see it, for the few tests that name modules (test_as_in_production.py counts them)."""
    with LiveServer(tmp_path_factory.mktemp("unbundled"), env=SAME_TILES).migrate(empty_database) as server:
        yield server


@pytest.fixture
def visit(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """`visit(site, "/new/")` opens a page as a stranger; `visit(site, "/", guest)` as one of `site.guests("Ada")`.

    It returns when a table has connected and drawn itself. Further arguments go to the browser context (viewport,
    color_scheme, has_touch …). Nothing is animated, unless a test says `reduced_motion="no-preference"`. Service
    workers are blocked, as they would answer requests that a test wants to catch; a test that needs one says
    `service_workers="allow"`. A test of notifications says `permissions=["notifications"]`. An uncaught error or a
    breach of the content security policy in any page fails the test.
    """
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def listen(page: Page) -> None:
        def console(line: ConsoleMessage) -> None:
            if "Content Security Policy" in line.text:
                problems.append(f"{page.url}: {line.text}")

        page.on("pageerror", lambda error: problems.append(f"{page.url}: {error}"))
        page.on("console", console)

    def visit(server: LiveServer, path: str = "/", person: dict[str, Any] | None = None, **context: Any) -> Page:
        plain = {"locale": "en-GB", "service_workers": "block", "reduced_motion": "reduce"}
        notifies = "notifications" in context.get("permissions", ())
        browser = request.getfixturevalue("windowed") if notifies else chromium
        made = browser.new_context(base_url=server.url, **(plain | context))
        contexts.append(made)
        made.set_default_timeout(30_000)  # the same as for `expect`
        made.on("page", listen)
        for name, value in (person or {}).get("cookies", {}).items():
            made.add_cookies([{"name": name, "value": value, "url": server.url}])
        page = made.new_page()
        page.goto(path)
        if "/g/" in page.url and page.evaluate("document.getElementById('table') !== null"):
            is_live(page)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert not problems, "\n".join(problems)


@pytest.fixture
def page(visit: Callable[..., Page], site: LiveServer) -> Page:
    """The home page of the shared site, opened by a stranger."""
    return visit(site)


@pytest.fixture(scope="package")
def game(site: LiveServer) -> JSON:
    """A real game. Its page is loaded; each test decides what it shows."""
    found: JSON = site.seed(games=1)["games"][0]
    return found


@pytest.fixture
def table(visit: Callable[..., Page], site: LiveServer, game: JSON) -> Callable[..., MockedTable]:
    """`table(view(…), …)` opens the page of `game` and makes it show that view; otherwise like `open_table`."""
    return partial(open_table, visit, site, game)
