"""Seasons of a league: what one hands on to the next, and when the next one begins."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter

from django.db.models import F, QuerySet

from pairing.divisions import next_divisions
from tournaments.models import Entry, Member, Place, Tournament
from tournaments.rounds.scoring import MOST_EFFECT

SOON = timedelta(minutes=1)  # until we look again whether the season before has ended


# ---- From season to season -----------------------------------------------------------------------


def seasons(of: Tournament) -> QuerySet[Tournament]:
    """All seasons of a league, the first one first; none for a tournament that is of no series."""
    if of.series_id is None:
        return Tournament.objects.none()
    return Tournament.objects.filter(series=of.series_id).order_by("number")


def before(season: Tournament) -> Tournament | None:
    """The last season before this one that has ended. One query."""
    return seasons(season).filter(state=Tournament.State.OVER, number__lt=season.number).last()


def following(season: Tournament) -> Tournament | None:
    """The season after this one that takes entries. One query."""
    return seasons(season).filter(state=Tournament.State.OPEN, number__gt=season.number).first()


def ends_after(season: Tournament, now: datetime) -> datetime | None:
    """When to look again whether this locked season can begin, because the one before still runs. None if it can."""
    running = seasons(season).filter(state=Tournament.State.RUNNING).last()
    if running is None:
        return None
    season.entries_end = max(running.last_day or now, now + SOON)
    season.save(update_fields=["entries_end"])
    return season.entries_end


# ---- Places --------------------------------------------------------------------------------------


def final_order(place: Place) -> tuple[int, bool, int]:
    """What sorts places, with their entries, at the end of a season: those who have withdrawn are the last of their
    division.
    """
    return place.group, place.entry.state == Entry.State.OUT, place.place


def leave_out(season: Tournament) -> list[int]:
    """At half time: those who let every game run out of time, and haven't said since that they are here, are out.
    Returns their entries.
    """
    away = Place.objects.filter(tournament=season, stage=season.stage, entry__state=Entry.State.ABSENT, deals__gt=0)
    gone = list(away.filter(effect__lte=-MOST_EFFECT * F("deals")).values_list("entry", flat=True))
    Entry.objects.filter(pk__in=gone).update(state=Entry.State.OUT)
    return gone


def divisions(season: Tournament, entries: Sequence[int]) -> list[list[int]]:
    """The entries by division of a locked season that begins; they come by seed. Stores where each comes from."""
    last = before(season)
    table = [] if last is None else _final_table(last)
    came_from = {player: number for number, division in enumerate(table) for player in division}
    members = Member.objects.filter(tournament=season, agreed=True, entry__in=entries)
    player_of = dict(members.values_list("entry", "player"))
    entry_of = {player_of[entry]: entry for entry in entries}
    again = [player for player in entry_of if player in came_from]
    new = [player for player in entry_of if player not in came_from]
    for number, division in enumerate(table):
        here = [entry_of[player] for player in division if player in entry_of]
        Entry.objects.filter(pk__in=here).update(division=number)
    return [[entry_of[player] for player in division] for division in next_divisions(table, again, new)]


def _final_table(season: Tournament) -> list[list[int]]:
    """The people of each division of a season that has ended, the first one first. Nobody is left of an entry whose
    account was deleted; it still has its place, with a number that nobody has.
    """
    places = Place.objects.filter(tournament=season, stage=season.stage).select_related("entry")
    ordered = sorted(places, key=lambda place: (final_order(place), place.seed))
    members = Member.objects.filter(tournament=season, agreed=True, player__isnull=False)
    player_of = dict(members.values_list("entry", "player"))
    people = [(place.group, player_of.get(place.entry_id) or -place.entry_id) for place in ordered]
    return [[player for _group, player in division] for _number, division in groupby(people, itemgetter(0))]
