"""Past ratings: recent changes and the course over time.

Read from the change of each game and not stored, so it is as correct as the ratings, even after annulments.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import OuterRef, Subquery

from accounts.models import User
from standings.models import ALL, Rating, RatingChange
from standings.strength import Strength, overall

OF_LATE = timedelta(days=30)
ON_WAY = 300  # newest games in a rating history

Key = tuple[int, str]  # player and variant


# ---- Changes --------------------------------------------------------------------------------------------------------
def changes(ratings: Iterable[Rating], now: datetime) -> dict[Key, int]:
    """The changes of these ratings in points within thirty days, where there was a rated game. Players who started
    later started at 1500. One query for all.

    The ratings are in one kind of game each, or include the overall rating of each of their players.
    """
    then = now - OF_LATE
    of_late = [each for each in ratings if each.updated > then]
    before = _before(then, of_late)
    points = {}
    for each in of_late:
        games = before.get(each.player_id, {})
        was = overall(list(games.values())) if each.variant == ALL else games.get(each.variant, Strength())
        points[each.player_id, each.variant] = each.shown - was.shown
    return points


def _before(then: datetime, ratings: Sequence[Rating]) -> dict[int, dict[str, Strength]]:
    """By player and game: the rating after the last game until then; for overall ratings in all games."""
    if not ratings:
        return {}
    rows = Rating.objects.filter(pk__in=[each.pk for each in ratings])
    if everywhere := [each.player_id for each in ratings if each.variant == ALL]:
        rows = Rating.objects.filter(player__in=everywhere).exclude(variant=ALL)
    played = RatingChange.objects.filter(player=OuterRef("player"), variant=OuterRef("variant"), at__lte=then)
    last = played.order_by("-at", "-game")
    rows = rows.annotate(mu_then=Subquery(last.values("mu")[:1]), sigma_then=Subquery(last.values("sigma")[:1]))
    strengths: dict[int, dict[str, Strength]] = {}
    for player, variant, mu, sigma in rows.values_list("player", "variant", "mu_then", "sigma_then"):
        if mu is not None:
            strengths.setdefault(player, {})[variant] = Strength(mu=mu, sigma=sigma)
    return strengths


# ---- The history of a rating ----------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Point:
    at: datetime
    rating: int


def way(player: User, variant: str) -> list[Point]:
    """The rating before the player's newest games, at the end of the first, and after each. For `ALL` it is the overall
    rating. Empty without rated games.
    """
    played = RatingChange.objects.filter(player=player, **({} if variant == ALL else {"variant": variant}))
    columns = ("at", "variant", "mu_before", "sigma_before", "mu", "sigma")
    newest = list(played.order_by("-at", "-game").values_list(*columns)[:ON_WAY])[::-1]
    known: dict[str, Strength] = {}  # by game
    if newest and variant == ALL:  # the current ratings also apply before these games in kinds not played in them
        by_game = Rating.objects.filter(player=player).exclude(variant=ALL)
        known = {
            game: Strength(mu=mu, sigma=sigma) for game, mu, sigma in by_game.values_list("variant", "mu", "sigma")
        }
    for _at, game, mu_before, sigma_before, _mu, _sigma in reversed(newest):
        known[game] = Strength(mu=mu_before, sigma=sigma_before)

    def rating() -> int:
        return overall(list(known.values())).shown if variant == ALL else known[variant].shown

    points = [Point(newest[0][0], rating())] if newest else []
    for at, game, _mu_before, _sigma_before, mu, sigma in newest:
        known[game] = Strength(mu=mu, sigma=sigma)
        points.append(Point(at, rating()))
    return points
