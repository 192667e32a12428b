"""An arena: every hour whoever is free is paired, until the last day; at an evening, every 20 seconds.

Nobody can choose an opponent. We pair at fixed times, whatever anybody does between them; of entries with equal points,
a draw decides who meets whom; and an opponent comes again only after half of the field. At an evening that is a wish,
but the last opponent doesn't come again at once.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import chain, combinations

from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

import pairing
from pairing import Entrant, Tiebreak
from tournaments.formats.base import BadTerms, Format
from tournaments.models import Entry, Place, Terms, Tournament
from tournaments.rounds import pairings
from tournaments.rounds.pairings import Drawn, Table

EVERY = timedelta(hours=1)  # from the start of the tournament on
ANYBODY_AFTER = timedelta(hours=24)  # then few are enough, and opponents of the last pairings meet again
ENOUGH = 3  # one of so many must be free: of few, one person may have freed all
MOST_COUNTED = 20  # pairings of an entry
MOST_AT_ONCE = 5

# An evening: after nobody was paired for so long, few are enough; or the last opponent comes again
EVENING_EVERY, FEW_AFTER, AGAIN_AFTER = timedelta(seconds=20), timedelta(seconds=40), timedelta(minutes=3)
ENOUGH_OF_MANY = 8


class Arena(Format):
    own_terms = {"at_once": 2}
    suits_evenings = True
    usual_days = 14  # enough for many matches
    tie_breaks = (Tiebreak.EFFECTIVENESS, Tiebreak.FEWER)
    points_for_a_win = 2
    goes_on_by_results = False

    def refusals(self, terms: Terms) -> Iterable[BadTerms]:
        if terms.kind.is_live and not terms.is_evening:
            yield BadTerms("pace", _("An arena over several days can’t be live. Choose a Swiss, or an evening."))
        if not 1 <= terms.at_once <= MOST_AT_ONCE:
            yield BadTerms("at_once", _("In an arena, everyone has 1 to 5 matches at once."))

    def tables_at_once(self, terms: Terms) -> int:
        return terms.at_once

    def in_words(self, terms: Terms, days: str) -> list[str]:
        if terms.is_evening:
            return [
                _(
                    "For %(time)s, we pair those who are free, every 20 seconds. Come late, take breaks between games, "
                    "and go when you like."
                )
                % {"time": days},
                _("You don’t meet the same opponent twice in a row, unless nobody else is free for three minutes."),
                _("All your matches count. We start none that couldn’t end in time."),
            ]
        return [
            _("For %(time)s, we pair those who are free: once an hour, if a third of all are. Pause when you like.")
            % {"time": days},
            _("You meet an opponent again only after half of the others."),
            _("Your first 20 matches count."),
        ]

    def next_pairing(self, tournament: Tournament, now: datetime) -> datetime | None:
        at = _tick_after(tournament, now)
        return at if _has_time(tournament, at) else None

    def go_on(self, tournament: Tournament, now: datetime) -> datetime | None:
        """Pair those who are free, if there is time for another pairing."""
        assert tournament.last_day is not None
        if now >= tournament.last_day:
            return None
        last = pairings.last_round(tournament)
        waited = timedelta() if last is None else now - last.starts
        draw = _drawn_live if tournament.is_evening else _drawn
        tables = draw(tournament, waited) if _has_time(tournament, now) else []
        if tables:
            last_day = tournament.last_day
            drawn = Drawn([(0, table) for table in tables], last_day, last_day, tournament.deals)
            pairings.store(tournament, drawn, now)
        return min(_tick_after(tournament, now), tournament.last_day)

    def takes_latecomers(self, _tournament: Tournament) -> bool:
        return True


def _tick_after(tournament: Tournament, now: datetime) -> datetime:
    """The first moment after *now* at which we pair."""
    assert tournament.starts_at is not None
    every = EVENING_EVERY if tournament.is_evening else EVERY
    return tournament.starts_at + every * (1 + (now - tournament.starts_at) // every)


def _has_time(tournament: Tournament, at: datetime) -> bool:
    """Whether a match that begins then is likely to end in time."""
    return tournament.last_day is not None and at + timedelta(seconds=tournament.kind.lasts) <= tournament.last_day


def _drawn(tournament: Tournament, waited: timedelta) -> list[Table]:
    """The tables of those who are free. After a day without a pairing (*waited*) also of few of them, and of opponents
    of their last pairings.
    """
    anybody = waited >= ANYBODY_AFTER
    places = Place.objects.filter(tournament=tournament, stage=tournament.stage, entry__state=Entry.State.IN)
    here = list(places.filter(played__lt=MOST_COUNTED))
    free = _free(tournament, here)
    if not anybody and len(free) < len(here) // ENOUGH:
        free = []
    entrants = _entrants(tournament, free, last=_apart(tournament, len(here)))
    drawn = pairing.pair_round(entrants, tournament.kind.seating.pairing_kind, tournament.seats)
    met = {each.number: each.met for each in entrants}
    return [table for table in drawn.tables if anybody or not any(b in met[a] for a, b in combinations(table, 2))]


def _drawn_live(tournament: Tournament, waited: timedelta) -> list[Table]:
    """The tables of those who are free at an evening. *waited*: since anybody was paired."""
    here = list(Place.objects.filter(tournament=tournament, stage=tournament.stage, entry__state=Entry.State.IN))
    running = pairings.running(tournament)
    free = [place for place in here if not running[place.entry_id]]
    seating, at_table = tournament.kind.seating, tournament.kind.at_table
    if len(free) < (2 if waited >= FEW_AFTER else min(len(here) // ENOUGH, ENOUGH_OF_MANY)):
        return []
    entrants = _entrants(tournament, free, last=_apart(tournament, len(here)), apart=int(seating.is_of_two))
    drawn = pairing.pair_round(entrants, seating.pairing_kind, tournament.seats)
    if waited >= AGAIN_AFTER or len(here) <= at_table:
        return list(drawn.tables)
    barred = {each.number: each.apart if seating.is_of_two else each.met for each in entrants}
    return [table for table in drawn.tables if not all(b in barred[a] for a, b in combinations(table, 2))]


def _free(tournament: Tournament, here: Iterable[Place]) -> list[Place]:
    """Those who are *here* that can play another match."""
    running = pairings.running(tournament)
    return [
        place
        for place in here
        if running[place.entry_id] < tournament.at_once and place.played + running[place.entry_id] < MOST_COUNTED
    ]


def _apart(tournament: Tournament, here: int) -> int:
    """The last pairings of an entry whose opponents it doesn't meet again: half of those who are *here*."""
    others = tournament.kind.at_table - 1  # in a pairing
    return max(1, here // (2 * others))


def _entrants(tournament: Tournament, free: Collection[Place], last: int, apart: int = 0) -> list[Entrant]:
    """What pairing knows of these places. Only the opponents of the *last* pairings count as met, and those of the last
    *apart* stay apart before all else.

    Their points are those of a pairing, so that latecomers meet their equals. Whoever has had the most pairings sits
    out.
    """
    past = pairings.histories(tournament)
    most = max((len(each.met) for each in past.values()), default=0)
    keys = [place.entry_id for place in free]
    recent = {entry: set(chain.from_iterable(past[entry].met[-last:])) for entry in keys}
    just_now = {entry: set(chain.from_iterable(past[entry].met[-apart:])) if apart else set() for entry in keys}
    return [
        replace(
            pairings.entrant(place, past[place.entry_id]),
            half_points=_points_of_pairing(place) + past[place.entry_id].running,
            seed=_lot(tournament, place.entry_id),
            met=_just_met(place.entry_id, recent),
            byes=most - len(past[place.entry_id].met),
            apart=frozenset(_just_met(place.entry_id, just_now)),
        )
        for place in free
    ]


def _points_of_pairing(place: Place) -> int:
    """Quarter points that it has had of a pairing, so that few are as exact as many."""
    return round(4 * place.points2 / place.played) if place.played else 4


def _just_met(entry: int, recent: Mapping[int, Collection[int]]) -> Counter[int]:
    """The entries that can't meet this one, as it's among the last opponents of one of the two."""
    return Counter(other for other, met in recent.items() if other in recent[entry] or entry in met)


def _lot(tournament: Tournament, entry: int) -> int:
    """The place of an entry in the draw of the next round. Nobody outside can compute it, and each try is the same."""
    return int(salted_hmac("tournaments.arena", f"{tournament.pk} {tournament.round} {entry}").hexdigest()[:8], 16)
