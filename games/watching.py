"""Something to watch: public games in play. The index `game_in_play` holds nothing but these."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef

from common.paging import Page
from games.apart import apart_from, without_tables_of
from games.models import Game, Seat
from games.open_sockets import hub
from games.seating import seats_named

RECENT = 400  # games: those moved last, among which one chooses, besides those that are watched
A_PAGE = 24


@dataclass(frozen=True, slots=True)
class Watchable:
    """A page of games, and how many watch them, by their keys; who isn't in it has no watchers."""

    page: Page[Game]
    watchers: dict[int, int]


def to_watch(user: Any, cursor: str = "", size: int = A_PAGE) -> Watchable:
    """Games between people first, then the most looked-at, then those moved last; not the user's own, nor those of
    people they are kept apart from. Five queries at most. *cursor*: how many games are skipped.
    """
    watched = hub.looking.watched()
    games = Game.objects.filter(visibility=Game.Visibility.PUBLIC, status=Game.Status.PLAYING)
    games = without_tables_of(apart_from(user), games)
    if user.is_authenticated:
        games = games.exclude(Exists(Seat.objects.filter(game=OuterRef("pk"), player=user)))
    newest = games.order_by("-moved_at", "-pk").values_list("pk", "public_id")
    found = dict([*newest[:RECENT], *newest.filter(public_id__in=watched)])
    watchers = {key: watched[public_id] for key, public_id in found.items() if public_id in watched}
    people = _people_at(found)
    ordered = sorted(found, key=lambda key: (people.get(key, 0) < 2, -watchers.get(key, 0)))  # else it stays as it is
    begins = int(cursor) if cursor.isdecimal() and int(cursor) < len(ordered) else 0
    rows = _with_seats(ordered[begins : begins + size])
    page = Page(
        rows,
        previous=str(max(0, begins - size)) if begins else "",
        next=str(begins + size) if begins + size < len(ordered) else "",
        first=not begins,
        lost=bool(cursor) and cursor != str(begins),
    )
    return Watchable(page, watchers)


def _people_at(games: dict[int, str]) -> dict[int, int]:
    """How many people sit at each of these tables; computers are none."""
    seats = Seat.objects.filter(game__in=games, player__bot_level="")
    return dict(seats.order_by().values_list("game").annotate(people=Count("pk")))


def _with_seats(keys: list[int]) -> list[Game]:
    """In this order, with the names of who sits there."""
    found = Game.objects.prefetch_related(seats_named()).in_bulk(keys)
    return [found[key] for key in keys if key in found]
