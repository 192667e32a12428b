from datetime import datetime
from typing import Any

from django.contrib.auth.models import Group, Permission
from django.dispatch import receiver
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.signals import asked_for_data, deleted, guest_merged
from games.refusals import Forbidden
from moderation.models import Action, Report, Silence, silenced_until
from moderation.services import silence
from talk.signals import saying

GROUP = "moderators"


def make_moderators(**_kwargs: Any) -> None:
    """The group whose members of the staff decide on reports; made with the tables."""
    group, made = Group.objects.get_or_create(name=GROUP)
    if made:
        group.permissions.set(Permission.objects.filter(content_type__app_label="moderation", codename="view_report"))


@receiver(saying)
def silence_holds(author: User, now: datetime, **_kwargs: Any) -> None:
    if (until := silenced_until(author.pk, now)) is not None:
        said = _("A moderator has silenced you until %(day)s.") % {"day": date_format(until, "DATE_FORMAT")}
        raise Forbidden("silenced", said)


@receiver(guest_merged)
def reports_come_along(guest: User, user: User, **_kwargs: Any) -> None:
    """Nobody gets rid of a silence or of reports by logging in to another account of his."""
    Report.objects.filter(reporter=guest).update(reporter=user)
    Report.objects.filter(player=guest).update(player=user)
    Action.objects.filter(player=guest).update(player=user)
    for kept in Silence.objects.filter(player=guest):
        silence(user, kept.until)
        kept.delete()


@receiver(deleted)
def reports_lose_their_words(user: User, **_kwargs: Any) -> None:
    """What he reported stays a fact, without what he wrote; what was reported about him stays until it is decided."""
    Report.objects.filter(reporter=user).update(text="")
    Report.objects.filter(player=user, decided_at__isnull=False).update(said="")
    Silence.objects.filter(player=user).delete()


@receiver(asked_for_data)
def reports_on_record(user: User, **_kwargs: Any) -> dict[str, Any]:
    mine = Report.objects.filter(reporter=user).select_related("player", "game").order_by("pk")
    on_me = Action.objects.filter(player=user).exclude(kind=Action.Kind.DISMISS).order_by("pk")
    return {
        "reports": [
            {
                "about": each.player.username if each.player else None,
                "game": each.game.public_id if each.game else None,
                "reason": each.reason,
                "text": each.text,
                "at": each.at,
            }
            for each in mine.iterator()
        ],
        "moderation": [{"what": each.kind, "why": each.note, "at": each.at} for each in on_me.iterator()],
    }
