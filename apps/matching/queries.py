"""Reads about wishes, pools and found games. Changes nothing."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from django.core.cache import cache
from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from accounts.models import User
from accounts.readers import Reader
from common.database import read_rows
from games.models import Game, Seat
from matching.models import Accepts, Declined, Found, StandingOrder, Wish
from matching.pools import ANY, Pool, Wanted, pool_of
from rulebook import choices
from rulebook.groups import EVERYWHERE
from standings.models import Tally

DECLINES = 3  # in a day; then no wish for `PAUSE`
JUST = timedelta(minutes=2)
DAY, PAUSE = timedelta(days=1), timedelta(hours=1)
LOOKED_AT = 10  # a person's last games, among which are their last opponents
NEWEST, KEPT = 200, 600  # waits of a pool whose median we tell, and seconds that we keep it
FEW = 3  # with fewer found games a median says nothing


def wishes(user: Reader) -> QuerySet[Wish]:
    """The user's wishes, the oldest first, with their pools."""
    if not user.is_authenticated:
        return Wish.objects.none()
    return Wish.objects.filter(player=user.pk).select_related("gathering").prefetch_related("seeks").order_by("pk")


def wishes_number(user: Reader) -> int:
    """How many games the user looks for. One query; in SQL, because every look at the home page asks."""
    if not user.is_authenticated:
        return 0
    [(number,)] = read_rows("SELECT count(*) FROM matching_wish WHERE player_id = %s", [user.pk])
    return int(number)


def pools_for(player: User, wanted: Wanted) -> list[Pool]:
    """The pools of a game, or of those that the person plays most."""
    games = [(wanted.variant, wanted.seats)] if wanted.variant != ANY else games_of(player)
    return [Pool(key, seats, wanted.pace, wanted.rated, programs=player.is_program) for key, seats in games]


def games_of(player: Reader, most: int = 5) -> list[tuple[str, int]]:
    """The games that a person has finished most often, each with its fewest players; else those they have begun or
    offered, and a program those it accepts. Empty for new accounts, whom we give no rated game that they may not know.
    For strangers and new guests, who play unrated, those that are played everywhere.
    """
    played = Tally.objects.filter(player=player.pk, month="", variant__gt="", games__gt=0).order_by("-games", "id")
    known = choices.catalogue()
    keys = [key for key in played.values_list("variant", flat=True)[:most] if key in known]
    if not keys and player.is_authenticated:
        named = _named(player)
        keys = [key for key in known if key in named][:most]
    if not keys and (not player.is_authenticated or player.is_guest):
        keys = list(EVERYWHERE.keys[:most])
    return [(key, known[key].seats[0]) for key in keys]


def _named(player: User) -> set[str]:
    """The games that a person has begun or offered, or that their program accepts. Two queries."""
    accepted = Accepts.objects.filter(player=player).values_list("variants", flat=True).first()
    played = Seat.objects.filter(player=player).values_list("game__variant", flat=True).distinct()
    return {*played, *(accepted or [])}


def last_opponents(player: User, most: int) -> list[int]:
    """The people whom the player has met last, among them partners; none of our computers. One query."""
    games = Seat.objects.filter(player=player).order_by("-game").values_list("game", flat=True)[:LOOKED_AT]
    seats = Seat.objects.filter(game__in=list(games), player__bot_level="").exclude(player=player).order_by("-game")
    return list(dict.fromkeys(seats.values_list("player_id", flat=True)))[:most]


def running_games(player: User) -> int:
    return Seat.objects.filter(player=player, over_at=None, game__status=Game.Status.PLAYING).count()


def standing_order(player: User) -> StandingOrder | None:
    return StandingOrder.objects.filter(player=player).first()


def became(player: User, wish_id: int) -> Wish | Found | None:
    """A wish of the player if it waits, the game that was found for it, or None if it has ended."""
    waits = wishes(player).filter(pk=wish_id).first()
    return waits or Found.objects.filter(player=player, wish=wish_id).select_related("game").first()


def just_found(player: User, now: datetime) -> Found | None:
    """The game that was found for somebody last, if it began a moment ago and is still in play."""
    found_games = Found.objects.filter(player=player, at__gt=now - JUST, game__status__in=Game.RUNNING)
    return found_games.select_related("game").order_by("-at", "-pk").first()


@dataclass(frozen=True, slots=True)
class Call:
    """A person is called to *game* (its id), or, if that is empty, to a live game that waits for them until *due*."""

    game: str = ""
    due: datetime | None = None


def call_for(user_id: int, now: datetime) -> Call | None:
    """Call a person to a live game that waits for them, or to a game that was found a moment ago and that they haven't
    seen. Two queries.
    """
    gatherings = Wish.objects.filter(player=user_id, gathering__isnull=False, here=False)
    for due in gatherings.values_list("gathering__due", flat=True)[:1]:
        return Call(due=due)
    unseen = {"game__seats__player": user_id, "game__seats__seen_version": 0}
    found_games = Found.objects.filter(player=user_id, at__gt=now - JUST, game__status=Game.Status.PLAYING, **unseen)
    for game in found_games.order_by("-at", "-pk").values_list("game__public_id", flat=True)[:1]:
        return Call(game)
    return None


# ---- Pauses --------------------------------------------------------------------------------------


def declines(player: User, now: datetime) -> int:
    """How many found games the person has declined in a day."""
    return Declined.objects.filter(player=player, at__gt=now - DAY).count()


def paused_until(player: User, now: datetime) -> datetime | None:
    """When somebody who has declined too often may look for a game again; None if now."""
    last = list(Declined.objects.filter(player=player, at__gt=now - DAY).order_by("-at")[:DECLINES])
    until = last[0].at + PAUSE if len(last) == DECLINES else now
    return until if until > now else None


# ---- Waits ---------------------------------------------------------------------------------------


def usual_wait(pool: Pool) -> int | None:
    """The median wait in seconds of people who had to wait in this pool in 30 days; else of all pools of its pace.
    None if we know of too few.
    """
    waits = usual_waits()
    return waits.get(pool.key, waits.get(pool.pace))


def usual_waits() -> dict[str, int]:
    """The median waits by pool and by pace, without those of too few. One query for all, kept for ten minutes."""
    waits: dict[str, int] = cache.get_or_set("usual-waits", _usual_waits, KEPT) or {}
    return waits


def _usual_waits() -> dict[str, int]:
    return {key: round(median(waits)) for key, waits in _newest_waits().items() if len(waits) >= FEW}


def _newest_waits() -> dict[str, list[int]]:
    nth = Window(RowNumber(), partition_by="pool", order_by=F("at").desc())
    waited = Found.objects.filter(at__gt=timezone.now() - timedelta(days=30), waited__gt=0)
    waits: dict[str, list[int]] = {}
    for key, seconds in waited.annotate(nth=nth).filter(nth__lte=NEWEST).values_list("pool", "waited"):
        for name in (key, pool_of(key).pace):
            waits.setdefault(name, []).append(seconds)
    return waits
