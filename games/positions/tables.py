"""The types of games in this process's memory (`games.positions.memory`).

A `Table` describes exactly one version of its game. Versions are unique and never rewritten, so a remembered table can
be old but never wrong. Writers check the version in the database.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

import rules
from accounts.rest import Rest
from games.models import Game, Move, Seat
from games.positions.frame import Frame, SeatFrame
from games.positions.shuffle import Shuffle
from rulebook.score_sheet import ScoreLine
from rulebook.time_control import TimeControl

TAIL = 60  # events kept for "since you last looked"
TILES_BEHIND = 2  # more tiles than another side; one tile can come from the order of play


@dataclass(frozen=True, slots=True)
class Happened:
    """A move. *version* is the game's version after it."""

    # as everyone may see it, without the name of a drawn tile

    version: int
    deal: int
    ply: int
    seat: int
    move: str
    by: Annotated[str, Move.By]


@dataclass(frozen=True, slots=True)
class RoundOver:
    """A line of the score sheet, written at *version*."""

    version: int
    line: ScoreLine


@dataclass(frozen=True, slots=True)
class Running:
    """The current deal: the key of its row, its index in the game from 0, and its position."""

    row_id: int
    index: int
    position: rules.Position
    by: tuple[str, ...] = ()  # `Move.By` of each of its moves
    first_version: int = 0  # of the game, when dealt
    taken_back: int = 0  # the version that last took back moves of this deal; 0: none


@dataclass(frozen=True, slots=True)
class Table:
    """A game at one version. *running* is None before the start, and the last deal after the end."""

    game_id: int
    public_id: str
    version: int
    status: str
    control: TimeControl
    deadline: datetime | None
    last_moment: datetime | None
    players: tuple[int | None, ...]  # user ids by seat
    queues: tuple[str | None, ...]  # by seat: the queue for computer moves (`accounts.models.User.queue`)
    rests: tuple[Rest, ...]  # by seat
    banks: tuple[int | None, ...]  # by seat: milliseconds at the start of its turn
    frame: Frame
    shuffle: Shuffle
    running: Running | None = None
    tail: tuple[Happened | RoundOver, ...] = ()  # the newest events

    @property
    def computers(self) -> tuple[str | None, ...]:
        """By seat: the level, if one of our computers has the seat."""
        return tuple(place.computer for place in self.frame.seats)

    @property
    def turn_levels(self) -> tuple[str | None, ...]:
        """By seat: the level of the computer that plays its turns, for itself or for a player who is away."""
        return tuple(place.computer or place.stand_in for place in self.frame.seats)

    @property
    def turn(self) -> int | None:
        return self.running.position.turn if self.running and self.status == Game.Status.PLAYING else None

    @property
    def seated(self) -> list[int]:
        """The user ids of the players."""
        return [player for player in self.players if player is not None]

    def is_time_up(self, now: datetime) -> bool:
        """Whether the game has reached its time limit."""
        return self.last_moment is not None and self.last_moment <= now

    def is_late(self, now: datetime) -> bool:
        """Whether the player to move has run out of time, or the game has reached its time limit."""
        return self.is_time_up(now) or (self.deadline is not None and self.deadline <= now)

    def stands_as_at(self, version: int) -> bool:
        """Whether the position is the same as at *version*: no move was made or taken back since."""
        if self.version == version or self.running is None:
            return self.version == version
        newest = self.tail[-1].version if self.tail else 0
        return max(newest, self.running.first_version, self.running.taken_back) <= version < self.version

    def seat_of(self, player: int | None) -> int | None:
        """The user's seat at this version; None for watchers and visitors.

        Call it on the table that you show or change, because a seat can get another player before the start.
        """
        return self.players.index(player) if player is not None and player in self.players else None

    def worst_first(self, places: Iterable[SeatFrame]) -> list[SeatFrame]:
        """*places* in the order in which they leave a game without people: those furthest behind by points first."""
        assert self.running is not None
        sign = -1 if self.running.position.rules.goal == "low" else 1
        return sorted(places, key=lambda place: sign * self.frame.totals[place.side])

    def standing(self, seat: int) -> Seat.Stood:
        """How the side of *seat* stands by points, including the current round; if equal, by its number of tiles.

        Everyone can see both numbers. If the player of *seat* leaves, this later decides what the game counts.
        """
        assert self.running is not None
        position, side = self.running.position, self.frame.seats[seat].side
        low = position.rules.goal == "low"
        points = [-total if low else total for total in position.totals]
        tiles = [0] * len(points)
        for place in self.frame.seats:
            tiles[place.side] += position.hands[place.seat].bit_count()
        others = set(range(len(points))) - {side, *(place.side for place in self.frame.seats if place.left)}
        lead = min((points[side] - points[other] for other in others), default=0)
        if lead == 0:
            lead = min((tiles[other] - tiles[side] for other in others), default=0)
            lead = 0 if abs(lead) < TILES_BEHIND else lead
        return Seat.Stood.LEVEL if lead == 0 else Seat.Stood.AHEAD if lead > 0 else Seat.Stood.BEHIND
