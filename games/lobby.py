"""The games that a list may show to its reader: open games for the lobby, and games of any state for programs."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, When, Window
from django.db.models.functions import RowNumber
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import browsers
from accounts.models import User
from accounts.readers import Reader
from common.lists.paging import Page, rows_after, write_cursor
from common.texts import Text
from common.wishes import Between, Most, Shown
from games import after_move
from games.after_move import HostsRated
from games.listed import CLOCK, listed, listed_page
from games.models import Game, Seat
from games.shown.rows import Row
from rulebook import choices
from rulebook.listed import game_choices
from rulebook.phrases import DAY
from rulebook.time_control import LONGEST_BANK_NOW, LONGEST_TURN_NOW, Clock

OF_ONE, OF_GUEST, LOOKED_AT = 3, 1, 400  # games per person and per guest on a page; most rows to search
SAME = ("variant", "options", "seats_number", "rated", *CLOCK, "last_moment")
ANY = ("", _("All"))
SPEEDS = {
    "fast": _("Live: under an hour per move"),
    "days": _("Daily (any)"),  # all that follow
    "day": _("Up to a day per move"),
    "slow": _("More than a day per move"),
    "none": _("No clock"),
}
LENGTHS = {"one": _("One round"), "short": _("Short: fewer rounds or a lower target"), "usual": _("Standard length")}
SHORT = [f"{kind}:{n}" for kind, most in (("rounds", 3), ("love", 3), ("target", 50)) for n in range(1, most + 1)]
# Per speed: (longest turn, longest bank) in seconds. Each speed starts where the previous one ends.
_LONGEST = {"fast": (LONGEST_TURN_NOW, LONGEST_BANK_NOW), "day": (DAY, 3 * DAY), "slow": (None, None)}


def open_tables(user: Reader | None = None) -> QuerySet[Game]:
    """Public games with a free seat for the user, the newest first. Leaves out the user's own games and those with
    people they blocked or who blocked them, and live games whose hosts have gone, until they return. The index
    `game_lobby` has exactly the open public games.
    """
    me, now = getattr(user, "pk", None), timezone.now()
    seats = Seat.objects.filter(game=OuterRef("pk"))
    games = Game.objects.public_for(user).filter(
        Exists(seats.filter(Q(kept_for=None) | Q(kept_for=me), player=None)),
        _is_attended(now),
        status=Game.Status.OPEN,
        offer_ends__gt=now,
    )
    if me is not None:
        games = games.exclude(Exists(seats.filter(player=me)))
    return games.order_by("-created_at", "-pk")


def same_as(game: Game, host: User) -> Game | None:
    """The first open game of somebody else that is the same as the *host*'s open *game*: its rules, clock and rating.
    One query.
    """
    same = {name: getattr(game, name) for name in SAME}
    computers = Seat.objects.filter(game=OuterRef("pk"), player__bot_level__gt="")
    theirs = open_tables(host).filter(**same, creator__is_guest=host.is_guest).exclude(Exists(computers))
    return theirs.select_related("creator").order_by("created_at", "pk").first()


def _is_attended(now: datetime) -> Q:
    """Whether the host of an open game is there if it is live. Programs always are: they may listen for hours, and we
    don't record that.
    """
    host = browsers.of_people_here(now).filter(user=OuterRef("creator"))
    return ~_of_speed("fast") | Q(creator__is_program=True) | Q(Exists(host))


@dataclass(frozen=True, slots=True)
class Few:
    """A page of open games, with few by the same person. *more_after*: for each person with more games, the id of their
    last game on this page.
    """

    page: Page[Row]
    more_after: set[int]


def few_of_each(games: QuerySet[Game], most: int, cursor: str = "") -> Few:
    """The first games after the cursor, few per person so that nobody fills the page. Two queries. The next
    page begins after the last game we looked at.

    A guest gets one, because one person may be many guests. We don't limit by address: a classroom shares one, and
    none is stored with a game.
    """
    behind = rows_after(games, cursor)
    rows = list(behind.values_list("pk", "created_at", "creator", "creator__is_guest")[: LOOKED_AT + 1])
    taken: dict[int | None, list[int]] = {}
    others, last, number = set(), None, 0
    for pk, created_at, host, is_guest in rows[:LOOKED_AT]:
        if number == most:
            break
        if len(theirs := taken.setdefault(host, [])) < (OF_GUEST if is_guest else OF_ONE):
            theirs.append(pk)
            number += 1
        else:
            others.add(host)
        last = created_at, pk
    keys = [pk for theirs in taken.values() for pk in theirs]
    further = write_cursor(last) if last is not None and rows[-1][0] != last[1] else ""
    now = timezone.now()
    open_games = [Row(game, now) for game in listed(sorted(keys, reverse=True))]
    return Few(Page(open_games, next=further, first=behind is games), {taken[host][-1] for host in others})


def all_of_one(games: QuerySet[Game], most: int, cursor: str) -> Few:
    """A page of the open games of one person. Two queries."""
    now = timezone.now()
    return Few(listed_page(games, cursor, most).of(lambda games: [Row(game, now) for game in games]), set())


def newest_of_each(games: QuerySet[Game]) -> QuerySet[Game]:
    """At most OF_ONE games per person and OF_GUEST per guest. Later filters apply before this limit."""
    rank = Window(RowNumber(), partition_by="creator", order_by="-pk")
    most = Case(When(creator__is_guest=True, then=OF_GUEST), default=OF_ONE)
    return games.annotate(rank=rank, most=most).filter(rank__lte=F("most"))


def any_or_a_game() -> list[tuple[str, Any]]:
    return [ANY, *game_choices()]


def _sizes() -> list[tuple[object, Text]]:
    return [ANY, *((n, str(n)) for n in sorted({n for game in choices.catalogue().values() for n in game.seats}))]


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """Filters of open games; None and "" let all games through."""

    variant: Annotated[str | None, "", Most(40), Shown(_("Game"), choices=any_or_a_game)] = None
    seats: Annotated[int | None, Between(2, 8), Shown(_("Players"), choices=_sizes), "The number of players."] = None
    speed: Annotated[
        str | None,
        list(SPEEDS),
        Shown(_("Clock"), choices=[ANY, *SPEEDS.items()]),
        "Time per move: `fast` under an hour, `day` up to a day, `slow` more, `none`. `days`: not `fast`.",
    ] = None
    length: Annotated[
        str | None,
        list(LENGTHS),
        Shown(_("Length"), choices=[ANY, *LENGTHS.items()]),
        "`one` round; `short`: up to three rounds or fifty points; `usual`: the default of the game.",
    ] = None
    rated: Annotated[bool | None, Shown(_("Rated"), choices=[ANY, ("yes", _("Rated")), ("no", _("Unrated"))])] = None


def narrow(games: QuerySet[Game], filters: Filters, hosts: HostsRated | None = None, by: str = "") -> QuerySet[Game]:
    """The games that fit. *by*: the host's user name."""
    if by:
        games = games.filter(creator__username=by)
    if filters.variant:
        games = games.filter(variant=filters.variant)
    if filters.seats:
        games = games.filter(seats_number=filters.seats)
    if filters.speed:
        games = games.filter(_of_speed(filters.speed))
    if filters.length == "one":
        games = games.filter(options__end="rounds:1")
    elif filters.length == "short":
        games = games.filter(options__end__in=SHORT)
    elif filters.length == "usual":
        games = games.exclude(options__has_key="end")
    if filters.rated is not None:
        games = games.filter(rated=filters.rated)
    if hosts is not None:
        for follower in after_move.followers():
            games = follower.of_hosts_rated(games, hosts)
    return games


