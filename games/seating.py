"""The players of games in a list: only the columns its rows need."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import TypeVar

from django.db.models import Prefetch, QuerySet

from accounts.models import User, Vacation
from games.models import Game, Seat

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


def short_names(seats: Iterable[Seat]) -> dict[int, str]:
    """By seat number: the first word of each player's name, where a whole one is too long. Computers, and players whose
    first words look alike, keep their whole name. Free seats are left out.
    """
    players = {seat.number: seat.player for seat in seats if seat.player}
    first = {
        number: player.name if player.is_bot or player.deleted_at else player.name.partition(" ")[0]
        for number, player in players.items()
    }
    often = Counter(name.casefold() for name in first.values())
    return {number: name if often[name.casefold()] == 1 else players[number].name for number, name in first.items()}


def away(games: Iterable[Game], now: datetime) -> dict[int, datetime]:
    """When the vacation ends, by user id, for players of these games who are on vacation now. One query."""
    people = {seat.player_id for game in games for seat in game.seats.all() if seat.player_id}
    vacations = Vacation.objects.filter(user__in=people, ends__gt=now).order_by("starts")
    until: dict[int, datetime] = {}
    for person, starts, ends in vacations.values_list("user", "starts", "ends"):
        if starts <= until.get(person, now):  # vacations without a gap count as one
            until[person] = max(ends, until.get(person, now))
    return until
