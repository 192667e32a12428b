"""The real table page with a mocked server: each test sets its views, sockets and replays."""

import hashlib
import hmac
import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import FloatRect, Locator, Page, Route, WebSocketRoute, expect

from tests.live.server import LiveServer

JSON = dict[str, Any]
NAMES = ("Ada", "Ben")
# The rules of the game in these tests: 28 tiles, seven each, and a start tile that is turned up.
RULES: JSON = {
    "set": 6, "doubles": True, "without": [], "hand": 7, "leads": ["stock"], "sum": None, "matador": False,
    "fill": False, "arms": 4, "rows": False, "trains": False, "openings": False, "covers": False, "double_out": True,
    "draws": True, "auction": False, "pick": False, "two_ends": False, "redeal": False, "signals": False,
    "queue": False, "dealt": 2, "aside": None,
}  # fmt: skip
expect.set_options(timeout=30_000)  # two cores, shared with servers and another browser: only hopeless waits reach this


def is_live(page: Page) -> None:
    """Wait until the table has drawn itself and is connected; before that, keys and clicks may be lost."""
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")


def until(page: Page, happens: Callable[[], Any], *, seconds: float = 10) -> None:
    """Wait for something outside the page that *happens*: a request to the server, a message of a socket."""
    late = time.monotonic() + seconds
    while not happens() and time.monotonic() < late:
        page.wait_for_timeout(20)  # lets Playwright receive events of the page


def finds(page: Page, script: str, expected: Any, *, arg: Any = None, at: Any = None) -> None:
    """Wait until *script* in the page returns *expected*; a new view, a tap or a scroll may take a moment."""
    found: list[Any] = []

    def is_found() -> bool:
        found[:] = [page.evaluate(script, arg)]
        return found == [expected]

    until(page, is_found)
    assert found == [expected], f"{script} returned {found}; expected [{expected!r}] (at {at})"


BOX = Locator.bounding_box  # tests themselves may not call it, as it doesn't wait


def box_of(element: Locator) -> FloatRect:
    """Where *element* lies, as {x, y, width, height}; the page may be putting a new one into its place."""
    found: list[FloatRect | None] = []

    def is_found() -> bool:
        found[:] = [BOX(element)]
        return found[0] is not None

    until(element.page, is_found)
    assert found[0], f"{element} lies nowhere"
    return found[0]


def number_of(page: Page, selector: str) -> int:
    """The number of elements now, to decide what to do next; `expect` would wait for one answer."""
    number: int = page.evaluate("(selector) => document.querySelectorAll(selector).length", selector)
    return number


@contextmanager
def held_back(page: Page, address: str | re.Pattern[str]) -> Iterator[list[Route]]:
    """The page's requests to *address* within the block are answered when the block ends."""
    held: list[Route] = []
    over = False
    page.route(address, lambda route: route.fallback() if over else held.append(route))
    yield held
    over = True
    for route in held:
        route.fallback()


def unbroken(text: str) -> str:
    """*text* as the page writes it: no line break within the name of a tile."""
    return re.sub(r"(\d)-(\d)", "\\1-\u2060\\2", text)


class Course:
    """The progress of a game on this page: `goes_on` fails with the details once it has stopped."""

    HAPPENED = """() => [document.getElementById("round").textContent, document.getElementById("card").innerText,
      document.querySelectorAll("#log .log-line").length, location.pathname]"""
    LONGEST_STOP = 40  # seconds: longer than any expected wait

    def __init__(self, page: Page) -> None:
        self.page = page
        self.seen: list[Any] = []
        self.stopped = 0.0

    def goes_on(self) -> None:
        now = self.page.evaluate(self.HAPPENED)
        if now != self.seen:
            self.seen, self.stopped = now, time.monotonic()
        if time.monotonic() - self.stopped > self.LONGEST_STOP:
            shown = self.page.evaluate("[document.body.innerText, document.activeElement.outerHTML]")
            raise AssertionError(f"the game has stopped at {now}: {shown}")


def line_of(tiles: str) -> list[JSON]:
    """A layout that grew on one side: the first tile is the start, every other one lies on the one before."""
    layout: list[JSON] = []
    open_half = None
    for ply, tile in enumerate(tiles.split()):
        first, second = (int(half) for half in tile.split("-"))
        written = f"{max(first, second)}-{min(first, second)}"
        onto = layout[-1]["tile"] if layout else None
        arm = "line" if layout else "lead"
        layout.append(
            {
                "tile": written,
                "onto": onto,
                "at": open_half,
                "arm": arm,
                "seat": (ply - 1) % 2 if ply else None,
                "ply": ply,
            }
        )
        open_half = second
    return layout


