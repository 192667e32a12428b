"""Notifications, deliveries that are still to be sent, and each player's notification settings."""

from collections.abc import Iterable
from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from common.queues import QueueRow
from games.models import Game
from notices import services
from notices.choices import CHOSEN, DEFAULT, DIGEST_HOUR, Channel, Event, usual_reminders

FORGOTTEN = 100  # the stage after the last: nothing left to send; deleted when due


class Notice(QueueRow):
    """A notification for one player, stored in the transaction of what caused it.

    A game has at most one notification of a turn. The next turn overwrites it, so what we didn't send by then is
    dropped. *due* is when the next *stage* begins. Stage 0 sends the notification, 1 … are reminders, then it is
    `FORGOTTEN`.

    Some changes use SQL. Moves add or overwrite their turn (`notices.followers.keep_turns`). Ends add theirs
    (`keep_ends`) and delete what is out of date (`drop_untold`).
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices", db_index=False
    )
    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, related_name="+")
    version = models.PositiveIntegerField(default=0, db_default=0)  # of the game, after the event
    event = models.CharField(max_length=10, choices=Event)
    also = models.CharField(
        _("together with"), max_length=10, blank=True
    )  # with a turn: the game "started", or a "round" ended
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("caused by"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        db_index=False,
    )
    words = models.JSONField(default=dict, db_default={})  # more data for the text; never a tile
    at = models.DateTimeField(_("time"))
    deadline = models.DateTimeField(null=True)  # of the turn
    stage = models.PositiveSmallIntegerField(default=0, db_default=0)
    due = models.DateTimeField(_("next stage at"))
    read_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
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
        """The events it reports at that stage, most important first."""
        return [Event.REMINDER] if stage else [Event(each) for each in (self.event, self.also) if each]


class Wishes(models.Model):
    """A player's notification settings. Players who never chose have no row, or one for the time of the daily mail."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="notice_wishes"
    )
    channels = models.JSONField(default=dict)  # channel → events; a missing channel has the default
    reminders = models.JSONField(default=usual_reminders)  # percent of a turn, ascending
    digest_hour = models.PositiveSmallIntegerField(default=DIGEST_HOUR)  # on the player's clock
    digest_due = models.DateTimeField(null=True)  # None: no confirmed address
    was_due: datetime  # set by `digest` only: when the mail was due, before a worker claimed it
    webhook = models.URLField(max_length=500, blank=True)
    webhook_secret = models.CharField(max_length=64, blank=True)
    webhook_off_at = models.DateTimeField(null=True)  # we switched it off because it kept failing

    class Meta:
        verbose_name = verbose_name_plural = "notification settings"
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
        """The events they want over this channel."""
        chosen = self.channels.get(channel)
        if chosen is None:
            return DEFAULT[channel]
        return {Event(each) for each in chosen} | (DEFAULT[channel] & {Event.SITE})

    def wants(self, events: Iterable[Event], channel: Channel) -> bool:
        return not self.events(channel).isdisjoint(events)

    def table(self) -> dict[str, list[str]]:
        """Channels by event."""
        by_channel = {channel: self.events(channel) for channel in Channel}
        return {event.value: [each.value for each in Channel if event in by_channel[each]] for event in CHOSEN}


class Device(models.Model):
    """A browser that gets push notifications (`PushSubscription`)."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="devices")
    endpoint = models.CharField(max_length=700, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=60)
    name = models.CharField(max_length=60)
    session = models.CharField(max_length=64, blank=True)  # `accounts.browser`: logging out there deletes it
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.name


class Messenger(models.Model):
    """Where else a player gets notifications. *address* is a secret: we never show it again, and never log it."""

    player = models.ForeignKey(  # the constraint below has an index that begins with it
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="messengers", db_index=False
    )
    service = models.CharField(max_length=30)  # its name, such as “Discord”
    address = models.CharField(max_length=500)
    created_at = models.DateTimeField()
    failed_at = models.DateTimeField(null=True)  # if the last message failed
    wrong = models.CharField(max_length=60, blank=True)  # … and why: a status of HTTP, or the name of an error
    off_at = models.DateTimeField(null=True)  # we switched it off because it kept failing

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["player", "address"], name="messenger_once"),
            models.CheckConstraint(
                name="messenger_says_what_is_wrong_since_it_failed", condition=Q(failed_at__isnull=False) | Q(wrong="")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.service} of {self.player_id}"

    @property
    def hint(self) -> str:
        """Enough of the address for its owner to know it: the server, if it has its own, and the last characters."""
        schema, _sign, rest = self.address.partition("://")
        host = rest.rpartition("@")[2].partition("/")[0]
        is_own = schema in services.ON_OWN_SERVERS and "." in host
        return f"{host} …{rest[-3:]}" if is_own else f"…{rest[-3:]}"


class CalendarLink(models.Model):
    """The private link to a player's calendar. We store only the digest of its token, and show the link once."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="calendar_link"
    )
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"calendar of {self.user_id}"


class Delivery(QueueRow):
    """One message to send over one channel to one address; deleted once it is sent.

    `notices.followers.drop_untold` deletes the deliveries of ended games by SQL.
    """

    player = models.ForeignKey(  # None: a letter to an address without an account
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+"
    )
    notice = models.ForeignKey(  # None: a digest, or a letter
        Notice, verbose_name=_("notification"), null=True, on_delete=models.CASCADE, related_name="deliveries"
    )
    version = models.PositiveIntegerField(default=0)  # of the notification, which the next turn may overwrite
    stage = models.PositiveSmallIntegerField(default=0)
    channel = models.CharField(max_length=10, choices=Channel)
    device = models.ForeignKey(Device, null=True, on_delete=models.CASCADE, related_name="+")
    messenger = models.ForeignKey(Messenger, null=True, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField(_("first due"))  # when it was first due
    due = models.DateTimeField(_("next try"))

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        constraints = [
            models.CheckConstraint(
                name="delivery_has_a_device_if_pushed", condition=Q(device__isnull=True) ^ Q(channel="push")
            ),
            models.CheckConstraint(
                name="delivery_has_a_messenger_if_it_uses_one",
                condition=Q(messenger__isnull=True) ^ Q(channel="messenger"),
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
    """A mail about an account, rendered when it was caused. It goes with its delivery: it may contain a secret."""

    delivery = models.OneToOneField(Delivery, primary_key=True, on_delete=models.CASCADE, related_name="letter")
    to = models.EmailField(db_index=True)
    kind = models.CharField(max_length=60)
    subject = models.CharField(max_length=200)
    body = models.TextField()

    def __str__(self) -> str:
        return f"{self.kind} to {self.to}"


class ServerKey(models.Model):
    """A key that the server generated for itself, such as the one that signs push notifications."""

    name = models.CharField(max_length=20, primary_key=True)
    private = models.CharField(max_length=100)

    def __str__(self) -> str:
        return self.name
