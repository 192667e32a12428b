"""Queries about games. Nothing here changes a game."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import datetime

import orjson
from django.db.models import Count, F, Q
from django.utils import timezone

from accounts.models import User
from accounts.readers import Reader
from common import refusals
from common.cache.unchanging import Packed, kept_answers
from common.database import read_rows
from common.times.timestamps import day_began
from games import after_move, game_refusals
from games.listed import Listed, away, listed_by
from games.lobby import open_tables
from games.models import Game, Move, Round, Seat
from games.positions import memory, tables
from games.positions.memory import find_game
from games.positions.referee import LEAVING
from games.seating import seated_games, seats_named
from games.shown import partner_signals, replay, table_view
from games.shown.records import Record, records
from games.shown.rows import Row
from games.shown.table_view import TableView
from rulebook.time_control import Clock

__all__ = [
    "CurrentGames", "find_game", "has_aborted", "has_news", "has_too_many", "left_without_a_move", "next_game",
    "open_tables", "packed_replay", "packed_replays", "past_games", "played_for", "record", "seat_number", "seat_of",
    "seated_game", "table", "table_for", "table_of", "waiting_count", "waiting_counts", "waiting_games",
    "with_names",
]  # fmt: skip

MOST_GAMES = 40  # of a person; with more, we bring nobody to another
PLAYED = [Game.Status.FINISHED, Game.Status.ABORTED]
THEIR_TURNS = (
    "FROM games_seat seat JOIN games_game game ON game.id = seat.game_id"
    " WHERE seat.player_id = %s AND seat.over_at IS NULL AND game.status = 'playing' AND game.turn = seat.number"
)
WAITING = f"SELECT count(*) {THEIR_TURNS}"
WAITING_GAMES = f"SELECT game.public_id, count(*) OVER () {THEIR_TURNS} LIMIT 100"
MOVES_BEFORE_NO_ABORT = 2
CURRENT = """
    SELECT game.id, row_number() OVER (
        ORDER BY CASE WHEN game.turn = seat.number AND NOT seat."left" THEN 0 ELSE 1 END,
            CASE WHEN game.deadline IS NULL THEN 1 ELSE 0 END, game.deadline, game.created_at DESC
    ) AS place
    FROM games_seat seat JOIN games_game game ON game.id = seat.game_id
    WHERE seat.player_id = %s AND seat.over_at IS NULL AND game.status IN ('open', 'playing')
    ORDER BY place LIMIT %s OFFSET %s
"""
PAST = """
    SELECT game.id FROM games_seat seat JOIN games_game game ON game.id = seat.game_id
    WHERE seat.player_id = %s AND seat.over_at IS NOT NULL AND game.status IN ('finished', 'aborted')
    ORDER BY seat.over_at DESC, seat.id DESC LIMIT %s
"""
LATELY = 20  # of a player's past games
MOST_WAITING = 500  # games that “Next game” goes through


def seated_game(public_id: str) -> Game:
    """The game with its seats and players, and its creator if they have a seat; for pages. One query. Raises
    `NotFound`.

    Unlike `find_game`, it doesn't load the players' vacations.
    """
    for game in seated_games("game.public_id = %s", [public_id]):
        return game
    raise game_refusals.unknown_game()


def seat_of(game: Game, user: Reader) -> Seat | None:
    """The user's seat in a game found by `find_game`; None for watchers and visitors."""
    if not user.is_authenticated:
        return None
    return next((seat for seat in game.seats.all() if seat.player_id == user.pk), None)


def only_computers(game: Game) -> bool:
    """Whether one person plays against computers only. *game* must have its seats and players loaded."""
    players = [seat.player for seat in game.seats.all()]
    people = [player for player in players if player is not None and not player.is_bot]
    return len(people) == 1 and None not in players


def seat_number(public_id: str, user: Reader) -> int | None:
    """The number of the user's seat; None for watchers, visitors and unknown games. One query."""
    if not user.is_authenticated:
        return None
    return Seat.objects.filter(game__public_id=public_id, player=user).values_list("number", flat=True).first()


def has_aborted(user: User, now: datetime) -> bool:
    """Whether the user has aborted a rated game today, so that aborting another one is a loss."""
    return Seat.objects.filter(player=user, over_at__gte=day_began(now), aborted=True).exists()


