"""The turns that computers have. All else of them is like people's: accounts, seats, moves."""

from django.db import models
from django.db.models import F, Q

from games.models import Game


class Turn(models.Model):
    """A turn that a computer has to play: stored with the change that gave it the turn, gone with its move.

    Whoever moves *at* on has it; who is killed then leaves it to the next. Changes write it by SQL:
    `bots.followers.note_turns`.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="+")
    version = models.PositiveIntegerField()  # of the game, when the turn began
    began = models.DateTimeField()
    at = models.DateTimeField(db_index=True)  # from when on anybody may claim it
    tries = models.PositiveSmallIntegerField(db_default=0)  # how often it was claimed

    class Meta:
        constraints = [
            models.CheckConstraint(name="bots_turn_in_a_game_that_began", condition=Q(version__gte=1)),
            models.CheckConstraint(name="bots_turn_is_due_after_it_began", condition=Q(at__gte=F("began"))),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} at {self.version}"
