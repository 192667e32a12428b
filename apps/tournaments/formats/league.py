"""A league: divisions in which everyone meets everyone, season after season. A season is a tournament of a series.

One half of a division's pairings begin at once, the others at half time. All end on the season's last day.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from itertools import chain

from django.utils.translation import gettext as _

import pairing
from pairing import divisions
from rulebook import phrases
from rulebook.time_control import DAY
from tournaments.formats.base import AGAIN, BadTerms, Group, whole
from tournaments.formats.in_groups import InGroups
from tournaments.leagues import seasons
from tournaments.leagues.founding import HALVES
from tournaments.models import Place, Round, Terms, Tournament
from tournaments.rounds import pairings, standing
from tournaments.rounds.pairings import Table
from tournaments.seating import Seating


class League(InGroups):
    leeway = 1.4  # the first half has twice the time of the second
    usual_days = 14  # of each half

    def refusals(self, terms: Terms) -> Iterable[BadTerms]:
        if terms.kind.is_live:
            yield BadTerms("pace", _("A league can’t be live. Choose a slower clock."))
        if terms.seating != Seating.DUEL:
            yield BadTerms("seating", _("In a league, one plays against one."))
        if terms.least < divisions.SMALLEST:
            yield BadTerms("least", _("A league needs at least %(n)d entries.") % {"n": divisions.SMALLEST})
        if terms.computers:
            yield BadTerms("computers", _("Computers can’t play in a league."))

    def rounds_at_most(self, _terms: Terms, _entries: int) -> int:
        return HALVES

    def tables_at_once(self, terms: Terms) -> int:
        return len(pairing.duels(largest := _largest(terms))[_half(largest, 0)])

    def games_at_most(self, terms: Terms) -> int:
        """All of them, if nobody ends a game of the first half before the second."""
        return terms.deals * (_largest(terms) - 1)

    def in_words(self, terms: Terms, days: str) -> list[str]:
        return [
            _("A season lasts %(time)s. You meet everyone in your division.")
            % {"time": phrases.duration(HALVES * terms.round_days * DAY)},
            _("Half of your matches begin at once, the others after %(time)s. All end on the last day.")
            % {"time": days},
            _("Divisions have %(least)d to %(most)d players. At the end, the best quarter goes up, the last goes down.")
            % {"least": divisions.SMALLEST, "most": divisions.LARGEST},
            _("Newcomers begin in the lowest division. If players don’t come back, the best below take their places."),
            _("Entries for the next season open at half time. You’re in only if you enter again."),
        ]

    def who_wins(self, _terms: Terms) -> str:
        return _("The most points in Division 1 win the season.")

    # ---- In time

    def not_before(self, tournament: Tournament, now: datetime) -> datetime | None:
        return seasons.ends_after(tournament, now)

    def first_groups(self, tournament: Tournament, entries: Sequence[int]) -> list[Group]:
        """The divisions, from the season before."""
        made = seasons.divisions(tournament, entries)
        return [Group(tuple(division), 0) for division in made] or whole(entries)

    def go_on(self, tournament: Tournament, now: datetime) -> datetime | None:
        last = pairings.last_round(tournament)
        if last is None or last.number == HALVES:
            return super().go_on(tournament, now)
        if now < last.ends:
            return last.ends
        Round.objects.filter(pk=last.pk).update(over=True)  # its games may go on
        standing.strike_out(tournament, seasons.leave_out(tournament), self.tie_breaks)
        return self._pair(tournament, now)

    def has_another_round(self, tournament: Tournament) -> bool:
        return tournament.round < HALVES

    def tables(self, tournament: Tournament, entries: int) -> Iterable[Table]:
        return chain.from_iterable(pairing.duels(entries)[_half(entries, tournament.round)])

    def round_ends(self, tournament: Tournament, now: datetime) -> datetime:
        assert tournament.last_day is not None
        return min(super().round_ends(tournament, now), max(tournament.last_day, now + AGAIN))

    def games_end(self, tournament: Tournament, _now: datetime, ends: datetime) -> datetime:
        return tournament.last_day or ends

    # ---- At the end

    def in_order(self, _tournament: Tournament) -> Callable[[Place], tuple[int, ...]]:
        """Division by division; those who have withdrawn are the last of theirs."""
        return seasons.final_order


def _largest(terms: Terms) -> int:
    return divisions.largest(terms.least, terms.most)


def _half(entries: int, half: int) -> slice:
    """The rounds of a division of so many *entries* that begin at once, in the first *half* (0) or the second (1)."""
    first = -(-len(pairing.duels(entries)) // HALVES)
    return slice(first, None) if half else slice(first)
