"""Rounds: what pairing knows of the entries of a stage, and how a round is stored."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import chain, groupby
from operator import itemgetter

from pairing import Entrant, HalfPoints
from tournaments.models import Pairing, Place, Result, Round, Start, Tournament
from tournaments.rounds import standing

BETWEEN_GAMES = timedelta(milliseconds=100)  # of an evening: 100 begin within 10 seconds, and moves come between
Table = tuple[int, ...]  # entries by side


# ---- What has been played ------------------------------------------------------------------------


def are_all_over(tournament: Tournament) -> bool:
    """Whether all pairings of the stage are."""
    return not Pairing.objects.filter(round__tournament=tournament, round__stage=tournament.stage, over=False).exists()


def last_round(tournament: Tournament) -> Round | None:
    """The newest round of the stage."""
    if not tournament.round:
        return None
    return Round.objects.get(tournament=tournament, stage=tournament.stage, number=tournament.round)


def running(tournament: Tournament) -> Counter[int]:
    """How many pairings of the stage each entry still plays."""
    here = Result.objects.filter(pairing__round__tournament=tournament, pairing__round__stage=tournament.stage)
    return Counter(here.filter(points2=None).values_list("entry", flat=True))


@dataclass(slots=True)
class History:
    """What an entry has played in this stage. *met*: the other entries at each of its tables, in the order in which
    these were made. *running*: half points of the draws as which pairings count that still run.
    """

    met: list[list[int]] = field(default_factory=list)
    partners: Counter[int] = field(default_factory=Counter)
    running: HalfPoints = 0
    byes: int = 0
    threes: int = 0


def histories(tournament: Tournament) -> dict[int, History]:
    """By entry; new for one that has played nothing. One query."""
    rows = (
        Result.objects.filter(pairing__round__tournament=tournament, pairing__round__stage=tournament.stage)
        .order_by("pairing__round__number", "pairing__table", "side")
        .values_list("pairing", "entry", "points2")
    )
    seating = tournament.kind.seating
    past: dict[int, History] = defaultdict(History)
    for _pairing, seated in groupby(rows, itemgetter(0)):
        table = list(seated)
        for side, (_table, entry, points) in enumerate(table):
            mine = past[entry]
            mine.met.append([other for _table, other, _points in table if other != entry])
            mine.running += seating.bye // 2 if points is None else 0
            mine.byes += len(table) == 1
            mine.threes += len(table) == 3
            if seating.changes_partners and len(table) == 4:
                mine.partners[table[(side + 2) % 4][1]] += 1
    return past


def entrant(place: Place, past: History) -> Entrant:
    """What pairing knows of an entry. A pairing that still runs counts as a draw."""
    return Entrant(
        number=place.entry_id,
        half_points=place.points2 + past.running,
        seed=place.seed,
        met=Counter(chain.from_iterable(past.met)),
        partners=past.partners,
        byes=past.byes,
        threes=past.threes,
    )


def entrants(tournament: Tournament, entries: Collection[int]) -> list[Entrant]:
    """What pairing knows of these entries. Two queries."""
    past, wanted = histories(tournament), set(entries)
    places = Place.objects.filter(tournament=tournament, stage=tournament.stage)
    return [entrant(place, past[place.entry_id]) for place in places if place.entry_id in wanted]


# ---- A round is stored ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round that is drawn. *tables*: each with its group. *ends*: when we look at it. *last_moment*: of its games, of
    which each table has *deals*.
    """

    tables: Sequence[tuple[int, Table]]
    ends: datetime
    last_moment: datetime
    deals: int


def lead_in_turn(tournament: Tournament, tables: Sequence[Table]) -> list[Table]:
    """Move each table round until the entry is first that has led least often, of these whose last lead is longest ago.
    With single games, the first entry of a table leads; so nobody leads more often than their opponents. One query.
    """
    led: dict[int, list[int]] = defaultdict(list)
    firsts = Result.objects.filter(pairing__round__tournament=tournament, pairing__deals__gt=0, side=0)
    for entry, pairing_id in firsts.order_by("pairing").values_list("entry", "pairing"):
        led[entry].append(pairing_id)
    turned = []
    for table in tables:
        first = table.index(min(table, key=lambda entry: (len(led[entry]), led[entry][-1:])))
        turned.append(table[first:] + table[:first])
    return turned


def store(tournament: Tournament, drawn: Drawn, now: datetime) -> Round:
    """Store the next round, and begin its games soon."""
    tournament.round += 1
    tournament.round_ends = drawn.ends
    tournament.save()
    stored = Round.objects.create(
        tournament=tournament, stage=tournament.stage, number=tournament.round, starts=now, ends=drawn.ends
    )
    tables = [table for _group, table in drawn.tables]
    if tournament.is_evening:
        tables = lead_in_turn(tournament, tables)
    pairings = Pairing.objects.bulk_create(
        (
            Pairing(round=stored, table=number, group=group, deals=drawn.deals, last_moment=drawn.last_moment)
            for number, (group, _table) in enumerate(drawn.tables, start=1)
        ),
        batch_size=500,
    )
    between = BETWEEN_GAMES if tournament.is_evening else timedelta()
    untold = set(chain.from_iterable(tables))
    results: list[Result] = []
    starts: list[Start] = []
    for each, table in zip(pairings, tables, strict=True):
        results += [Result(pairing=each, entry_id=entry, side=side) for side, entry in enumerate(table)]
        tell = [entry for entry in table if entry in untold]
        starts.append(Start(pairing=each, due=now + len(starts) * between, tell=tell))
        untold.difference_update(table)
    Result.objects.bulk_create(results, batch_size=500)
    Start.objects.bulk_create(starts, batch_size=500)
    return stored


def sit_out(stored: Round, entries: Iterable[tuple[int, HalfPoints, str]]) -> None:
    """Store a round for entries that sit it out: each with its half points, and why. The number of statements doesn't
    depend on theirs.
    """
    there = list(entries)
    first = 1 + stored.pairings.count()
    tables = Pairing.objects.bulk_create(
        (
            Pairing(round=stored, table=number, deals=0, last_moment=stored.ends, over=True)
            for number, _entry in enumerate(there, start=first)
        ),
        batch_size=500,
    )
    results = Result.objects.bulk_create(
        (
            Result(pairing=table, entry_id=entry, side=0, points2=half_points, how=how)
            for table, (entry, half_points, how) in zip(tables, there, strict=True)
        ),
        batch_size=500,
    )
    standing.add([(table, [result]) for table, result in zip(tables, results, strict=True)], stored.stage)