def view(
    *,
    line: str = "6-5 5-3",
    hand: str = "6-4 4-2 3-3 3-1 6-3",
    legal: str = "6-4>6-5 3-3>5-3 3-1>5-3 6-3>5-3 6-3>6-5",
    turn: int | None = 0,
    version: int = 3,
    hands: tuple[int, int] = (5, 6),
    you: int | None = 0,
    **changed: Any,
) -> JSON:
    """A wire view as the server sends it. By default the reader is seat 0, Ada, and it is her turn."""
    layout = line_of(line)
    moves = [f"{tile['seat']} {tile['tile']}>{tile['onto']}" for tile in layout[1:]]
    last = line.split()[-1].split("-")[1]
    shown = {
        "id": "mocked",
        "version": version,
        "status": "playing",
        "variant": "brettspielnetz",
        "name": "Brettspielnetz Domino",
        "options": {},
        "rules": dict(RULES),
        "you": you,
        "host": 0,
        "visibility": "link",
        "seats": [
            {"seat": n, "side": n, "name": name, "guest": True, "left": False, "points": None, "result": ""}
            for n, name in enumerate(NAMES)
        ],
        "clock": {"kind": "turn", "seconds": 86400},
        "deadline": "2026-11-21T12:00:00Z",
        "now": "2026-11-20T12:00:00Z",
        "round": {
            "round": 1,
            "ply": len(moves),
            "turn": turn,
            "hand": hand.split() if you is not None else None,
            "hands": list(hands),
            "boneyard": 13,
            "reserve": 2,
            "open": None,
            "start": layout[0]["tile"],
            "layout": layout,
            "ends": [
                {"tile": layout[0]["tile"], "value": int(line.split("-")[0]), "arm": "line"},
                {"tile": layout[-1]["tile"], "value": int(last), "arm": "line"},
            ],
            "count": None,
            "legal": legal.split() if turn is not None and turn == you else [],
            "moves": moves,
            "totals": [0, 0],
            "result": None,
            "outcome": None,
        },
        "deal": 0,
        "by": ["player"] * len(moves),
        "commitment": "00" * 32,
        "scores": [],
        "totals": [0, 0],
        "outcome": None,
        "seen": version,
        "since": [],
        "signals": [],
        "rematch": None,
    }
    return shown | changed


def checked_deal(deal: int = 0) -> JSON:
    """The `check` of a fair deal of the double-six set with 28 tiles, made as the server makes it."""
    seed, seeds, identity = bytes(range(32)), ["aa", "bb"], f"mocked/{deal}"
    first = seed
    for _ in range(deal + 1):
        first = hashlib.sha256(first).digest()
    tiles = [f"{high}-{low}" for high in range(7) for low in range(high + 1)]
    order = sorted(
        tiles, key=lambda tile: hmac.digest(seed, f"{identity}|{','.join(seeds)}|{tile}".encode(), "sha256").hex()
    )
    pile = list(order)
    start = next(tile for tile in pile if tile[0] != tile[2])
    pile.remove(start)
    return {
        "round_id": identity,
        "seed": seed.hex(),
        "commitment": hashlib.sha256(seed).hexdigest(),
        "first": first.hex(),
        "secret": None,
        "seeds": seeds,
        "rules": {"set": 6, "doubles": True, "without": [], "seats": 2, "hand": 7, "rows": False, "two_ends": False}
        | {"dealt": [0, 1], "aside": {}, "lead": "stock", "host": 0},
        "tiles": order,
        "deal": {"hands": [pile[:7], pile[7:14]], "boneyard": pile[14:], "start": start},
    }


def replay(line: str = "6-5 5-3 3-1 1-0", **changed: Any) -> JSON:
    """A finished deal with open hands: Ada is left with 6-4, Ben goes out."""
    layout = line_of(line)
    moves = [f"{tile['seat']} {tile['tile']}>{tile['onto']}" for tile in layout[1:]]
    score = {"deal": 0, "round": 1, "over": "out", "by": 1, "winner": 1, "pips": [10, 0], "written": [10, -5]}
    score |= {"totals": [10, -5], "notes": []}
    played: list[list[str]] = [[], []]
    for tile in layout[1:]:
        played[tile["seat"]].append(tile["tile"])
    frames = []
    for ply in range(len(moves) + 1):
        hands = [["6-4", *played[0]], list(played[1])]
        for tile in layout[1 : ply + 1]:
            hands[tile["seat"]].remove(tile["tile"])
        move = moves[ply - 1] if ply else None
        frames.append(
            {"ply": ply, "seat": int(move[0]) if move else None, "move": move and move[2:], "hands": hands}
            | {"turn": ply % 2 if ply < len(moves) else None, "boneyard": 13, "ends": [], "count": None, "scored": 0}
            | {"totals": [0, 0]}
        )
    final = view(line=line, turn=None)["round"] | {"open": frames[-1]["hands"], "result": score, "moves": moves}
    return {
        "id": "mocked",
        "deal": 0,
        "round": 1,
        "names": list(NAMES),
        "view": final,
        "frames": frames,
        "by": ["player"] * len(moves),
        "score": score,
        "check": checked_deal(),
    } | changed


def fair_replay(deal: int = 0) -> JSON:
    """A deal that ended before any move; everything shown of it follows from its check."""
    shown, check = replay(), checked_deal(deal)
    hands, boneyard, start = (check["deal"][part] for part in ("hands", "boneyard", "start"))
    frame = shown["frames"][0] | {"hands": hands, "boneyard": len(boneyard), "turn": None}
    view = shown["view"] | {"moves": [], "open": hands, "layout": [shown["view"]["layout"][0] | {"tile": start}]}
    return shown | {"deal": deal, "view": view, "frames": [frame], "by": [], "check": check}


