"""The ratings of a game's players, and the game's changes."""

from dataclasses import dataclass

from accounts.models import User
from common.joined import Joined
from games.models import Game
from standings.models import Rating, RatingChange
from standings.strength import Strength

CHANGES = Joined(
    "standings_ratingchange change LEFT JOIN accounts_user player ON player.id = change.player_id",
    change=RatingChange,
    player=User,
)
RATINGS = Joined("standings_rating rating JOIN games_seat seat USING (player_id)", rating=Rating)


def changes_of(game: Game) -> list[RatingChange]:
    """The rating changes of a finished game, by seat; empty if it was unrated. One query for a loaded game."""
    known: list[RatingChange] | None = vars(game).get("_rating_changes")
    if known is None:
        known = vars(game)["_rating_changes"] = []
        for change, player in CHANGES.rows("change.game_id = %s ORDER BY change.seat", [game.pk]):
            change.player = player
            known.append(change)
    return known


@dataclass(frozen=True, slots=True)
class SeatRating:
    """A player's rating in this kind of game, and its change by this game; None until the game is settled."""

    seat: int
    rating: int
    provisional: bool
    change: int | None


def seat_ratings(game: Game) -> list[SeatRating]:
    """The ratings by taken seat of a game loaded with seats and players; empty if it can't change ratings.

    For a finished game, the ratings after it.
    """
    taken = [(seat.number, seat.player) for seat in game.seats.all() if seat.player is not None]
    ended = game.status not in Game.RUNNING
    if not game.rated or any(player.is_guest or player.is_bot for _seat, player in taken if player.deleted_at is None):
        return []
    if ended and (game.status != Game.Status.FINISHED or game.settle_at is None):
        return [SeatRating(each.seat, each.shown, each.provisional, each.difference) for each in changes_of(game)]
    if any(player.deleted_at is not None for _seat, player in taken):  # these don't count (`rating.counts`)
        return []
    now = {each.player_id: each for (each,) in RATINGS.rows("variant = %s AND game_id = %s", [game.variant, game.pk])}
    strengths = [(seat, now[player.pk].strength if player.pk in now else Strength()) for seat, player in taken]
    return [SeatRating(seat, each.shown, each.provisional, None) for seat, each in strengths]
