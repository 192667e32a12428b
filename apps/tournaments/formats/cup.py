"""A cup: groups as even as possible, of which the best meet in a final group."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

import pairing
from tournaments.formats.base import BadTerms, Group, whole
from tournaments.formats.in_groups import InGroups
from tournaments.models import Entry, Place, Terms, Tournament

FINALISTS = 8  # in the last group at most
FEW_GROUPS = 4  # of so many groups two entries go on, of more only the first
MOST_STAGES = 3


class Cup(InGroups):
    own_terms = {"group_size": 6}

    def refusals(self, terms: Terms) -> Iterable[BadTerms]:
        if not _smallest(terms) <= terms.group_size <= FINALISTS:
            yield BadTerms("group_size", _("A group has 3 to 8 entries, and at least enough for one table."))

    def rounds_at_most(self, terms: Terms, entries: int) -> int:
        groups = _groups(range(entries), terms.group_size, _smallest(terms))
        if len(groups) == 1:
            return 1
        return 2 if sum(group.through for group in groups) <= FINALISTS else MOST_STAGES

    def tables_at_once(self, terms: Terms) -> int:
        return terms.kind.tables_of_entry(_largest(terms))

    def in_words(self, terms: Terms, days: str) -> list[str]:
        if self.rounds_at_most(terms, terms.most) == 1:
            return [_("Everyone meets everyone, all at once, within %(time)s.") % {"time": days}]
        return [
            _("Groups of up to %(n)d play all their games at once, within %(time)s.")
            % {"n": terms.group_size, "time": days},
            _("The best of each group reach the final. With few entries, there is just one group."),
        ]

    def first_groups(self, tournament: Tournament, entries: Sequence[int]) -> list[Group]:
        return _groups(entries, tournament.group_size, _smallest(tournament))

    def next_groups(self, tournament: Tournament, groups: Sequence[Sequence[Place]]) -> list[Group] | None:
        """All who share the last place that goes through go through, as far as the last group has room for them."""
        here = [place for group in groups for place in group if place.entry.state != Entry.State.OUT]
        through = [place for place in here if 0 < place.place <= place.through]
        if len(through) < 2:  # the others have withdrawn
            return None
        through.sort(key=lambda place: (place.place, -place.points2, place.entry.seed))
        entries = [place.entry_id for place in through]
        planned = sum(group[0].through for group in groups)
        if planned <= FINALISTS or tournament.stage + 1 == MOST_STAGES:
            return whole(entries[: _largest(tournament)])
        return _groups(entries, FINALISTS, _smallest(tournament))


def _smallest(terms: Terms) -> int:
    """The fewest entries of a group."""
    return max(3, terms.kind.at_table)


def _largest(terms: Terms) -> int:
    """The most entries of a group in any stage, however many enter. With more than *enough*, there are as many."""
    enough = FINALISTS**2
    fields = range(terms.least, min(terms.most, enough) + 1)
    stages = [_groups(range(entries), terms.group_size, _smallest(terms)) for entries in fields]
    firsts = max(len(group.entries) for groups in stages for group in groups)
    return max(firsts, *(min(FINALISTS, sum(group.through for group in groups)) for groups in stages))


def _groups(entries: Sequence[int], size: int, smallest: int) -> list[Group]:
    """Groups as even as possible, with the best seeds apart. None has fewer than *smallest* entries."""
    number = min(-(-len(entries) // size), len(entries) // smallest)
    if number <= 1:
        return whole(entries)
    through = 2 if number <= FEW_GROUPS else 1
    largest = -(-len(entries) // number)
    return [Group(tuple(entries[n] for n in group), through) for group in pairing.snake(len(entries), largest)]
