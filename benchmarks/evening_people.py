"""People of benchmarks/evening_in_browsers.py: what they do at an evening, and what their pages may not show."""

import contextlib
import json
import re
import time
from dataclasses import dataclass, field

from playwright.sync_api import ConsoleMessage, Error, Page, WebSocket

from tests.browser.test_every_game import Person as Tapping

GAME = re.compile(r"/g/(\w+)/$")
TILE = re.compile(r"(?<![\d:T-])[0-6]-[0-6](?![\d:-])")
BACK, BREAK = "Back to the evening", 45  # seconds of a break
PLAY = """async (id) => {
  const view = await (await fetch(`/api/v1/games/${id}/`)).json();
  const move = view.status === "playing" && view.round?.legal[0];
  if (!move) return [JSON.stringify(view), view.status, 0];
  const answer = await fetch(`/api/v1/games/${id}/moves/`, {
    method: "POST",
    headers: {"Content-Type": "application/json", "X-CSRFToken": document.cookie.match(/csrftoken=(\\w+)/)[1]},
    body: JSON.stringify({version: view.version, move, key: String(Math.random())}),
  });
  return [JSON.stringify(view), view.status, answer.status];
}"""


@dataclass
class Someone:
    """A person with a page. *way*: "taps", "api" or "never" moves."""

    name: str
    page: Page
    way: str
    problems: list[str]
    tapping: Tapping
    hands: dict[tuple[str, int], set[str]]
    boards: list[str] = field(default_factory=list)  # to which the page went
    returned: int = 0
    pause: str = ""  # "wanted", "taken", "over"
    paused_at: float = 0

    def listen(self) -> None:
        def console(line: ConsoleMessage) -> None:
            if line.type == "error" and "status of 409" not in line.text:
                self.problems.append(f"{self.name}: {line.text} {line.location.get('url')}")

        def socket(opened: WebSocket) -> None:
            opened.on("framereceived", lambda frame: self.read(str(frame)))

        self.page.on("pageerror", lambda error: self.problems.append(f"{self.name}: {error}"))
        self.page.on("console", console)
        self.page.on("websocket", socket)
        self.page.on("framenavigated", lambda frame: self.went(frame.url))

    def went(self, url: str) -> None:
        if (to := GAME.search(url)) and to[1] not in self.boards:
            self.boards.append(to[1])

    def read(self, text: str) -> None:
        """A frame or an answer: it may name only tiles of the reader's hand and of the moves that were made."""
        with contextlib.suppress(ValueError):
            message = json.loads(text)
            view = message.get("view", message) if isinstance(message, dict) else {}
            deal = view.get("round") if isinstance(view, dict) else None
            if not deal or deal.get("result") or view.get("you") is None or view.get("status") != "playing":
                return
            mine = self.hands.setdefault((f"{self.name} {view['id']}", deal["round"]), set())
            mine.update(deal["hand"])
            made = set(TILE.findall(" ".join(deal["moves"])))
            if more := set(TILE.findall(text)) - mine - made:
                self.problems.append(f"{self.name} sees {more} in {view['id']}: {text[:2000]}")

    def act(self) -> None:
        """Do one thing, if there is something to do."""
        try:
            self._act()
        except Error as error:  # the page goes elsewhere, or the button has just gone
            if "imeout" in str(error) and "waiting for" not in str(error):
                self.problems.append(f"{self.name}: {error}")

    def _act(self) -> None:
        if (at := GAME.search(self.page.url)) is None:
            return self._on_evening_page()
        if self.way == "never":
            return None
        if self._goes_back():
            return None
        if self.way == "api":
            view, _status, answer = self.page.evaluate(PLAY, at[1])
            self.read(view)
            if answer not in (0, 200, 409):
                self.problems.append(f"{self.name}: a move was answered by {answer}")
            return None
        self.tapping.acts()
        return None

    def _goes_back(self) -> bool:
        back = self.page.get_by_role("link", name=BACK)
        if not back.count() or not back.first.is_visible():
            return False
        back.first.click()
        self.returned += 1
        return True

    def _on_evening_page(self) -> None:
        if self.pause == "wanted" and self.returned:
            self.page.get_by_role("button", name="Take a break").click()
            self.pause, self.paused_at = "taken", time.monotonic()
        elif self.pause == "taken" and time.monotonic() > self.paused_at + BREAK:
            self.page.get_by_role("button", name="I’m here").first.click()
            self.pause = "over"
