"""Plays computers' turns in this process, if it has minds. Its own changes wake it, and it looks for those of others.

One thread makes all queries, in the order in which they are due. The minds, processes of their own, do the slow work.
Each reply comes a whole number of pauses after its turn began, one if the mind is quick. So the time doesn't show
whether there was a choice, and people can follow three replies in a row.
"""

import heapq
import itertools
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import replace
from datetime import timedelta
from functools import partial

from django.conf import settings
from django.utils import timezone

from bots import thinking
from bots.thinking import Asked, Due
from common.processes.background import in_this_thread
from common.processes.failures import logged
from games.changes import Change, Kind
from minds import pool as minds

LOOK_SECONDS = 0.1  # between two looks for turns of other processes
IN_VAIN = timedelta(seconds=2)  # after this time of a turn we ask no more minds: the player has waited enough

Task = Callable[[], None]


class Loop:
    """Runs tasks one after the other, each at its time. Its thread starts with the first task.

    *line* is for a process that also uses the database elsewhere: tasks then run in its threads, in turn with its other
    work. SQLite has one writer, and a queue is faster than waiting for its lock.
    """

    def __init__(self, line: Executor | None = None) -> None:
        self.line = line
        self._tasks: list[tuple[float, int, Task]] = []  # a heap by when
        self._numbers = itertools.count()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def do(self, task: Task, *, after: float = 0.0) -> None:
        """Run *task* after *after* seconds. May be called from any thread."""
        with self._changed:
            heapq.heappush(self._tasks, (time.monotonic() + after, next(self._numbers), task))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="bots", daemon=True)
                self._thread.start()
            self._changed.notify()

    def _run(self) -> None:
        while True:
            task = self._next()
            if self.line is None:
                _do(task)
                continue
            try:
                self.line.submit(_do, task).result()
            except RuntimeError:  # the process ends; the turns left are in the database
                return

    def _next(self) -> Task:
        with self._changed:
            while not self._tasks or self._tasks[0][0] > time.monotonic():
                self._changed.wait(self._tasks[0][0] - time.monotonic() if self._tasks else None)
            return heapq.heappop(self._tasks)[2]


def _do(task: Task) -> None:
    in_this_thread("a computer's turn", task)


loop = Loop()


def wake(change: Change) -> None:
    """Called after a change in a game with computers. If it is a computer's turn, have it think."""
    if not minds.number():
        return
    if change.kind is Kind.STARTED:
        minds.children().get_ready()
    if change.turn is None or not change.turn_levels[change.turn]:
        return
    turn = Due(change.game_id, change.public_id, change.version, change.now, change.now + thinking.CLAIMED)
    if change.computers[change.turn]:
        thinking.hold(turn)
        loop.do(partial(play, turn))
    else:
        at = change.now + room()
        loop.do(partial(_take, replace(turn, at=at)), after=room().total_seconds())


def room() -> timedelta:
    """How long a computer waits before it plays for an absent player: their planned moves come first, and they can come
    back. It is the same for every turn.
    """
    return timedelta(seconds=settings.HEAD_START_SECONDS)


def _take(turn: Due) -> None:
    """In the loop: play an unclaimed turn, unless another process won the race."""
    if thinking.claim(turn, timezone.now()):
        with logged("At a computer's turn"):
            play(turn)


def play(turn: Due) -> None:
    """In the loop: have a turn that is ours played when its pause has passed."""
    if (asked := thinking.begin(turn)) is None:
        return
    if asked.answer is None:
        _finish_in_time(turn, asked)
    else:
        asked.answer.add_done_callback(lambda _answer: _finish_in_time(turn, asked))


def _finish_in_time(turn: Due, asked: Asked) -> None:
    """Called in the thread that has the answer. If the mind died, ask another one, three times in all."""
    thought = timezone.now() - turn.began
    died = asked.answer is not None and asked.answer.exception() is not None
    if died and thought < IN_VAIN and turn.tries + 1 < thinking.MOST_TRIES:
        loop.do(partial(play, replace(turn, tries=turn.tries + 1)))
        return
    loop.do(partial(thinking.finish, turn, asked), after=_rest(thought).total_seconds())


def _rest(thought: timedelta) -> timedelta:
    """How long a reply still waits: to the end of its pause, or of a later one if thinking took longer."""
    pause = timedelta(seconds=settings.COMPUTER_PAUSE_SECONDS)
    if thought <= pause:
        return pause - thought
    return -thought % pause if pause else timedelta()


def keep_looking(ending: threading.Event) -> None:
    """Play the turns that any process has stored, until *ending*. Does nothing without minds."""
    if not minds.number():
        return

    def look() -> None:
        if ending.is_set():
            return
        try:
            now = timezone.now()
            for turn in thinking.due(now):
                _take(turn)
        finally:
            loop.do(look, after=LOOK_SECONDS)

    loop.do(look)
