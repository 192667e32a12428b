"""Works off queues, as workers do. Each returns how many rows were taken up."""

from datetime import datetime, timedelta

from bots.thinking import turns
from common import database, queues
from common.queues import Meanwhile, Outcome
from games.settling import ends
from learn.analysis.analysing import analyses
from learn.puzzles.stock import sources
from moderation.actions import decisions
from notices.digest import digests
from notices.outbox import deliveries, notices
from plans.turns import planned_turns

LEFT = timedelta(seconds=2)  # then turns of computers are left over


def to_its_end(outcome: Outcome) -> None:
    """Go on with a row's work whenever it waits for an answer, which is there, or pauses."""
    while isinstance(outcome, Meanwhile):
        database.let_go()
        outcome = outcome.then()


def play_plans(now: datetime) -> int:
    return queues.drain(planned_turns, now)


def play_computers(now: datetime) -> int:
    """What is left over two seconds after it was due."""
    return queues.drain(turns, now - LEFT)


def settle_due(now: datetime) -> int:
    return queues.drain(ends, now)


def analyse(now: datetime) -> int:
    return queues.drain(analyses, now)


def find_puzzles(now: datetime) -> int:
    return queues.drain(sources, now)


def carry_out(now: datetime) -> int:
    return queues.drain(decisions, now)


def prepare(now: datetime) -> int:
    """Give due notifications their deliveries."""
    return queues.drain(notices, now)


def prepare_digests(now: datetime) -> int:
    return queues.drain(digests, now)


def send(now: datetime) -> int:
    return queues.drain(deliveries, now)


def sweep(now: datetime) -> int:
    """Prepare and send whatever is due."""
    return prepare(now) + prepare_digests(now) + send(now)
