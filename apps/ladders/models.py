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


class Rung(models.Model):
    """A person on a ladder. *place*: from 1; None while they are parked.

    SQL moves places (`ladders.places`).
    """

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, db_index=False, related_name="rungs")
    player = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="rungs")
    place = models.PositiveIntegerField(null=True)
    best = models.PositiveIntegerField(null=True)  # the highest place they have had
    won = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    joined_at = models.DateTimeField()
    moved_at = models.DateTimeField()  # when their place changed by a challenge of theirs

    class Meta:
        constraints = [models.UniqueConstraint(fields=["ladder", "player"], name="rung_once")]
        # Not unique: one UPDATE moves many places, and SQLite would check each row of it.
        indexes = [models.Index(fields=["ladder", "place"], name="rung_place", condition=Q(place__isnull=False))]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.place} of {self.ladder_id}"


class Challenge(QueueRow):
    """*challenger* plays *challenged*, who was above, for their place. Its games begin one by one (the queue)."""

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
    begun = models.PositiveSmallIntegerField(default=0)  # games that have begun
    scores = models.JSONField(default=dict)  # of its finished games, by number
    outcome = models.CharField(max_length=8, choices=Outcome, blank=True)
    over_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="challenge_over", condition=Q(outcome="") ^ Q(over_at__isnull=False)),
            models.CheckConstraint(name="challenge_above", condition=Q(to_place__lt=F("from_place"))),
        ]
        indexes = [
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
