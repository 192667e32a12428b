"""A real Chromium before a real server. Everybody at the table has a browser context of their own.

These tests never touch the ORM in their own process: the server's database is another one
(`server.seed`, `server.guests`, `server.manage` fill it), and Playwright's loop runs in this thread.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright
from playwright.sync_api import TimeoutError as WaitedTooLong

from tests.live.server import LiveServer
from tests.services_needed import chromium_path

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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("browser")
            # On two busy cores a page may take longer to come, or to hold still for a click, than anybody waits. What
            # it shows is never asked a second time. Reported as "rerun".
            item.add_marker(pytest.mark.flaky(reruns=1, only_rerun=[WaitedTooLong]))


# The package scope matters: Playwright's loop has to be gone before asyncio tests of other folders run.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), headless=True, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[LiveServer]:
    """The server that most browser tests share; each brings its own people and games."""
    with LiveServer(tmp_path_factory.mktemp("site")).migrate(empty_database) as server:
        yield server


@pytest.fixture
def visit(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """`visit(site, "/new/")` opens a page as a stranger; `visit(site, "/", guest)` as somebody of `site.guests("Ada")`.

    Further arguments go to the browser context (viewport, color_scheme, has_touch …); a service worker would answer
    requests that a test wants to catch, so who needs one says `service_workers="allow"`. An
    uncaught error or a breach of the content security policy in any page fails the test.
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
        made = chromium.new_context(base_url=server.url, **({"locale": "en-GB", "service_workers": "block"} | context))
        contexts.append(made)
        made.set_default_timeout(10_000)
        made.on("page", listen)
        for name, value in (person or {}).get("cookies", {}).items():
            made.add_cookies([{"name": name, "value": value, "url": server.url}])
        page = made.new_page()
        page.goto(path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert not problems, "\n".join(problems)


@pytest.fixture
def page(visit: Callable[..., Page], site: LiveServer) -> Page:
    """A stranger before the home page of the shared site."""
    return visit(site)
