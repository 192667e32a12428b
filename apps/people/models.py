"""Profiles, friends, blocks, invitations by name, and the index of names for search."""

import unicodedata

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least
from django.utils.translation import gettext_lazy as _

from common.queues import QueueRow
from common.texts import normal
from games.models import Game

LONGEST_ABOUT = 200
LONGEST_WORDS = 140  # of the message with which a player declines


class Profile(models.Model):
    """A person's bio, and who can invite and message them. People without a row have no bio and the defaults."""

    class Invites(models.TextChoices):
        EVERYBODY = "everybody", _("Everyone with an account")
        FRIENDS = "friends", _("Friends only")
        NOBODY = "nobody", _("Nobody")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="profile"
    )
    about = models.CharField(max_length=LONGEST_ABOUT, blank=True)
    invites = models.CharField(max_length=10, choices=Invites, default=Invites.EVERYBODY)
    letters = models.CharField(max_length=10, choices=Invites, default=Invites.FRIENDS, db_default=Invites.FRIENDS)

    def __str__(self) -> str:
        return f"profile of {self.user_id}"


class Announcement(QueueRow):
    """A new open game that the host's webhook hasn't got yet."""

    game = models.OneToOneField(Game, primary_key=True, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"announcement of {self.game_id}"


class Called(models.Model):
    """A name under which search finds an account: its user name or its display name, as `key_of` folds it.

    Stored as bytes, so that the index finds prefixes in every database, whatever its collation.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.BinaryField(max_length=600)

    class Meta:
        indexes = [models.Index(fields=["key"], name="called_key")]

    def __str__(self) -> str:
        return bytes(self.key).decode()


def key_of(name: str) -> bytes:
    """The name for search: lower case, without accents."""
    plain = normal("NFKD", name.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).strip().encode()


class Friendship(models.Model):
    """A friend request, and a friendship once *since* is set. Two people have one row, in either direction."""

    asker = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    asked = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()  # of the request
    since = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(Least("asker", "asked"), Greatest("asker", "asked"), name="friends_once"),
            models.CheckConstraint(condition=~Q(asker=F("asked")), name="no_friend_of_oneself"),
        ]

    def __str__(self) -> str:
        return f"{self.asker_id} and {self.asked_id}"

    def other(self, user_id: int) -> int:
        return self.asked_id if self.asker_id == user_id else self.asker_id


class Block(models.Model):
    """*by* blocks *whom*: no chat, invitations or new games between the two, in either direction."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="+")
    whom = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["by", "whom"], name="blocked_once"),
            models.CheckConstraint(condition=~Q(by=F("whom")), name="no_block_of_oneself"),
        ]

    def __str__(self) -> str:
        return f"{self.by_id} blocks {self.whom_id}"


class Invitation(models.Model):
    """An invitation by name. Its player has a reserved seat while it is pending."""

    class State(models.TextChoices):
        PENDING = "pending", _("No answer yet")
        ACCEPTED = "accepted", _("Accepted")
        DECLINED = "declined", _("Declined")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    class Reason(models.TextChoices):
        NOT_NOW = "not_now", _("Not now")
        NO_TIME = "no_time", _("I don’t have time")
        TOO_FAST = "too_fast", _("The clock is too fast for me")
        TOO_SLOW = "too_slow", _("The clock is too slow for me")
        OTHER_GAME = "other_game", _("I’d rather play a different game")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, db_index=False, related_name="invitations")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    state = models.CharField(max_length=10, choices=State, default=State.PENDING)
    reason = models.CharField(max_length=10, choices=Reason, blank=True)
    words = models.CharField(max_length=LONGEST_WORDS, blank=True)
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="invited_once_a_table"),
            models.CheckConstraint(
                name="invitation_waits_until_it_is_answered",
                condition=Q(state="pending") ^ Q(answered_at__isnull=False),
            ),
            models.CheckConstraint(
                name="invitation_says_why_it_was_declined", condition=Q(reason="", words="") | Q(state="declined")
            ),
        ]
        indexes = [
            models.Index(fields=["player", "-id"], name="invitation_waiting", condition=Q(state="pending")),
            models.Index(fields=["by"], name="invitation_sent", condition=Q(state="pending")),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} to {self.game_id}: {self.state}"
