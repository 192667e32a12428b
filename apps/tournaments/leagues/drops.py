"""What moderators look at in leagues: players who were much less effective than in the season before.

Somebody may lose on purpose, to stay in a division that is too easy, or to come to one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Q

from accounts.models import User
from tournaments.kinds import FormatName
from tournaments.models import Place, Tournament

SHOWN, SHOWN_FOR = 100, timedelta(days=30)  # seasons: the newest, and after their end
A_LOT = 0.7  # of the spread of a deal; by chance, two seasons differ by so much in one case of twenty
ENOUGH = 8  # games of a season that say something


class _Played(NamedTuple):
    """What somebody did in a season. *effect*: their effectiveness, from −2 to 2."""

    division: int
    effect: float


@dataclass(frozen=True, slots=True)
class Drop:
    """Somebody's effectiveness in a season, and in the one *before*."""

    season: Tournament
    player: User
    before: float
    now: float


def drops(now: datetime) -> list[Drop]:
    """Who was less effective by a lot, in the same division or a lower one, the newest season first. Four queries."""
    recent = Tournament.objects.filter(format=FormatName.LEAGUE, series__isnull=False, starts_at__isnull=False)
    recent = recent.exclude(state=Tournament.State.CANCELLED).exclude(over_at__lt=now - SHOWN_FOR).order_by("-pk")
    there = {each.pk: each for each in recent[:SHOWN]}
    earlier = Q()
    for season in there.values():
        earlier |= Q(series=season.series_id, number=(season.number or 0) - 1)
    last = {(each.series_id, each.number): each.pk for each in Tournament.objects.filter(earlier)} if there else {}
    played = _played([*there, *last.values()])
    found = [
        (season, player, before, this)
        for season in there.values()
        for player, this in played.get(season.pk, {}).items()
        if (before := _of(played, last.get((season.series_id, (season.number or 0) - 1)), player)) is not None
        and before.effect - this.effect >= A_LOT
        and this.division >= before.division
    ]
    people = User.objects.in_bulk({player for _season, player, _before, _this in found})
    return [Drop(season, people[player], before.effect, this.effect) for season, player, before, this in found]


def _of(played: Mapping[int, Mapping[int, _Played]], season: int | None, player: int) -> _Played | None:
    return None if season is None else played.get(season, {}).get(player)


def _played(seasons: list[int]) -> dict[int, dict[int, _Played]]:
    """What people did in these seasons, by season and person; without those who have played little. One query."""
    places = Place.objects.filter(tournament__in=seasons, deals__gte=ENOUGH, entry__members__player__is_active=True)
    rows = places.values_list("tournament", "entry__members__player", "group", "effect", "deals")
    found: dict[int, dict[int, _Played]] = {}
    for season, player, division, effect, deals in rows:
        assert player is not None
        found.setdefault(season, {})[player] = _Played(division, effect / deals / 1000)
    return found
