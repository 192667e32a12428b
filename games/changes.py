"""What has changed at a table: one `Change` for each call of an action, told by `games.after_move`."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from games.models import Game
from games.tables import Table


class Kind(StrEnum):
    OFFERED = "offered"
    JOINED = "joined"
    LEFT = "left"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    STARTED = "started"
    MOVED = "moved"
    FINISHED = "finished"
    ABORTED = "aborted"
    ANNULLED = "annulled"


@dataclass(frozen=True, slots=True)
class Change:
    """What one action did to a game."""

    kind: Kind
    game_id: int
    public_id: str
    version: int  # of the game after it
    players: tuple[int | None, ...]  # user ids by seat
    turn: int | None  # the seat on turn after it
    new_turn: bool  # a turn has begun for that seat, be it after its own move
    deadline: datetime | None
    by: int | None  # user id; None: the clock, or the server
    rounds_over: int  # deals that ended with it
    now: datetime
    planned: int | None = None  # the id of the line of a plan that was played

    @property
    def sat_down(self) -> bool:
        """Whether it was somebody who sat down; a game may be over as soon as it is dealt."""
        return self.kind in {Kind.JOINED, Kind.STARTED} or (self.kind is Kind.FINISHED and not self.rounds_over)


def of_row(kind: Kind, game: Game, *, by: int | None, now: datetime) -> Change:
    """A change that isn't a move, of a game's row as it is now."""
    return Change(
        kind=kind,
        game_id=game.pk,
        public_id=game.public_id,
        version=game.version,
        players=tuple(game.seats.order_by("number").values_list("player_id", flat=True)),
        turn=game.turn,
        new_turn=kind is Kind.STARTED and game.turn is not None,
        deadline=game.deadline,
        by=by,
        rounds_over=0,
        now=now,
    )


def of_move(
    before: Table, after: Table, *, passed: bool, by: int | None, now: datetime, planned: int | None = None
) -> Change:
    """A move and all that followed; *passed*: a new turn has begun with it (`referee.turn_passed`)."""
    over = after.status == Game.Status.FINISHED
    assert before.running is not None
    assert after.running is not None
    ended = after.running.index - before.running.index + over
    return Change(
        kind=Kind.FINISHED if over else Kind.MOVED,
        game_id=after.game_id,
        public_id=after.public_id,
        version=after.version,
        players=after.players,
        turn=after.turn,
        new_turn=after.turn is not None and (bool(ended) or passed),
        deadline=after.deadline,
        by=by,
        rounds_over=ended,
        now=now,
        planned=planned,
    )
