"""Child processes for long computations, which answer one line with one line, so that this process stays responsive.
This file knows nothing about games.

A child starts when first needed, ends after some idle time, and is replaced if it dies or takes too long. It reads
questions from a pipe, so it always ends with this process: the pipe closes. Questions wait in a fair queue: owners take
turns, and urgent questions come first.
"""

import logging
import os
import select
import subprocess
import threading
import time
from collections import deque
from collections.abc import Hashable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

logger = logging.getLogger(__name__)
LONGEST_ANSWER = 4_000_000  # bytes; a child that sends more is broken


class Unanswered(Exception):
    """The child died, took too long, or could not be started."""


class Question(NamedTuple):
    line: bytes
    answer: "Future[bytes]"
    patience: float


class Questions:
    """Waiting questions: urgent ones first, and owners take turns within each rank."""

    def __init__(self) -> None:
        self._ranks: tuple[dict[Hashable, deque[Question]], ...] = ({}, {})

    def add(self, question: Question, owner: Hashable, *, urgent: bool) -> None:
        self._ranks[not urgent].setdefault(owner, deque()).append(question)

    def take(self, *, urgent: bool) -> Question | None:
        """Remove and return the next question of this rank; its owner's other questions go behind everyone else's."""
        rank = self._ranks[not urgent]
        for owner in rank:
            questions = rank.pop(owner)
            question = questions.popleft()
            if questions:
                rank[owner] = questions
            return question
        return None

    def take_all(self) -> list[Question]:
        """Remove and return all waiting questions."""
        waiting = [question for rank in self._ranks for questions in rank.values() for question in questions]
        for rank in self._ranks:
            rank.clear()
        return waiting

    def __len__(self) -> int:
        return sum(len(questions) for rank in self._ranks for questions in rank.values())


class Children:
    """Up to *most* of them, each running *command* in *folder*.

    An answer may take *patience* seconds. A child without questions lives *idle* seconds. If there are several, one
    stays free for urgent questions. *niceness*: up to 19, the lowest priority for the processor.
    """

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        *,
        most: int,
        patience: float = 20.0,
        idle: float = 180.0,
        niceness: int = 0,
    ) -> None:
        self.command, self.folder, self.most, self.patience, self.idle = tuple(command), folder, most, patience, idle
        self.niceness = niceness
        self._questions = Questions()
        self._changed = threading.Condition()
        self._threads = self._free = self._busy_with_others = 0
        self._ending = False

    def ask(self, line: bytes, *, owner: Hashable, urgent: bool, patience: float | None = None) -> "Future[bytes]":
        """Return the answer's line or raise `Unanswered`. Thread-safe. *line* has no newline. *patience*: for answers
        that take longer than usual.
        """
        question = Question(line, Future(), patience or self.patience)
        with self._changed:
            self._questions.add(question, owner, urgent=urgent)
            self._start_one_if_needed(len(self._questions))
            self._changed.notify()
        return question.answer

    def get_ready(self) -> None:
        """A question will come soon: start a child now."""
        with self._changed:
            self._start_one_if_needed(1)

    def end(self) -> None:
        """End all children. Waiting questions get `Unanswered`. A new question starts the children again."""
        with self._changed:
            self._ending = True
            waiting = self._questions.take_all()
            self._changed.notify_all()
            self._changed.wait_for(lambda: not self._threads, self.patience)
            self._ending = False
        for question in waiting:
            question.answer.set_exception(Unanswered("the children were let go"))

    def _start_one_if_needed(self, waiting: int) -> None:
        if self._free < waiting and self._threads < self.most:
            self._threads += 1
            self._free += 1
            threading.Thread(target=self._serve, name="answering", daemon=True).start()

    def _serve(self) -> None:
        """A child's thread: asks it the waiting questions until there are none."""
        child = _Child(self.command, self.folder, self.niceness)
        try:
            while (taken := self._wait_for_one()) is not None:
                question, urgent = taken
                try:
                    question.answer.set_result(child.answer(question.line, question.patience))
                except Unanswered as silent:
                    logger.warning("A child gave no answer: %s", silent)
                    question.answer.set_exception(silent)
                except Exception as error:
                    logger.exception("A child could not be asked")
                    question.answer.set_exception(Unanswered(str(error)))
                with self._changed:
                    self._free += 1
                    self._busy_with_others -= not urgent
                    self._changed.notify()
        finally:
            child.end()
            with self._changed:
                self._threads -= 1
                self._free -= 1
                if not self._ending:  # a question may have come while we ended
                    self._start_one_if_needed(len(self._questions))
                self._changed.notify_all()

    def _wait_for_one(self) -> tuple[Question, bool] | None:
        """The next question and whether it is urgent, or None if the child should end."""
        until = time.monotonic() + self.idle
        with self._changed:
            while not self._ending:
                for urgent in (True, False):
                    if not urgent and self._busy_with_others >= max(1, self.most - 1):
                        continue
                    if (question := self._questions.take(urgent=urgent)) is not None:
                        self._free -= 1
                        self._busy_with_others += not urgent
                        return question, urgent
                if (left := until - time.monotonic()) <= 0:
                    return None
                self._changed.wait(left)
        return None


class _Child:
    """One process. Starts when it gets a question and isn't running."""

    def __init__(self, command: Sequence[str], folder: Path, niceness: int) -> None:
        self._command, self._folder, self._niceness = command, folder, niceness
        self._process = self._started()

    def _started(self) -> "subprocess.Popen[bytes] | None":
        """The new process. None if it can't be started; then each question tries again."""
        try:
            process = subprocess.Popen(  # noqa: S603 - our own command
                self._command,
                cwd=self._folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C ends only the server; then the pipe closes, and the child ends
            )
        except OSError:
            logger.exception("No child could be started")
            return None
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process.pid, self._niceness)  # pages and moves come first
        return process

    def answer(self, line: bytes, patience: float) -> bytes:
        if self._process is None or self._process.poll() is not None:
            self.end()
            self._process = self._started()
        if self._process is None:
            raise Unanswered("no child could be started")
        try:
            return self._exchange(self._process, line, patience)
        except (OSError, Unanswered) as error:
            self.end()
            raise Unanswered(str(error)) from error

    @staticmethod
    def _exchange(process: "subprocess.Popen[bytes]", line: bytes, patience: float) -> bytes:
        assert process.stdin is not None
        assert process.stdout is not None
        until = time.monotonic() + patience
        process.stdin.write(line + b"\n")
        process.stdin.flush()
        answer = b""
        while not answer.endswith(b"\n"):
            there, _, _ = select.select([process.stdout], [], [], max(0.0, until - time.monotonic()))
            if not there:
                raise Unanswered(f"it was silent for {patience} seconds")
            more = os.read(process.stdout.fileno(), 65_536)
            if not more or len(answer) > LONGEST_ANSWER:
                raise Unanswered("it has died" if not more else "it doesn't stop talking")
            answer += more
        return answer[:-1]

    def end(self) -> None:
        """Kill the process and close its pipes."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
