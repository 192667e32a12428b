"""Questions about games; nothing here changes one."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import orjson
from django.db import connection
from django.db.models import Count, F, Prefetch, Q, QuerySet

from accounts.models import User
from common import refusals
from common.kept import Packed, kept
from common.timestamps import day_began
from games import game_refusals, memory, tables
from games.lobby import open_tables
from games.memory import find_game
from games.models import Game, Round, Seat
from games.seating import seats_named
from games.shown import partner_signals, replay, table_view
from games.shown.records import records
from rulebook.time_control import Clock

__all__ = [
    "current_seats", "find_game", "has_aborted", "has_news", "next_game", "open_tables", "packed_replay",
    "packed_replays", "past_seats", "record", "seat_number", "seat_of", "seated_game", "seats_in", "table",
    "table_for", "table_of", "waiting_count", "waiting_counts", "with_names",
]  # fmt: skip

PLAYED = [Game.Status.FINISHED, Game.Status.ABORTED]
WAITING = (
    "SELECT count(*) FROM games_seat seat JOIN games_game game ON game.id = seat.game_id"
    " WHERE seat.player_id = %s AND seat.over_at IS NULL AND game.status = 'playing' AND game.turn = seat.number"
)
MOST_WAITING = 500  # games that are gone through one after the other


def seated_game(public_id: str) -> Game:
    """The game's row with its creator, its seats and who sits there: what a page draws beside the view, in two queries.

    Without their holidays, unlike `find_game`. Raises `NotFound`.
    """
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    game = Game.objects.select_related("creator").prefetch_related(seats).filter(public_id=public_id).first()
    if game is None:
        raise game_refusals.unknown_game()
    return game


def seat_of(game: Game, user: Any) -> Seat | None:
    """Where the user sits in a game found by `find_game`; None for watchers and strangers."""
    if not user.is_authenticated:
        return None
    return next((seat for seat in game.seats.all() if seat.player_id == user.pk), None)


def only_computers(game: Game) -> bool:
    """Whether one person plays with computers alone; of a game found with its seats and players."""
    players = [seat.player for seat in game.seats.all()]
    people = [player for player in players if player is not None and not player.is_bot]
    return len(people) == 1 and None not in players


def seat_number(public_id: str, user: Any) -> int | None:
    """The number of the user's seat, by one query; None for watchers and strangers, or if there is no such game."""
    if not user.is_authenticated:
        return None
    return Seat.objects.filter(game__public_id=public_id, player=user).values_list("number", flat=True).first()


def has_aborted(user: User, now: datetime) -> bool:
    """Whether the user has aborted a rated game today: the next one is a loss."""
    return Seat.objects.filter(player=user, over_at__gte=day_began(now), aborted=True).exists()


def current_seats(user: User) -> QuerySet[Seat]:
    """The user's seats in games that wait or run: their turn first, then the least time left."""
    return (
        _seats(user)
        .filter(over_at=None, game__status__in=Game.RUNNING)
        .annotate(my_turn=Q(game__turn=F("number"), left=False))
        .order_by("-my_turn", F("game__deadline").asc(nulls_last=True), "-game__created_at")
    )


def past_seats(user: User, most: int) -> list[Seat]:
    """The user's seats in the games that were over last; `history` finds the others again.

    First which games, by the index of seats, then what belongs to them by key.
    """
    over = Seat.objects.filter(player=user, over_at__isnull=False, game__status__in=PLAYED)
    return seats_in(user, list(over.order_by("-over_at", "-pk").values_list("game", flat=True)[:most]))


def has_finished(user: User) -> bool:
    """Whether the user has played a game to its end, be it against computers."""
    return Seat.objects.filter(player=user, over_at__isnull=False, game__status=Game.Status.FINISHED).exists()


def seats_in(player: User, games: Sequence[int]) -> list[Seat]:
    """The player's seats in these games, in their order, each with its game and all who sit there: two queries.

    This is what the row of a past game is drawn from. By key: a join may end in reading whole tables.
    """
    found = Game.objects.prefetch_related(seats_named()).in_bulk(games)
    return [seat for game in games for seat in found[game].seats.all() if seat.player_id == player.pk]


def timed_seats(user: User) -> list[Seat]:
    """The user's seats in games that are played with a clock: their turn first, then the least time left."""
    running = _seats(user).filter(over_at=None, game__status=Game.Status.PLAYING, left=False)
    timed = running.exclude(game__clock=Clock.NONE)
    return list(timed.annotate(my_turn=Q(game__turn=F("number"))).order_by("-my_turn", "game__deadline"))


def _seats(user: User) -> QuerySet[Seat]:
    return Seat.objects.filter(player=user).select_related("game").prefetch_related(seats_named("game__seats"))


def waiting_count(user_id: int) -> int:
    """In how many games it is the user's turn. By SQL: the ORM takes ten times as long, after every move."""
    with connection.cursor() as cursor:
        cursor.execute(WAITING, [user_id])
        (waiting,) = cursor.fetchone()
    return int(waiting)


