"""The texts of notifications about clubs, from the words that `clubs.notifications.tell_members` stores."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from notices.of_tournaments import number_of
from rulebook.names import tournament_title


def club_text(words: Mapping[str, object]) -> tuple[str, str]:
    """Title and body."""
    values = {"club": str(words["name"])}
    match words["about"]:
        case "post":
            return _("New announcement in %(club)s") % values, ""
        case "tournament":
            title = tournament_title(
                str(words["format"]), str(words["seating"]), str(words["variant"]), number_of(words, "number")
            )
            return _("%(club)s: %(tournament)s") % {**values, "tournament": title}, _("You can enter now.")
        case "invited":
            return _("You’re invited to the club %(club)s") % values, ""
        case "asked":
            return _("Somebody asks to join %(club)s") % values, ""
        case "accepted":
            return _("You’re in the club %(club)s now") % values, ""
        case _:
            return _("News from %(club)s") % values, ""
