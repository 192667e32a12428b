"""The events we notify players of, the channels, and the defaults."""

from enum import StrEnum

from django.db import models
from django.utils.translation import gettext_lazy as _


class Event(models.TextChoices):
    TURN = "turn", _("Your turn")
    REMINDER = "reminder", _("Your time is running out")
    STOOD_IN = "stood_in", _("You ran out of time")
    STARTED = "started", _("A game starts")
    OVER = "over", _("A game ends")
    ROUND = "round", _("A round ends")
    INVITED = "invited", _("Invitations and rematches")
    ANSWERED = "answered", _("A player joins or leaves your open game, or declines your invitation")
    EXPIRED = "expired", _("Your open game expires or is cancelled")
    MESSAGE = "message", _("New messages")
    FRIEND = "friend", _("Friend requests")
    TOURNAMENT = "tournament", _("Tournaments")
    CLUB = "club", _("Your clubs")
    SITE = "site", _("About your account")  # always on, and on the site only


class About(StrEnum):
    """What a notification of the event `SITE` is about: its word `about`."""

    MODERATION = "moderation"
    GUEST_LINK = "guest_link"
    WEBHOOK = "webhook"
    MESSENGER = "messenger"
    TEST = "test"


class Channel(models.TextChoices):
    PAGE = "page", _("On the site")
    PUSH = "push", _("Push")
    MAIL = "mail", _("Instant email")
    DIGEST = "digest", _("Daily email")
    WEBHOOK = "webhook", _("Webhook")
    MESSENGER = "messenger", _("Messenger")


CHOSEN = [event for event in Event if event is not Event.SITE]
# On the site a turn is one line, whatever the reminders; the daily mail states the time left anyway.
NO_CHOICE = {(Event.REMINDER, Channel.PAGE), (Event.REMINDER, Channel.DIGEST)}
# Players who have seen the board since then know of these.
OF_THE_BOARD = {Event.TURN, Event.STOOD_IN, Event.STARTED, Event.OVER, Event.ROUND}

PAGE, PUSH, MAIL, DIGEST, WEBHOOK, MESSENGER = Channel
# The channels that are on until the player chooses. The daily mail lists turns. A mail is sent at once only if the
# player could lose something without it. Players who have chosen the events of a channel don't get new ones there.
DEFAULT_CHANNELS: dict[Event, set[Channel]] = {
    Event.TURN: {PAGE, PUSH, DIGEST, WEBHOOK, MESSENGER},
    Event.REMINDER: {PUSH, MAIL, WEBHOOK, MESSENGER},
    Event.STOOD_IN: {PAGE, PUSH, MAIL, DIGEST, WEBHOOK, MESSENGER},
    Event.STARTED: {PAGE, PUSH, DIGEST, WEBHOOK, MESSENGER},
    Event.OVER: {PAGE, PUSH, DIGEST, WEBHOOK, MESSENGER},
    Event.ROUND: set(),
    Event.INVITED: {PAGE, PUSH, MAIL, DIGEST, WEBHOOK, MESSENGER},
    Event.ANSWERED: {PAGE, DIGEST, WEBHOOK},
    Event.EXPIRED: {PAGE, MAIL, DIGEST, WEBHOOK},
    Event.MESSAGE: {PAGE, DIGEST, WEBHOOK},
    Event.FRIEND: {PAGE, DIGEST, WEBHOOK},
    Event.TOURNAMENT: {PAGE, PUSH, MAIL, DIGEST, WEBHOOK, MESSENGER},
    Event.CLUB: {PAGE, DIGEST, WEBHOOK},
    Event.SITE: {PAGE},
}
DEFAULT = {channel: {event for event in Event if channel in DEFAULT_CHANNELS[event]} for channel in Channel}
REMINDERS = [50, 80]  # percent of a turn
DIGEST_HOUR = 8  # on the player's clock


def usual_reminders() -> list[int]:
    """A new list for each row. Migrations import this function, so keep its name and place."""
    return list(REMINDERS)
