"""What the page of a tournament shows, as values that templates only write down."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.models import User
from accounts.readers import Reader
from common.lists.paging import Page
from common.refusals import Refused
from games.models import Game
from rulebook import phrases
from rulebook.names import game_name
from tournaments import entering, formats, plans, queries, scoring, standing, words
from tournaments.models import Entry, Member, Pairing, Place, Result, Round, TableOf, Tournament
from tournaments.queries import Names


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


@dataclass(frozen=True, slots=True)
class GroupTable:
    """The standings of one group. *crossed*: whether the lines have cells."""

    name: str
    lines: list[Line]
    crossed: bool


@dataclass(frozen=True, slots=True)
class Tie:
    """One of the tie-breaks, with its rule in a sentence. *brief*: its name in a narrow column."""

    name: str
    brief: str
    rule: str


@dataclass(frozen=True, slots=True)
class MyPairing:
    """One of the reader's pairings: whom they meet, the score so far, and its games."""

    opponents: list[User]
    round: int
    score: str
    result: str
    over: bool
    games: list["MyGame"]
    my_turns: int


@dataclass(frozen=True, slots=True)
class MyGame:
    """One of the reader's games; *waits*: it's their turn."""

    table: TableOf
    waits: bool

    @property
    def number(self) -> int:
        return self.table.number + 1


# ---- The standings -------------------------------------------------------------------------------


def group_tables(tournament: Tournament, places: Sequence[Place], names: Names, me: int | None) -> list[GroupTable]:
    """The standings of a stage, with a cross table where all of a small group meet each other."""
    by_group: dict[int, list[Place]] = defaultdict(list)
    for place in places:
        by_group[place.group].append(place)
    crossed = _is_crossed(tournament, by_group)
    tables = queries.results_of(tournament, places[0].stage) if crossed else []
    many = len(by_group) > 1
    return [
        GroupTable(
            _("Group %(n)d") % {"n": number + 1} if many else "",
            _lines(tournament, group, names, me, _cells(tournament, group, tables) if crossed else {}),
            crossed,
        )
        for number, group in by_group.items()
    ]


def _is_crossed(tournament: Tournament, groups: dict[int, list[Place]]) -> bool:
    is_duel = tournament.kind.seating.is_of_two and formats.of(tournament).has_groups
    return is_duel and all(len(group) <= queries.IN_CROSS_TABLE for group in groups.values()) and bool(groups)


def _lines(
    tournament: Tournament, group: Sequence[Place], names: Names, me: int | None, cells: dict[int, list[str]]
) -> list[Line]:
    order = formats.of(tournament).tie_breaks
    no_ties = [None] * len(order)
    return [
        Line(
            number=number,
            entry=place.entry,
            people=names.of(place.entry_id),
            place=str(place.place) if place.place and place.played else "–",
            points=words.points(tournament, place.points2),
            played=place.played,
            tiebreaks=[words.tiebreak_value(*each) for each in zip(order, place.tiebreaks or no_ties, strict=True)],
            likely=likely_words(place.likely) if tournament.is_running else "",
            state=state_words(place.entry),
            is_mine=place.entry_id == me,
            cells=cells.get(place.entry_id, []),
        )
        for number, place in enumerate(group, start=1)
    ]


def _cells(tournament: Tournament, group: Sequence[Place], tables: Sequence[Pairing]) -> dict[int, list[str]]:
    """By entry: its points against each of the group, in the order of the standings."""
    met: dict[tuple[int, int], str] = {}
    for table in tables:
        results = list(table.results.all())
        for one in results:
            for other in results:
                if one is not other:
                    met[one.entry_id, other.entry_id] = _cell(tournament, one)
    order = [place.entry_id for place in group]
    return {one: ["" if one == other else met.get((one, other), "·") for other in order] for one in order}


def _cell(tournament: Tournament, result: Result) -> str:
    return "·" if result.points2 is None else words.points(tournament, result.points2)


def likely_words(likely: list[int] | None) -> str:
    """“2–5”: the places that chance might have given as well."""
    if likely is None:
        return ""
    first, last = likely
    return str(first) if first == last else f"{first}–{last}"