class CurrentGames:
    """The keys of the user's open games and games in play, in slices: their turn first, then the least time left."""

    def __init__(self, user: User) -> None:
        self._user = user.pk

    def __getitem__(self, part: slice) -> list[int]:
        begins = part.start or 0
        return [game for game, _place in read_rows(CURRENT, [self._user, part.stop - begins, begins])]

    def rows(self, most: int) -> list[Row]:
        """The first ones as rows of a list. One query, and one if somebody is on vacation."""
        now = timezone.now()
        games: list[Listed] = [game for [game] in listed_by(CURRENT, [self._user, most, 0], now)]
        gone = away(games, now)
        return [Row(game, now, game.seat_of(self._user), you=True, away=gone) for game in games]


def past_games(user: User, most: int) -> list[int]:
    """The keys of the user's last finished or aborted games, the newest first. `history` lists the others."""
    return [game for (game,) in read_rows(PAST, [user.pk, most])]


def variants_played(user: User) -> list[str]:
    """The games that the user lately played to their end, also against computers, the last one first."""
    seats = Seat.objects.filter(player=user, over_at__isnull=False, game__status=Game.Status.FINISHED)
    return list(dict.fromkeys(seats.order_by("-over_at").values_list("game__variant", flat=True)[:LATELY]))


def has_too_many(people: Collection[int]) -> set[int]:
    """Those of these people who play `MOST_GAMES` or more."""
    seats = Seat.objects.filter(player__in=people, over_at=None, game__status__in=Game.RUNNING)
    numbers = seats.order_by().values("player").annotate(games=Count("pk")).filter(games__gte=MOST_GAMES)
    return set(numbers.values_list("player", flat=True))


def left_without_a_move(game: Game, how: Collection[str] = LEAVING) -> set[int]:
    """The seats whose players left in one of these ways, or were replaced, before a move of their own. One query."""
    moves = list(Move.objects.filter(game=game).values_list("seat", "text", "by"))
    replaced = {seat.number for seat in game.seats.all() if seat.stood_in}
    gone = replaced | {seat for seat, text, _by in moves if text in how}
    return gone - {seat for seat, text, by in moves if by in Move.BY_THEMSELVES and text not in LEAVING}


def played_for(game: Game, seats: Sequence[Seat]) -> set[int]:
    """The seats for which a computer played to the end, or after at most one move of the player.

    One query if a computer has played for somebody.
    """
    if not (replaced := [seat for seat in seats if seat.stood_in]):
        return set()
    moves = Move.objects.filter(game=game, by__in=Move.BY_THEMSELVES).exclude(text__in=LEAVING)
    own = Counter(moves.values_list("seat", flat=True))
    return {seat.number for seat in replaced if seat.stand_in or seat.left or own[seat.number] < 2}


def timed_seats(user: User) -> list[Seat]:
    """The user's seats in games in play with a clock: their turn first, then the least time left."""
    mine = Seat.objects.filter(player=user).select_related("game").prefetch_related(seats_named("game__seats"))
    running = mine.filter(over_at=None, game__status=Game.Status.PLAYING, left=False)
    timed = running.exclude(game__clock=Clock.NONE)
    return list(timed.annotate(my_turn=Q(game__turn=F("number"))).order_by("-my_turn", "game__deadline"))


def waiting_count(user_id: int) -> int:
    """In how many games it's the user's turn. In SQL: it runs after every move; the ORM takes ten times as long."""
    [(waiting,)] = read_rows(WAITING, [user_id])
    return int(waiting)


def waiting_games(user_id: int) -> tuple[int, list[str]]:
    """The same number, with the public ids of a hundred of these games at most. One query."""
    rows = read_rows(WAITING_GAMES, [user_id])
    return (rows[0][1] if rows else 0), [public_id for public_id, _number in rows]


def waiting_counts(user_ids: Collection[int]) -> dict[int, int]:
    """Like `waiting_count`, for many users in one query. Users without such a game are left out."""
    running = Seat.objects.filter(player__in=user_ids, over_at=None, game__status=Game.Status.PLAYING)
    mine = running.filter(game__turn=F("number"))
    return dict(mine.values_list("player").annotate(games=Count("pk")).order_by())


