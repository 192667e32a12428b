"""How far a long command is: what it says, where, how often, and when it is silent."""

import io
from threading import Event

import pytest

from common import progress
from common.progress import Progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def clock(monkeypatch):
    """The time in seconds, in a list."""
    now = [100.0]
    monkeypatch.setattr("common.progress.time.monotonic", lambda: now[0])
    return now


@pytest.fixture
def lines(monkeypatch):
    """`lines(out, looks)`: the command writes to *out*; its thread looks that often, then waits for the end."""

    def to(out, looks=1):
        waits, over = [], Event()

        class Waits(Event):
            def wait(self, seconds):
                waits.append(seconds)
                if len(waits) <= looks:
                    return False
                over.set()
                return super().wait()

        monkeypatch.setattr(progress, "Event", Waits)
        monkeypatch.setattr("common.progress.sys.stderr", out)
        return waits, over

    return to


def test_it_says_what_is_done_how_much_of_it_and_for_how_long(clock):
    played = Progress("Playing games", 40)
    assert str(played) == "Playing games: 0 of 40 (0 %), 0:00"
    clock[0] += 125
    played.step(12, "Playing Muggins")
    assert str(played) == "Playing Muggins: 12 of 40 (30 %), 2:05"
    unknown = Progress("Running games.0004")
    assert str(unknown) == "Running games.0004: 0:00"
    unknown.step(1234)
    assert str(unknown) == "Running games.0004: 1,234, 0:00"


def test_a_terminal_shows_it_every_second_and_is_clean_afterwards(clock, lines):
    out = Terminal()
    waits, over = lines(out)
    with Progress("Counting", 4):
        over.wait()
    assert waits == [1, 1]
    assert out.getvalue() == "\x1b7Counting: 0 of 4 (0 %), 0:00\x1b[K\x1b8\x1b[K"


def test_elsewhere_it_is_a_line_every_half_minute(clock, lines):
    out = io.StringIO()
    waits, over = lines(out, looks=2)
    with Progress("Counting", 4):
        over.wait()
    assert waits == [30, 30, 30]
    assert out.getvalue() == "Counting: 0 of 4 (0 %), 0:00\n" * 2


def test_a_short_command_and_verbosity_0_say_nothing(monkeypatch):
    out = Terminal()
    monkeypatch.setattr("common.progress.sys.stderr", out)
    assert list(Progress("Counting", 3, verbosity=0).along("abc")) == ["a", "b", "c"]
    assert not progress._running
    assert out.getvalue() == ""


def test_only_the_innermost_speaks(clock, lines):
    out = io.StringIO()
    with Progress("Migrating"):
        _waits, over = lines(out)
        with Progress("Copying rows", 10):
            over.wait()
    assert out.getvalue() == "Copying rows: 0 of 10 (0 %), 0:00\n"


def test_along_counts_each_item_and_ends_with_an_error():
    counted = Progress("Counting", 3)
    items = counted.along("abc")
    assert (next(items), counted.done) == ("a", 0)
    assert (next(items), counted.done) == ("b", 1)
    items.close()  # as an error in the loop does
    assert not progress._running
    assert not counted._thread.is_alive()
