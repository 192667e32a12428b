"""What somebody is told of, what is yet to be sent, and how they want it."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models import Game
from notices.choices import CHOSEN, DEFAULT, DIGEST_HOUR, Channel, Event, usual_reminders

FORGOTTEN = 100  # the stage after the last: nothing more to tell, and one day to be deleted


class Notice(models.Model):
    """Something one player is told of, stored in the transaction of what caused it.

    A game has one notice of a turn, which the next turn writes over: what was not told of the turn before is no news.
    *due* is when the next *stage* begins: 0 is telling it, 1 … are reminders, and then it is forgotten.
    By SQL a move adds, or writes over, its notice of a turn (`notices.followers.keep_turns`), and those of an end are
    added (`notices.followers.keep_ends`) and what is no news then deleted (`notices.followers.drop_untold`); a sweep
    puts many at their next stages (`notices.outbox.move_on`).
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices", db_index=False
    )
    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, related_name="+")
    version = models.PositiveIntegerField(default=0, db_default=0)  # of the game, after what happened
    event = models.CharField(max_length=10, choices=Event)
    also = models.CharField(max_length=10, blank=True)  # a turn with which a game began, or a round ended
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+", db_index=False
    )
    words = models.JSONField(default=dict, db_default={})  # what the sentence needs besides; never a tile
    at = models.DateTimeField()
    deadline = models.DateTimeField(null=True)  # of the turn
    stage = models.PositiveSmallIntegerField(default=0, db_default=0)
    due = models.DateTimeField()
    read_at = models.DateTimeField(null=True)
    seen: bool  # of those that `queries` has found: they have had the board before their eyes as it is since then

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game"], condition=Q(event="turn"), name="one_notice_of_a_turn"),
            models.UniqueConstraint(
                fields=["player", "game", "version", "event"], condition=~Q(event="turn"), name="one_notice_a_move"
            ),
            models.CheckConstraint(
                name="notice_of_a_turn_has_a_game_others_no_deadline",
                condition=Q(event="turn", game__isnull=False) | ~Q(event="turn") & Q(deadline=None, also=""),
            ),
        ]
        indexes = [
            models.Index(fields=["player", "-at", "-id"], name="notice_list"),
            models.Index(fields=["due"], name="notice_due"),
            models.Index(fields=["by"], name="notice_by", condition=Q(by__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.event} for {self.player_id}"

    def events(self, stage: int) -> list[Event]:
        """What it tells of at that stage, what matters most first."""
        return [Event.REMINDER] if stage else [Event(each) for each in (self.event, self.also) if each]


class Wishes(models.Model):
    """How somebody wants to be told; who never chose has no row, or one for the hour of their daily mail."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="notice_wishes"
    )
    channels = models.JSONField(default=dict)  # channel → events; a channel that isn't there is as by default
    reminders = models.JSONField(default=usual_reminders)  # percent of a turn, ascending
    digest_hour = models.PositiveSmallIntegerField(default=DIGEST_HOUR)  # local
    digest_due = models.DateTimeField(null=True)  # None: has no address that was confirmed
    webhook = models.URLField(max_length=500, blank=True)
    webhook_secret = models.CharField(max_length=64, blank=True)
    webhook_off_at = models.DateTimeField(null=True)  # it kept failing

    class Meta:
        constraints = [
            models.CheckConstraint(name="wishes_digest_at_an_hour", condition=Q(digest_hour__lt=24)),
            models.CheckConstraint(
                name="wishes_webhook_has_a_secret",
                condition=Q(webhook="", webhook_secret="", webhook_off_at=None)
                | ~Q(webhook="") & ~Q(webhook_secret=""),
            ),
        ]
        indexes = [models.Index(fields=["digest_due"], name="digest_due", condition=Q(digest_due__isnull=False))]

    def __str__(self) -> str:
        return f"wishes of {self.user_id}"

    def events(self, channel: Channel) -> set[Event]:
        """What they want to be told of over this channel."""
        chosen = self.channels.get(channel)
        if chosen is None:
            return DEFAULT[channel]
        return {Event(each) for each in chosen} | (DEFAULT[channel] & {Event.SITE})

    def wants(self, events: Iterable[Event], channel: Channel) -> bool:
        return not self.events(channel).isdisjoint(events)

    def table(self) -> dict[str, list[str]]:
        """The choices by event."""
        by_channel = {channel: self.events(channel) for channel in Channel}
        return {event.value: [each.value for each in Channel if event in by_channel[each]] for event in CHOSEN}


class Device(models.Model):
    """A browser that shows pushes to somebody (PushSubscription)."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="devices")
    endpoint = models.CharField(max_length=700, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=60)
    name = models.CharField(max_length=60)
    session = models.CharField(max_length=64, blank=True)  # accounts.browser: logging out ends the pushes
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.name


class Delivery(models.Model):
    """One thing to be sent over one channel to one address; deleted once that is done.

    *due* is also the claim: a worker that takes it moves it on by a while, so that it comes back if it is killed.
    With notices of a game that is over they are deleted by SQL: `notices.followers.drop_untold`.
    """

    player = models.ForeignKey(  # None: of a letter to an address that nobody here has
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+"
    )
    notice = models.ForeignKey(  # None: a digest, or a letter
        Notice, null=True, on_delete=models.CASCADE, related_name="deliveries"
    )
    version = models.PositiveIntegerField(default=0)  # of the notice: another turn may write over it
    stage = models.PositiveSmallIntegerField(default=0)
    channel = models.CharField(max_length=10, choices=Channel)
    device = models.ForeignKey(Device, null=True, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField()  # when it was to be sent
    due = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = [
            models.CheckConstraint(
                name="delivery_has_a_device_if_pushed", condition=Q(device__isnull=True) ^ Q(channel="push")
            ),
            models.CheckConstraint(
                name="delivery_tells_a_notice_or_is_a_mail",
                condition=Q(notice__isnull=False) | Q(channel__in=["mail", "digest"]),
            ),
            models.CheckConstraint(
                name="delivery_has_a_player_or_is_a_letter",
                condition=Q(player__isnull=False) | Q(channel="mail", notice=None),
            ),
        ]
        indexes = [models.Index(fields=["due"], name="delivery_due")]

    def __str__(self) -> str:
        return f"{self.channel} to {self.player_id}"


class Letter(models.Model):
    """A mail about an account, written when it was caused; it goes with its delivery, as a secret may be in it."""

    delivery = models.OneToOneField(Delivery, primary_key=True, on_delete=models.CASCADE, related_name="letter")
    to = models.EmailField(db_index=True)
    kind = models.CharField(max_length=60)
    subject = models.CharField(max_length=200)
    body = models.TextField()

    def __str__(self) -> str:
        return f"{self.kind} to {self.to}"


class ServerKey(models.Model):
    """A key the server made for itself, such as the one it signs pushes with."""

    name = models.CharField(max_length=20, primary_key=True)
    private: Any = models.CharField(max_length=100)

    def __str__(self) -> str:
        return self.name
