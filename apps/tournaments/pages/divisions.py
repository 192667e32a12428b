"""The divisions of a season of a league on its page, and its next season."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from accounts.readers import Reader
from common.lists.paging import numbered_page
from pairing.divisions import movers
from tournaments import formats, queries, words
from tournaments.kinds import FormatName
from tournaments.leagues import seasons
from tournaments.models import Place, Tournament
from tournaments.pages import standings
from tournaments.pages.standings import GroupTable

ON_PAGE = 5  # divisions


@dataclass(frozen=True, slots=True)
class Division(GroupTable):
    """*is_open*: not folded."""

    is_open: bool = False


def on_page(season: Tournament, cursor: str, me: int | None) -> dict[str, object]:
    """A page of the divisions of a season that has begun. *me*: the reader's entry, whose division comes first."""
    here = Place.objects.filter(tournament=season, stage=season.stage)
    sizes = list(here.values_list("group").annotate(Count("pk")).order_by("group").values_list("pk__count", flat=True))
    page = numbered_page(range(len(sizes)), cursor, ON_PAGE)
    wanted = Q(group__in=page.rows)
    if me is not None:
        wanted |= Q(group__in=here.filter(entry=me).values("group"))
    places = list(here.filter(wanted).select_related("entry").order_by("group", "place", "seed"))
    names = queries.names([place.entry_id for place in places])
    notes = _notes(season, places, sizes)
    tables = standings.group_tables(season, places, names, me)
    return {
        "divisions": page,
        "groups": [_division(table, notes, is_open=not n) for n, table in enumerate(tables)],
        "ties": [words.tie(each) for each in formats.of(season).tie_breaks],
        "rounds": standings.named_rounds(queries.rounds(season)),
    }


def _division(table: GroupTable, notes: Mapping[int, tuple[str, str]], *, is_open: bool) -> Division:
    """A table, with where its lines come from and go to. Even a single one has a name."""
    lines = [replace(line, moves=notes[line.entry.pk][0], came_from=notes[line.entry.pk][1]) for line in table.lines]
    return Division(table.name or _("Division 1"), lines, table.crossed, table.is_mine, is_open)


def _notes(season: Tournament, places: Sequence[Place], sizes: Sequence[int]) -> dict[int, tuple[str, str]]:
    """By entry: whether it moves up or down if the season ends so, and where it comes from."""
    changes, notes = movers(sizes), {}
    by_group: dict[int, list[Place]] = {}
    for place in places:
        by_group.setdefault(place.group, []).append(place)
    for group, division in by_group.items():
        up, down = changes[group]
        for number, place in enumerate(sorted(division, key=lambda each: (seasons.final_order(each), each.seed))):
            moves = "up" if number < up else "down" if number >= len(division) - down else ""
            notes[place.entry_id] = (moves if place.place else "", _came_from(season, place))
    return notes


def _came_from(season: Tournament, place: Place) -> str:
    """“came up from Division 3”; empty for those who stay, and in the first season."""
    before = place.entry.division
    if before is None:
        return _("new") if season.number != 1 else ""
    if before == place.group:
        return ""
    text = _("came up from Division %(n)d") if before > place.group else _("came down from Division %(n)d")
    return text % {"n": before + 1}


# ---- The next season -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NextSeason:
    """The season that takes entries. *is_in*: the reader has entered."""

    tournament: Tournament
    title: str
    entries: str
    is_in: bool


def next_season(season: Tournament, reader: Reader) -> NextSeason | None:
    """None if no later season takes entries. No query for other formats, two for leagues."""
    if season.format != FormatName.LEAGUE or (following := seasons.following(season)) is None:
        return None
    entry = queries.member_of(following, reader)
    return NextSeason(following, words.title(following), words.entries(following), entry is not None)