def state_words(entry: Entry) -> str:
    return {
        Entry.State.PAUSED: _("paused"),
        Entry.State.ABSENT: _("absent"),
        Entry.State.OUT: _("withdrawn"),
    }.get(Entry.State(entry.state), "")


def ties(tournament: Tournament) -> list[Tie]:
    return [
        Tie(words.tiebreak_name(each), words.tiebreak_briefly(each), words.tiebreak_rule(each))
        for each in formats.of(tournament).tie_breaks
    ]


# ---- The bracket ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Side:
    """One of two in a bracket. *score*: its points of all games."""

    people: list[User]
    score: str
    won: bool


@dataclass(frozen=True, slots=True)
class BracketStage:
    name: str
    pairs: list[list[Side]]


def bracket(tournament: Tournament) -> list[BracketStage]:
    """The stages of a knockout of two at a table, those to come with empty pairs. Empty for others. Four queries."""
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
    for place in places:
        side = _side(names.of(place.entry_id), results.get((place.stage, place.entry_id)))
        pairs[place.stage][place.group].append(side)
    stages, number = [], len(pairs[1])
    for stage in range(1, number.bit_length() + 1):
        of_stage = [pairs[stage][group] for group in sorted(pairs[stage])] or [[] for _ in range(number)]
        stages.append(BracketStage(words.stage_name(stage, 2 * number), of_stage))
        number //= 2
    return stages


def _side(people: list[User], found: tuple[Pairing, Result] | None) -> Side:
    """Without a pairing, the entry goes through."""
    if found is None:
        return Side(people, "", won=True)
    table, result = found
    scores = standing.scores_of(table)
    total = abs(round(scoring.totals(scores)[result.side])) if scores else None
    return Side(people, "" if total is None else phrases.number(total), won=bool(result.points2))


# ---- The reader's games --------------------------------------------------------------------------


def my_pairings(tournament: Tournament, entry: Entry, me: User) -> list[MyPairing]:
    """The reader's pairings of the current stage: where it's their turn, then other running ones. Three queries."""
    by_table: dict[int, list[TableOf]] = defaultdict(list)
    for table in queries.games_of(tournament, me.pk):
        by_table[table.pairing_id].append(table)
    others = {each for games in by_table.values() for each in queries.opponents_at(games[0].pairing, entry.pk)}
    names = queries.names(others) if others else Names()
    pairings = [_my_pairing(tournament, games, entry, names) for games in by_table.values()]
    return sorted(pairings, key=lambda each: not each.my_turns)


def _my_pairing(tournament: Tournament, games: list[TableOf], entry: Entry, names: Names) -> MyPairing:
    table = games[0].pairing
    opponents = queries.opponents_at(table, entry.pk)
    mine = next(result for result in table.results.all() if result.entry_id == entry.pk)
    return MyPairing(
        opponents=[person for other in opponents for person in names.of(other)],
        round=table.round.number,
        score=score_words(tournament, table, mine.side),
        result="" if mine.points2 is None else words.points(tournament, mine.points2),
        over=table.over,
        games=[MyGame(each, waits=_waits(each)) for each in games],
        my_turns=sum(map(_waits, games)),
    )


def _waits(table: TableOf) -> bool:
    """Whether it's the reader's turn in a game that `queries.games_of` has found."""
    return table.game.status == Game.Status.PLAYING and getattr(table, "my_number", None) == table.game.turn


def score_words(tournament: Tournament, table: Pairing, side: int | None = None) -> str:
    """“45 : 30”: the points of the finished games, one's own first; empty before the first."""
    scores = standing.scores_of(table)
    if not scores:
        return ""
    sums = written(tournament, scoring.totals(scores))
    if tournament.kind.seating.changes_partners:
        sums = sums[:2]
        side = None if side is None else side % 2
    first = side or 0
    return " : ".join(phrases.number(each) for each in [sums[first], *sums[:first], *sums[first + 1 :]])


