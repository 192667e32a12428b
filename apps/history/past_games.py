"""Search in a player's finished games: by opponent, game, result, dates."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import partial
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, QuerySet
from django.forms import HiddenInput, SearchInput
from django.utils.translation import gettext_lazy as _

import rules
from accounts.api.fields import Person
from accounts.models import User
from common.lists.paging import Page, page, write_cursor
from common.texts import folded
from common.wishes import NULLABLE, Cursor, Most, Shown
from games.shown.rows import Row, rows_of
from history.models import KnownAs, Meeting
from rulebook.listed import game_choices
from standings.models import RatingChange

LONGEST_SEARCH = 60
MEANT = 50  # people with a name; more of them are too many
COUNTED = 1_000  # more than that is "more than a thousand"
FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2999, 12, 31)  # outside these days there are no games


NAMED = {"autocomplete": "off", "placeholder": _("Name")}
RATED = [("", _("Rated or not")), ("yes", _("Rated")), ("no", _("Unrated"))]
RESULTS = [("", _("All results")), *Meeting.Result.choices]


def _games() -> list[tuple[str, Any]]:
    return [("", _("All games")), *game_choices()]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Filters for a player's past games; all must match, and missing ones match everything. Days are in the player's
    time zone. *on*: the day at which the page without a cursor begins.
    """

    opponent: Annotated[
        str,
        Most(LONGEST_SEARCH),
        Shown(_("Played with"), SearchInput(NAMED)),
        "The beginning of a word in a player's name. Only the first 50 players that match count.",
    ] = ""
    player: Annotated[User | None, Person, Shown("", HiddenInput), "The user name of another player."] = None
    variant: Annotated[str, list(rules.VARIANTS), Shown(_("Game"), choices=_games)] = ""
    result: Annotated[str, Meeting.Result, Shown(_("Result"), choices=RESULTS)] = ""
    since: Annotated[date | None, Shown(_("From")), "The first day, in your time zone."] = None
    until: Annotated[date | None, Shown(_("Until")), "The last day."] = None
    rated: Annotated[bool | None, NULLABLE, Shown(_("Rated"), choices=RATED)] = None
    on: Annotated[
        date | None,
        Shown(_("Go to a day")),
        "Start with the last game on or before this day. Ignored with a cursor.",
    ] = None
    cursor: Cursor = ""

    @property
    def filters(self) -> bool:
        """Whether it leaves out games."""
        return replace(self, on=None, cursor="") != Wanted()


def lines(player: User, filters: Wanted, meant: Sequence[User] | None = None) -> QuerySet[Meeting]:
    """The player's matching lines, one per game, unordered. *meant*: the people that the opponent's name can mean, if
    already known.
    """
    rows = Meeting.objects.filter(player=player, other=filters.player or player)
    if folded(filters.opponent):
        others = [person.pk for person in (people(player, filters.opponent) if meant is None else meant)]
        if len(others) == 1 and filters.player is None:
            rows = Meeting.objects.filter(player=player, other=others[0])
        else:
            rows = rows.filter(game__in=Meeting.objects.filter(player=player, other__in=others).values("game"))
    if filters.variant:
        rows = rows.filter(variant=filters.variant)
    if filters.result:
        rows = rows.filter(result=filters.result)
    if filters.rated is not None:
        rows = rows.filter(rated=filters.rated)
    if filters.since:
        rows = rows.filter(over_at__gte=_midnight(min(filters.since, LAST_DAY), _zone(player)))
    if filters.until:
        rows = rows.filter(over_at__lt=_midnight(min(filters.until, LAST_DAY) + timedelta(days=1), _zone(player)))
    return rows


def past(wanted_lines: QuerySet[Meeting], player: User, filters: Wanted, size: int) -> Page[Row]:
    """The wanted page of these games, newest first. Two queries, four with a day: without a cursor the page starts with
    the last game of that day, or the last one before it.
    """
    newest_first = wanted_lines.order_by("-over_at", "-game_id")
    if filters.on is None or filters.cursor:
        meetings = page(newest_first, filters.cursor, size)
    else:
        end = _midnight(min(filters.on, LAST_DAY) + timedelta(days=1), _zone(player))
        meetings = _page_from(newest_first, end, size)
    return meetings.of(partial(rows, player))


def _page_from(newest_first: QuerySet[Meeting], end: datetime, size: int) -> Page[Meeting]:
    """Games that ended before the end of a day; for a day before all games the page of the oldest."""
    newest = newest_first.values_list("over_at", flat=True).first()
    if newest is None or newest < end:
        return page(newest_first, "", size)
    behind = write_cursor((end, 0))
    older = page(newest_first, behind, size)
    return older if older.rows else replace(page(newest_first, f"n{behind}", size), next="")


def rows(player: User, lines: Iterable[Meeting]) -> list[Row]:
    """The game of each line. One query."""
    return rows_of(player, [line.game_id for line in lines])


def rating_changes(player: User, rows: Iterable[Row]) -> dict[int, RatingChange]:
    """By the key of each rated game, the player's rating change. One query."""
    changed = RatingChange.objects.filter(player=player, game__in=[row.game.pk for row in rows])
    return {change.game_id: change for change in changed}


def count(rows: QuerySet[Meeting]) -> int:
    """The number of games; stops above COUNTED. Ordered by an index, so that only the index is read."""
    return rows.order_by("-over_at", "-game_id")[: COUNTED + 1].count()


def people(player: User, opponent: str) -> list[User]:
    """Opponents with a name that starts like this, by name, at most MEANT. Two queries."""
    if not (begins := folded(opponent).encode()):
        return []
    met = Meeting.objects.filter(player=player, other=OuterRef("person"))
    names = KnownAs.objects.filter(Exists(met), key__gte=begins, key__lt=begins + b"\xff").exclude(person=player)
    # Ordered by an index: with only a limit PostgreSQL would scan the table from its start.
    keys = list(dict.fromkeys(names.order_by("key", "person").values_list("person", flat=True)[: 2 * MEANT]))[:MEANT]
    return sorted(User.objects.filter(pk__in=keys), key=lambda person: person.name.casefold())


def _zone(player: User) -> tzinfo:
    """The player's time zone, or UTC if unknown."""
    try:
        return ZoneInfo(player.time_zone) if player.time_zone else UTC
    except (KeyError, ValueError, OSError):  # unknown on this system
        return UTC


def _midnight(day: date, zone: tzinfo) -> datetime:
    return datetime.combine(max(FIRST_DAY, day), time.min, zone)
