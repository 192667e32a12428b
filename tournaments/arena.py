"""An arena: whoever is free is paired again and again, until the last day."""

from datetime import datetime, timedelta
from itertools import combinations

import pairing
from tournaments import rounds
from tournaments.models import Entry, Place, Round, Tournament

EVERY = timedelta(hours=1)
ANYBODY_AFTER = timedelta(hours=24)  # then opponents of the last pairings meet again
APART = 3  # last pairings whose opponents don't meet again
MOST_COUNTED = 20  # pairings of an entry


def pair(tournament: Tournament, last: Round | None, now: datetime) -> datetime:
    """Pair those who are free, if there is time for another pairing. Returns when to look again."""
    assert tournament.last_day is not None
    tables: list[tuple[int, ...]] = []
    if now + timedelta(seconds=tournament.kind.lasts) <= tournament.last_day:
        entrants = rounds.entrants(tournament, _free(tournament), last=APART)
        met = {each.number: each.met for each in entrants}
        anybody = last is not None and now - last.starts >= ANYBODY_AFTER
        drawn = pairing.pair_round(entrants, tournament.kind.sitting, tournament.seats)
        tables = [table for table in drawn.tables if anybody or not any(b in met[a] for a, b in combinations(table, 2))]
    if tables:
        last_day = tournament.last_day
        rounds.store(tournament, [(0, table) for table in tables], last_day, last_day, now)
    else:
        tournament.save()
    return min(now + EVERY, tournament.last_day)


def _free(tournament: Tournament) -> list[int]:
    running = rounds.running(tournament)
    places = Place.objects.filter(
        tournament=tournament, stage=tournament.stage, entry__state=Entry.State.IN, played__lt=MOST_COUNTED
    )
    return [
        place.entry_id
        for place in places
        if running[place.entry_id] < tournament.at_once and place.played + running[place.entry_id] < MOST_COUNTED
    ]
