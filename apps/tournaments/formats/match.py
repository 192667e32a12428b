"""A match of clubs, board against board."""

from django.utils.translation import gettext as _

from tournaments.formats.in_groups import InGroups
from tournaments.models import Terms


class Match(InGroups):
    def in_words(self, _terms: Terms, days: str) -> list[str]:
        return [_("All boards play at once, within %(time)s.") % {"time": days}]
