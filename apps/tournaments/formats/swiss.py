"""A Swiss: a fixed number of rounds; each is paired on its day, by points."""

import math
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import npgettext

import pairing
from pairing import Entrant, Tiebreak
from rulebook.time_control import DAY
from tournaments import notifications
from tournaments.entries import absence
from tournaments.formats.base import AGAIN, BadTerms, Format, one_after_another
from tournaments.kinds import FormatName
from tournaments.models import Entry, Result, Round, Terms, Tournament
from tournaments.rounds import pairings, standing
from tournaments.rounds.pairings import Drawn

ROUNDS = range(3, 10)
UNFINISHED = 2  # pairings that still run: then no other one, so there are never more
Pairs = tuple[tuple[int, int], ...]
SMALL = 8  # entries that all meet instead, at tables of two, if there is time


class Swiss(Format):
    own_terms = {"rounds": 5}
    suits_evenings = True
    leeway = 1.2  # games may go on after their round
    tie_breaks = (Tiebreak.BUCHHOLZ, Tiebreak.SONNEBORN_BERGER, Tiebreak.EFFECTIVENESS)

    def refusals(self, terms: Terms) -> Iterable[BadTerms]:
        if terms.rounds not in ROUNDS:
            yield BadTerms("rounds", _("A Swiss has 3 to 9 rounds."))

    def rounds_at_most(self, terms: Terms, _entries: int) -> int:
        return terms.rounds + (not terms.is_evening)  # and the time for the games of the last one

    def games_at_most(self, terms: Terms) -> int:
        return terms.deals if terms.kind.is_live else UNFINISHED * terms.deals  # a live game never outlasts its round

    def in_words(self, terms: Terms, days: str) -> list[str]:
        rounds = npgettext("tournament", "%(n)d round", "%(n)d rounds", terms.rounds) % {"n": terms.rounds}
        few = _("With few entries, it becomes a round robin: everyone meets everyone, one match at a time.")
        if terms.is_evening:
            return _evening_in_words(rounds, days)
        if terms.kind.is_live:
            each = _("%(rounds)s. In each, you meet someone new with about as many points as you.")
            paired = one_after_another()
        else:
            each = _("%(rounds)s of %(time)s each. In each, you meet someone new with about as many points as you.")
            paired = _(
                "Each round is paired on its day. Unfinished matches go on. For the pairing they count as draws."
            )
        return [
            each % {"rounds": rounds, "time": days},
            paired,
            *([few] if any(_all_meet(terms, entries) for entries in range(terms.least, SMALL + 1)) else []),
        ]

    def begin(self, tournament: Tournament, entries: Sequence[int]) -> None:
        """With few entries it becomes a round robin, one round after the other, in the days that we promised."""
        if tournament.is_evening:  # people may come at any time: `_of_few`
            pass
        elif rounds := _all_meet(tournament, len(entries)):
            tournament.round_days = tournament.round_days * self.rounds_at_most(tournament, len(entries)) // rounds
            tournament.format, tournament.rounds = FormatName.ROUND_ROBIN, rounds
            tournament.most = len(entries)  # what it takes is computed for so many
        else:
            tournament.rounds = min(tournament.rounds, max(ROUNDS[0], len(entries) // 2))
        super().begin(tournament, entries)

    def go_on(self, tournament: Tournament, now: datetime) -> datetime | None:
        assert tournament.last_day is not None
        if (last := pairings.last_round(tournament)) is None:
            return self._pair(tournament, now)
        everybody_is_done = pairings.are_all_over(tournament)
        if last.number < tournament.rounds:
            if now < last.ends and not everybody_is_done:
                return last.ends
            if tournament.is_evening and not everybody_is_done:  # at its last moment, the clock ends a game
                return now + AGAIN
            Round.objects.filter(pk=last.pk).update(over=True)
            absence.leave_out(tournament, last.number)
            standing.rank(tournament, tournament.stage, self.tie_breaks)
            return self._pair(tournament, now)
        if everybody_is_done:
            return None
        return tournament.last_day if now < tournament.last_day else now + AGAIN

    def _pair(self, tournament: Tournament, now: datetime) -> datetime:
        """Pair the next round. Returns when it ends; its games may go on."""
        assert tournament.last_day is not None
        ends = now + tournament.round_lasts
        drawn = _drawn(tournament, self.entrants(tournament))
        tables = [(0, table) for table in drawn.tables]
        last_moment = ends if tournament.is_evening else tournament.last_day
        stored = pairings.store(tournament, Drawn(tables, ends, last_moment, tournament.deals), now)
        bye = tournament.kind.seating.bye
        pairings.sit_out(stored, [(entry, bye, Result.How.BYE) for entry in drawn.byes])
        notifications.of_byes(tournament, drawn.byes, now)
        _leave_out(tournament, stored, bye // 2)
        return ends

    def entrants(self, tournament: Tournament) -> list[Entrant]:
        """The entries that play the next round, as its pairing sees them."""
        return pairings.entrants(tournament, _free(tournament))

    def is_in_last_round(self, tournament: Tournament) -> bool:
        return tournament.round >= tournament.rounds

    def takes_latecomers(self, tournament: Tournament) -> bool:
        """Until the second round is paired, or the last one of an evening. Without rounds, as an older process began
        it, all meet at once.
        """
        if tournament.is_evening:
            return 0 < tournament.round < tournament.rounds
        return tournament.rounds > 0 and tournament.round == 1

    def let_in(self, tournament: Tournament, entry: Entry) -> None:
        """Half a point for the first round, and none for others that it missed."""
        half = tournament.kind.seating.bye // 2
        for missed in Round.objects.filter(tournament=tournament, stage=tournament.stage).order_by("number"):
            pairings.sit_out(missed, [(entry.pk, half if missed.number == 1 else 0, Result.How.ABSENT)])


def _all_meet(terms: Terms, entries: int) -> int:
    """In how many rounds so few entries all meet; 0 if they are too many for that, or there is no time."""
    if entries > SMALL or not terms.kind.seating.is_of_two:
        return 0
    rounds = len(pairing.duels(entries))
    needed = math.ceil(terms.kind.lasts / DAY * Format.leeway)  # days, as nobody can go on after the round
    promised = terms.rounds + 1
    return rounds if rounds <= promised and needed * rounds <= terms.round_days * promised else 0


def _evening_in_words(rounds: str, time: str) -> list[str]:
    return [
        _("%(rounds)s of %(time)s at most. In each, you meet someone new with about as many points as you.")
        % {"rounds": rounds, "time": time},
        _("A round begins as soon as the one before has ended, or after its time. Nobody waits for a slow game."),
        _("Come late if you like: you get half a point for the first round that you missed, and none for later ones."),
        _("With few players, everyone meets everyone, and then again."),
    ]


def _drawn(tournament: Tournament, entrants: Sequence[Entrant]) -> pairing.Round:
    if tournament.is_evening and tournament.kind.seating.is_of_two and 2 <= len(entrants) <= SMALL:
        return _of_few(entrants)
    return pairing.pair_round(entrants, tournament.kind.seating.pairing_kind, tournament.seats)


def _of_few(entrants: Sequence[Entrant]) -> pairing.Round:
    """Few people of an evening all meet, though some come and go: of the rounds in which these would, the one with the
    fewest that have met or sat out before.
    """
    line = sorted(entrants, key=lambda each: each.seed)

    def sitting_out(pairs: Pairs) -> list[Entrant]:
        return [each for n, each in enumerate(line) if not any(n in pair for pair in pairs)]

    def cost(pairs: Pairs) -> int:
        again = sum(line[one].met.get(line[other].number, 0) ** 2 for one, other in pairs)
        return again + sum(each.byes**2 for each in sitting_out(pairs))

    pairs = min(pairing.duels(len(line)), key=cost)
    return pairing.Round(
        tuple((line[one].number, line[other].number) for one, other in pairs),
        tuple(each.number for each in sitting_out(pairs)),
    )


def _free(tournament: Tournament) -> list[int]:
    """The entries to pair: here, and without too many pairings that still run."""
    entries = Entry.objects.filter(tournament=tournament, state=Entry.State.IN).values_list("pk", flat=True)
    running = pairings.running(tournament)
    return [entry for entry in entries if running[entry] < UNFINISHED]


def _leave_out(tournament: Tournament, stored: Round, half: int) -> None:
    """Store the round of entries that weren't paired: once half a point for one that waits for others, else none."""
    missing = Entry.objects.filter(tournament=tournament).exclude(state=Entry.State.OUT).order_by("pk")
    missing = missing.exclude(pk__in=Result.objects.filter(pairing__round=stored).values("entry"))
    halves = Result.objects.filter(entry__in=missing, how=Result.How.ABSENT, points2__gt=0)
    had_half = set(halves.values_list("entry", flat=True))
    waits = {entry.pk for entry in missing if entry.state == Entry.State.IN} - had_half
    pairings.sit_out(stored, [(each.pk, half if each.pk in waits else 0, Result.How.ABSENT) for each in missing])
