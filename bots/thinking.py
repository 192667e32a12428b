"""Plays a computer's turn: claim it, show a mind what its seat sees, and play the answer with the action for all moves.

Any process can do that, and another one can start again, because a move names the version it was chosen for.
"""

import logging
from collections.abc import Hashable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac

import mind
from accounts.models import User
from bots.models import Turn
from common import database, refusals
from common.processes.failures import logged
from games import memory
from games.actions import leave_absent, play_move
from games.actions.move import resign_game
from games.models import Move
from games.shown import table_view
from games.tables import Table
from minds import pool as minds
from minds.children import Unanswered

logger = logging.getLogger(__name__)
CLAIMED = timedelta(seconds=6)  # then another process may play the turn of a killed one
LEFT_OVER = timedelta(seconds=2)  # then a turn is left over: the process that stored it should have claimed it
MOST_TRIES = 3  # then the plain level plays, in this process
AT_ONCE = 100  # turns read at a time
PLAIN = User.Level.SOLID  # the best level that imagines no worlds; takes microseconds


@dataclass(frozen=True, slots=True)
class Due:
    """A turn to be played. *at*: the value in its row; *tries*: how often it was claimed before."""

    game_id: int
    public_id: str
    version: int
    began: datetime
    at: datetime
    tries: int = 0

    @property
    def key(self) -> str:
        """The key of its move, so that two processes can't make it twice."""
        return f"computer-{self.game_id}-{self.version}"


@dataclass(frozen=True, slots=True)
class Asked:
    """The table at a computer's turn, and the answer to come."""

    table: Table
    seat: int
    answer: "Future[bytes] | None"  # None: no mind was asked, because that failed too often


_under_way: set[str] = set()  # keys of the turns this process thinks about; many may wait for few minds


def due(until: datetime) -> list[Due]:
    """The turns that any process may claim, oldest first."""
    turns = Turn.objects.filter(at__lte=until).select_related("game").order_by("at")
    return [
        Due(turn.game_id, turn.game.public_id, turn.version, turn.began, turn.at, turn.tries)
        for turn in turns[:AT_ONCE]
    ]


def claim(turn: Due, now: datetime) -> bool:
    """Whether we won the turn. Another process may have claimed it, or the game may have changed."""
    if turn.key in _under_way:
        return False
    free = Turn.objects.filter(game=turn.game_id, version=turn.version, at=turn.at)
    ours = bool(free.update(at=now + CLAIMED, tries=F("tries") + 1))
    if ours:
        hold(turn)
    return ours


def hold(turn: Due) -> None:
    """The turn is ours: claimed, or stored as claimed. Call `begin` next."""
    _under_way.add(turn.key)


def begin(turn: Due) -> Asked | None:
    """Ask a mind what to play at a turn that is ours. None if there is nothing to choose any more."""
    asked = None
    try:
        asked = _begin(turn)
    finally:
        if asked is None:
            _under_way.discard(turn.key)
    return asked


def _begin(turn: Due) -> Asked | None:
    table = memory.table_at(turn.public_id, turn.version)
    if table.turn is None or not table.stands_as_at(turn.version) or table.turn_levels[table.turn] is None:
        Turn.objects.filter(game=turn.game_id, version=turn.version).delete()
        return None
    if not people_left(table):
        end_without_people(table)
        return None
    seat = table.turn
    if turn.tries >= MOST_TRIES:
        return Asked(table, seat, None)
    level = table.turn_levels[seat] or PLAIN
    view = table_view.view(table, seat)
    return Asked(table, seat, minds.ask_for_a_move(view, level=level, seed=seed_of(turn), owner=whose(table)))


def finish(turn: Due, asked: Asked) -> None:
    """Play the answer. If it isn't a legal move, play what the plain level chooses."""
    try:
        _finish(turn, asked)
    finally:
        _under_way.discard(turn.key)


def _finish(turn: Due, asked: Asked) -> None:
    for text in _choices(turn, asked):
        try:
            _play(turn, asked, text)
        except refusals.Refused as refused:
            now = memory.current(turn.public_id)
            if now.turn is None or not now.stands_as_at(turn.version) or now.turn_levels[asked.seat] is None:
                logger.info("A computer's move in game %s was not made: %s", turn.public_id, refused.code)
                return  # the game has changed, and its new turn has a row of its own
            logger.exception("A mind's answer in game %s is no legal move: %s", turn.public_id, text)
        else:
            return


def _choices(turn: Due, asked: Asked) -> Iterator[str]:
    """The move to play, then others in case it is refused."""
    if asked.answer is not None:
        database.let_go()
        try:
            yield minds.move_of(asked.answer.result(timeout=CLAIMED.total_seconds()))
        except (Unanswered, minds.NoMove, TimeoutError) as silent:
            logger.warning("No mind answered in game %s: %s", turn.public_id, silent)
    view = table_view.view(asked.table, asked.seat)
    try:
        yield mind.choose(view, PLAIN, seed_of(turn))
    except Exception:
        logger.exception("The plain level failed in game %s", turn.public_id)
    yield from view["round"]["legal"][:1]


def _play(turn: Due, asked: Asked, text: str) -> None:
    play_move(
        public_id=turn.public_id,
        seat=asked.seat,
        text=text,
        version=asked.table.version,
        key=turn.key,
        by=Move.By.BOT,
    )


def seed_of(turn: Due) -> str:
    """The seed for a computer's choice: the same in every process, secret, and different for every turn."""
    return salted_hmac("bots", f"{turn.public_id}/{turn.version}").hexdigest()


def whose(table: Table) -> Hashable:
    """The owner of a mind's work for this game: games of one person wait for each other, not for those of others. All
    guests of one address count as one person.
    """
    people = [queue for queue, level in zip(table.queues, table.computers, strict=True) if level is None]
    return people[0] if people else table.game_id


# ---- A game without people -----------------------------------------------------------------------


def people_left(table: Table) -> bool:
    """Whether a person still plays, without a computer standing in for them."""
    return any(place.is_there for place in table.frame.seats)


def end_without_people(table: Table) -> None:
    """End a game that only computers would play on. First the absent people leave, then the computers, until the game
    ends; the one with most points stays.
    """
    leave_absent(public_id=table.public_id, now=timezone.now())
    if people_left(memory.current(table.public_id)):  # somebody has come back meanwhile
        return
    totals = table.frame.totals
    players = User.objects.in_bulk([player for player in table.players if player is not None])
    for place in sorted(table.frame.seats, key=lambda place: totals[place.side]):
        player = table.players[place.seat]
        try:
            if place.computer and not place.left and player is not None:
                resign_game(public_id=table.public_id, player=players[player])
        except refusals.NotNow:  # the game has ended
            return


# ---- Turns that were left over --------------------------------------------------------------------


def play_due(now: datetime) -> int:
    """Play turns that were left over, because a process or child was killed or no process thinks. Returns how many it
    took up.
    """
    done = 0
    while taken := [each for turn in due(now - LEFT_OVER) if (each := _taken_up(turn, now))]:
        done += len(taken)
        for turn, asked in taken:
            with logged(f"At a computer's turn in game {turn.public_id}"):
                if asked is not None:
                    finish(turn, asked)
    return done


def _taken_up(turn: Due, now: datetime) -> tuple[Due, Asked | None] | None:
    """Claim the turn and ask what to play; None if another process was quicker."""
    with logged(f"At a computer's turn in game {turn.public_id}"):
        if claim(turn, max(now, timezone.now())):
            return turn, begin(turn)
    return None
