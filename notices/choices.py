"""What somebody may be told of, over which channels, and what is chosen for them until they choose."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Event(models.TextChoices):
    TURN = "turn", _("It is my turn")
    REMINDER = "reminder", _("My time is running out")
    STOOD_IN = "stood_in", _("I have missed a turn: a move is made for me, or the computer plays on")
    STARTED = "started", _("A game begins")
    OVER = "over", _("A game is over")
    ROUND = "round", _("A round is over")
    INVITED = "invited", _("Somebody invites me, or wants a rematch")
    ANSWERED = "answered", _("Somebody sits down at my table, or declines")
    EXPIRED = "expired", _("My table is closed before it was full")
    MESSAGE = "message", _("Somebody has written at the table")
    FRIEND = "friend", _("Somebody wants to be friends")
    SITE = "site", _("Something about my notices")  # on the page only, and always


class Channel(models.TextChoices):
    PAGE = "page", _("On the site")
    PUSH = "push", _("Push")
    MAIL = "mail", _("Mail at once")
    DIGEST = "digest", _("Daily mail")
    WEBHOOK = "webhook", _("Webhook")


CHOSEN = [event for event in Event if event is not Event.SITE]
# A turn is one line on the site however often one is reminded of it; the daily mail says itself how much time is left.
NO_CHOICE = {(Event.REMINDER, Channel.PAGE), (Event.REMINDER, Channel.DIGEST)}
# Whoever sees the board's version knows them.
OF_THE_BOARD = {Event.TURN, Event.STOOD_IN, Event.STARTED, Event.OVER, Event.ROUND}

DEFAULT: dict[Channel, set[Event]] = {
    Channel.PAGE: set(Event) - {Event.ROUND, Event.REMINDER},
    Channel.PUSH: {Event.TURN, Event.REMINDER, Event.STOOD_IN, Event.STARTED, Event.OVER, Event.INVITED},
    # Turns by mail are for the daily one; a mail at once is for what would be lost without it.
    Channel.MAIL: {Event.REMINDER, Event.STOOD_IN, Event.INVITED, Event.EXPIRED},
    Channel.DIGEST: set(Event) - {Event.ROUND, Event.REMINDER, Event.SITE},
    Channel.WEBHOOK: set(Event) - {Event.ROUND, Event.SITE},
}
REMINDERS = [50, 80]  # percent of a turn
DIGEST_HOUR = 8  # local


def usual_reminders() -> list[int]:
    """A list of one's own. Migrations name this function: it stays here."""
    return list(REMINDERS)
