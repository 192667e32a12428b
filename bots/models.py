"""Turns of computers. In everything else computers are like people: accounts, seats, moves."""

from django.db import models
from django.db.models import F, Q

from games.models import Game


class Turn(models.Model):
    """A turn that a computer has to play: stored with the change that began it, deleted with its move.

    A process claims it by moving *at* on; if the process is killed, another one claims it once *at* has passed. Changes
    write it by SQL: `bots.followers.note_turns`.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="+")
    version = models.PositiveIntegerField()  # of the game, when the turn began
    began = models.DateTimeField()
    at = models.DateTimeField(db_index=True)  # when any process may claim it
    tries = models.PositiveSmallIntegerField(db_default=0)  # how often it was claimed

    class Meta:
        constraints = [
            models.CheckConstraint(name="bots_turn_in_a_game_that_began", condition=Q(version__gte=1)),
            models.CheckConstraint(name="bots_turn_is_due_after_it_began", condition=Q(at__gte=F("began"))),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} at {self.version}"
