"""The pictures that we store, and the clips to make."""

from django.db import models

from accounts.models import User
from common.queues import QueueRow
from games.models import Game


class Picture(models.Model):
    """A picture or clip by what it shows (`sharing.pictures.stored`): drawn once for all processes, deleted when it is
    old.
    """

    key = models.CharField(max_length=64, primary_key=True)
    content = models.BinaryField(db_column="png")
    made_at = models.DateTimeField(db_index=True)
    people = models.ManyToManyField(User, related_name="+")  # those it names

    def __str__(self) -> str:
        return self.key


class WantedClip(QueueRow):
    """A clip that somebody waits for, of a finished game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, db_index=False, related_name="+")
    language = models.CharField(max_length=8)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "language"], name="wanted_clip_once")]

    def __str__(self) -> str:
        return f"{self.game_id} in {self.language}"