def findable(
    user: Reader,
    filters: Filters,
    hosts: HostsRated | None,
    *,
    mine: bool,
    status: Collection[str] = (),
    by: str = "",
) -> QuerySet[Game]:
    """The games that *user* may find without their links, newest first: public games, or with *mine* their own.

    Leaves out games of people who blocked *user* or whom *user* blocked, and
    live open games whose hosts have gone. In a list of open games, no host appears more often than `newest_of_each`
    allows.
    """
    if not mine:
        listed_now = ~Q(status=Game.Status.OPEN) | _is_attended(timezone.now())
        games: QuerySet[Game] = Game.objects.public_for(user).filter(listed_now)
    elif user.is_authenticated:
        games = Game.objects.filter(pk__in=Seat.objects.filter(player=user).values("game"))
    else:
        games = Game.objects.none()
    if status:
        games = games.filter(status__in=status)
    if set(status) == {Game.Status.OPEN} and not mine and not by:
        games = newest_of_each(games)
    return narrow(games, filters, hosts, by).order_by("-pk")


def _of_speed(speed: str) -> Q:
    if speed == "days":
        return ~_of_speed("fast")
    short = Q(lasts_seconds__isnull=False, lasts_seconds__lte=LONGEST_BANK_NOW)
    return short | _of_clock(speed) if speed == "fast" else ~short & _of_clock(speed)


def _of_clock(speed: str) -> Q:
    if speed == "none":
        return Q(clock=Clock.NONE)
    turn, bank = Q(clock=Clock.TURN), Q(clock=Clock.BANK)
    names = list(_LONGEST)
    most_turn, most_bank = _LONGEST[speed]
    if speed != names[0]:
        before_turn, before_bank = _LONGEST[names[names.index(speed) - 1]]
        turn, bank = turn & Q(turn_seconds__gt=before_turn), bank & Q(bank_seconds__gt=before_bank)
    if most_turn is not None:
        turn, bank = turn & Q(turn_seconds__lte=most_turn), bank & Q(bank_seconds__lte=most_bank)
    return turn | bank