def waiting_counts(user_ids: Collection[int]) -> dict[int, int]:
    """The same of many; who isn't in it has none. One query."""
    running = Seat.objects.filter(player__in=user_ids, over_at=None, game__status=Game.Status.PLAYING)
    mine = running.filter(game__turn=F("number"))
    return dict(mine.values_list("player").annotate(games=Count("pk")).order_by())


def next_game(user_id: int, after: str = "") -> str | None:
    """Of the games that wait for the user the one with the least time left, by its public id; None if none waits.

    *after* is where they are now. If that waits, too, it is skipped: the one behind it, and behind the last the first.
    """
    seats = Seat.objects.filter(
        player=user_id, over_at=None, game__status=Game.Status.PLAYING, game__turn=F("number"), left=False
    ).order_by(F("game__deadline").asc(nulls_last=True), "game__moved_at", "pk")
    waiting = list(seats.values_list("game__public_id", flat=True)[:MOST_WAITING])
    place = waiting.index(after) + 1 if after in waiting else 0
    return next((each for each in waiting[place:] + waiting[:place] if each != after), None)


def table(public_id: str, seat: int | None) -> dict[str, Any]:
    """The view of the game for the viewer at *seat* (None: a watcher), with what came since they looked."""
    return _shown(memory.current(public_id), seat)


def table_of(game: Game, user: Any) -> dict[str, Any]:
    """The same for a person, of a game found with its seats and players: as it was then, or newer."""
    now = memory.table_at(game.public_id, game.version)
    place = now.seat_of(user.pk)
    seen = next((seat.seen_version for seat in game.seats.all() if seat.number == place), None)
    return table_view.view(_named(now, game), place, seen=seen)


def table_for(public_id: str, user: Any) -> dict[str, Any]:
    """The same for a person, wherever they sit at the version that is shown."""
    now = memory.current(public_id)
    return _shown(now, now.seat_of(user.pk))


def _shown(now: tables.Table, seat: int | None) -> dict[str, Any]:
    now = with_names(now)
    if seat is None:
        return table_view.view(now, None)
    seen = Seat.objects.values_list("seen_version", flat=True).get(game_id=now.game_id, number=seat)
    return table_view.view(now, seat, seen=seen)


def with_names(now: tables.Table) -> tables.Table:
    """With what the players are called by now, and whether they are guests still: nobody tells a game that is over."""
    return now if now.status in Game.RUNNING else _named(now, seated_game(now.public_id))


def _named(now: tables.Table, game: Game) -> tables.Table:
    """A finished game keeps its version even if a player changes their name."""
    return now if now.status in Game.RUNNING else replace(now, frame=now.frame.with_names_of(game))


def has_news(now: tables.Table, seat: int | None, version: int, signals: int | None) -> bool:
    """Whether the viewer at *seat* has something to see that a view of *version* hadn't.

    *signals*: how many that one had, for who wants to hear of a partner's (it changes no version).
    """
    return now.version > version or (signals is not None and signals != len(partner_signals.signals_for(now, seat)))


def packed_replay(public_id: str, deal: int, charge: Callable[[], object]) -> Packed:
    """A finished deal step by step, as it is sent. Raises `NotFound`, or `NotNow` while it is still played.

    All that are over are worked out at once, as each begins where the one before has ended. *charge*: as of `Kept.get`.
    """
    # Before the game's row: what is over by then is over in the row, too, whoever moves between the two.
    deals = dict(Round.objects.filter(game__public_id=public_id).values_list("index", "over"))
    game = find_game(public_id)
    if deal not in deals:
        raise refusals.NotFound("unknown_round", "This game has no such round.")
    over = [index for index, ended in sorted(deals.items()) if ended]
    if deal not in over:
        raise refusals.NotNow("round_running", "This round is still being played; its hands are hidden.")
    return _kept_replays(game, over, charge)[over.index(deal)]


def packed_replays(game: Game, charge: Callable[[], object]) -> dict[int, Packed]:
    """The same for all deals of a finished game, by number."""
    over = list(Round.objects.filter(game=game, over=True).order_by("index").values_list("index", flat=True))
    return dict(zip(over, _kept_replays(game, over, charge), strict=True))


def _kept_replays(game: Game, over: list[int], charge: Callable[[], object]) -> Sequence[Packed]:
    names = tuple(seat.player.name if seat.player else None for seat in game.seats.all())
    key = ("game", game.public_id, game.status, len(over), names)
    return kept.get(key, lambda: _replays(game, over), charge)


def _replays(game: Game, over: list[int]) -> list[Packed]:
    deals = {dealt.row.index: dealt for dealt in memory.replay(game)}
    return [Packed.of(orjson.dumps(replay.replay(game, deals[index]))) for index in over]


def record(public_id: str) -> dict[str, Any]:
    """The game as a `dominoes/1` record (rules.md 10); of a running one the finished deals only."""
    return next(records([find_game(public_id)]))
