"""Hooks by which other rooms react to games, so that games import none of them.

The setting `FOLLOWERS` names a module; its list `GAMES` has the followers, in the order in which we call them.
"""

from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib import import_module
from types import ModuleType

from django.conf import settings
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from accounts.models import User
from common import metrics
from common.processes.failures import logged
from games.changes import Change, Kind
from games.clocks.lost_time import LostTime
from games.models import Game

Next = Callable[[], Iterable[Change]]  # does follow-up work; returns changes still to be announced


@dataclass(frozen=True, slots=True)
class Below:
    """Paragraphs below the text of a game, written on demand. The same *edition* means the same text."""

    edition: Hashable
    written: Callable[[], Iterable[str]]


@dataclass(frozen=True, slots=True)
class HostsRated:
    """Which hosts: with a rating from *least* to *most*, or near that of a player (user id); None doesn't count."""

    least: int | None = None
    most: int | None = None
    near: int | None = None


class FollowsGames:
    """Base class for rooms that react to changes of a game. Override only the hooks you need."""

    kinds: frozenset[Kind] = frozenset(Kind)  # the changes it hears about
    only_with_computers = False  # only in games with a computer

    def stored(self, changes: Sequence[Change]) -> None:
        """Runs in the transaction of one change, or of moves of several games that end no deal. Your rows are stored
        with them or not at all; an exception undoes all.
        """

    def committed(self, change: Change) -> Iterable[Next]:
        """Runs after the commit. The change stays even if you fail; we log errors. Return work to do next."""
        return ()

    def settled(self, game: Game) -> None:
        """Runs once, soon after the game finished, in its own transaction, which locks the game's row.

        *game* comes with its current seats and players; some may have been deleted meanwhile. Notify boards only after
        the commit (`transaction.on_commit`).
        """

    def joining(self, game: Game, player: User, seated: Collection[int], by: User) -> None:
        """Called before *player* joins the *seated* players (user ids), or before *by* reserves a seat for them.

        Raise `Forbidden` or `NotNow` to block it; *by* sees the message.
        """

    def have_met_enough(self, sides: Mapping[int, int], now: datetime) -> bool:
        """Whether a rated game that starts now should be unrated, because these players have met often enough.

        *sides* has the side of each player by user id. Called in the transaction that starts the game.
        """
        return False

    def offering(self, request: HttpRequest, seats: int) -> None:
        """Called before a page creates a game with this many *seats* for people; its form may have your fields.

        Raise a refusal to block it.
        """

    def offered(self, request: HttpRequest, game: Game) -> None:
        """Called after a page has created the game."""

    def of_hosts_rated(self, games: QuerySet[Game], hosts: HostsRated) -> QuerySet[Game]:
        """Only the *games* whose host has such a rating in that kind of game."""
        return games

    def desk(self, user_id: int) -> dict[str, object]:
        """More fields for the user's open pages, next to the number of games where it's their turn.

        The request that causes them may be somebody else's, so words need the user's own language.
        """
        return {}

    def waiting_events(self, user_id: int) -> Iterable[dict[str, object]]:
        """Events that wait for the user, for a program that has just connected for them."""
        return ()

    def next_game(self, user_id: int, after: str) -> str | None:
        """The game (public id) that the user should play after that one, before those with less time left. None if you
        don't know.
        """
        return None

    def beside_records(self, games: Collection[int]) -> Mapping[int, dict[str, object]]:
        """More fields for these games (ids) in an export, by game."""
        return {}

    def below_text(self, game: Game) -> Below | None:
        """Paragraphs to put below the text of the game, or None."""
        return None

    def before_deadlines(self, now: datetime) -> int:
        """Work to do before the clock looks for deadlines. Returns how many things you did."""
        return 0

    def time_lost(self, lost: LostTime) -> Collection[int]:
        """People lost time by an outage: move your deadlines on, in its transaction. Returns the keys of games whose
        last moment moves with them, whenever it is.
        """
        return ()

    def spared(self) -> QuerySet[Model, int] | None:
        """The keys of games whose turn you are about to play. The clock skips these."""
        return None


def followers() -> tuple[FollowsGames, ...]:
    site_followers: tuple[FollowsGames, ...] = _site_followers().GAMES
    return site_followers


@cache  # finding an imported module takes as long as a small follower
def _site_followers() -> ModuleType:
    return import_module(settings.FOLLOWERS)


def may_join(game: Game, player: User, seated: Collection[int], *, by: User) -> None:
    """Raise the first follower's refusal, if any."""
    for follower in followers():
        follower.joining(game, player, seated, by)


def stored(change: Change) -> Change:
    """Call inside the transaction of the change."""
    return all_stored([change])[0]


def all_stored(changes: Sequence[Change]) -> Sequence[Change]:
    """`stored` for one change, or for moves of several games that end no deal."""
    for follower in followers():
        if relevant := [change for change in changes if _concerns(follower, change)]:
            follower.stored(relevant)
    return changes


def _concerns(follower: FollowsGames, change: Change) -> bool:
    return change.kind in follower.kinds and (not follower.only_with_computers or change.with_computers)


def beside_records(games: Collection[int]) -> dict[int, dict[str, object]]:
    """The followers' fields for these games, by game."""
    values: dict[int, dict[str, object]] = {game: {} for game in games}
    for follower in followers():
        for game, fields in follower.beside_records(games).items():
            values[game] |= fields
    return values


def committed(*changes: Change) -> None:
    """Call after the commit. Tells all followers, then does their follow-up work and tells them of that, too."""
    untold = deque(changes)
    while untold:
        change = untold.popleft()
        metrics.changes.labels(change.kind.value).inc()
        what, more = f"After {change.kind} of game {change.public_id}", list[Next]()
        for follower in followers():
            if _concerns(follower, change):
                with logged(what):
                    more.extend(follower.committed(change))
        for do in more:
            with logged(what):
                untold.extend(do())
