"""Tournaments of the demo: one finished, a cup and an arena that run, and one that takes entries."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import User
from common import queues
from games.models import Game
from games.settling import ends
from tournaments.entries import entering
from tournaments.life import making
from tournaments.life.steps import steps
from tournaments.models import TableOf, Tournament
from tournaments.rounds.games import starts
from tournaments.rounds.rankings import rankings

TERMS = {
    "seating": "duel", "seats": 2, "pace": "usual", "end": "rounds:1", "rated": False, "deals": 2, "round_days": 21,
    "least": 4, "most": 6,
}  # fmt: skip
TO_THE_END = 3_000  # moves; no game has so many
FEW = 3


def add(people: Sequence[User], play: Callable[[Game, int], None]) -> None:
    """Hold them with these people; *play* makes that many moves in a game."""
    finished = _held(people[:6], format="cup", variant="muggins", group_size=6)
    _play(finished, play, TO_THE_END)
    running = _held(people[:6], format="cup", variant="brettspielnetz", group_size=6)
    _play(running, play, FEW)
    arena = _held(people[2:10], format="arena", variant="block", at_once=2, most=8)
    _play(arena, play, FEW)
    _opened(people[:4], format="swiss", variant="draw", rounds=5, deals=4, round_days=14, most=64)


def _opened(people: Sequence[User], **terms: object) -> Tournament:
    now = timezone.now()
    tournament = making.store(Tournament(**(TERMS | {"entries_end": now + timedelta(days=3)} | terms)), now)
    for person in people:
        entering.enter(public_id=tournament.public_id, player=person, now=now)
    return tournament


def _held(people: Sequence[User], **terms: object) -> Tournament:
    """A tournament that has begun, because it's full."""
    tournament = _opened(people, **terms)
    _work(timezone.now() + timedelta(seconds=10))
    return tournament


def _play(tournament: Tournament, play: Callable[[Game, int], None], moves: int) -> None:
    for table in TableOf.objects.filter(pairing__round__tournament=tournament).select_related("game"):
        play(table.game, moves)
    _work(timezone.now() + timedelta(minutes=2))


def _work(now: datetime) -> None:
    """What workers do of tournaments until then."""
    while sum(queues.drain(queue, now) for queue in (ends, steps, starts, rankings)):
        pass
