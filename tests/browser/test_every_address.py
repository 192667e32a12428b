"""Every address of the site, and every button that fetches a script, on the site that people get."""

import fnmatch
import itertools
import json
import posixpath
import re
from collections.abc import Callable, Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Response, WebSocketRoute, expect

from tests.browser.fitting import not_fitting, not_fitting_in
from tests.browser.table_fixtures import JSON, MockedTable, finds, is_live, tile, until, view
from tests.browser.test_offers import NEXT_WAITS
from tests.browser.test_pages import LOOKS, PLAIN, SMALL, findings_in_looks, small_targets
from tests.live.server import ROOT, LiveServer
from tests.samples import day, shuffled, some
from tests.texts import EVERY_LANGUAGE

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
SMALLEST = {"viewport": SMALL, "has_touch": True}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
KINDS = ("stranger", "player", "guest", "moderator")
NO_PAGES = "/api/v1/"  # JSON, in which no script runs; tests/costs asks for each
CLOSED = {  # to all four, by name
    "*_picture": "a picture; its address has the version that the pages name",
    "javascript-catalog": "a script; its address has the version that the pages name",
    "oauth_userinfo": "for apps with a token",
    "dumps": "off, unless the host sets a folder",
    "dump_file": "off, unless the host sets a folder",
    "doctor_seen": "off, unless the host looks",
}
OF_A_LIBRARY = "/api/"
NO_LOCAL_TIMES = "export const localTimes = () => {};"


class Visitor:
    """A browser of a person of this kind. *problems*, of its pages, and *fetched*, the names of scripts, are shared."""

    def __init__(self, page: Page, problems: list[str], fetched: set[str]) -> None:
        self.page, self.problems, self.fetched = page, problems, fetched
        page.on("pageerror", lambda error: self.has(error.stack or str(error)))
        page.on("console", self.hears)
        page.on("response", self.gets)

    def has(self, problem: str) -> None:
        self.problems.append(f"{self.page.url}: {problem}")

    def hears(self, line: ConsoleMessage) -> None:
        if line.type == "error" and "the server responded with a status of" not in line.text:
            self.has(line.text)

    def gets(self, answer: Response) -> None:
        if answer.status >= 400 and not answer.request.is_navigation_request():
            self.has(f"{answer.status} {answer.url}")
        if (name := answer.url.partition("/static/")[2]).endswith(".js"):
            self.fetched.add(name)


class Tour:
    """A site that has something at every address, and browsers of its people."""

    def __init__(self, site: LiveServer, made: JSON, chromium: Browser) -> None:
        self.site, self.chromium = site, chromium
        self.addresses: dict[str, str] = made["addresses"]
        self.people: dict[str, dict[str, str]] = made["people"]
        self.puzzle, self.finished = made["puzzle"], made["finished"]
        self.problems: list[str] = []
        self.fetched: set[str] = set()
        self.visitors: list[Visitor] = []

    def visitor(self, cookies: dict[str, str], **context: Any) -> Visitor:
        plain = {"locale": "en-GB", "service_workers": "block", "reduced_motion": "reduce"}
        made = self.chromium.new_context(base_url=self.site.url, **(plain | context))
        made.set_default_timeout(30_000)
        made.add_cookies([{"name": name, "value": value, "url": self.site.url} for name, value in cookies.items()])
        visitor = Visitor(made.new_page(), self.problems, self.fetched)
        self.visitors.append(visitor)
        return visitor

    def opens(self, path: str, cookies: dict[str, str] | None = None, **context: Any) -> Page:
        """The page of this address, by default for Ada."""
        page = self.visitor(self.people["player"] if cookies is None else cookies, **context).page
        page.goto(path)
        if page.evaluate("document.getElementById('connection') !== null"):
            is_live(page)
        return page

    def plays(self, variant: str, seats: int = 2, **game: Any) -> Page:
        """The page of the first player of a new game."""
        (made,) = self.site.seed(games=1, variant=variant, seats=seats, **game)["games"]
        return self.opens(f"/g/{made['id']}/", made["seats"][0]["cookies"])

    def mocked(self, **context: Any) -> MockedTable:
        """Ada's turn. The page's own socket stays silent, as Chromium forbids sockets to pages that tests answer."""
        page = self.visitor(self.people["player"], **context).page
        page.route_web_socket("**/ws/me/", lambda _socket: None)
        return MockedTable(page, self.addresses["table"], view(), {}, sockets=True)

    def leave(self) -> None:
        for visitor in self.visitors:
            visitor.page.wait_for_load_state("networkidle")
            visitor.page.context.close()
        self.visitors.clear()


@pytest.fixture
def tour(filled: tuple[LiveServer, JSON], chromium: Browser) -> Iterator[Tour]:
    made = Tour(*filled, chromium)
    yield made
    made.leave()