class MockedTable:
    """The page's messages and their answers. The page itself comes from the real server."""

    def __init__(
        self, page: Page, path: str, shown: JSON, deals: dict[int, JSON], *, sockets: bool, advice: JSON | None = None
    ) -> None:
        self.page = page
        self.shown = shown
        self.deals = deals
        self.advice = advice or {"advice": None, "text": "", "puzzle": ""}
        self.advised: list[str] = []  # the requests for advice
        self.sent: list[JSON] = []  # moves sent by socket
        self.posted: list[JSON] = []  # moves sent by HTTP
        self.sockets: list[WebSocketRoute] = []
        self.sockets_open = sockets
        self.on_move: Callable[[JSON], JSON | None] = lambda move: None  # None: no answer
        page.route(re.compile(r"/g/\w+/(\?deal=\d+&ply=\d+)?(#.*)?$"), self._html)
        page.route("**/api/v1/games/**", self._api)
        page.route_web_socket("**/ws/games/**", self._socket)
        page.goto(path)
        if sockets:
            is_live(page)

    def tell(self, message: JSON) -> None:
        self.sockets[-1].send(json.dumps(message))

    def show(self, shown: JSON) -> None:
        """The server sends a view."""
        self.shown = shown
        self.tell({"type": "view", "version": shown["version"], "events": [], "view": shown})

    def accept(self, shown: JSON) -> None:
        """The server accepts the last move and sends the new view."""
        self.tell({"type": "done", "key": self.sent[-1]["key"], "version": shown["version"]})
        self.show(shown)

    def _html(self, route: Route) -> None:
        answer = route.fetch()
        before, _, rest = answer.text().partition('<script id="view" type="application/json">')
        _, _, after = rest.partition("</script>")
        body = f'{before}<script id="view" type="application/json">{json.dumps(self.shown)}</script>{after}'
        route.fulfill(response=answer, body=body)

    def _api(self, route: Route) -> None:
        url = route.request.url
        if url.endswith("/moves/"):
            self.posted.append(json.loads(route.request.post_data or "{}"))
            route.fulfill(json={"version": self.shown["version"]})
        elif url.endswith("/coach/"):
            self.advised.append(url)
            route.fulfill(json=self.advice)
        elif "/rounds/" in url:
            deal = self.deals.get(int(url.rstrip("/").rsplit("/", 1)[1]))
            route.fulfill(json=deal) if deal else route.fulfill(
                status=404, json={"code": "unknown_round", "message": ""}
            )
        elif (known := re.search(r"since=(\d+)", url)) and int(known[1]) >= self.shown["version"]:
            route.fulfill(status=204)
        else:
            route.fulfill(json=self.shown)

    def _socket(self, socket: WebSocketRoute) -> None:
        if not self.sockets_open:
            socket.close(code=1011)
            return
        self.sockets.append(socket)

        def hear(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "ping":
                socket.send(json.dumps({"type": "pong", "version": self.shown["version"]}))
            elif message["type"] == "move":
                self.sent.append(message)
                if answer := self.on_move(message):
                    socket.send(json.dumps(answer))

        socket.on_message(hear)


def over() -> dict[str, Any]:
    """The view right after Ben went out: the next deal has begun."""
    return view(
        line="4-3", hand="6-6 5-5", legal="", turn=1, version=8, deal=1, scores=[replay()["score"]], totals=[10, -5]
    )


def open_table(
    visit: Callable[..., Page],
    site: LiveServer,
    game: JSON,
    shown: JSON | None = None,
    *,
    deals: dict[int, JSON] | None = None,
    address: str = "",
    cookies: dict[str, str] | None = None,
    sockets: bool = True,
    routes: dict[str, Callable[[Route], Any]] | None = None,
    script: str = "",
    advice: JSON | None = None,
    **context: Any,
) -> MockedTable:
    """Ada's page of *game*, showing the view *shown*. Functions in *routes* answer the page's requests.

    *script* runs in the page before the page's own scripts.
    """
    ada = game["seats"][0]
    page = visit(site, "/healthz", {"cookies": ada["cookies"] | (cookies or {})}, **context)
    if script:
        page.add_init_script(script)
    for address_asked, answer in (routes or {}).items():
        page.route(address_asked, answer)
    return MockedTable(page, f"/g/{game['id']}/{address}", shown or view(), deals or {}, sockets=sockets, advice=advice)


def tile(page: Page, name: str) -> Locator:
    return page.locator(f'.hand-tile[data-tile="{name}"]')


def submit(page: Page) -> Locator:
    return page.get_by_role("button", name="Submit", exact=True)


def takes_first_end(page: Page) -> None:
    """Finish the move of a tapped tile: if several ends fit, choose the first."""
    expect(page.locator(".hand-tile.chosen")).to_have_count(1)
    if not number_of(page, ".ghost.laid"):
        page.locator("#actions button").first.click()


def laid(page: Page) -> Locator:
    return page.locator(".ghost.laid")
