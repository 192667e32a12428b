"""Enforce silences in the chat; move or trim reports when accounts are merged or deleted."""

from datetime import datetime

from django.utils.translation import gettext as _

from accounts.followers import FollowsPeople
from accounts.models import User
from common.refusals import Forbidden
from common.times.dates import day_words
from moderation.actions import silence
from moderation.models import Action, Report, Silence, silenced_until


class ModerationOfPeople(FollowsPeople):
    def speaking(self, author: User, now: datetime) -> None:
        if (until := silenced_until(author.pk, now)) is not None:
            message = _("A moderator silenced you until %(day)s.") % {"day": day_words(until)}
            raise Forbidden("silenced", message)

    def merged(self, guest: User, account: User) -> None:
        """Move reports, actions and silences to the account, so that logging in escapes none of them."""
        Report.objects.filter(reporter=guest).update(reporter=account)
        Report.objects.filter(player=guest).update(player=account)
        Action.objects.filter(player=guest).update(player=account)
        for kept in Silence.objects.filter(player=guest):
            silence(account, kept.until)
            kept.delete()

    def deleted(self, user: User) -> None:
        """Delete the text of their reports, and quotes of them in decided reports. Undecided ones keep their quote."""
        Report.objects.filter(reporter=user).update(text="")
        Report.objects.filter(player=user, decided_at__isnull=False).update(said="")
        Silence.objects.filter(player=user).delete()

    def on_record(self, user: User) -> dict[str, object]:
        mine = Report.objects.filter(reporter=user).select_related("player", "game", "club").order_by("pk")
        on_me = Action.objects.filter(player=user).exclude(kind=Action.Kind.DISMISS).order_by("pk")
        return {
            "reports": [
                {
                    "about": each.player.username if each.player else None,
                    "game": each.game.public_id if each.game else None,
                    "club": each.club.public_id if each.club else None,
                    "reason": each.reason,
                    "text": each.text,
                    "at": each.at,
                }
                for each in mine.iterator()
            ],
            "moderation": [{"what": each.kind, "why": each.note, "at": each.at} for each in on_me.iterator()],
        }
