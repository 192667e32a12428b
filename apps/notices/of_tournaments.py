"""The texts of notifications about tournaments, from the words that `tournaments.notifications` stores."""

from collections.abc import Mapping
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from common.times.dates import moment_words
from notices.times import local
from rulebook.names import tournament_title


def tournament_text(words: Mapping[str, object], by: str, player: User) -> tuple[str, str]:
    """Title and body. *by* is the name of the only opponent, or of a partner; empty if there is none."""
    title = tournament_title(
        str(words["format"]), str(words["seating"]), str(words["variant"]), number_of(words, "number")
    )
    values: dict[str, object] = {"tournament": title, "name": by, **words}
    match words["about"]:
        case "round":
            return _("%(tournament)s: your next games") % values, " · ".join(_of_round(words, by, player))
        case "bye":
            return _("%(tournament)s: you sit out round %(round)s") % values, _("You get points anyway.")
        case "absent":
            body = _("Press “I’m here” on its page if you want to play on.")
            return _("You didn’t move, so we stopped pairing you: %(tournament)s") % values, body
        case "delay":
            body = _("Not enough players have entered yet. You stay in.")
            return _("%(tournament)s starts later: %(time)s") % (values | {"time": _until(words, player)}), body
        case "cancelled":
            return _("%(tournament)s was cancelled") % values, _why(str(words.get("why")))
        case "alone":
            return _("%(tournament)s has started without you") % values, _("We found no partner for you.")
        case "partner":
            return _("%(name)s wants to play with you: %(tournament)s") % values, _("Open its page to agree.")
        case "agreed":
            return _("%(name)s plays with you: %(tournament)s") % values, ""
        case "reserve":
            return _("%(tournament)s has started without you") % values, _("All boards of your club are taken.")
        case "challenge":
            return _("%(name)s challenges your club: %(tournament)s") % values, _("Accept or decline within 7 days.")
        case "accepted":
            return _("%(name)s accepts: %(tournament)s") % values, _("Name your players on its page.")
        case "board":
            text = _("%(name)s wants you on board %(board)s: %(tournament)s")
            return text % values, _("Open its page to agree.")
        case "left" if words["stays"]:
            body = _("You stay in, and we find you another partner.")
            return _("%(name)s won’t play with you: %(tournament)s") % values, body
        case "left":
            return _("%(name)s left, so your pair is out: %(tournament)s") % values, ""
        case "over" if words["format"] == "match":
            return _("%(tournament)s has ended") % values, _("Your club’s place: %(place)s") % values
        case _:
            return _("%(tournament)s has ended") % values, _("Your place: %(place)s of %(of)s") % values


def _why(word: str) -> str:
    return {
        "too_few": _("Not enough players entered."),
        "unanswered": _("The other club didn’t answer in time."),
        "declined": _("The other club declined."),
    }.get(word, "")


def _of_round(words: Mapping[str, object], by: str, player: User) -> list[str]:
    games = number_of(words, "games") or 0
    number = ngettext("%(n)d game", "%(n)d games", games) % {"n": games}
    company = _("with %(names)s") % {"names": by} if by else ""
    until = _("until %(time)s") % {"time": _until(words, player)} if words["until"] else ""
    return [part for part in (number, company, until) if part]


def _until(words: Mapping[str, object], player: User) -> str:
    return moment_words(local(player, datetime.fromisoformat(str(words["until"]))))


def number_of(words: Mapping[str, object], name: str) -> int | None:
    """The word if it is a number."""
    value = words.get(name)
    return value if isinstance(value, int) else None
