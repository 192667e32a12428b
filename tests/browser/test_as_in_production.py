"""The site as `make run` and the containers serve it: static files collected, named by their hashes, no DEBUG."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response, expect

from tests.live.server import LiveServer

MOST_JAVASCRIPT = 100_000  # bytes, of one page


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[LiveServer]:
    folder = tmp_path_factory.mktemp("release")
    env = {"DEBUG": "0", "STATIC_ROOT": str(folder / "static"), "ALLOWED_HOSTS": "localhost,127.0.0.1"}
    server = LiveServer(folder, env=env).migrate(empty_database)
    server.manage("collectstatic", "--noinput", "--verbosity", "0")
    with server:
        yield server


class Traffic:
    def __init__(self, page: Page) -> None:
        self.answers: list[Response] = []
        self.errors: list[str] = []
        page.on("response", lambda answer: self.answers.append(answer))
        page.on("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)

    def scripts(self) -> list[Response]:
        return [answer for answer in self.answers if answer.url.endswith(".js")]

    def assert_clean(self) -> None:
        assert [f"{a.status} {a.url}" for a in self.answers if a.status >= 400] == []
        assert self.errors == []


def test_every_file_of_every_page_is_there(release: LiveServer, visit: Callable[..., Page]):
    (game,) = release.seed(games=1, variant="brettspielnetz", clock="none", moves=5)["games"]
    page = visit(release, "/healthz", game["seats"][0])
    traffic = Traffic(page)
    for path in (
        "/",
        "/new/",
        "/games/",
        "/standings/",
        "/rules/",
        "/rules/sausage/",
        "/house-rules/",
        "/house-rules/change/draw/",
        "/settings/",
        "/accounts/login/",
        f"/g/{game['id']}/",
    ):
        page.goto(path, wait_until="networkidle" if not path.startswith("/g/") else "load")
        expect(page.locator("main, [role=main]").first).to_be_visible()
    traffic.assert_clean()


def test_modules_are_named_by_their_hashes_and_kept_for_ever(release: LiveServer, visit: Callable[..., Page]):
    (game,) = release.seed(games=1, variant="brettspielnetz", clock="none", moves=5)["games"]
    page = visit(release, "/healthz", game["seats"][0])
    traffic = Traffic(page)
    page.goto(f"/g/{game['id']}/")
    page.wait_for_timeout(500)
    traffic.assert_clean()
    scripts = [answer for answer in traffic.scripts() if "/static/" in answer.url]
    assert len(scripts) > 3
    for script in scripts:
        assert re.search(r"\.[0-9a-f]{12}\.js$", script.url), f"{script.url} would be served old after a release"
        assert "immutable" in (script.header_value("cache-control") or "")
    assert sum(len(script.body()) for script in scripts) <= MOST_JAVASCRIPT


def test_a_move_of_one_shows_on_the_board_of_the_other_by_itself(release: LiveServer, visit: Callable[..., Page]):
    """The one line through everything: page, socket, service, socket, page."""
    (game,) = release.seed(games=1, variant="brettspielnetz", clock="none")["games"]
    boards = [visit(release, f"/g/{game['id']}/", seat) for seat in game["seats"]]
    for board in boards:
        expect(board.locator("main")).to_be_visible()
    views = [board.evaluate("JSON.parse(document.getElementById('view').textContent)") for board in boards]
    (mover,) = [view for view in views if view["round"]["legal"]]
    other = boards[1 - mover["you"]]
    before = other.locator("main").inner_text()
    sent = boards[mover["you"]].evaluate(
        """([id, version, move]) => fetch(`/api/v1/games/${id}/moves/`, {
            method: "POST",
            headers: {"Content-Type": "application/json", "X-CSRFToken": document.cookie.match(/csrftoken=(\\w+)/)[1]},
            body: JSON.stringify({version, move, key: "once"}),
        }).then(answer => answer.status)""",
        [game["id"], mover["version"], mover["round"]["legal"][0]],
    )
    assert sent == 200
    expect(other.locator("main")).not_to_have_text(before, use_inner_text=True)
