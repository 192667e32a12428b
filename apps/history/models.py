"""The books of finished games: each player's opponents and results. Also studies: saved records to replay; and when the
next dump is due.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from common.chances import new_public_id
from common.queues import QueueRow
from games.models import Game

LONGEST_TITLE = 80
LONGEST_KEY = 600  # bytes


class Meeting(models.Model):
    """A player's result with *other* in one finished game: a line in the player's history.

    Each player has a line about every other player, and one about themselves that represents the game as such. So lists
    with and without an opponent use the same query and the same indexes. `history.book` writes the lines;
    `Balance` adds them up.
    """

    class Result(models.TextChoices):
        WON = "won", _("won")
        LOST = "lost", _("lost")
        DRAWN = "drawn", _("drawn")
        ABORTED = "aborted", _("aborted")
        ANNULLED = "annulled", _("annulled")

    # Every foreign key starts an index below, except *other*, which needs its own for merging and deleting.
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="+")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, db_index=False, related_name="+")
    over_at = models.DateTimeField()
    variant = models.CharField(max_length=40)
    result = models.CharField(max_length=10, choices=Result)
    theirs = models.CharField(max_length=10, choices=Result)  # the other's result
    together = models.BooleanField(default=False)  # on the same side
    rated = models.BooleanField()
    computers = models.BooleanField(default=False, db_default=False)  # *other* is one; about oneself: one played
    margin = models.BigIntegerField(null=True)  # points ahead of *other*, or of the next best (`history.book`)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "player", "other"], name="meeting_once"),
            models.CheckConstraint(
                name="meeting_with_oneself_is_the_game",
                condition=~Q(player=F("other")) | Q(result=F("theirs"), together=False),
            ),
        ]
        indexes = [
            models.Index(fields=["player", "other", "-over_at", "-game"], name="meeting_when"),
            models.Index(fields=["player", "other", "variant", "-over_at", "-game"], name="meeting_variant"),
            models.Index(fields=["player", "other", "result", "-over_at", "-game"], name="meeting_result"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} with {self.other_id} in {self.game_id}: {self.result}"


class KnownAs(models.Model):
    """A search key for a person: their folded name from one of its words on.

    Bytes, so that an index finds prefixes in every database, whatever its collation. Written by
    `history.book`.
    """

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="+")
    key = models.BinaryField(max_length=LONGEST_KEY)

    class Meta:
        verbose_name = "search name"
        constraints = [models.UniqueConstraint(fields=["person", "key"], name="known_as_once")]
        indexes = [models.Index(fields=["key", "person"], name="known_as_key")]

    def __str__(self) -> str:
        return f"{self.person_id} is {bytes(self.key).decode(errors='replace')}"


class Balance(models.Model):
    """Lines of the player's book about *other* added up: of one game or of all (""), in one month ("2026-11", by UTC)
    or ever (""). Only games with a result count. Months exist only for lines about oneself.

    As lines do, those with oneself stand for the games as such: *won* and *lost* are the player's own. In those with
    another one they are of games the two were not partners in.
    Written by `history.balances`.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="+")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    computers = models.BooleanField()  # as in a line: for oneself, games with computers are counted separately
    variant = models.CharField(max_length=40, blank=True)
    month = models.CharField(max_length=7, blank=True)
    games = models.PositiveIntegerField(default=0)  # all of them
    won = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    together = models.PositiveIntegerField(default=0)  # as partners
    together_won = models.PositiveIntegerField(default=0)
    together_lost = models.PositiveIntegerField(default=0)
    margin = models.BigIntegerField(default=0)  # sum of points
    margins = models.PositiveIntegerField(default=0)  # games with a margin
    wins = models.PositiveIntegerField(default=0)  # current streak
    losses = models.PositiveIntegerField(default=0)
    most_wins = models.PositiveIntegerField(default=0)  # … the longest
    most_losses = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField()  # when the newest game ended

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "other", "variant", "month", "computers"], name="balance_once"),
            models.CheckConstraint(
                name="balance_adds_up",
                condition=Q(games__gte=F("won") + F("lost") + F("drawn") + F("together"))
                & Q(together__gte=F("together_won") + F("together_lost"))
                & Q(won__gte=F("most_wins"), lost__gte=F("most_losses"))
                & Q(most_wins__gte=F("wins"), most_losses__gte=F("losses")),
            ),
            models.CheckConstraint(
                name="balance_with_oneself_has_months_and_no_partner",
                condition=Q(player=F("other"), together=0) | (~Q(player=F("other")) & Q(month="")),
            ),
        ]
        indexes = [
            models.Index(
                fields=["player", "computers", "-games", "other"],
                name="balance_most_met",
                condition=Q(variant="", month="") & ~Q(player=F("other")),
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id} with {self.other_id} {self.variant} {self.month}: {self.won}/{self.games}"

    @property
    def against(self) -> int:
        """Games as opponents."""
        return self.games - self.together

    @property
    def otherwise(self) -> int:
        """… won by someone else."""
        return self.against - self.won - self.lost - self.drawn

    @property
    def won_percent(self) -> int:
        return round(100 * self.won / self.against) if self.against else 0

    @property
    def average_margin(self) -> float | None:
        """Points per game with a margin; None without any."""
        return self.margin / self.margins if self.margins else None


class Study(models.Model):
    """A saved record to replay, imported or copied from a game. Others see it only if it is shared."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="+")
    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    title = models.CharField(_("title"), max_length=LONGEST_TITLE)
    record = models.JSONField()  # dominoes/1, as `games.shown.records` writes it
    shared = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "studies"
        indexes = [models.Index(fields=["owner", "-created_at", "-id"], name="study_newest")]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("study", args=[self.public_id])


class DumpTask(QueueRow):
    """When the worker next looks for dumps to write: a single row (`history.dump_queue`)."""

    def __str__(self) -> str:
        return f"due {self.due}"
