"""Past ratings: recent changes and the course over time.

Read from the change of each game and not stored, so it is as correct as the ratings, even after annulments.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from accounts.models import User
from common.database import moment, placeholders, read_rows, stored
from standings.models import ALL, Rating
from standings.strength import Strength, overall

OF_LATE = timedelta(days=30)
ON_WAY = 300  # newest games in a rating history
# In SQL, because every profile asks: the ORM takes ten times as long.
# Two lookups by index: for a join with the newest change, PostgreSQL reads all changes.
THEN = """(
    SELECT {} FROM standings_ratingchange
    WHERE player_id = rating.player_id AND variant = rating.variant AND at <= %s
    ORDER BY at DESC, game_id DESC LIMIT 1
)"""
BEFORE = (
    f"SELECT rating.player_id, rating.variant, {THEN.format('mu')}, {THEN.format('sigma')}"  # noqa: S608 - our own
    " FROM standings_rating rating WHERE rating.variant <> '' AND rating.{column} IN ({keys})"
)
CHANGES = """
    SELECT at, variant, mu_before, sigma_before, mu, sigma FROM standings_ratingchange
    WHERE player_id = %s AND {of_game} ORDER BY at DESC, game_id DESC LIMIT %s
"""
BY_GAME = "SELECT variant, mu, sigma FROM standings_rating WHERE player_id = %s AND variant <> ''"

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
    column, keys = "id", [each.pk for each in ratings]
    if everywhere := [each.player_id for each in ratings if each.variant == ALL]:
        column, keys = "player_id", everywhere
    strengths: dict[int, dict[str, Strength]] = {}
    statement = BEFORE.format(column=column, keys=placeholders(keys))
    for player, variant, mu, sigma in read_rows(statement, [stored(then), stored(then), *keys]):
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
    statement = CHANGES.format(of_game="variant <> %s" if variant == ALL else "variant = %s")
    newest = read_rows(statement, [player.pk, variant, ON_WAY])[::-1]
    known: dict[str, Strength] = {}  # by game
    if newest and variant == ALL:  # the current ratings also apply before these games in kinds not played in them
        known = {game: Strength(mu=mu, sigma=sigma) for game, mu, sigma in read_rows(BY_GAME, [player.pk])}
    for _at, game, mu_before, sigma_before, _mu, _sigma in reversed(newest):
        known[game] = Strength(mu=mu_before, sigma=sigma_before)

    def rating() -> int:
        return overall(list(known.values())).shown if variant == ALL else known[variant].shown

    points = [Point(moment(newest[0][0]), rating())] if newest else []
    for at, game, _mu_before, _sigma_before, mu, sigma in newest:
        known[game] = Strength(mu=mu, sigma=sigma)
        points.append(Point(moment(at), rating()))
    return points
