"""The standings of a tournament, its bracket, and its rounds, as values that templates only write down."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import User
from common.lists.paging import Page
from rulebook import phrases
from tournaments import formats, queries, words
from tournaments.kinds import FormatName
from tournaments.models import Entry, Pairing, Place, Result, Round, TableOf, Tournament
from tournaments.queries import Names
from tournaments.rounds import scoring, standing


@dataclass(frozen=True, slots=True)
class Line:
    """An entry in the standings. *cells*: its results against the others of its group, for the cross table."""

    number: int  # of its row, from 1
    entry: Entry
    people: list[User]
    place: str
    points: str
    played: int
    tiebreaks: list[str]
    likely: str
    state: str
    is_mine: bool
    cells: list[str] = field(default_factory=list)
    moves: str = ""  # of a league: up or down, if it ends there
    came_from: str = ""  # of a league, in words


@dataclass(frozen=True, slots=True)
class GroupTable:
    """The standings of one group. *crossed*: whether the lines have cells."""

    name: str
    lines: list[Line]
    crossed: bool
    is_mine: bool = False


def group_tables(tournament: Tournament, places: Sequence[Place], names: Names, me: int | None) -> list[GroupTable]:
    """The standings of a stage, the reader's group first, with a cross table where all of a small group meet."""
    by_group: dict[int, list[Place]] = defaultdict(list)
    for place in places:
        by_group[place.group].append(place)
    crossed = _is_crossed(tournament, by_group)
    tables = standing.tables_of(tournament, places[0].stage, by_group) if crossed else []
    many = len(by_group) > 1
    in_order = sorted(by_group.items(), key=lambda each: all(place.entry_id != me for place in each[1]))
    return [
        GroupTable(
            _name(tournament, number) if many else "",
            _lines(tournament, group, names, me, _cells(tournament, group, tables) if crossed else {}),
            crossed,
            any(place.entry_id == me for place in group),
        )
        for number, group in in_order
    ]


def _name(tournament: Tournament, group: int) -> str:
    named = _("Division %(n)d") if tournament.format == FormatName.LEAGUE else _("Group %(n)d")
    return named % {"n": group + 1}


def _is_crossed(tournament: Tournament, groups: dict[int, list[Place]]) -> bool:
    is_duel = tournament.kind.seating.is_of_two and formats.of(tournament).has_groups
    return is_duel and all(len(group) <= queries.IN_CROSS_TABLE for group in groups.values()) and bool(groups)


def _lines(
    tournament: Tournament, group: Sequence[Place], names: Names, me: int | None, cells: dict[int, list[str]]
) -> list[Line]:
    order = formats.of(tournament).tie_breaks
    no_ties = [None] * len(order)
    shows_likely = tournament.is_running and not tournament.is_evening
    return [
        Line(
            number=number,
            entry=place.entry,
            people=names.of(place.entry_id),
            place=str(place.place) if place.place and place.played else "–",
            points=words.points(tournament, place.points2),
            played=place.played,
            tiebreaks=[words.tiebreak_value(*each) for each in zip(order, place.tiebreaks or no_ties, strict=True)],
            likely=words.likely(place.likely) if shows_likely else "",
            state=_state(tournament, place.entry),
            is_mine=place.entry_id == me,
            cells=cells.get(place.entry_id, []),
        )
        for number, place in enumerate(group, start=1)
    ]


def _state(tournament: Tournament, entry: Entry) -> str:
    """Whether somebody is away matters only while it runs; whether they left, also later."""
    return words.entry_state(entry) if tournament.over_at is None or entry.state == Entry.State.OUT else ""


def _cells(
    tournament: Tournament, group: Sequence[Place], tables: Sequence[tuple[Pairing, list[Result]]]
) -> dict[int, list[str]]:
    """By entry: its points against each of the group, in the order of the standings."""
    met: dict[tuple[int, int], str] = {}
    for _table, results in tables:
        for one in results:
            for other in results:
                if one is not other:
                    met[one.entry_id, other.entry_id] = _cell(tournament, one)
    order = [place.entry_id for place in group]
    return {one: ["" if one == other else met.get((one, other), "·") for other in order] for one in order}