def answer_of(site: LiveServer, path: str, cookies: dict[str, str]) -> str:
    """The answer to somebody with these cookies: a "page", "elsewhere", a "refusal", or something "else"."""
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    try:
        with urlopen(Request(site.url + path, headers={"Cookie": cookie})) as answer:
            if answer.url.partition("#")[0] != site.url + path:
                return "elsewhere"
            return "page" if answer.headers.get_content_type() == "text/html" else "else"
    except HTTPError as refused:
        if refused.code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise
        return "else" if refused.code == HTTPStatus.METHOD_NOT_ALLOWED else "refusal"


@pytest.fixture(scope="module")
def pages(filled: tuple[LiveServer, JSON]) -> dict[str, tuple[str, str]]:
    """The kind of people who open each page, and its path. They take turns, others each day.

    One who can't open it leaves it to the next.

    If nobody can, give the address a sample in tests/costs/site.py or tests/live/everything.py, or a reason in CLOSED.
    """
    site, made = filled
    addresses = {name: path for name, path in made["addresses"].items() if not path.startswith(NO_PAGES)}
    found, closed = {"finished": ("player", made["finished"])}, set()
    turns = itertools.cycle(shuffled(KINDS, day()))
    for turn, (name, path) in zip(turns, addresses.items(), strict=False):
        answers = []
        for kind in dict.fromkeys((turn, "player", *KINDS)):
            answers.append(answer_of(site, path, made["people"][kind]))
            if answers[-1] == "page":
                found[name] = (kind, path)
            if answers[-1] in {"page", "else"}:
                break
        if {*answers} == {"refusal"}:
            closed.add(name)
    known = {name for name in addresses for pattern in CLOSED if fnmatch.fnmatchcase(name, pattern)}
    assert closed == known, f"closed to all: {closed - known}; open in the meantime: {known - closed}"
    assert {kind for kind, _path in found.values()} == {*KINDS}
    return found


@pytest.mark.parametrize("language", some(EVERY_LANGUAGE, 1))
def test_every_page_works_and_fits_the_smallest_phone_with_whole_words_and_large_targets(
    tour: Tour, pages: dict[str, tuple[str, str]], language: str
):
    """Without the script that formats times locally, because the server's longer form must fit, too."""
    phones = {kind: tour.visitor(tour.people[kind], **SMALLEST, locale=language).page for kind in KINDS}
    for page in phones.values():
        page.route(
            "**/local_times*.js", lambda route: route.fulfill(content_type="text/javascript", body=NO_LOCAL_TIMES)
        )
    for kind, path in pages.values():
        page = phones[kind]
        page.goto(path)
        if path != OF_A_LIBRARY:
            lang = page.evaluate("document.documentElement.lang")
            wrong = [f"in {lang}"] if lang != language else []
            tour.problems += [f"{path}: {each}" for each in [*wrong, *not_fitting(page), *small_targets(page)]]
    tour.leave()
    assert not tour.problems, "\n".join(tour.problems)


def test_pages_with_names_titles_and_trophies_fit_the_smallest_phone_in_every_language(tour: Tour):
    """A title or a name of somebody can't be shorter, and some words around it are twice as long as in English."""
    page = tour.visitor(tour.people["player"], **SMALLEST).page
    wrong = []
    for name in ("home", "my_games", "my_year", "tournament", "tournaments", "lobby", "watch", "people", "person"):
        page.goto(tour.addresses[name])
        wrong += [f"{name} in {each}" for each in not_fitting_in(page, EVERY_LANGUAGE)]
    assert not wrong, "\n".join(wrong)


