"""Rounds: what pairing knows of the entries of a stage, and how a round is stored."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from itertools import chain

from pairing import Entrant
from tournaments import scoring, standing
from tournaments.formats import Format, Seating
from tournaments.models import Pairing, Place, Result, Round, Start, Tournament
from tournaments.stages import OF_FOUR

Table = tuple[int, ...]  # entries by side


# ---- What has been played ------------------------------------------------------------------------


def are_all_over(tournament: Tournament) -> bool:
    """Whether all pairings of the stage are."""
    return not Pairing.objects.filter(round__tournament=tournament, round__stage=tournament.stage, over=False).exists()


def running(tournament: Tournament) -> Counter[int]:
    """How many pairings of the stage each entry still plays."""
    here = Result.objects.filter(pairing__round__tournament=tournament, pairing__round__stage=tournament.stage)
    return Counter(here.filter(points2=None).values_list("entry", flat=True))


def entrants(tournament: Tournament, entries: Collection[int], *, last: int | None = None) -> list[Entrant]:
    """What pairing knows of these entries. A pairing that still runs counts as a draw. *last*: how many of the last
    pairings count as meetings; None: all.
    """
    met: dict[int, list[list[int]]] = defaultdict(list)
    partners: dict[int, Counter[int]] = defaultdict(Counter)
    half, byes, threes = Counter[int](), Counter[int](), Counter[int]()
    draw2 = scoring.bye2(Seating(tournament.seating)) // 2
    for table in _seated(tournament):
        for side, (entry, points2) in enumerate(table):
            met[entry].append([other for other, _points2 in table if other != entry])
            half[entry] += draw2 if points2 is None else 0
            byes[entry] += len(table) == 1
            threes[entry] += len(table) == 3
            if tournament.seating == Seating.ROTATING and len(table) == OF_FOUR:
                partners[entry][table[(side + 2) % OF_FOUR][0]] += 1
    if tournament.format == Format.ARENA:  # whoever has had the most pairings sits out
        most = max(map(len, met.values()), default=0)
        byes = Counter({entry: most - len(met[entry]) for entry in entries})
    places = Place.objects.filter(tournament=tournament, stage=tournament.stage)
    wanted = set(entries)
    return [
        Entrant(
            number=place.entry_id,
            points2=_points2(tournament, place) + half[place.entry_id],
            seed=place.seed,
            met=Counter(chain.from_iterable(met[place.entry_id][-last if last else None :])),
            partners=partners[place.entry_id],
            byes=byes[place.entry_id],
            threes=threes[place.entry_id],
        )
        for place in places
        if place.entry_id in wanted
    ]


def _points2(tournament: Tournament, place: Place) -> int:
    """The points by which entries are paired; in an arena per pairing, so that latecomers meet their equals."""
    if tournament.format != Format.ARENA:
        return place.points2
    return round(4 * place.points2 / place.played) if place.played else 4


def _seated(tournament: Tournament) -> list[list[tuple[int, int | None]]]:
    """The tables of the stage in the order in which they were made: entries by side, each with its points × 2."""
    rows = (
        Result.objects.filter(pairing__round__tournament=tournament, pairing__round__stage=tournament.stage)
        .order_by("pairing__round__number", "pairing__table", "side")
        .values_list("pairing", "entry", "points2")
    )
    tables: dict[int, list[tuple[int, int | None]]] = defaultdict(list)
    for table, entry, points2 in rows:
        tables[table].append((entry, points2))
    return list(tables.values())


# ---- A round is stored ---------------------------------------------------------------------------


def store(
    tournament: Tournament, tables: Sequence[tuple[int, Table]], ends: datetime, last_moment: datetime, now: datetime,
    *, deals: int = 0,
) -> Round:  # fmt: skip
    """Store a round with its tables (each with its group), and begin its games soon."""
    tournament.round += 1
    tournament.round_ends = ends
    tournament.save()
    stored = Round.objects.create(
        tournament=tournament, stage=tournament.stage, number=tournament.round, starts=now, ends=ends
    )
    pairings = Pairing.objects.bulk_create(
        (
            Pairing(
                round=stored, table=number, group=group, deals=deals or tournament.deals, last_moment=last_moment
            )
            for number, (group, _table) in enumerate(tables, start=1)
        ),
        batch_size=500,
    )  # fmt: skip
    untold = {entry for _group, table in tables for entry in table}
    results, starts = [], []
    for each, (_group, table) in zip(pairings, tables, strict=True):
        results += [Result(pairing=each, entry_id=entry, side=side) for side, entry in enumerate(table)]
        starts.append(Start(pairing=each, due=now, tell=[entry for entry in table if entry in untold]))
        untold.difference_update(table)
    Result.objects.bulk_create(results, batch_size=500)
    Start.objects.bulk_create(starts, batch_size=500)
    return stored


def sit_out(stored: Round, entries: Iterable[tuple[int, int, str]]) -> None:
    """Store a round for entries that sit it out: each with its points × 2, and why. The number of statements doesn't
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
            Result(pairing=table, entry_id=entry, side=0, points2=points2, how=how)
            for table, (entry, points2, how) in zip(tables, there, strict=True)
        ),
        batch_size=500,
    )
    standing.add([(table, [result]) for table, result in zip(tables, results, strict=True)], stored.stage)
