"""The texts of notifications about what players ask of each other (`games.actions.agree`), from stored words."""

from collections.abc import Mapping
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import User
from common.times.dates import day_words
from games.models import Ask
from notices.times import local
from rulebook import phrases

Kind = Ask.Kind


def ask_text(words: Mapping[str, object], by: str, player: User) -> str:
    """The title. *by* is the name of the other player."""
    until, seconds = words["until"], words["seconds"]
    values = {
        "name": by,
        "day": day_words(local(player, datetime.fromisoformat(str(until))).date(), weekday=True) if until else "",
        "time": phrases.duration(int(str(seconds))) if seconds else "",
    }
    return _sentence(Kind(str(words["ask"])), str(words["answer"])) % values


def _sentence(kind: Kind, answer: str) -> str:
    match kind, answer:
        case Kind.TAKE_BACK, "":
            return _("%(name)s asks to take back the last move")
        case Kind.PAUSE, "":
            return _("%(name)s asks to pause the game until %(day)s")
        case Kind.TIME, "":
            return _("%(name)s asks for %(time)s more")
        case Kind.PAUSE, Ask.Answer.AGREED:
            return _("%(name)s agreed: the game is paused until %(day)s")
        case Kind.TIME, Ask.Answer.AGREED:
            return _("%(name)s gave you %(time)s more")
        case Kind.RESUME, _answer:
            return _("%(name)s ended the pause")
        case Kind.TAKE_BACK, _answer:
            return _("%(name)s doesn’t agree to take back the move")
        case Kind.PAUSE, _answer:
            return _("%(name)s doesn’t agree to pause the game")
        case _:
            return _("%(name)s doesn’t agree to give you more time")
