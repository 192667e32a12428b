"""Wishes for a game, the pools in which they wait, and what became of them."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from common.queues import QueueRow
from games.models import Game
from matching.pools import Pace, Wanted

PERSON = settings.AUTH_USER_MODEL


class Choice(models.Model):
    """The columns of a `Wanted`."""

    variant = models.CharField(max_length=40, blank=True)
    seats = models.PositiveSmallIntegerField(default=0)
    pace = models.CharField(max_length=6, choices=Pace)
    rated = models.BooleanField()

    class Meta:
        abstract = True

    @property
    def wanted(self) -> Wanted:
        return Wanted(Pace(self.pace), self.rated, self.variant, self.seats)


class Gathering(QueueRow):
    """A live game that begins once all its players are there. When it is *due*, it's given up.

    Those who were there wait on; the wishes of the others end.
    """

    pool = models.CharField(max_length=80)

    def __str__(self) -> str:
        return f"gathering in {self.pool}"


class StandingOrder(Choice, QueueRow):
    """“Keep me at three games”: a new wish whenever the person has fewer."""

    player = models.OneToOneField(PERSON, on_delete=models.CASCADE, related_name="standing_order")
    games = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.CheckConstraint(name="order_of_some_games", condition=Q(games__gte=1))]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.games} games"


class Accepts(models.Model):
    """The games to which a program may be invited. Programs without a row haven't said anything."""

    player = models.OneToOneField(PERSON, on_delete=models.CASCADE, related_name="accepts")
    variants = models.JSONField(default=list)
    paces = models.JSONField(default=list)
    rated = models.BooleanField()  # also rated games
    most = models.PositiveSmallIntegerField()  # games at once

    class Meta:
        verbose_name_plural = "accepts"
        constraints = [models.CheckConstraint(name="accepts_some_games", condition=Q(most__gte=1))]

    def __str__(self) -> str:
        return f"what {self.player_id} accepts"


class Wish(Choice, QueueRow):
    """Somebody wants one game. It waits in one pool or several; the first game that is found fulfils it.

    It is *due* when there is something new to try: its windows widen, or it ends.
    """

    player = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="wishes")
    since = models.DateTimeField()
    until = models.DateTimeField()
    met = models.JSONField(default=list)  # user ids of the last opponents
    seen_at = models.DateTimeField()  # when its page or program said last that the person is here; for live games
    gathering = models.ForeignKey(Gathering, null=True, on_delete=models.SET_NULL, related_name="wishes")
    here = models.BooleanField(default=False)  # they have come to the gathering

    class Meta:
        verbose_name_plural = "wishes"
        constraints = [
            models.CheckConstraint(name="wish_ends_after_it_begins", condition=Q(until__gt=models.F("since"))),
        ]

    def __str__(self) -> str:
        return f"wish {self.pk} of {self.player_id}"


class Seek(models.Model):
    """A wish's place in a pool, with the person's rating in that game. One of a person in a pool."""

    wish = models.ForeignKey(Wish, on_delete=models.CASCADE, related_name="seeks")
    player = models.ForeignKey(PERSON, on_delete=models.CASCADE, db_index=False, related_name="+")
    pool = models.CharField(max_length=80)
    rating = models.IntegerField()
    first = models.PositiveSmallIntegerField()  # how far from it an opponent's may be at first

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "pool"], name="seek_once")]
        indexes = [models.Index(fields=["pool"], name="seek_pool")]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.pool}"


class Found(models.Model):
    """A game that we found for somebody, and how long they waited. Pages tell newcomers the median."""

    player = models.ForeignKey(PERSON, null=True, on_delete=models.SET_NULL, db_index=False, related_name="+")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, db_index=False, related_name="+")
    pool = models.CharField(max_length=80)
    wish = models.PositiveBigIntegerField()  # the key of the wish that it fulfilled
    waited = models.PositiveIntegerField()  # seconds
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="found_once")]
        indexes = [
            models.Index(fields=["pool", "-at"], name="found_pool", condition=Q(waited__gt=0)),
            models.Index(fields=["player", "-at"], name="found_for"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} for {self.player_id}"


class Declined(models.Model):
    """Somebody didn't come to a live game that we found, or left a game before their first move."""

    player = models.ForeignKey(PERSON, on_delete=models.CASCADE, db_index=False, related_name="+")
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["player", "-at"], name="declined_when")]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.at}"
