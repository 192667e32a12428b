"""Who looks at which table just now, as their open boards say: shown to all who have the table open, stored nowhere.

Pages say so over their sockets; a seat looks as long as one of its boards does, in any process. Whoever comes is shown
at once, who goes only after a while, so that nobody flickers who opens the page again. All of this happens on the loop
that the sockets live on, without asking the database. Processes tell each other by nudges; what one has told is good
for as long as it is heard from.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection
from typing import Any

import orjson

from common.nudges import ORIGIN

SOON, LATER = 0.1, 5.0  # seconds until somebody who comes is shown, or who goes isn't any more
ALIVE, GONE = 20.0, 60.0  # seconds between two words of a process, and without one until it is forgotten

Word = list[Any]  # what processes tell: [the process, a game or "" for all, its seats or None: who asks for them]


class Looking:
    """*show*(game, text) tells the open boards of a game here, *has_boards*(game) says whether there are any, and
    *tell* tells the other processes.
    """

    def __init__(
        self,
        show: Callable[[str, str], None],
        has_boards: Callable[[str], bool],
        tell: Callable[[list[Word]], None],
        process: str = ORIGIN,
    ) -> None:
        self._show, self._has_boards, self._tell, self._process = show, has_boards, tell, process
        self._loop: asyncio.AbstractEventLoop | None = None
        self._clear()

    def _clear(self) -> None:
        self._here: dict[str, dict[int, set[object]]] = defaultdict(dict)  # game → seat → its boards that look
        self._elsewhere: dict[str, dict[str, frozenset[int]]] = defaultdict(dict)  # game → process → seats
        self._heard: dict[str, float] = {}  # process → when, by the loop's clock
        self._shown: dict[str, frozenset[int]] = {}
        self._told: dict[str, frozenset[int]] = {}
        self._due: dict[str, asyncio.TimerHandle] = {}

    def _start(self) -> asyncio.AbstractEventLoop:
        loop = asyncio.get_running_loop()
        if loop is not self._loop:  # the first board, or a test's new loop
            self._loop = loop
            self._clear()
            loop.call_later(ALIVE, self._beat, loop)
        return loop

    # -- what boards of this process say

    def opened(self, game: str) -> str | None:
        """What a board that has just been opened is told, if anybody looks; the first one asks other processes."""
        self._start()
        if game not in self._shown:
            self._shown[game] = frozenset()
            self._tell([[self._process, game, None]])
        return _message(self._shown[game]) if self._shown[game] else None

    def says(self, board: object, game: str, seat: int, looks: bool) -> None:
        self._start()
        boards = self._here[game].setdefault(seat, set())
        if looks:
            boards.add(board)
        else:
            boards.discard(board)
        self._settle(game, SOON if looks else LATER)

    def closed(self, board: object, game: str, seat: int | None) -> None:
        self._start()
        if seat is not None and board in self._here.get(game, {}).get(seat, ()):
            self.says(board, game, seat, False)
        elif not self._has_boards(game):
            self._settle(game, LATER)

    # -- what other processes tell

    def asks_again(self) -> None:
        """The line to the others was away, and what they told meanwhile is lost."""
        self._start()
        self._elsewhere.clear()
        for game in self._shown:
            self._settle(game, LATER)  # who has gone meanwhile is named by no answer
        if self._shown:
            self._tell([[self._process, game, None] for game in self._shown])

    def heard(self, words: Collection[Word]) -> None:
        loop = self._start()
        for process, game, seats in words:
            self._heard[process] = loop.time()
            if game not in self._shown:
                continue
            if seats is None:
                if told := self._told.get(game):
                    self._tell([[self._process, game, sorted(told)]])
                continue
            self._elsewhere[game].pop(process, None)
            if seats:
                self._elsewhere[game][process] = frozenset(seats)
            self._settle(game, SOON)  # the other process has waited

    def _beat(self, loop: asyncio.AbstractEventLoop) -> None:
        """This process is alive; others that say nothing any more are forgotten."""
        if loop is not self._loop:
            return
        if any(self._told.values()):
            self._tell([[self._process, "", []]])
        gone = {process for process, when in self._heard.items() if when < loop.time() - GONE}
        for process in gone:
            del self._heard[process]
        for game, others in self._elsewhere.items():
            if not gone.isdisjoint(others):
                self._elsewhere[game] = {process: seats for process, seats in others.items() if process not in gone}
                self._settle(game, SOON)
        loop.call_later(ALIVE, self._beat, loop)

    # -- what comes of it

    def _seats_here(self, game: str) -> frozenset[int]:
        return frozenset(seat for seat, boards in self._here.get(game, {}).items() if boards)

    def _settle(self, game: str, delay: float) -> None:
        """Look at the game once more, in so many seconds; however often it is said, once."""
        assert self._loop is not None
        due = self._due.get(game)
        if due is None or due.when() > self._loop.time() + delay:
            if due is not None:
                due.cancel()
            self._due[game] = self._loop.call_later(delay, self._settled, game)

    def _settled(self, game: str) -> None:
        del self._due[game]
        here = self._seats_here(game)
        if here != self._told.get(game, frozenset()):
            self._told[game] = here
            self._tell([[self._process, game, sorted(here)]])
        seats = here.union(*self._elsewhere.get(game, {}).values())
        if not self._has_boards(game):
            for known in (self._here, self._elsewhere, self._shown, self._told):
                known.pop(game, None)
        elif seats != self._shown.get(game, frozenset()):
            self._shown[game] = seats
            self._show(game, _message(seats))


def _message(seats: frozenset[int]) -> str:
    return orjson.dumps({"type": "looking", "seats": sorted(seats)}).decode()
