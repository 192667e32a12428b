"""An arena: every hour whoever is free is paired, until the last day.

Nobody can choose an opponent. We pair at fixed times, whatever anybody does between them; of entries with equal points,
a draw decides who meets whom; and an opponent comes again only after half of the field.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import combinations

from django.utils.crypto import salted_hmac

import pairing
from pairing import Entrant
from tournaments import rounds
from tournaments.models import Entry, Place, Round, Tournament

EVERY = timedelta(hours=1)  # from the start of the tournament on
ANYBODY_AFTER = timedelta(hours=24)  # then few are enough, and opponents of the last pairings meet again
ENOUGH = 3  # one of so many must be free: of few, one person may have freed all
MOST_COUNTED = 20  # pairings of an entry


def pair(tournament: Tournament, last: Round | None, now: datetime) -> datetime:
    """Pair those who are free, if there is time for another pairing. Returns when to look again."""
    assert tournament.last_day is not None
    tables: list[tuple[int, ...]] = []
    anybody = last is not None and now - last.starts >= ANYBODY_AFTER
    if _has_time(tournament, now):
        places = Place.objects.filter(tournament=tournament, stage=tournament.stage, entry__state=Entry.State.IN)
        here = list(places.filter(played__lt=MOST_COUNTED))
        free = _free(tournament, here)
        if not anybody and len(free) < len(here) // ENOUGH:
            free = []
        entrants = rounds.entrants(tournament, free, last=_apart(tournament, len(here)))
        met = {each.number: _just_met(each, entrants) for each in entrants}
        entrants = [replace(each, seed=_lot(tournament, each.number), met=met[each.number]) for each in entrants]
        drawn = pairing.pair_round(entrants, tournament.kind.sitting, tournament.seats)
        tables = [table for table in drawn.tables if anybody or not any(b in met[a] for a, b in combinations(table, 2))]
    if tables:
        last_day = tournament.last_day
        rounds.store(tournament, [(0, table) for table in tables], last_day, last_day, now)
    else:
        tournament.save()
    return min(_tick_after(tournament, now), tournament.last_day)


def next_pairing(tournament: Tournament, now: datetime) -> datetime | None:
    """When an arena that runs is paired next; None after its last pairing."""
    at = _tick_after(tournament, now)
    return at if _has_time(tournament, at) else None


def _tick_after(tournament: Tournament, now: datetime) -> datetime:
    """The first moment after *now* at which we pair."""
    assert tournament.starts_at is not None
    return tournament.starts_at + EVERY * (1 + (now - tournament.starts_at) // EVERY)


def _has_time(tournament: Tournament, at: datetime) -> bool:
    """Whether a match that begins then is likely to end in time."""
    return tournament.last_day is not None and at + timedelta(seconds=tournament.kind.lasts) <= tournament.last_day


def _apart(tournament: Tournament, here: int) -> int:
    """The last pairings of an entry whose opponents it doesn't meet again: half of those who are *here*."""
    others = tournament.kind.at_table - 1  # in a pairing
    return max(1, here // (2 * others))


def _just_met(one: Entrant, entrants: Iterable[Entrant]) -> Counter[int]:
    """The entries that can't meet this one, as it's among the last opponents of one of the two."""
    return Counter(other.number for other in entrants if other.number in one.met or one.number in other.met)


def _lot(tournament: Tournament, entry: int) -> int:
    """The place of an entry in the draw of the next round. Nobody outside can compute it, and each try is the same."""
    return int(salted_hmac("tournaments.arena", f"{tournament.pk} {tournament.round} {entry}").hexdigest()[:8], 16)


def _free(tournament: Tournament, here: Iterable[Place]) -> list[int]:
    """The entries of those who are *here* that can play another match."""
    running = rounds.running(tournament)
    return [
        place.entry_id
        for place in here
        if running[place.entry_id] < tournament.at_once and place.played + running[place.entry_id] < MOST_COUNTED
    ]