def written(tournament: Tournament, gains: Sequence[float]) -> list[int]:
    """Gains as the points of a score sheet: where the fewest win, they are what an entry has against it."""
    is_low = tournament.kind.ruleset.goal == "low"
    return [round(-each if is_low else each) for each in gains]


# ---- The one button ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Button:
    """The reader's next step. *why*: instead of a button, why they can't (with its *code*), or what they wait for.
    *asked_by*: people who want them as their partner.
    """

    action: str = ""  # enter, here, next, login or nothing
    label: str = ""
    why: str = ""
    code: str = ""
    asked_by: list[User] = field(default_factory=list)


def button(tournament: Tournament, member: Member | None, reader: Reader, turns: int, now: datetime) -> Button:
    """The main button of the page."""
    if member is not None and member.agreed and member.entry.state != Entry.State.OUT:
        return _of_partners(tournament, member) or _of_member(member, turns)
    if member is not None and not member.agreed and tournament.is_open:
        return replace(button(tournament, None, reader, turns, now), asked_by=queries.asked_by(tournament, reader))
    if not entering.takes_entries(tournament):
        return Button()
    if entering.is_full(tournament):
        return Button(why=_("This tournament is full."))
    if not reader.is_authenticated and tournament.takes_guests:
        return Button("enter", _("Enter"))
    if not reader.is_authenticated or (reader.is_guest and not tournament.takes_guests):
        return Button("login", _("Create an account to enter"))
    assert isinstance(reader, User)
    try:
        entering.may_enter(tournament, reader, now)
    except Refused as refused:
        return Button(why=refused.message, code=refused.code)
    return Button("enter", _("Enter"))


def _of_partners(tournament: Tournament, member: Member) -> Button | None:
    """While the other one hasn't agreed yet."""
    is_pair = tournament.is_open and tournament.kind.seating.has_fixed_partners
    partner = queries.partner_of(member) if is_pair else None
    if partner is None or partner.player is None or partner.agreed:
        return None
    return Button(why=_("We asked %(name)s to be your partner. Wait for their answer.") % {"name": partner.player.name})


def _of_member(member: Member, turns: int) -> Button:
    if member.entry.state == Entry.State.ABSENT:
        return Button("here", _("I’m here"))
    if member.entry.state == Entry.State.PAUSED:
        return Button("here", _("Continue"))
    if turns:
        return Button("next", ngettext("Play: %(n)d game waits", "Play: %(n)d games wait", turns) % {"n": turns})
    return Button()


def enter_facts(tournament: Tournament) -> list[str]:
    """What the button to enter says below its label: game, clock, and games at once. The page adds the last day."""
    return [
        game_name(tournament.variant),
        phrases.time_rule(tournament.kind.control),
        words.games_at_once(tournament),
    ]


def ends_words(tournament: Tournament) -> datetime:
    """The last day, or the latest that it can be if it begins on time."""
    if tournament.last_day is not None:
        return tournament.last_day
    return tournament.entries_end + timedelta(days=plans.effort(tournament).whole)


def next_pairing(tournament: Tournament, now: datetime) -> datetime | None:
    """When free players are paired next, if the page says so."""
    return formats.of(tournament).next_pairing(tournament, now) if tournament.is_running else None


def fills_words(tournament: Tournament) -> str:
    """“or once 6 have entered; 4 entries so far”."""
    number = tournament.entered
    if entering.is_full(tournament) and tournament.gives_trophies:
        return _("full: starts a day after the last entry, at the latest")
    if not number:
        return _("no entries yet")
    so_far = ngettext("%(n)d entry so far", "%(n)d entries so far", number) % {"n": number}
    fills = formats.of(tournament).has_groups and tournament.most <= queries.IN_CROSS_TABLE
    if fills and tournament.gives_trophies:
        return _("or a day after %(most)d have entered; %(number)s") % {"most": tournament.most, "number": so_far}
    if fills:
        return _("or once %(most)d have entered; %(number)s") % {"most": tournament.most, "number": so_far}
    return so_far


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
        score=score_words(tournament, table),
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
