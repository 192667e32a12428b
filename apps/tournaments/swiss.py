"""A Swiss: each round is paired on its day, by points."""

from datetime import datetime

import pairing
from tournaments import rounds, scoring, telling
from tournaments.formats import Seating
from tournaments.models import Entry, Result, Round, Tournament

UNFINISHED = 2  # pairings that still run: then no other one


def pair(tournament: Tournament, now: datetime) -> datetime:
    """Pair the next round. Returns when it ends; its games may go on."""
    assert tournament.last_day is not None
    ends = now + tournament.round_lasts
    drawn = pairing.pair_round(
        rounds.entrants(tournament, _free(tournament)), tournament.kind.sitting, tournament.seats
    )
    stored = rounds.store(tournament, [(0, table) for table in drawn.tables], ends, tournament.last_day, now)
    bye2 = scoring.bye2(Seating(tournament.seating))
    rounds.sit_out(stored, [(entry, bye2, Result.How.BYE) for entry in drawn.byes])
    telling.of_byes(tournament, drawn.byes, now)
    _leave_out(tournament, stored, bye2 // 2)
    return ends


def _free(tournament: Tournament) -> list[int]:
    """The entries to pair: here, and without too many pairings that still run."""
    entries = Entry.objects.filter(tournament=tournament, state=Entry.State.IN).values_list("pk", flat=True)
    running = rounds.running(tournament)
    return [entry for entry in entries if running[entry] < UNFINISHED]


def _leave_out(tournament: Tournament, stored: Round, half2: int) -> None:
    """Store the round of entries that weren't paired: once half a point for one that waits for others, else none."""
    missing = Entry.objects.filter(tournament=tournament).exclude(state=Entry.State.OUT).order_by("pk")
    missing = missing.exclude(pk__in=Result.objects.filter(pairing__round=stored).values("entry"))
    halves = Result.objects.filter(entry__in=missing, how=Result.How.ABSENT, points2__gt=0)
    had_half = set(halves.values_list("entry", flat=True))
    waits = {entry.pk for entry in missing if entry.state == Entry.State.IN} - had_half
    rounds.sit_out(stored, [(each.pk, half2 if each.pk in waits else 0, Result.How.ABSENT) for each in missing])
