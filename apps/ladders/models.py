"""Ladders: a list of people for a game; who challenges somebody above and wins takes their place."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse

from clubs.models import Club
from common.chances import new_public_id
from common.queues import QueueRow
from games.models import Game

PERSON = settings.AUTH_USER_MODEL


class Ladder(models.Model):
    """The ladder of a game: of the site, or of a club. Every change of places locks this row first, after people's."""

    public_id = models.CharField(max_length=16, default=new_public_id, unique=True, editable=False)
    variant = models.CharField(max_length=40)
    club = models.ForeignKey(Club, null=True, on_delete=models.CASCADE, db_index=False, related_name="ladders")
    size = models.PositiveIntegerField(default=0)  # people with a place
    spread = models.FloatField()  # of the points of one deal: what a game costs that somebody leaves
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "variant"], name="ladder_of_club"),
            models.UniqueConstraint(fields=["variant"], name="ladder_of_site", condition=Q(club__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"ladder of {self.variant} in {self.club_id}"

    def get_absolute_url(self) -> str:
        return reverse("ladder", args=[self.public_id])


class Rung(QueueRow):
    """A person on a ladder. *place*: from 1; None while they are parked.

    *due*: when to look whether they have left the club, or whether a vacation parks them (`looking`).
    """

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, db_index=False, related_name="rungs")
    player = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="rungs")
    place = models.PositiveIntegerField(null=True)
    best = models.PositiveIntegerField()  # the highest place they have had
    won = models.PositiveIntegerField(default=0)  # challenges
    lost = models.PositiveIntegerField(default=0)
    joined_at = models.DateTimeField()
    due = models.DateTimeField(null=True)  # type: ignore[assignment]  # None: no need to look

    class Meta:
        constraints = [models.UniqueConstraint(fields=["ladder", "player"], name="rung_once")]
        indexes = [
            # Not unique: one UPDATE moves many places, and SQLite would check each row of it.
            models.Index(fields=["ladder", "place"], name="rung_place", condition=Q(place__isnull=False)),
            models.Index(fields=["due"], name="rung_due", condition=Q(due__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.place} of {self.ladder_id}"


class Trace(models.Model):
    """From where a person joined a ladder of the site: a keyed hash of one of their browsers or networks."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, db_index=False, related_name="+")
    rung = models.ForeignKey(Rung, on_delete=models.CASCADE, related_name="traces")
    key = models.CharField(max_length=16)

    class Meta:
        indexes = [models.Index(fields=["ladder", "key"], name="ladder_trace_of")]

    def __str__(self) -> str:
        return f"trace of {self.rung_id}"


class Challenge(models.Model):
    """*challenger* plays *challenged*, who was above, for their place: two games at once.

    *from_place* and *to_place*: theirs when it was made, or when the challenger took the place (*moved*).
    """

    class Outcome(models.TextChoices):
        WON = "won"  # by the challenger
        LOST = "lost"
        DRAWN = "drawn"
        ANNULLED = "annulled"

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, db_index=False, related_name="challenges")
    challenger = models.ForeignKey(PERSON, null=True, on_delete=models.SET_NULL, db_index=False, related_name="+")
    challenged = models.ForeignKey(PERSON, null=True, on_delete=models.SET_NULL, db_index=False, related_name="+")
    from_place = models.PositiveIntegerField()
    to_place = models.PositiveIntegerField()
    at = models.DateTimeField()
    ends = models.DateTimeField()  # the last moment of its games
    scores = models.JSONField(default=dict)  # of its finished games, by number; null: annulled
    outcome = models.CharField(max_length=8, choices=Outcome, blank=True)
    moved = models.BooleanField(default=False)  # the challenger took the place
    over_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="challenge_over", condition=Q(outcome="") ^ Q(over_at__isnull=False)),
            models.CheckConstraint(name="challenge_above", condition=Q(to_place__lt=F("from_place"))),
        ]
        indexes = [
            models.Index(
                fields=["ladder", "-over_at", "-id"], name="challenge_results", condition=Q(over_at__isnull=False)
            ),
            models.Index(fields=["ladder", "-id"], name="challenge_of_ladder"),
            models.Index(fields=["challenger", "-id"], name="challenge_made"),
            models.Index(fields=["challenged", "-id"], name="challenge_received"),
        ]

    def __str__(self) -> str:
        return f"{self.challenger_id} challenges {self.challenged_id}"


class GameOf(models.Model):
    """A game of a challenge. *number*: from 0."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="challenge_of")
    challenge = models.ForeignKey(Challenge, on_delete=models.CASCADE, db_index=False, related_name="games")
    number = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name_plural = "games of challenges"
        constraints = [models.UniqueConstraint(fields=["challenge", "number"], name="challenge_game_once")]

    def __str__(self) -> str:
        return f"game {self.game_id} of {self.challenge_id}"
