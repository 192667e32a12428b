"""A match of clubs, board against board; with more clubs, a league in which each meets each, round by round."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import pairing
from pairing import HalfPoints, Tiebreak
from tournaments import audience
from tournaments.formats.base import AGAIN, BadTerms, Group
from tournaments.formats.in_groups import InGroups
from tournaments.models import Entry, Place, Result, Team, Terms, Tournament
from tournaments.rounds import pairings, teams
from tournaments.rounds.pairings import Drawn, Table
from tournaments.seating import WIN, Seating

FEWEST_BOARDS, MOST_BOARDS = 2, 20
FEWEST_CLUBS, MOST_CLUBS = 3, 8  # of a league
TO_ANSWER = timedelta(days=7)


class Match(InGroups):
    """`group_size`: the number of boards. `rounds`: 0 for a match of two clubs, 1 for a league. A group is a board."""

    own_terms = {"group_size": 8, "rounds": 0}
    has_teams = True
    strikes_out = False  # a board that somebody leaves is lost
    tie_breaks: tuple[Tiebreak, ...] = (Tiebreak.EFFECTIVENESS,)

    def refusals(self, terms: Terms) -> Iterable[BadTerms]:
        if not FEWEST_BOARDS <= terms.group_size <= MOST_BOARDS:
            yield BadTerms("boards", _("A match of clubs has 2 to 20 boards."))
        if terms.kind.seating is not Seating.DUEL:
            yield BadTerms("seating", _("In a match of clubs, one plays against one."))

    def rounds_at_most(self, terms: Terms, _entries: int) -> int:
        if not terms.rounds:
            return 1
        known = Team.objects.filter(tournament=terms.pk).count() if isinstance(terms, Tournament) and terms.pk else 0
        return len(pairing.duels(known if known >= FEWEST_CLUBS else MOST_CLUBS))

    def in_words(self, terms: Terms, days: str) -> list[str]:
        boards = ngettext("%(n)d board", "%(n)d boards", terms.group_size) % {"n": terms.group_size}
        goes = (
            _("Each club meets each, on %(boards)s, one round every %(time)s.")
            if terms.rounds
            else _("Two clubs meet on %(boards)s. All play at once, within %(time)s.")
        )
        return [
            goes % {"boards": boards, "time": days},
            _(
                "Each club names its players in the order of rating: nobody may be more than 100 points stronger than"
                " a player on a higher board. Members who entered fill free boards by rating."
            ),
            _("You must have been a member of your club before the match was created."),
            _("A club that has no player for a board loses it. So does a player who never moves."),
        ]

    def who_wins(self, terms: Terms) -> str:
        if terms.rounds:
            return _(
                "The club with more board points wins a match: 2 points, and 1 for a draw. If clubs are level, board"
                " points decide, then the sum of effectiveness."
            )
        return _(
            "The club with more board points wins. If they are level, the sum of effectiveness decides, then the board"
            " points without the lowest boards."
        )

    # ---- In time

    def why_never(self, tournament: Tournament, now: datetime) -> str:
        there = list(tournament.teams.all())
        latest = min(tournament.created_at + TO_ANSWER, tournament.entries_end)
        if now >= latest and any(team.accepted_at is None for team in there):
            return "unanswered"
        if now < tournament.entries_end:
            return ""
        here = Entry.objects.filter(tournament=tournament, members__agreed=True, members__player__is_active=True)
        is_played = here.exclude(pk__in=audience.outsiders(tournament)).exists()
        return "too_few" if len(there) < (FEWEST_CLUBS if tournament.rounds else 2) or not is_played else ""

    def seated(self, tournament: Tournament, entries: Sequence[Entry]) -> list[Entry]:
        """For each team, the players that its captain named, and between them, by rating, others as far as there are
        boards for them.
        """
        by_team: dict[int | None, list[Entry]] = defaultdict(list)
        for entry in entries:
            by_team[entry.team].append(entry)
        chosen = []
        for of_team in by_team.values():
            named = sorted((entry for entry in of_team if entry.board), key=lambda entry: entry.board or 0)
            others = sorted((entry for entry in of_team if not entry.board), key=lambda each: (-each.rating, each.pk))
            for other in others[: max(0, tournament.group_size - len(named))]:
                weaker = (n for n, entry in enumerate(named) if entry.rating < other.rating)
                named.insert(next(weaker, len(named)), other)
            for board, entry in enumerate(named, start=1):
                entry.board = board
            chosen += named
        Entry.objects.bulk_update(chosen, ["board"])
        return chosen

    def first_groups(self, tournament: Tournament, entries: Sequence[int]) -> list[Group]:
        boards: dict[int, list[int]] = {board: [] for board in range(1, tournament.group_size + 1)}
        here = Entry.objects.filter(pk__in=entries).order_by("team")
        for entry, board in here.values_list("pk", "board"):
            boards[board or 0].append(entry)
        return [Group(tuple(of_board), 0) for of_board in boards.values()]

    def has_another_round(self, tournament: Tournament) -> bool:
        return tournament.round < len(teams.duels(tournament))

    def _pair(self, tournament: Tournament, now: datetime) -> datetime:
        """Begin a round: on each board, the clubs that meet. Without a player, a board is lost."""
        players = teams.players(tournament)
        tables: list[tuple[int, Table]] = []
        alone: list[tuple[int, HalfPoints, str]] = []
        duels = teams.duels(tournament)[tournament.round]
        for board in range(1, tournament.group_size + 1):
            for duel in duels:
                here = tuple(players[team, board] for team in duel if (team, board) in players)
                if len(here) == 2:
                    tables.append((board - 1, here))
                elif here:
                    alone.append((here[0], WIN, Result.How.FORFEIT))
        ends = now + tournament.round_lasts
        stored = pairings.store(tournament, Drawn(tables, ends, ends, tournament.deals), now)
        pairings.sit_out(stored, alone)
        return ends if tables else now + AGAIN

    # ---- At the end

    def in_order(self, tournament: Tournament) -> Callable[[Place], tuple[int, ...]]:
        """A player's place is that of their team."""
        places = {row.team: row.place for row in teams.table(tournament)}
        return lambda place: (places[place.entry.team or 0],)
