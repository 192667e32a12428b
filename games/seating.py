"""Games with their seats and players, and the players of games in a list: only the columns its rows need."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeVar

from django.db.models import Prefetch, QuerySet

from accounts.models import User
from common.joined import Joined
from games.models import Game, Seat

# The columns that `User.name` and a list row need.
NAMED = ("username", "nickname", "deleted_at", "is_guest", "is_program", "bot_level")
_SHOWN = (
    "game", "number", "side", "player", "stand_in", "stood_in", "missed", "left", "result", "points",
    *(f"player__{field}" for field in NAMED),
)  # fmt: skip

SEATED = Joined(
    "games_game game JOIN games_seat seat ON seat.game_id = game.id"
    " LEFT JOIN accounts_user player ON player.id = seat.player_id",
    game=Game,
    seat=Seat,
    player=User,
)
OneSeat = TypeVar("OneSeat")


def seated_games(where: str, values: Sequence[str | int]) -> list[Game]:
    """The games that SQL finds, with their seats and players, and their creators if they have a seat. One query."""
    rows = SEATED.rows(f"{where} ORDER BY game.id, seat.number", values)
    return [_with_seats(game, list(of_game)) for game, of_game in groupby(rows, itemgetter(0))]


def _with_seats(game: Game, rows: list[list[Any]]) -> Game:
    for _game, seat, player in rows:
        seat.game, seat.player = game, player
        if player is not None and player.pk == game.creator_id:
            game.creator = player
    return with_seats(game, [seat for _game, seat, _player in rows])


def with_seats(game: Game, seats: list[Seat]) -> Game:
    """The game with these seats as its loaded ones, as `prefetch_related` does it."""
    loaded = game.seats.all()
    loaded._result_cache = seats
    vars(game)["_prefetched_objects_cache"] = {"seats": loaded}
    return game


def all_but_names(lookup: str) -> list[str]:
    """The user columns to `defer` where a page shows only a name; *lookup* is the path to the user."""
    return [f"{lookup}__{field.name}" for field in User._meta.concrete_fields if field.name not in {"id", *NAMED}]


def seats_named(lookup: str = "seats") -> "Prefetch[str, QuerySet[Seat]]":
    """Prefetches seats with their players' names, in one query. *lookup* is the path to the seats."""
    return Prefetch(lookup, Seat.objects.select_related("player").only(*_SHOWN))


def in_play_order(seats: Iterable[OneSeat], you: int | None) -> list[OneSeat]:
    """All seats in the order in which pages name players: the reader first, then in order of play.

    Watchers start with seat 0. `inPlayOrder` of static/js/table/sentences.js does the same.
    """
    all_seats, first = list(seats), you or 0
    return all_seats[first:] + all_seats[:first]