def test_a_third_of_the_pages_work_on_a_desktop(tour: Tour, pages: dict[str, tuple[str, str]]):
    desktops = {kind: tour.visitor(tour.people[kind], **DESKTOP).page for kind in KINDS}
    for name in some(pages, len(pages) // 3):
        kind, path = pages[name]
        desktops[kind].goto(path)
    tour.leave()
    assert not tour.problems, "\n".join(tour.problems)


def test_no_page_has_a_serious_finding_in_any_colours(tour: Tour, pages: dict[str, tuple[str, str]]):
    page = tour.visitor(tour.people["player"], **SMALLEST).page
    wrong = []
    of_player = {name: path for name, (kind, path) in pages.items() if kind == "player" and path != OF_A_LIBRARY}
    for name in some(of_player, 10):
        page.goto(of_player[name])
        wrong += [f"{name} {found}" for found in findings_in_looks(page, PLAIN, *LOOKS)]
        page.emulate_media(**PLAIN)
    assert not wrong, "\n".join(wrong)


# ---- Buttons that fetch a script -----------------------------------------------------------------

PRESSES: list[Callable[[Tour], None]] = []


def press(call: Callable[[Tour], None]) -> Callable[[Tour], None]:
    PRESSES.append(call)
    return call


@press
def theme_on_pages_with_and_without_a_table(tour: Tour) -> None:
    for path in ("/", "/learn/draw/", tour.addresses["table"]):
        page = tour.opens(path, {})
        page.locator(".site-tools [data-menu] summary").click()
        page.locator("[data-theme-button]").first.click()
        expect(page.locator("html")).to_have_attribute("data-theme", "light")


@press
def copy_and_embed(tour: Tour) -> None:
    page = tour.opens(tour.addresses["table"], permissions=["clipboard-read", "clipboard-write"])
    page.get_by_label("More", exact=True).first.click()
    page.get_by_role("button", name="Link to this game").click()
    page.get_by_role("dialog").get_by_role("button", name="Copy").first.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()


@press
def chat_and_a_reaction(tour: Tour) -> None:
    page = tour.opens(tour.addresses["table"])
    page.locator("[data-panel-name=talk] summary").first.click()
    expect(
        page.locator("[data-panel-name=talk] form textarea, [data-panel-name=talk] form input").first
    ).to_be_attached()
    page.get_by_label("Reactions", exact=True).click()
    page.locator("#felt-signs").get_by_role("button", name="Well played").click()
    expect(page.locator(".bubble.reaction")).to_have_text("Well played")


@press
def shuffle_of_a_new_game(tour: Tour) -> None:
    page = tour.opens("/new/?variant=draw", {})
    finds(page, "document.querySelector('[name=shuffle_seed]').value.length", 32)


@press
def news_in_the_header(tour: Tour) -> None:
    """A call on a page without a table, and a list that refreshes itself."""
    page = tour.visitor(tour.people["player"]).page
    sockets: list[WebSocketRoute] = []
    page.route_web_socket("**/ws/me/", lambda socket: sockets.append(socket))
    page.goto("/games/")
    until(page, lambda: sockets)
    finds(page, "/\\d{4}-/.test(document.querySelector('main time[data-local]')?.textContent)", False)
    sockets[0].send('{"type": "games", "waiting": 7}')
    expect(page.locator("[data-waiting-number]").first).to_have_text("7")
    page.evaluate("document.querySelector('[data-live]').id = 'old'")
    found = {"text": "We found you a game", "url": "/g/there/", "rings": True}
    sockets[0].send(json.dumps({"type": "games", "waiting": 8, "alert": found}))
    expect(page.get_by_role("alert")).to_contain_text("We found you a game")
    expect(page.locator("#old")).to_have_count(0)


@press
def installing(tour: Tour) -> None:
    page = tour.visitor({}).page
    page.add_init_script("localStorage.setItem('first-visit', '\"yesterday\"')")
    page.goto("/")
    page.evaluate("void dispatchEvent(new Event('beforeinstallprompt'))")
    expect(page.locator(".offer")).to_contain_text("Install Boneyard as an app?")


@press
def tools_of_a_table_on_a_phone(tour: Tour) -> None:
    page = tour.opens(tour.addresses["table"], **PHONE)
    page.locator("#side-toggle").tap()
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()
    page.locator("#side-close").tap()
    page.locator("summary[aria-label=More]").tap()
    page.get_by_role("button", name="Pictures", exact=True).tap()
    expect(page.locator("#hand .picture").first).to_be_visible()
    page.get_by_role("button", name="Dots", exact=True).tap()
    expect(page.locator("#hand .pip").first).to_be_visible()


@press
def keys_of_a_table(tour: Tour) -> None:
    page = tour.opens(tour.addresses["table"])
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("+")
    expect(page.locator("#zoom")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("r")
    expect(page.locator("[data-step=leave]")).to_be_visible()


@press
def verifying_a_shuffle(tour: Tour) -> None:
    page = tour.opens(f"{tour.finished}#0.1")
    page.get_by_role("button", name="Verify the shuffle").click()
    expect(page.get_by_role("heading", name="This deal was fair")).to_be_visible()


@press
def the_end_of_a_game(tour: Tour) -> None:
    page = tour.opens(tour.finished)
    expect(page.locator("#card")).to_contain_text("Score sheet")
    page.get_by_role("button", name="Rematch").first.click()
    expect(page.locator("#card")).to_contain_text(re.compile("asked|waiting|Waiting", re.IGNORECASE))


@press
def a_tile_that_cant_be_played(tour: Tour) -> None:
    page = tour.mocked().page
    tile(page, "4-2").click(force=True)  # it is disabled
    expect(page.locator("#status")).to_contain_text("fits neither")


@press
def a_move_and_what_follows(tour: Tour) -> None:
    for follows in ("push", "next"):
        table = tour.mocked(service_workers="allow")
        page = table.page
        page.evaluate("void Object.defineProperty(Notification, 'permission', { get: () => 'default' })")
        if follows == "next":
            page.evaluate("document.body.dataset.advance = 'on'")
            page.evaluate(NEXT_WAITS)
        tile(page, "3-1").click()
        page.get_by_role("button", name="Submit", exact=True).click()
        until(page, lambda sent=table.sent: sent)
        more_time = {"began": None, "ended": "2026-11-20T11:00:00Z"}
        table.accept(
            view(line="6-5 5-3 3-1", hand="6-4 4-2 3-3 6-3", turn=1, version=4, hands=(4, 6), outage=more_time)
        )
        expect(page.locator(".offer" if follows == "push" else ".advance")).to_be_visible()
        expect(page.locator("#outage")).to_have_text("The host of this site has given everyone more time.")


@press
def games_with_rules_of_their_own(tour: Tour) -> None:
    expect(tour.plays("sausage", moves=5).locator(".line-name")).to_have_count(2)
    expect(tour.plays("muggins", moves=5).locator("#count")).to_contain_text("Ends:")
    for pairs in ("general", "dominican"):  # the last one's passes pay
        expect(tour.plays(pairs, seats=4).locator("#hand .hand-tile").first).to_be_visible()
    page = tour.plays("mexican_train")
    page.get_by_role("button", name="All tiles: Mexican train").press("Enter")
    expect(page.locator("#train-sheet")).to_be_visible()
    page.goto("/games/")
    expect(page.locator("[data-small-board] .small-trains").first).to_be_visible()


@press
def puzzle_and_lesson(tour: Tour) -> None:
    page = tour.opens(tour.puzzle, {})
    tile(page, "2-1").click(force=True)
    expect(page.locator("#status")).to_contain_text("fits neither")
    page = tour.opens("/learn/draw/", {})
    page.locator(":is(.lesson-tiles, .lesson-places) button").first.click()
    expect(page.locator("#lesson-felt .domino").first).to_be_visible()


@press
def pictures_on_tiles_wherever_there_are_tiles(tour: Tour) -> None:
    page = tour.opens("/settings/", tour.people["guest"])
    page.get_by_role("radio", name="Pictures", exact=True).check(force=True)
    expect(page.locator("#look-preview .picture")).to_have_count(8)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    for path, place in ((tour.puzzle, "#hand"), ("/learn/draw/", ".lesson-hand"), ("/watch/", ".small-board")):
        page.goto(path)
        expect(page.locator(f"{place} .picture").first).to_be_attached()


@press
def a_board_in_another_page(tour: Tour) -> None:
    for variant in ("draw", "sausage"):
        (game,) = tour.site.seed(games=1, variant=variant, visibility="public", moves=10_000)["games"]
        page = tour.opens(f"/embed/{game['id']}/?deal=0", {})
        page.get_by_role("button", name="One move forward").click()
        expect(page.locator(".placed").first).to_be_visible()


@press
def the_clip_of_a_finished_game(tour: Tour) -> None:
    page = tour.opens(tour.finished)
    page.get_by_role("button", name="Share", exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()


@press
def steps_of_an_analysis(tour: Tour) -> None:
    page = tour.opens(tour.addresses["analysis"])
    page.evaluate("document.querySelectorAll('main details').forEach((each) => { each.open = true; })")
    page.locator("[data-round]").first.scroll_into_view_if_needed()
    page.get_by_role("button", name="One move back").first.click()
    expect(page.locator(".step-words").first).to_contain_text(" of ")


@press
def a_study(tour: Tour) -> None:
    page = tour.opens(tour.addresses["study"])
    page.get_by_role("button", name="One move forward").click()
    expect(page.locator("[data-step=count]")).to_contain_text("1 of")


def imported_late() -> set[str]:
    """The scripts that a script imports when it needs them."""
    found = set()
    for path in (ROOT / "static" / "js").rglob("*.js"):
        for name in re.findall(r'(?<!typeof )import\("([^"]+)"\)', path.read_text()):
            found.add(posixpath.normpath(path.parent.relative_to(ROOT / "static").joinpath(name).as_posix()))
    return found


def test_every_button_that_fetches_a_script_works(tour: Tour, release: dict[str, str]):
    """A new `import()` needs a press. What the bundler has put together is fetched together."""
    for each in PRESSES:
        try:
            each(tour)
        except (AssertionError, Error) as failure:
            tour.problems.append(f"{each.__name__}: {str(failure).partition('Call log:')[0]}")
        tour.leave()
    assert not tour.problems, "\n".join(tour.problems)
    named = json.loads(Path(release["STATIC_ROOT"], "staticfiles.json").read_text())["paths"]
    together = {
        name
        for name in named
        if name.endswith(".js") and name.startswith("js/") and not (ROOT / "static" / name).exists()
    }
    late = imported_late()
    assert len(late) > 20
    missing = [name for name in sorted(late | together) if name in named and named[name] not in tour.fetched]
    assert not missing, f"no press fetches {missing}"
