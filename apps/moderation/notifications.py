"""Notify players of the moderators' actions."""

import logging
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import User
from moderation.models import Action, Report
from notices import actions as notices
from notices.choices import About, Event

logger = logging.getLogger(__name__)
Kind = Action.Kind


def tell(report: Report, now: datetime) -> None:
    """Notify the player once of all actions on *report*, of a club its owner. Call it inside the transaction that marks
    the last as done.
    """
    actions = [each for each in report.actions.select_related("player") if each.kind != Kind.DISMISS]
    if not actions or (player := actions[0].player) is None:
        return
    if {Kind.CLOSE, Kind.REOPEN} & {each.kind for each in actions}:
        if player.email:
            _mail(player, actions, now)
        return
    notices.tell(
        player=player,
        event=Event.SITE,
        now=now,
        about=About.MODERATION,
        url=reverse("settings_account") + "#moderation",
    )


def sentence(action: Action) -> str:
    """The action as we describe it to the player."""
    return {
        Kind.WARN: _("A moderator warned you."),
        Kind.SILENCE: _("A moderator silenced you. You can’t chat for a while."),
        Kind.SPEAK: _("You can chat again."),
        Kind.REMOVE: _("A moderator removed one of your messages."),
        Kind.ANNUL: _("A moderator annulled one of your games. It doesn’t count."),
        Kind.CLOSE: _("A moderator closed your account."),
        Kind.REOPEN: _("Your account is open again."),
        Kind.HIDE: _("A moderator hid your club."),
        Kind.SHOW: _("Your club is visible again."),
        Kind.RENAME: _("A moderator replaced the name of your club."),
        Kind.SHUT: _("A moderator closed your club."),
    }.get(Kind(action.kind), "")


def _mail(player: User, actions: list[Action], now: datetime) -> None:
    """Mail the player, because they may not be able to log in."""
    with translation.override(player.language or settings.LANGUAGE_CODE):
        sentences = "\n".join(sentence(action) for action in actions)
        body = f"{sentences}\n\n{actions[0].note}\n"
        notices.write(
            to=player.email, player=player, kind="moderation", subject=_("About your account"), body=body, now=now
        )
