"""Tracks who looks at each game, as reported by open boards. Everyone who has the game open sees it. It's never stored.

Pages report over their sockets. A seat looks as long as one of its boards does, in any process. People without a
seat are watchers: counted, never named. We show arrivals at once and departures after a while, so that nobody
flickers who opens the page again. All of this runs on the event loop of the sockets, without a database query.
Processes tell each other by nudges. Such a report is valid until its process is silent for `GONE` seconds.

Each person who looks has a number: their seat or, for watchers, a number below 0 (`watcher`). It is the same in all
processes, so several boards of one person count once, and an address counts `OF_ADDRESS` times at most.

People who let their friends see when they are here look at a place of their own, `place_of`, as long as one of their
pages is open. Nobody has that place open; `here` says who is at theirs.
"""

import asyncio
import hmac
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from contextvars import Context

import orjson
from django.conf import settings

from common.processes.nudges import ORIGIN

SOON, LATER = 0.1, 5.0  # seconds until we show an arrival, and a departure
ALIVE, GONE = 20.0, 60.0  # seconds between two heartbeats of a process; without one until we drop it

OF_ADDRESS = 8  # most watchers per address that we count; a classroom may share one
MOST = 300  # most watchers of a game that a process counts
PERSON = "@"  # begins the place of a person

# A message between processes: the process, the game or "" for all, and the numbers that look, or None to ask.
Word = tuple[str, str, Sequence[int] | None]


def watcher(place: str, player: int | None) -> int:
    """The number of a watcher at the address *place*. *player* is their user id, None for visitors."""
    one_of = f"{place} {1 + player % (OF_ADDRESS - 1) if player else 0}"  # players never share the number of visitors
    digest = hmac.digest(settings.SECRET_KEY.encode(), one_of.encode(), "sha256")  # hides the address
    return -1 - int.from_bytes(digest[:6])


def place_of(player: int) -> str:
    """The place at which a person looks while they are here. No game is called so."""
    return f"{PERSON}{player}"


