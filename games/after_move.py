"""What follows a change of a game, and who is asked before one: the list `GAMES` of the module that the settings name
(`FOLLOWERS`), in its order. The games know nobody of them.
"""

from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.models import User
from common import metrics
from common.failures import logged
from games.changes import Change, Kind
from games.models import Game

Next = Callable[[], Iterable[Change]]  # does something more; the changes it made, of which nobody has been told yet


@dataclass(frozen=True, slots=True)
class Below:
    """Paragraphs below a game as text, written on demand. They stay the same while *edition* does."""

    edition: Hashable
    written: Callable[[], Iterable[str]]


class FollowsGames:
    """Base class for rooms that react to changes of a game. Override only the hooks you need."""

    kinds: frozenset[Kind] = frozenset(Kind)  # of changes it is told of …
    only_with_computers = False  # … where a computer plays or stands in, not of those among people

    def stored(self, change: Change) -> None:
        """In the transaction of the change: what is written is stored with it or not at all; an exception undoes it."""

    def stored_together(self, changes: Sequence[Change]) -> None:
        """The same of moves in several games at once, none of which ends a deal."""
        for change in changes:
            self.stored(change)

    def committed(self, change: Change) -> Iterable[Next]:
        """After it: the change stands, and errors are logged. Return the work to do next."""
        return ()

    def settled(self, game: Game) -> None:
        """Soon after the game has finished, once: in a transaction of its own, which holds the game's row. The game is
        found with its seats and players as they are by then; who was deleted meanwhile is told nothing. What the open
        boards are told of it waits for the commit (`transaction.on_commit`).
        """

    def joining(self, game: Game, player: User, seated: Collection[int], by: User) -> None:
        """*player* is about to sit down with those *seated* (user ids), or *by* keeps a seat for them, and reads the
        refusal. Raise `Forbidden` or `NotNow` to refuse.
        """

    def have_met_enough(self, sides: Mapping[int, int], now: datetime) -> bool:
        """A rated game of these players begins, whose *sides* stand by user id: whether it is to be unrated, as they
        have met often enough. Asked in the transaction in which it begins.
        """
        return False

    def offering(self, request: HttpRequest, seats: int) -> None:
        """A page is about to set a table with so many *seats* for people; its form may have more of yours. Raise a
        refusal, and none is set.
        """

    def offered(self, request: HttpRequest, game: Game) -> None:
        """… and the table is set."""

    def kept_apart(self, user: User) -> Iterable[int]:
        """The ids of those whose tables the user isn't shown."""
        return ()

    def desk(self, user_id: int) -> dict[str, Any]:
        """What else the user's open pages show beside how many games wait."""
        return {}

    def waiting_events(self, user_id: int) -> Iterable[dict[str, Any]]:
        """Everything that waits for the user, for their program that has just connected."""
        return ()

    def beside_records(self, games: Collection[int]) -> Mapping[int, dict[str, Any]]:
        """What else an export tells of these games (ids), beside their records: fields by game."""
        return {}

    def below_text(self, game: Game) -> Below | None:
        """What a game as text ends with."""
        return None

    def before_deadlines(self, now: datetime) -> int:
        """Do what must be tried before the clock looks; how much that was."""
        return 0

    def spared(self) -> QuerySet[Any] | None:
        """The keys of games whose turn is about to be played for somebody: the clock waits for that."""
        return None


def followers() -> tuple[FollowsGames, ...]:
    found: tuple[FollowsGames, ...] = import_module(settings.FOLLOWERS).GAMES
    return found


def may_join(game: Game, player: User, seated: Collection[int], *, by: User) -> None:
    """Raises the refusal of the first who has something against it."""
    for follower in followers():
        follower.joining(game, player, seated, by)


def have_met_enough(sides: Mapping[int, int], now: datetime) -> bool:
    return any(follower.have_met_enough(sides, now) for follower in followers())


def may_offer(request: HttpRequest, seats: int) -> None:
    """Raises the refusal of the first who has something against the table that is about to be set."""
    for follower in followers():
        follower.offering(request, seats)


def offered(request: HttpRequest, game: Game) -> None:
    for follower in followers():
        follower.offered(request, game)


def stored(change: Change) -> Change:
    """Inside the transaction of the change."""
    for follower in followers():
        if _concerns(follower, change):
            follower.stored(change)
    return change


def _concerns(follower: FollowsGames, change: Change) -> bool:
    return change.kind in follower.kinds and (not follower.only_with_computers or change.with_computers)


def stored_together(changes: Sequence[Change]) -> Sequence[Change]:
    """Inside the transaction of moves, none of which ends a deal."""
    for follower in followers():
        if told := [change for change in changes if _concerns(follower, change)]:
            follower.stored_together(told)
    return changes


def beside_records(games: Collection[int]) -> dict[int, dict[str, Any]]:
    """What all rooms know of these games besides, by game."""
    told: dict[int, dict[str, Any]] = {game: {} for game in games}
    for follower in followers():
        for game, fields in follower.beside_records(games).items():
            told[game] |= fields
    return told


def below_texts(game: Game) -> list[Below]:
    """That of all rooms which have something to tell."""
    return [below for follower in followers() if (below := follower.below_text(game)) is not None]


def settled(game: Game) -> None:
    """The same of a finished game (`games.settling`)."""
    for follower in followers():
        follower.settled(game)


def committed(*changes: Change) -> None:
    """After the commit. When all have heard, what they want done next is done and told of, until nothing is left."""
    untold = deque(changes)
    while untold:
        change = untold.popleft()
        metrics.changes.labels(change.kind.value).inc()
        what, wanted = f"After {change.kind} of game {change.public_id}", list[Next]()
        for follower in followers():
            if _concerns(follower, change):
                with logged(what):
                    wanted.extend(follower.committed(change))
        for do in wanted:
            with logged(what):
                untold.extend(do())
