"""Open tables, and what somebody may look for among them. The index `game_lobby` holds nothing but these."""

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.apart import apart_from, without_tables_of
from games.models import Game, Seat
from games.words import DAY, HOUR

SPEEDS = {
    "fast": _("Less than an hour for a turn"),
    "day": _("Up to a day"),
    "slow": _("More than a day"),
    "none": _("No clock"),
}
LENGTHS = {"one": _("One round"), "short": _("Short: a few rounds or points"), "usual": _("As usual")}
SHORT = [f"rounds:{n}" for n in range(1, 4)] + [f"target:{n}" for n in range(1, 51)]
# (longest turn, longest bank) of a speed in seconds; each begins where the one before ends.
_PACE = {"fast": (HOUR - 1, 12 * HOUR - 1), "day": (DAY, 3 * DAY), "slow": (None, None)}


def open_tables(user: Any = None) -> QuerySet[Game]:
    """Public tables with a free seat for the user, the newest first; not those he sits at, nor with people he is
    kept apart from."""
    me = getattr(user, "pk", None)
    seats = Seat.objects.filter(game=OuterRef("pk"))
    games = Game.objects.filter(
        Exists(seats.filter(Q(kept_for=None) | Q(kept_for=me), player=None)),
        status=Game.Status.OPEN,
        visibility=Game.Visibility.PUBLIC,
        offer_ends__gt=timezone.now(),
    )
    if me is not None:
        games = games.exclude(Exists(seats.filter(player=me)))
    games = without_tables_of(apart_from(user), games)
    return games.select_related("creator").prefetch_related("seats__player").order_by("-created_at", "-pk")


def narrow(
    games: QuerySet[Game],
    *,
    variant: str | None = None,
    seats: int | None = None,
    speed: str | None = None,
    length: str | None = None,
    rated: bool | None = None,
) -> QuerySet[Game]:
    """Of the games those that are as wished; what is left out or empty doesn't matter."""
    if variant:
        games = games.filter(variant=variant)
    if seats:
        games = games.filter(seats_number=seats)
    if speed:
        games = games.filter(_of_speed(speed))
    if length == "one":
        games = games.filter(options__end="rounds:1")
    elif length == "short":
        games = games.filter(options__end__in=SHORT)
    elif length == "usual":
        games = games.exclude(options__has_key="end")
    if rated is not None:
        games = games.filter(rated=rated)
    return games


def _of_speed(speed: str) -> Q:
    if speed == "none":
        return Q(clock=Game.Clock.NONE)
    turn, bank = Q(clock=Game.Clock.TURN), Q(clock=Game.Clock.BANK)
    names = list(_PACE)
    most_turn, most_bank = _PACE[speed]
    if speed != names[0]:
        before_turn, before_bank = _PACE[names[names.index(speed) - 1]]
        turn, bank = turn & Q(turn_seconds__gt=before_turn), bank & Q(bank_seconds__gt=before_bank)
    if most_turn is not None:
        turn, bank = turn & Q(turn_seconds__lte=most_turn), bank & Q(bank_seconds__lte=most_bank)
    return turn | bank
