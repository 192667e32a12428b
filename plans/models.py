"""What somebody has planned, and the turns at which the server looks at it. Read by their own seat alone."""

from django.db import models

from games.models import Game


class PlannedMove(models.Model):
    """One line of a plan: “if an end shows 5, play 5-3 there”. It belongs to the seat, and to the deal."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    seat = models.PositiveSmallIntegerField()
    deal = models.PositiveSmallIntegerField()  # index of the deal in the game, from 0
    place = models.PositiveSmallIntegerField()  # in the list, from 0: the first that fits is played
    tile = models.CharField(max_length=5)
    end = models.PositiveSmallIntegerField(null=True)  # what the end must show; None: any end that takes the tile

    class Meta:
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["game", "seat", "place"], name="plan_place_once")]

    def __str__(self) -> str:
        return f"line {self.place} of seat {self.seat}"  # no tile: this may end up in a log


class Due(models.Model):
    """A turn that the server may play for somebody, some seconds after it has begun: stored with the move that began
    it, gone once it was tried. A restart in between changes nothing: the next sweep finds it.

    A move adds and writes over it by SQL: `plans.followers.note_turns`.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="+")
    version = models.PositiveIntegerField()  # of the game, when the turn began
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.CheckConstraint(name="due_in_a_game_that_began", condition=models.Q(version__gte=1))]

    def __str__(self) -> str:
        return f"{self.game_id} at {self.version}"
