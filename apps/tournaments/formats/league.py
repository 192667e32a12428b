"""A league: divisions in which everyone meets everyone, season after season."""

from django.utils.translation import gettext as _

from tournaments.formats.in_groups import InGroups
from tournaments.models import Terms


class League(InGroups):
    def in_words(self, _terms: Terms, days: str) -> list[str]:
        return [_("In each division, everyone meets everyone, within %(time)s.") % {"time": days}]
