"""Turns of computers. In everything else computers are like people: accounts, seats, moves."""

from django.db import models
from django.db.models import F, Q

from common.queues import QueueRow
from games.models import Game


class Turn(QueueRow):
    """A turn that a computer has to play: stored with the change that began it, deleted with its move.

    Changes write it by SQL (`bots.followers.BotsAfterMove`); the queue `bots.thinking` plays it.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="+")
    version = models.PositiveIntegerField()  # of the game, when the turn began
    began = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(name="bots_turn_in_a_game_that_began", condition=Q(version__gte=1)),
            models.CheckConstraint(name="bots_turn_is_due_after_it_began", condition=Q(due__gte=F("began"))),
        ]

    def __str__(self) -> str:
        return f"turn of {self.game_id} at {self.version}"

    @property
    def key(self) -> str:
        """The key of its move, so that two processes can't make it twice."""
        return f"computer-{self.game_id}-{self.version}"