def next_game(user_id: int, after: str = "") -> str | None:
    """The public id of the game with the least time left where it's the user's turn; None if there is none.

    *after* is the game they are looking at. If it's their turn there, too, return the next game in the list, and the
    first one after the last. A follower may know a better one, such as the next one of the same tournament.
    """
    for follower in after_move.followers() if after else ():
        if (next_one := follower.next_game(user_id, after)) is not None:
            return next_one
    seats = Seat.objects.filter(
        player=user_id, over_at=None, game__status=Game.Status.PLAYING, game__turn=F("number"), left=False
    ).order_by(F("game__deadline").asc(nulls_last=True), "game__moved_at", "pk")
    waiting = list(seats.values_list("game__public_id", flat=True)[:MOST_WAITING])
    place = waiting.index(after) + 1 if after in waiting else 0
    return next((each for each in waiting[place:] + waiting[:place] if each != after), None)


def table(public_id: str, seat: int | None) -> TableView:
    """The view of the game for *seat* (None: a watcher), with the events since they last looked."""
    return _shown(memory.current(public_id), seat)


def table_of(game: Game, user: Reader) -> TableView:
    """Like `table`, for a person and a game loaded with its seats and players; the same version or a newer one."""
    now = memory.table_at(game.public_id, game.version)
    place = now.seat_of(user.pk)
    seen = next((seat.seen_version for seat in game.seats.all() if seat.number == place), None)
    return table_view.view(_named(now, game), place, seen=seen)


def table_for(public_id: str, user: Reader) -> TableView:
    """Like `table`, for a person. Their seat is looked up at the version we show."""
    now = memory.current(public_id)
    return _shown(now, now.seat_of(user.pk))


def _shown(now: tables.Table, seat: int | None) -> TableView:
    now = with_names(now)
    if seat is None:
        return table_view.view(now, None)
    seen = Seat.objects.values_list("seen_version", flat=True).get(game_id=now.game_id, number=seat)
    return table_view.view(now, seat, seen=seen)


def with_names(now: tables.Table) -> tables.Table:
    """The table with current names and guest marks. Finished games aren't updated when these change."""
    return now if now.status in Game.RUNNING else _named(now, seated_game(now.public_id))


def _named(now: tables.Table, game: Game) -> tables.Table:
    """A finished game keeps its version even if a player changes their name."""
    return now if now.status in Game.RUNNING else replace(now, frame=now.frame.with_names_of(game))


def has_news(now: tables.Table, seat: int | None, version: int, signals: int | None) -> bool:
    """Whether the view for *seat* has changed since *version*.

    *signals* is the number of signals in the caller's view, if they want to hear of new ones (these change no version).
    """
    return now.version > version or (signals is not None and signals != len(partner_signals.signals_for(now, seat)))


def packed_replay(public_id: str, deal: int, charge: Callable[[], object]) -> Packed:
    """The replay of a finished deal, ready to send. Raises `NotFound`, or `NotNow` while the deal is in play.

    Computes all finished deals at once, because each starts where the previous one ended. *charge*: see `Kept.get`.
    """
    # Read before the game's row, so that the row includes every deal that has ended here.
    deals = dict(Round.objects.filter(game__public_id=public_id).values_list("index", "over"))
    game = find_game(public_id)
    if deal not in deals:
        raise refusals.NotFound("unknown_round", "This game has no such round.")
    over = [index for index, ended in sorted(deals.items()) if ended]
    if deal not in over:
        raise refusals.NotNow("round_running", "This round is still being played; its hands are hidden.")
    return _kept_replays(game, over, charge)[over.index(deal)]


def packed_replays(game: Game, charge: Callable[[], object]) -> dict[int, Packed]:
    """Like `packed_replay`, for all deals of a finished game, by index."""
    over = list(Round.objects.filter(game=game, over=True).order_by("index").values_list("index", flat=True))
    return dict(zip(over, _kept_replays(game, over, charge), strict=True))


def _kept_replays(game: Game, over: list[int], charge: Callable[[], object]) -> Sequence[Packed]:
    names = tuple(seat.player.name if seat.player else None for seat in game.seats.all())
    key = ("game", game.public_id, game.status, len(over), names)
    return kept_answers.get(key, lambda: _replays(game, over), charge)


def _replays(game: Game, over: list[int]) -> list[Packed]:
    deals = {dealt.row.index: dealt for dealt in memory.replay(game)}
    return [Packed.of(orjson.dumps(replay.replay(game, deals[index]))) for index in over]


def record(public_id: str) -> Record:
    """The game as a `dominoes/1` record (rules.md 10). A game in play has only its finished deals."""
    return next(records([find_game(public_id)]))
