"""Running games as this process remembers them: replayed once, then played on.

A `Table` is right for exactly one version of its game. Versions are unique and never rewritten,
so a remembered table can be old but never wrong; who writes checks the version in the database.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

import rules
from accounts.rest import Rest
from games.frame import Frame
from games.models import Game
from games.shuffle import Shuffle
from rulebook.time_control import TimeControl

TAIL = 60  # events kept for "since you last looked"


class Happened(NamedTuple):
    """A move as everybody may know of it: a drawn tile is not named. *version* is the game's after it."""

    version: int
    deal: int
    ply: int
    seat: int
    move: str
    by: str


class RoundOver(NamedTuple):
    """A line of the score sheet, written at *version*."""

    version: int
    line: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Running:
    """The deal on the table: its row, its index in the game from 0, and where it stands."""

    row_id: int
    index: int
    position: rules.Position
    by: tuple[str, ...] = ()  # who made each of its moves
    first_version: int = 0  # of the game, when dealt
    taken_back: int = 0  # … with which moves of it were taken back last; 0: none were


@dataclass(frozen=True, slots=True)
class Table:
    """A game at one version; *running* is None until it has started, and the last deal once it is over."""

    game_id: int
    public_id: str
    version: int
    status: str
    control: TimeControl
    deadline: datetime | None
    last_moment: datetime | None
    players: tuple[int | None, ...]  # user ids by seat
    queues: tuple[str | None, ...]  # by seat: under which name they wait for a mind (`accounts.models.User.queue`)
    rests: tuple[Rest, ...]  # by seat
    banks: tuple[int | None, ...]  # by seat: milliseconds when its turn begins or began
    frame: Frame
    shuffle: Shuffle
    running: Running | None = None
    tail: tuple[Happened | RoundOver, ...] = ()  # the newest events

    @property
    def computers(self) -> tuple[str | None, ...]:
        """By seat: the level of a computer of ours that sits there."""
        return tuple(place.computer for place in self.frame.seats)

    @property
    def turn_levels(self) -> tuple[str | None, ...]:
        """By seat: the level of the computer that plays its turns, be it that it sits there or that it stands in."""
        return tuple(place.computer or place.stand_in for place in self.frame.seats)

    @property
    def turn(self) -> int | None:
        return self.running.position.turn if self.running and self.status == Game.Status.PLAYING else None

    def is_time_up(self, now: datetime) -> bool:
        """Whether the game's last moment has come."""
        return self.last_moment is not None and self.last_moment <= now

    def stands_as_at(self, version: int) -> bool:
        """Whether the tiles lie as they did then: no move has been made or taken back since, whatever else was."""
        if self.version == version or self.running is None:
            return self.version == version
        newest = self.tail[-1].version if self.tail else 0
        return max(newest, self.running.first_version, self.running.taken_back) <= version < self.version

    def seat_of(self, player: int | None) -> int | None:
        """Where the user sits at this version; None for watchers and strangers.

        Ask it of the very table that is shown or played on: before the start a seat may change hands.
        """
        return self.players.index(player) if player is not None and player in self.players else None
