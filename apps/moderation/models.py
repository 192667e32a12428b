"""Reports, the moderators' actions on them, and silenced players."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from common.queues import QueueRow
from games.models import Game
from talk.models import LONGEST_MESSAGE, Message

LONGEST_REPORT, LONGEST_REASON = 1_000, 500  # characters
LONGEST_SILENCE = 365  # days


class Report(models.Model):
    """A complaint about a player, a game, a message or a club. It is open until a moderator decides."""

    class Reason(models.TextChoices):
        INSULT = "insult", _("Insults or threats")
        CHEATING = "cheating", _("Cheating: revealing hands, playing both sides")
        STALLING = "stalling", _("Spoiling games: leaving, or running out of time on purpose")
        NAME = "name", _("Offensive name")
        SPAM = "spam", _("Advertising")
        OTHER = "other", _("Something else")

    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="+")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, db_index=False, related_name="+"
    )
    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, related_name="+")
    club = models.ForeignKey(Club, null=True, on_delete=models.CASCADE, related_name="+")
    message = models.ForeignKey(Message, null=True, on_delete=models.SET_NULL, related_name="+")
    said = models.CharField(max_length=LONGEST_MESSAGE, blank=True)  # a copy; the message may be deleted
    reason = models.CharField(max_length=10, choices=Reason)
    text = models.CharField(max_length=LONGEST_REPORT, blank=True)
    at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="report_is_about_something",
                condition=Q(player__isnull=False) | Q(game__isnull=False) | Q(club__isnull=False),
            ),
            models.CheckConstraint(
                name="report_decided_when_by_somebody", condition=Q(decided_by=None) | Q(decided_at__isnull=False)
            ),
        ]
        indexes = [
            models.Index(fields=["id"], name="report_waiting", condition=Q(decided_at__isnull=True)),
            models.Index(fields=["player", "-id"], name="report_of_player"),
            models.Index(fields=["reporter", "-id"], name="report_by"),
        ]

    def __str__(self) -> str:
        return f"report {self.pk}: {self.reason}"

    def get_absolute_url(self) -> str:
        return reverse("moderate", args=[self.pk])


class Action(QueueRow):
    """One action of a moderator on a report. A log: apart from the queue's columns, only *done_at* ever changes."""

    class Kind(models.TextChoices):
        DISMISS = "dismiss", _("No action")
        WARN = "warn", _("Warn the player")
        SILENCE = "silence", _("Silence the player")
        SPEAK = "speak", _("Let the player chat again")
        REMOVE = "remove", _("Remove the message")
        ANNUL = "annul", _("Annul the game")
        CLOSE = "close", _("Close the account")
        REOPEN = "reopen", _("Reopen the account")
        HIDE = "hide", _("Hide the club from everyone but its members")
        SHOW = "show", _("Show the club again")
        RENAME = "rename", _("Replace the club’s name and text")
        SHUT = "shut", _("Close the club")

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="actions")
    moderator = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, db_index=False, related_name="+"
    )
    kind = models.CharField(max_length=10, choices=Kind)
    days = models.PositiveSmallIntegerField(null=True)  # of silence
    note = models.CharField(max_length=LONGEST_REASON, blank=True)  # the reason; the player reads it
    at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)  # null: decided, but not carried out yet
    due = models.DateTimeField(null=True, default=timezone.now)  # type: ignore[assignment]  # null once done

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(name="silence_has_days", condition=Q(days__isnull=True) ^ Q(kind="silence"))
        ]
        indexes = [
            models.Index(fields=["player", "-id"], name="action_on_player"),
            models.Index(fields=["due"], name="action_due", condition=Q(due__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} by {self.moderator_id}"


class Silence(models.Model):
    """The player can't write in chats until *until*."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="silence"
    )
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.player_id} until {self.until:%Y-%m-%d}"


def silenced_until(player_id: int, now: datetime) -> datetime | None:
    return Silence.objects.filter(player=player_id, until__gt=now).values_list("until", flat=True).first()
