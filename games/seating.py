"""The players of games in a list: only the columns its rows need."""

from collections.abc import Iterable
from typing import TypeVar

from django.db.models import Prefetch, QuerySet

from accounts.models import User
from games.models import Seat

# The columns that `User.name` and a list row need.
NAMED = ("username", "nickname", "deleted_at", "is_guest", "is_program", "bot_level")
_SHOWN = (
    "game", "number", "side", "player", "stand_in", "stood_in", "missed", "left", "result", "points",
    *(f"player__{field}" for field in NAMED),
)  # fmt: skip

OneSeat = TypeVar("OneSeat")


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
