"""Seasons of a league: what one hands on to the next, and when the next one begins."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter

from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.readers import Reader
from common.lists.paging import Page, page
from common.refusals import NotFound
from pairing.divisions import next_divisions
from tournaments import audience
from tournaments.kinds import FormatName
from tournaments.models import Entry, Member, Place, Tournament
from tournaments.rounds.scoring import MOST_EFFECT

LEAGUE = FormatName.LEAGUE
ON_PAGE = 20  # seasons
SOON = timedelta(minutes=1)  # until we look again whether the season before has ended


# ---- From season to season -----------------------------------------------------------------------


def seasons(of: Tournament) -> QuerySet[Tournament]:
    """All seasons of a league, the first one first; none for a tournament that is of no series."""
    if of.series_id is None:
        return Tournament.objects.none()
    return Tournament.objects.filter(series=of.series_id).order_by("number")


def before(season: Tournament) -> Tournament | None:
    """The last season before this one that has ended. One query."""
    return seasons(season).filter(state=Tournament.State.OVER, number__lt=season.number or 0).last()


def following(season: Tournament) -> Tournament | None:
    """The season after this one that takes entries. One query."""
    return seasons(season).filter(state=Tournament.State.OPEN, number__gt=season.number or 0).first()


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


# ---- Playing again -------------------------------------------------------------------------------


def to_play_again(there: Iterable[Tournament], reader: Reader) -> set[int]:
    """The keys of those of these tournaments that are the next season of a league in which the reader plays or played
    last, and that they could enter. Cancelled seasons don't count. One query, none without leagues; one more for each
    league of a club.
    """
    opened = {each.series_id: each for each in there if each.is_open and each.format == LEAGUE and each.series_id}
    if not opened or not isinstance(reader, User):
        return set()
    mine = Member.objects.filter(tournament=OuterRef("pk"), player=reader.pk, agreed=True)
    all_seasons = Tournament.objects.filter(series__in=opened).exclude(state=Tournament.State.CANCELLED)
    entered: dict[int | None, list[bool]] = defaultdict(list)  # season by season; the open one is the last
    for series, is_mine in all_seasons.order_by("number").values_list("series", Exists(mine)):
        entered[series].append(is_mine)
    again = [season for series, season in opened.items() if entered[series][-2:] == [True, False]]
    return {each.pk for each in again if each.club_id is None or audience.lets_in(each, reader)}


def champions(of: Collection[Tournament]) -> dict[int, list[User]]:
    """Who won these seasons, by the season's key. One query."""
    people: dict[int, list[User]] = {}
    first = Member.objects.filter(tournament__in=of, entry__place=1, player__isnull=False).select_related("player")
    for member in first.order_by("entry", "slot"):
        assert member.player is not None
        people.setdefault(member.tournament_id, []).append(member.player)
    return people


def of_league(key: str, cursor: str = "") -> Page[Tournament]:
    """The seasons of a league that weren't cancelled, the newest first. Raises `NotFound` if there are none."""
    there = Tournament.objects.filter(series__key=key, format=LEAGUE)
    here = there.exclude(state=Tournament.State.CANCELLED)
    found = page(here.select_related("series").order_by("-number"), cursor, ON_PAGE)
    if not found.rows:
        raise NotFound("unknown_tournament", _("There is no such league."))
    return found
