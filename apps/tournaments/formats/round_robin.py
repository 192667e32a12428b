"""A round robin: everybody meets everybody, all at once or round by round."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

import pairing
from tournaments.formats.base import BadTerms, one_after_another
from tournaments.formats.in_groups import InGroups
from tournaments.models import Place, Terms, Tournament
from tournaments.rounds.pairings import Table

MOST_ENTRIES = 12


class RoundRobin(InGroups):
    suits_evenings = True
    own_terms = {"rounds": 0}  # all at once; another number: round by round

    def refusals(self, terms: Terms) -> Iterable[BadTerms]:
        if terms.most > MOST_ENTRIES:
            yield BadTerms("most", _("A round robin has up to 12 entries."))
        if terms.rounds and not terms.kind.seating.is_of_two:
            yield BadTerms("rounds", _("At tables of three or four, all games of a round robin are played at once."))

    def rounds_at_most(self, terms: Terms, entries: int) -> int:
        return len(pairing.duels(max(2, entries))) if terms.rounds else 1

    def tables_at_once(self, terms: Terms) -> int:
        return 1 if terms.rounds else terms.kind.tables_of_entry(terms.most)

    def in_words(self, terms: Terms, days: str) -> list[str]:
        if terms.rounds and terms.kind.is_live:
            return [_("Everyone meets everyone, one match at a time."), one_after_another()]
        if terms.rounds:
            return [_("Everyone meets everyone, one round every %(time)s.") % {"time": days}]
        return [_("Everyone meets everyone, all at once, within %(time)s.") % {"time": days}]

    def has_another_round(self, tournament: Tournament) -> bool:
        if not tournament.rounds:
            return False
        entries = Place.objects.filter(tournament=tournament, stage=tournament.stage).count()
        return tournament.round < len(pairing.duels(entries))

    def tables(self, tournament: Tournament, entries: int) -> Iterable[Table]:
        if not tournament.rounds:
            return super().tables(tournament, entries)
        return pairing.duels(entries)[tournament.round]
