"""The games to watch: public games in play. The index `game_in_play` covers exactly these."""

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef
from django.utils import timezone

from accounts.readers import Reader
from common.lists.paging import Page
from common.numbers import whole
from games.listed import listed
from games.models import Game, Seat
from games.shown.rows import Row
from games.sockets.open_sockets import hub

RECENT = 400  # most recently moved games to choose from, in addition to watched ones
A_PAGE = 24


@dataclass(frozen=True, slots=True)
class Watchable:
    """A page of games, and the number of watchers by the games' keys. Games without watchers are left out."""

    page: Page[Row]
    watchers: dict[int, int]


def to_watch(user: Reader, cursor: str = "") -> Watchable:
    """Games between people first, then the most watched, then the most recently moved. Five queries at most.

    Leaves out the user's own games, and games of people they blocked or who blocked them. *cursor* is the number of
    games to skip.
    """
    watched = hub.looking.watched()
    games = Game.objects.public_for(user).filter(status=Game.Status.PLAYING)
    if user.is_authenticated:
        games = games.exclude(Exists(Seat.objects.filter(game=OuterRef("pk"), player=user)))
    newest = games.order_by("-moved_at", "-pk").values_list("pk", "public_id")
    games_by_key = dict([*newest[:RECENT], *newest.filter(public_id__in=watched)])
    watchers = {key: watched[public_id] for key, public_id in games_by_key.items() if public_id in watched}
    people = _people_at(games_by_key)
    ordered = sorted(games_by_key, key=lambda key: (people.get(key, 0) < 2, -watchers.get(key, 0)))  # a stable sort
    begins = whole(cursor, most=len(ordered) - 1) or 0
    now = timezone.now()
    page = Page(
        [Row(game, now) for game in listed(ordered[begins : begins + A_PAGE])],
        previous=str(max(0, begins - A_PAGE)) if begins else "",
        next=str(begins + A_PAGE) if begins + A_PAGE < len(ordered) else "",
        first=not begins,
        lost=bool(cursor) and cursor != str(begins),
    )
    return Watchable(page, watchers)


def _people_at(games: dict[int, str]) -> dict[int, int]:
    """The number of people in each of these games, without computers."""
    seats = Seat.objects.filter(game__in=games, player__bot_level="")
    return dict(seats.order_by().values_list("game").annotate(people=Count("pk")))
