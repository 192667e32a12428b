"""The books are kept in the transaction of the game's end: both are stored, or neither."""

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_made, deleted, guest_merged
from games import changes, live
from games.changes import Change, Kind
from games.models import Game
from standings import rating, tallies
from standings.models import Rating, Tally


@receiver(changes.stored)
def keep_books(change: Change, **_kwargs: Any) -> None:
    if change.kind is Kind.STARTED:
        rating.decide_at_start(change.game_id)
    elif change.kind is Kind.FINISHED:
        game = Game.objects.get(pk=change.game_id)
        tallies.count_game(game)
        if game.rated and rating.ratable(Game.objects.filter(pk=game.pk)).exists():
            rating.rate_game(game)
    elif change.kind is Kind.ANNULLED:
        game = Game.objects.get(pk=change.game_id)
        tallies.recount(player for player in change.players if player is not None)
        rating.unrate_game(game)


@receiver(changes.committed)
def show_change(change: Change, **_kwargs: Any) -> None:
    """The open boards learn that there is something to be seen in the panel of ratings."""
    if change.kind in {Kind.FINISHED, Kind.ANNULLED}:
        live.show_panel(change.public_id, "ratings")


@receiver(account_made)
def games_of_the_guest_count(user: User, **_kwargs: Any) -> None:
    """A guest who makes an account brings his games along: they count, but stay unrated."""
    tallies.recount([user.pk])


@receiver(guest_merged)
def games_of_another_guest_count(user: User, **_kwargs: Any) -> None:
    tallies.recount([user.pk])


@receiver(deleted)
def let_go(user: User, **_kwargs: Any) -> None:
    """Who goes for good stands in no list; what he won and lost stays in the ratings of the others."""
    Rating.objects.filter(player=user).delete()
    Tally.objects.filter(player=user).delete()
