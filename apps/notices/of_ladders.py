"""The texts of notifications about ladders, from the words that `ladders.notifications` stores."""

from collections.abc import Mapping
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from common.times.dates import moment_words
from notices.times import local
from rulebook.names import ladder_title


def ladder_text(words: Mapping[str, object], by: str, player: User) -> tuple[str, str]:
    """Title and body. *by* is the name of the other one."""
    title = ladder_title(str(words["variant"]))
    values: dict[str, object] = {**words, "ladder": title, "name": by or _("Deleted player")}
    if words["about"] == "challenged":
        games = int(str(words["games"]))
        number = ngettext("%(n)d game", "%(n)d games", games) % {"n": games}
        until = _("until %(time)s") % {"time": moment_words(local(player, datetime.fromisoformat(str(words["until"]))))}
        return _("%(name)s challenges you: %(ladder)s") % values, f"{number} · {until}"
    titles = {
        "won": _("You beat %(name)s: %(ladder)s"),
        "lost": _("%(name)s beat you: %(ladder)s"),
        "drawn": _("You and %(name)s are level: %(ladder)s"),
        "annulled": _("Your challenge with %(name)s was annulled: %(ladder)s"),
    }
    return titles[str(words["outcome"])] % values, _("Your place: %(place)s") % values