class Looking:
    """Everyone who looks at a game, for one process.

    *show*(game, text) sends text to the open boards of a game in this process. *has_boards*(game) says whether there
    are any. *tell* sends messages to the other processes.
    """

    def __init__(
        self,
        show: Callable[[str, str], None],
        has_boards: Callable[[str], bool],
        tell: Callable[[Sequence[Word]], None],
        process: str = ORIGIN,
    ) -> None:
        self._show, self._has_boards, self._tell, self._process = show, has_boards, tell, process
        self._loop: asyncio.AbstractEventLoop | None = None
        self._clear()

    def _clear(self) -> None:
        self._here: dict[str, dict[int, set[object]]] = defaultdict(dict)  # game → number → boards that look
        self._elsewhere: dict[str, dict[str, frozenset[int]]] = {}  # game → process → numbers
        self._heard: dict[str, float] = {}  # process → time of the last message, by the loop's clock
        self._shown: dict[str, frozenset[int]] = {}
        self._told: dict[str, frozenset[int]] = {}
        self._due: dict[str, asyncio.TimerHandle] = {}
        self._watched: dict[str, int] = {}  # game → number of watchers in all processes
        self._people: set[str] = set()  # places of people who are here, in any process

    def _start(self) -> asyncio.AbstractEventLoop:
        loop = asyncio.get_running_loop()
        if loop is not self._loop:  # the first board, or a test's new loop
            self._loop = loop
            self._clear()
            loop.call_later(ALIVE, self._beat, loop, context=Context())  # the board's request ends before it
        return loop

    def watched(self) -> dict[str, int]:
        """The games with watchers now, and how many. Safe to call from any thread."""
        return dict(self._watched)

    def here(self, players: Iterable[int]) -> set[int]:
        """Which of these people are here and show it. Safe to call from any thread."""
        return {player for player in players if place_of(player) in self._people}

    def anybody_but(self, player: int) -> bool:
        """Whether other people are here and show it. Safe to call from any thread."""
        return len(self._people) > (place_of(player) in self._people)

    # -- from boards of this process

    def opened(self, game: str) -> str | None:
        """The first message for a newly opened board, if anyone is looking. The first board asks other processes."""
        self._start()
        if game not in self._shown:
            self._shown[game] = frozenset()
            self._tell([(self._process, game, None)])
        return _message(self._shown[game]) if self._shown[game] else None

    def says(self, board: object, game: str, who: int, looks: bool) -> None:
        self._start()
        if who < 0 and len(self._here[game]) >= MOST and who not in self._here[game]:
            return
        boards = self._here[game].setdefault(who, set())
        if looks:
            boards.add(board)
        else:
            boards.discard(board)
        self._settle(game, SOON if looks else LATER)

    def closed(self, board: object, game: str, who: int | None) -> None:
        self._start()
        if who is not None and board in self._here.get(game, {}).get(who, ()):
            self.says(board, game, who, False)
        elif not self._has_boards(game):
            self._settle(game, LATER)

    # -- from other processes

    def asks_again(self) -> None:
        """The connection to other processes was lost, so ask them for the current state."""
        self._start()
        self._elsewhere.clear()
        self._watched, self._people = {}, set()
        for game in self._shown:
            self._count(game)
            self._settle(game, LATER)  # answers name only those who still look
        self._tell([(self._process, "", None)])

    def heard(self, words: Collection[Word]) -> None:
        loop = self._start()
        for process, game, who in words:
            self._heard[process] = loop.time()
            if who is None:
                asked = {game} if game else set(self._told)
                if answer := [(self._process, each, sorted(ids)) for each in asked if (ids := self._told.get(each))]:
                    self._tell(answer)
            elif game:
                self._keep(process, game, frozenset(who))
                if game in self._shown:
                    self._settle(game, SOON)  # the other process has already waited
                else:
                    self._count(game)

    def _keep(self, process: str, game: str, who: frozenset[int]) -> None:
        """Store news about a game from another process, even if no board here has it open."""
        others = {**self._elsewhere.pop(game, {}), process: who}
        if others := {each: looking for each, looking in others.items() if looking}:
            self._elsewhere[game] = others

    def _beat(self, loop: asyncio.AbstractEventLoop) -> None:
        """Tell others that this process is alive, and drop processes that are silent."""
        if loop is not self._loop:
            return
        if any(self._told.values()):
            self._tell([(self._process, "", [])])
        gone = {process for process, when in self._heard.items() if when < loop.time() - GONE}
        for process in gone:
            del self._heard[process]
        for game, others in list(self._elsewhere.items()):
            for process in gone.intersection(others):
                self._keep(process, game, frozenset())
                self._settle(game, SOON)
        loop.call_later(ALIVE, self._beat, loop)

    # -- results

    def _here_now(self, game: str) -> frozenset[int]:
        return frozenset(who for who, boards in self._here.get(game, {}).items() if boards)

    def _everywhere(self, game: str) -> frozenset[int]:
        return self._here_now(game).union(*self._elsewhere.get(game, {}).values())

    def _count(self, game: str) -> None:
        looking = self._everywhere(game)
        if game.startswith(PERSON):
            (self._people.add if looking else self._people.discard)(game)
        elif number := _watchers(looking):
            self._watched[game] = number
        else:
            self._watched.pop(game, None)

    def _settle(self, game: str, delay: float) -> None:
        """Check the game again after *delay* seconds. Repeated calls schedule one check."""
        assert self._loop is not None
        due = self._due.get(game)
        if due is None or due.when() > self._loop.time() + delay:
            if due is not None:
                due.cancel()
            self._due[game] = self._loop.call_later(delay, self._settled, game)

    def _settled(self, game: str) -> None:
        del self._due[game]
        here = self._here_now(game)
        if here != self._told.get(game, frozenset()):
            self._told[game] = here
            self._tell([(self._process, game, sorted(here))])
        self._here[game] = {who: boards for who, boards in self._here[game].items() if boards}
        self._count(game)
        looking = self._everywhere(game)
        if not self._has_boards(game):
            for known in (self._here, self._shown, self._told):
                known.pop(game, None)
        elif looking != self._shown.get(game, frozenset()):
            self._shown[game] = looking
            self._show(game, _message(looking))


def _watchers(looking: frozenset[int]) -> int:
    return sum(who < 0 for who in looking)


def _message(looking: frozenset[int]) -> str:
    seats = sorted(who for who in looking if who >= 0)
    return orjson.dumps({"type": "looking", "seats": seats, "watchers": _watchers(looking)}).decode()
