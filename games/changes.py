"""Changes of a game: one `Change` per call of an action, passed on by `games.after_move`."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from games.models import Ask, Game
from games.positions.tables import Table


class Kind(StrEnum):
    OFFERED = "offered"
    JOINED = "joined"
    LEFT = "left"
    DECLINED = "declined"  # a rematch, by a player who was asked
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    STARTED = "started"
    MOVED = "moved"
    STOOD_IN = "stood_in"  # a player ran out of time, and a computer plays for them
    CAME_BACK = "came_back"  # they play themselves again
    TAKEN_BACK = "taken_back"
    ASKED = "asked"  # one of two players asks the other for something (`games.models.Ask`); the version stays
    REFUSED = "refused"  # an ask was declined or withdrawn; the version stays
    AGREED = "agreed"  # two players paused their game or went on, or one got more time
    FINISHED = "finished"
    ABORTED = "aborted"
    ANNULLED = "annulled"


@dataclass(frozen=True, slots=True)
class Asked:
    """An ask, for notifications. *hidden*: only its player may know of it."""

    id: int
    seat: int
    kind: str
    answer: str
    until: datetime | None
    seconds: int | None
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """The effect of one action on a game."""

    kind: Kind
    game_id: int
    public_id: str
    version: int  # of the game, after the change
    players: tuple[int | None, ...]  # user ids by seat
    computers: tuple[str | None, ...]  # by seat: the level, if one of our computers has the seat
    turn_levels: tuple[str | None, ...]  # by seat: the level of the computer that plays its turns
    with_computers: bool  # a computer plays in the game, or did until this change
    turn: int | None  # the seat to move, after the change
    new_turn: bool  # that seat started a new turn, even if it moved before
    deadline: datetime | None
    by: int | None  # user id; None: the clock, or the server
    rounds_over: int  # deals that ended with the change
    now: datetime
    planned: int | None = None  # id of the plan's line that was played
    missed: int | None = None  # user id of a player who ran out of time, so that we moved for them
    missed_left: int = 0  # in how many more turns in a row we would move for them
    appointed: bool = False  # the start of a game for which the server chose the opponents
    ask: Asked | None = None  # what was asked or agreed

    @property
    def is_plain_move(self) -> bool:
        """A move that ends no deal."""
        return self.kind is Kind.MOVED and not self.rounds_over

    @property
    def people(self) -> tuple[int | None, ...]:
        """User ids by seat, None for computers: the people to notify."""
        if not any(self.computers):
            return self.players
        return tuple(None if level else id_ for id_, level in zip(self.players, self.computers, strict=True))

    @property
    def awaited(self) -> int | None:
        """The user id of the person whose turn it is; None if a computer plays it or nobody has the turn."""
        return None if self.turn is None or self.turn_levels[self.turn] else self.players[self.turn]

    @property
    def sat_down(self) -> bool:
        """Whether a player joined. Their game may start at once, or even finish with its first deal."""
        return self.kind in {Kind.JOINED, Kind.STARTED} or (self.kind is Kind.FINISHED and not self.rounds_over)


def of_row(kind: Kind, game: Game, *, by: int | None, now: datetime, ask: Ask | None = None) -> Change:
    """A change that isn't a move, from the current row of its game."""
    seated = list(game.seats.order_by("number").values_list("player_id", "player__bot_level", "stand_in"))
    return Change(
        kind=kind,
        game_id=game.pk,
        public_id=game.public_id,
        version=game.version,
        players=tuple(player for player, _level, _stand_in in seated),
        computers=tuple(level or None for _player, level, _stand_in in seated),
        turn_levels=tuple(level or stand_in or None for _player, level, stand_in in seated),
        with_computers=any(level or stand_in for _player, level, stand_in in seated),
        turn=game.turn,
        new_turn=kind is Kind.STARTED and game.turn is not None,
        deadline=game.deadline,
        by=by,
        rounds_over=0,
        now=now,
        appointed=game.appointed,
        ask=asked(ask),
    )


def asked(ask: Ask | None) -> Asked | None:
    if ask is None:
        return None
    return Asked(ask.pk, ask.seat, ask.kind, ask.answer, ask.until, ask.seconds, ask.hidden)


def of_move(
    before: Table,
    after: Table,
    *,
    passed: bool,
    by: int | None,
    now: datetime,
    planned: int | None = None,
    missed_by: int | None = None,
) -> Change:
    """A move and the forced moves after it.

    *passed*: a new turn started (`referee.turn_passed`).
    *missed_by*: the seat that ran out of time and that we moved for.
    """
    over = after.status == Game.Status.FINISHED
    assert before.running is not None
    assert after.running is not None
    missed = None if missed_by is None else after.frame.seats[missed_by].missed
    ended = after.running.index - before.running.index + over
    return Change(
        kind=Kind.FINISHED if over else Kind.MOVED,
        game_id=after.game_id,
        public_id=after.public_id,
        version=after.version,
        players=after.players,
        computers=after.computers,
        turn_levels=after.turn_levels,
        with_computers=any(before.turn_levels),  # a player may return with this very move
        turn=after.turn,
        new_turn=after.turn is not None and (bool(ended) or passed),
        deadline=after.deadline,
        by=by,
        rounds_over=ended,
        now=now,
        planned=planned,
        missed=None if missed_by is None else after.players[missed_by],
        missed_left=max(0, (after.control.misses_most or 0) - (missed or 0)),
    )


def of_taken_back(
    before: Table, after: Table, *, by: int, now: datetime, passed: bool = True, ask: Ask | None = None
) -> Change:
    """Moves of the running deal were taken back: it's the turn of the player who made the first of them.

    *passed*: it's a new turn, not the one that ran already.
    """
    change = of_move(before, after, passed=passed, by=by, now=now)
    return replace(change, kind=Kind.TAKEN_BACK, ask=asked(ask))