def _cell(tournament: Tournament, result: Result) -> str:
    return "·" if result.points2 is None else words.points(tournament, result.points2)


# ---- The bracket ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Side:
    """One of two in a bracket. *score*: its points of all games."""

    people: list[User]
    score: str
    won: bool


@dataclass(frozen=True, slots=True)
class Pair:
    """Two who meet, none yet, or one who goes through. *is_first*: a phone shows it before it shows the whole."""

    sides: list[Side]
    is_first: bool


@dataclass(frozen=True, slots=True)
class BracketStage:
    name: str
    pairs: list[Pair]


def bracket(tournament: Tournament, me: int | None) -> list[BracketStage]:
    """The stages of a knockout of two at a table, those to come with empty pairs. Empty for others. Four queries.

    First is what *me*, an entry, has played; for others, the current stage.
    """
    if not formats.of(tournament).has_bracket(tournament):
        return []
    places = list(Place.objects.filter(tournament=tournament).order_by("stage", "group", "seed"))
    names = queries.names({place.entry_id for place in places})
    results: dict[tuple[int, int], tuple[Pairing, Result]] = {}
    tables = Pairing.objects.filter(round__tournament=tournament).select_related("round").prefetch_related("results")
    for table in tables:
        for result in table.results.all():
            results[table.round.stage, result.entry_id] = table, result
    pairs: dict[int, dict[int, list[Side]]] = defaultdict(lambda: defaultdict(list))
    first = set[tuple[int, int]]()
    for place in places:
        side = _side(tournament, names.of(place.entry_id), results.get((place.stage, place.entry_id)))
        pairs[place.stage][place.group].append(side)
        if place.entry_id == me or (me is None and place.stage == tournament.stage):
            first.add((place.stage, place.group))
    stages, number = [], len(pairs[1])
    for stage in range(1, number.bit_length() + 1):
        of_stage = [Pair(pairs[stage][group], (stage, group) in first) for group in range(number)]
        stages.append(BracketStage(words.stage_name(stage, 2 * number), of_stage))
        number //= 2
    return stages


def _side(tournament: Tournament, people: list[User], played: tuple[Pairing, Result] | None) -> Side:
    """Without a pairing, the entry goes through."""
    if played is None:
        return Side(people, "", won=True)
    table, result = played
    scores = standing.scores_of(table)
    total = words.on_sheet(tournament, scoring.totals(scores))[result.side] if scores else None
    return Side(people, "" if total is None else phrases.number(total), won=bool(result.points2))


# ---- A round -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A table of a round: the people of each entry with its points, the score, and links to its games."""

    table: int
    entries: list[tuple[list[User], str]]
    score: str
    how: str
    games: list[TableOf]


def round_lines(tournament: Tournament, tables: Page[Pairing]) -> Page[RoundLine]:
    """Two queries more than the page of pairings."""
    names = queries.names({result.entry_id for table in tables for result in table.results.all()})
    return tables.of(lambda rows: [_round_line(tournament, table, names) for table in rows])


def _round_line(tournament: Tournament, table: Pairing, names: Names) -> RoundLine:
    results = sorted(table.results.all(), key=lambda result: result.side)
    return RoundLine(
        table=table.table,
        entries=[
            (names.of(each.entry_id), "" if each.points2 is None else words.points(tournament, each.points2))
            for each in results
        ],
        score=words.score(tournament, table),
        how=words.how(results[0].how) if results else "",
        games=sorted(table.tables.all(), key=lambda each: each.number),
    )


def named_rounds(rounds: Sequence[Round]) -> list[tuple[Round, str]]:
    """The rounds with their names."""
    many_stages = len({each.stage for each in rounds}) > 1
    return [
        (
            each,
            _("Stage %(n)d") % {"n": each.stage}
            if many_stages
            else pgettext("tournament", "Round %(n)d") % {"n": each.number},
        )
        for each in rounds
    ]
