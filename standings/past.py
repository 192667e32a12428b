"""What ratings were: how they have changed of late, and the way they have gone. Found from what each game changed, so
that it is as right as the ratings are, whatever was annulled since; nothing of it is kept.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import OuterRef, Subquery

from accounts.models import User
from standings.models import ALL, Rating, RatingChange
from standings.strength import Strength, overall

OF_LATE = timedelta(days=30)
ON_WAY = 500  # the newest games that a way goes over

Key = tuple[int, str]  # player and variant


# ---- How ratings have changed ---------------------------------------------------------------------------------------
def changes(ratings: Iterable[Rating], now: datetime) -> dict[Key, int]:
    """By how many points these ratings have changed within thirty days, where there was a rated game; who has begun
    since then began at 1500. One question, whoever they are of. They are in one game, or there is the one over all
    games of each of their players, too.
    """
    then = now - OF_LATE
    of_late = [each for each in ratings if each.updated > then]
    before = _before(then, of_late)
    found = {}
    for each in of_late:
        games = before.get(each.player_id, {})
        was = overall(list(games.values())) if each.variant == ALL else games.get(each.variant, Strength())
        found[each.player_id, each.variant] = each.shown - was.shown
    return found


def _before(then: datetime, ratings: Sequence[Rating]) -> dict[int, dict[str, Strength]]:
    """By player and game: where they stood after the last game until then; for a rating over all games in all games."""
    if not ratings:
        return {}
    rows = Rating.objects.filter(pk__in=[each.pk for each in ratings])
    if everywhere := [each.player_id for each in ratings if each.variant == ALL]:
        rows = Rating.objects.filter(player__in=everywhere).exclude(variant=ALL)
    played = RatingChange.objects.filter(player=OuterRef("player"), variant=OuterRef("variant"), at__lte=then)
    last = played.order_by("-at", "-game")
    rows = rows.annotate(mu_then=Subquery(last.values("mu")[:1]), sigma_then=Subquery(last.values("sigma")[:1]))
    found: dict[int, dict[str, Strength]] = {}
    for player, variant, mu, sigma in rows.values_list("player", "variant", "mu_then", "sigma_then"):
        if mu is not None:
            found.setdefault(player, {})[variant] = Strength(mu=mu, sigma=sigma)
    return found


# ---- The way of a rating --------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Point:
    at: datetime
    rating: int


def way(player: User, variant: str) -> list[Point]:
    """The rating before the first of their newest games, at the end of that one, and after each; of all games (`ALL`)
    it is the one over all. Empty for who has none.
    """
    rows = RatingChange.objects.filter(player=player)
    if variant != ALL:
        rows = rows.filter(variant=variant)
    newest = list(rows.order_by("-at", "-game")[:ON_WAY])[::-1]
    if variant != ALL:
        return [Point(row.at, row.before) for row in newest[:1]] + [Point(row.at, row.shown) for row in newest]
    return _way_over_all(newest, {each.variant: each.strength for each in _by_game(player)} if newest else {})


def _by_game(player: User) -> list[Rating]:
    return list(Rating.objects.filter(player=player).exclude(variant=ALL))


def _way_over_all(newest: Sequence[RatingChange], known: dict[str, Strength]) -> list[Point]:
    """*known*: by variant, where they stand now, and so did before these games where none of these was played."""
    for row in reversed(newest):
        known[row.variant] = Strength(mu=row.mu_before, sigma=row.sigma_before)
    points = [Point(row.at, overall(list(known.values())).shown) for row in newest[:1]]
    for row in newest:
        known[row.variant] = row.strength
        points.append(Point(row.at, overall(list(known.values())).shown))
    return points
