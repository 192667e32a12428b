"""Engines: programs that play against our levels, a line for each question and each answer (docs/engines.md)."""

import json
import os
import select
import shlex
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from resource import RUSAGE_CHILDREN, getrusage
from time import monotonic
from typing import Any

import rules

from ..seen import SeatView
from .introduction import Introduction, Setting, introduction

PROTOCOL = 1
PATIENCE = 60.0  # seconds a move
LONGEST = 65_536  # bytes of an answer
FAREWELL = 1.0  # seconds to end after its input has ended


class EngineFailed(Exception):
    """An engine didn't make a legal move. The message names its command and says what happened."""

    def __init__(self, command: str, happened: str) -> None:
        super().__init__(command, happened)
        self.command = command
        self.happened = happened

    def __str__(self) -> str:
        return f"The engine `{self.command}` {self.happened}"


def question(view: SeatView, seed: str) -> dict[str, object]:
    """The question to an engine: the view of the seat to move, with the protocol's version and a seed."""
    fields = rules.to_json(view)
    assert isinstance(fields, dict)
    return {"protocol": PROTOCOL, "seed": seed, **fields}


@contextmanager
def running(
    command: str, seed: str, patience: float = PATIENCE, settings: Mapping[str, Setting] | None = None
) -> Iterator["Engine"]:
    """Start an engine, and end it with all that it started."""
    engine = Engine(command, seed, patience, settings or {})
    try:
        yield engine
    finally:
        engine.end()


class Engine:
    """A running engine, as a player. When it has ended, *seconds* is the CPU time it took.

    *introduced* is what it answered to our `hello`, which comes with the first question; None before, and for engines
    that don't say who they are.
    """

    def __init__(self, command: str, seed: str, patience: float, settings: Mapping[str, Setting]) -> None:
        self.command = command
        self.seed = seed
        self.patience = patience
        self.settings = settings
        self.seconds = 0.0
        self.introduced: Introduction | None = None
        self._more: dict[str, object] = {"hello": True} | self._set()
        try:
            # In a session of its own, so that Ctrl-C reaches only us, and `end` also reaches what it starts.
            self.program = subprocess.Popen(  # noqa: S603 - the user's own program
                shlex.split(command) or [""],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            raise EngineFailed(command, f"is no level, and doesn't start as a command: {why}") from None
        assert self.program.stdin is not None
        assert self.program.stdout is not None
        self._to, self._from = self.program.stdin, self.program.stdout

    def __call__(self, view: SeatView) -> str:
        asked = json.dumps(question(view, self.seed) | self._more, separators=(",", ":")).encode() + b"\n"
        try:
            line = self._answer(asked)
        except BrokenPipeError:
            raise self._ended() from None
        answer = self._read(line)
        if "hello" in self._more:
            self._meet(answer)
            self._more = self._set()
        return self._move(answer, line, view.round.legal)

    def _set(self) -> dict[str, object]:
        return {"settings": dict(self.settings)} if self.settings else {}

    def _meet(self, answer: Any) -> None:
        """Note who the engine is, and refuse settings that it doesn't have."""
        self.introduced = introduction(answer.get("engine") if isinstance(answer, Mapping) else None)
        if self.settings:
            if self.introduced is None:
                raise self._failed("has no settings: it answers `hello` with no name")
            if refusal := self.introduced.refusal(self.settings):
                raise self._failed(refusal)

    def end(self) -> None:
        """Close its input, give it a moment to finish, and kill what is left."""
        before = getrusage(RUSAGE_CHILDREN)
        self._to.close()
        try:
            with suppress(subprocess.TimeoutExpired):
                self.program.wait(FAREWELL)
        finally:
            with suppress(ProcessLookupError, PermissionError):  # nothing is left
                os.killpg(self.program.pid, signal.SIGKILL)
        self.program.wait()
        self._from.close()
        after = getrusage(RUSAGE_CHILDREN)
        self.seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime

    def _answer(self, asked: bytes) -> bytes:
        """Write the line *asked* and read one. Neither takes longer than our patience."""
        answer, until = b"", monotonic() + self.patience
        while b"\n" not in answer:
            left = until - monotonic()
            readable, writable, _ = select.select([self._from], [self._to] if asked else [], [], max(left, 0))
            if left < 0 or not (readable or writable):
                raise self._failed(f"didn't answer within {self.patience:g} s")
            if readable:
                part = os.read(self._from.fileno(), LONGEST)
                if not part:
                    raise self._ended()
                if asked:
                    raise self._failed(f"wrote something before it had a question: {_shown(part)}")
                answer += part
                if len(answer) > LONGEST:
                    raise self._failed(f"answered more than {LONGEST} bytes")
            else:
                asked = asked[os.write(self._to.fileno(), asked[: select.PIPE_BUF]) :]
        line, _, rest = answer.partition(b"\n")
        if rest:
            raise self._failed(f"answered more than one line: {_shown(answer)}")
        return line

    def _read(self, line: bytes) -> Any:
        if not line.strip():
            raise self._failed("answered with an empty line")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise self._failed(f"answered with a line that isn't JSON: {_shown(line)}") from None
        if isinstance(answer, Mapping) and "error" in answer:
            raise self._failed(f"answered with an error: {_shown(str(answer['error']))}")
        return answer

    def _move(self, answer: Any, line: bytes, legal: Sequence[str]) -> str:
        match answer:
            case {"move": str(move)} if move in legal:
                return move
            case {"move": move}:
                raise self._failed(f"made an illegal move: {_shown(json.dumps(move))}. Legal are: {'  '.join(legal)}")
        raise self._failed(f"answered without a move: {_shown(line)}")

    def _ended(self) -> EngineFailed:
        try:
            status = self.program.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            return self._failed("closed its input or output before it answered")
        how = f"exit status {status}" if status >= 0 else f"signal {-status}"
        return self._failed(f"ended before it answered ({how})")

    def _failed(self, happened: str) -> EngineFailed:
        return EngineFailed(self.command, happened)


def _shown(output: bytes | str) -> str:
    """On one short line."""
    text = output.decode(errors="replace") if isinstance(output, bytes) else output
    text = " ".join(text.split())
    return text if len(text) <= 100 else f"{text[:99]}…"
