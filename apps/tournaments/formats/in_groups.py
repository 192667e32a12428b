"""Formats in groups: stages of groups, in which all is played at once, and of which some entries go through."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby
from operator import attrgetter

from pairing import Tiebreak
from tournaments.entries import absence
from tournaments.formats.base import AGAIN, Format, Group, begin_stage
from tournaments.models import Place, Round, Tournament
from tournaments.rounds import pairings, standing
from tournaments.rounds.pairings import Drawn, Table


class InGroups(Format):
    has_groups = True
    strikes_out = True
    tie_breaks: tuple[Tiebreak, ...] = (
        Tiebreak.DIRECT, Tiebreak.SONNEBORN_BERGER, Tiebreak.EFFECTIVENESS, Tiebreak.WINS,
    )  # fmt: skip

    def go_on(self, tournament: Tournament, now: datetime) -> datetime | None:
        if (last := pairings.last_round(tournament)) is None:
            return self._pair(tournament, now)
        if not pairings.are_all_over(tournament):  # at the last moment of its games, the clock ends them
            return last.ends if now < last.ends else now + AGAIN
        Round.objects.filter(pk=last.pk).update(over=True)
        if self.has_another_round(tournament):
            out = absence.leave_out(tournament, last.number)
            if self.strikes_out:
                standing.strike_out(tournament, out, self.tie_breaks)
            return self._pair(tournament, now)
        standing.rank(tournament, tournament.stage, self.tie_breaks)
        if (groups := self._following(tournament)) is None:
            return None
        begin_stage(tournament, groups)
        return self._pair(tournament, now)

    def is_in_last_round(self, tournament: Tournament) -> bool:
        through = Place.objects.filter(tournament=tournament, stage=tournament.stage, through__gt=0)
        return not self.has_another_round(tournament) and not through.exists()

    def _following(self, tournament: Tournament) -> list[Group] | None:
        """The groups of the next stage; None after the last one."""
        places = Place.objects.filter(tournament=tournament, stage=tournament.stage, through__gt=0)
        ordered = places.select_related("entry").order_by("group", "place", "seed")
        groups = [list(group) for _number, group in groupby(ordered, attrgetter("group"))]
        return self.next_groups(tournament, groups) if groups else None

    def _pair(self, tournament: Tournament, now: datetime) -> datetime:
        """Begin all that is to be played at once, in all groups. Returns when it ends."""
        groups: dict[int, list[int]] = defaultdict(list)
        for place in Place.objects.filter(tournament=tournament, stage=tournament.stage).order_by("group", "seed"):
            groups[place.group].append(place.entry_id)
        tables = [
            (number, tuple(entries[n] for n in table))
            for number, entries in groups.items()
            if len(entries) > 1
            for table in self.tables(tournament, len(entries))
        ]
        ends = self.round_ends(tournament, now)
        drawn = Drawn(tables, ends, self.games_end(tournament, now, ends), tournament.deals)
        pairings.store(tournament, drawn, now)
        return ends

    # ---- What differs between formats in groups

    def next_groups(self, tournament: Tournament, groups: Sequence[Sequence[Place]]) -> list[Group] | None:
        """The groups of the next stage, from the places of each group of this one, the first first; None if it ends."""

    def has_another_round(self, _tournament: Tournament) -> bool:
        """Whether the groups of this stage go on with another round."""
        return False

    def tables(self, tournament: Tournament, entries: int) -> Iterable[Table]:
        """The tables of the next round of a group with so many entries, by their positions."""
        return tournament.kind.seating.tables_of_group(entries, tournament.seats)

    def round_ends(self, tournament: Tournament, now: datetime) -> datetime:
        """When a round ends that begins now."""
        return now + tournament.round_lasts

    def games_end(self, _tournament: Tournament, _now: datetime, ends: datetime) -> datetime:
        """The last moment of the games of a round that *ends* then."""
        return ends
