"""A player's finished public games, for everybody: what any reader may see on the site now."""

from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Annotated

import orjson
from django.db.models import QuerySet
from django.utils import translation

import rules
from accounts.api.fields import Person
from accounts.models import User
from accounts.readers import Reader
from common.lists.paging import rows_after, write_cursor
from common.wishes import LARGEST_NUMBER, Between
from games.models import Game
from games.shown.records import records
from history.dumps import about, ratings_before
from history.models import Meeting

AT_ONCE = 100  # games per piece
ORDERS = {"newest": ("-over_at", "-game_id"), "oldest": ("over_at", "game_id")}
Place = tuple[str, int]  # the cursor of the last game read, and how many were sent


@dataclass(frozen=True, slots=True)
class WantedGames:
    """Filters of a player's public games; all must match."""

    since: Annotated[datetime | None, "Games that ended at this moment or later, such as 2026-11-01T00:00:00Z."] = None
    until: Annotated[datetime | None, "Games that ended before this moment."] = None
    variant: Annotated[str, list(rules.VARIANTS), "Only this game."] = ""
    rated: bool | None = None
    opponent: Annotated[User | None, Person, "The user name of another player."] = None
    result: Annotated[str, Meeting.Result, "The result of the player whose games these are."] = ""
    max: Annotated[int, Between(1, LARGEST_NUMBER), "The most games to send."] = LARGEST_NUMBER
    moves: Annotated[bool, "With `false`, without `rounds`: what was played, by whom, and how it ended."] = True
    sort: Annotated[str, list(ORDERS), "By when they ended."] = "newest"


def _lines(person: User, wanted: WantedGames) -> QuerySet[Meeting]:
    lines = Meeting.objects.filter(player=person, other=wanted.opponent or person).order_by(*ORDERS[wanted.sort])
    if wanted.since:
        lines = lines.filter(over_at__gte=wanted.since)
    if wanted.until:
        lines = lines.filter(over_at__lt=wanted.until)
    if wanted.variant:
        lines = lines.filter(variant=wanted.variant)
    if wanted.rated is not None:
        lines = lines.filter(rated=wanted.rated)
    if wanted.result:
        lines = lines.filter(result=wanted.result)
    return lines


def piece(reader: Reader, person: User, wanted: WantedGames, place: Place | None) -> tuple[bytes, Place | None]:
    """The next games that *reader* may see, one line each, and where to continue; None at the end.

    Looks at `AT_ONCE` lines of the player's book by an index, however few of these games are public. Eight queries at
    most.
    """
    cursor, sent = place or ("", 0)
    found = list(rows_after(_lines(person, wanted), cursor).values_list("over_at", "game_id", "result")[:AT_ONCE])
    results = {game: result for _at, game, result in found}
    public = Game.objects.public_for(reader).filter(pk__in=results).prefetch_related("seats__player").in_bulk()
    games = list(islice((public[key] for key in results if key in public), wanted.max - sent))
    sent += len(games)
    more = len(found) == AT_ONCE and sent < wanted.max
    with translation.override("en"):  # "Deleted player"
        return b"".join(_written(games, person, results, wanted)), (write_cursor(found[-1][:2]), sent) if more else None


def _written(games: list[Game], person: User, results: dict[int, str], wanted: WantedGames) -> list[bytes]:
    ratings = ratings_before(games)
    heads = (
        map(vars, records(games))
        if wanted.moves
        else ({"variant": game.variant, "options": game.options} for game in games)
    )
    return [
        orjson.dumps({**head, "game": _about(game, person, ratings.get(game.pk, {}), results[game.pk])}) + b"\n"
        for game, head in zip(games, heads, strict=True)
    ]


def _about(game: Game, person: User, ratings: dict[int, int], result: str) -> dict[str, object]:
    """As in the dumps, and whose games these are. *players*: user names; null for guests and deleted players."""
    seats = list(game.seats.all())
    players = [seat.player if seat.player and not seat.player.deleted_at else None for seat in seats]
    return {
        **about(game, ratings),
        "status": game.status,
        "rated": game.rated,
        "players": [player.username if player and not player.is_guest else None for player in players],
        "seat": next(seat.number for seat in seats if seat.player_id == person.pk),
        "result": result,
    }
