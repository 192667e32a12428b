"""Conditional moves, and the turns that they may play. Only their own seat may read them."""

from django.db import models

from common.queues import QueueRow
from games.models import Game


class PlannedMove(models.Model):
    """A line of a plan for one seat and deal, such as “if an end shows 5, play 5-3 there”."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    seat = models.PositiveSmallIntegerField()
    deal = models.PositiveSmallIntegerField()  # index of the deal in the game, from 0
    place = models.PositiveSmallIntegerField()  # in the list, from 0; we play the first line that fits
    tile = models.CharField(max_length=5)
    end = models.PositiveSmallIntegerField(null=True)  # the number on the end; None: any end that takes the tile

    class Meta:
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["game", "seat", "place"], name="plan_place_once")]

    def __str__(self) -> str:
        return f"line {self.place} of seat {self.seat}"  # no tile, because this may be logged


class PlannedTurn(QueueRow):
    """A turn that the server may play for its player a few seconds after it starts.

    The move that starts the turn stores it by SQL (`plans.followers.note_turns`); the queue `plans.turns` plays it.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="+")
    version = models.PositiveIntegerField()  # the game's version when the turn started

    class Meta:
        constraints = [models.CheckConstraint(name="due_in_a_game_that_began", condition=models.Q(version__gte=1))]

    def __str__(self) -> str:
        return f"turn of {self.game_id} at {self.version}"
