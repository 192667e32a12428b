"""A knockout: a group is a pair, or a table of four of which two go through."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.utils.translation import gettext as _

import pairing
from tournaments.formats.base import BadTerms, Group, one_after_another, whole
from tournaments.formats.in_groups import InGroups
from tournaments.models import Place, Terms, Tournament

OF_FOUR = 4  # entries of a group; at smaller tables they meet at several
MOST_ENTRIES = 64
TIE_GAMES = 4  # more games of a pairing that is level
TIE_SHARE = 2 / 3  # of a stage for its pairings; the rest is for ties


class Knockout(InGroups):
    suits_evenings = True
    strikes_out = False

    def refusals(self, terms: Terms) -> Iterable[BadTerms]:
        if terms.most > MOST_ENTRIES:
            yield BadTerms("most", _("A knockout has up to 64 entries."))

    def rounds_at_most(self, terms: Terms, entries: int) -> int:
        stages, last = 1, _in_a_group(terms)
        while last < entries:
            stages, last = stages + 1, 2 * last
        return stages

    def tables_at_once(self, terms: Terms) -> int:
        return terms.kind.tables_of_entry(_in_a_group(terms))

    def games_at_most(self, terms: Terms) -> int:
        return max(super().games_at_most(terms), tie_games(terms) if terms.kind.seating.is_of_two else 0)

    def in_words(self, terms: Terms, days: str) -> list[str]:
        lasting = [_("The winners go on, and the others are out. Each stage lasts %(time)s.") % {"time": days}]
        live = [_("The winners go on, and the others are out."), one_after_another()]
        return [
            *(live if terms.kind.is_live else lasting),
            _("If a match is level, you play another game. If it’s still level, the better seed goes on.")
            if terms.is_evening
            else _("If a match is level, you play four more games. If it’s still level, the better seed goes on."),
        ]

    def who_wins(self, _terms: Terms) -> str:
        return _("The winner of the final wins the tournament.")

    def has_bracket(self, tournament: Tournament) -> bool:
        return self.needs_a_winner(tournament) and tournament.stage > 0

    def first_groups(self, tournament: Tournament, entries: Sequence[int]) -> list[Group]:
        if not tournament.kind.seating.is_of_two:
            return _fours(entries)
        if len(entries) == 2:
            return whole(entries)
        pairs = pairing.bracket(len(entries))  # an entry alone goes through
        return [Group((entries[one],) if other is None else (entries[one], entries[other]), 1) for one, other in pairs]

    def next_groups(self, tournament: Tournament, groups: Sequence[Sequence[Place]]) -> list[Group] | None:
        """The winners of neighbouring pairs meet next."""
        through = [place for group in groups for place in group[: group[0].through]]
        if tournament.kind.seating.is_of_two:
            winners = [place.entry_id for place in through]
            if len(winners) == 2:
                return whole(winners)
            return [Group((one, other), 1) for one, other in zip(winners[::2], winners[1::2], strict=True)]
        if len(through) < 2:
            return None
        through.sort(key=lambda place: (place.place, -place.points2, place.entry.seed))
        return _fours([place.entry_id for place in through])

    def games_end(self, tournament: Tournament, now: datetime, ends: datetime) -> datetime:
        return now + (ends - now) * TIE_SHARE if self.needs_a_winner(tournament) else ends

    def needs_a_winner(self, tournament: Tournament) -> bool:
        return tournament.kind.seating.is_of_two


def tie_games(terms: Terms) -> int:
    """How many more games a pairing has that is level."""
    return 1 if terms.is_evening else TIE_GAMES


def _in_a_group(terms: Terms) -> int:
    return 2 if terms.kind.seating.is_of_two else OF_FOUR


def _fours(entries: Sequence[int]) -> list[Group]:
    """Tables of four of which two go through, so that 32, 16, 8 and 4 entries are left. The best seeds of a field
    between these numbers go through at once; entries of a table of which more or fewer go on are its exception.
    """
    if len(entries) <= OF_FOUR:
        return whole(entries)
    left = OF_FOUR
    while 2 * left < len(entries):
        left *= 2
    too_many = len(entries) - left
    tables = min(-(-too_many // 2), len(entries) // OF_FOUR)
    alone, playing = entries[: len(entries) - OF_FOUR * tables], entries[len(entries) - OF_FOUR * tables :]
    out = [too_many // tables + (n < too_many % tables) for n in range(tables)]
    seated = [tuple(playing[n] for n in group) for group in pairing.snake(len(playing), OF_FOUR)]
    groups = [Group(group, OF_FOUR - gone) for group, gone in zip(seated, out, strict=True)]
    return [*(Group((entry,), 1) for entry in alone), *groups]
