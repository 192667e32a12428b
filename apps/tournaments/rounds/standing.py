"""Where entries stand: their results summed as they come in, and ranked. A function of the results alone."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random

import pairing
from common.database import in_parts, write_rows
from pairing import HalfPoints, How, Meeting, Record, Tiebreak
from tournaments.models import Pairing, Place, Result, Tournament
from tournaments.rounds import scoring
from tournaments.rounds.scoring import Score

SURE_OF = 64  # entries at most, for which we say how sure a place is
SAMPLES = 200
COUNTED = ("points2", "played", "won", "effect", "deals")
HOW = {
    Result.How.PLAYED: How.PLAYED,
    Result.How.FORFEIT: How.FORFEIT,
    Result.How.BYE: How.BYE,
    Result.How.ABSENT: How.ABSENT,
}
KEEP_SUMS = """
    UPDATE tournaments_place SET points2 = %s, played = %s, won = %s, effect = %s, deals = %s WHERE id = %s
"""
KEEP_RANK = "UPDATE tournaments_place SET place = %s, tiebreaks = %s, likely = %s WHERE id = %s"
RANK = """
    UPDATE tournaments_place SET place = ranked.place FROM (
        SELECT id, RANK() OVER (
            PARTITION BY "group" ORDER BY points2 DESC, effect * 1.0 / CASE deals WHEN 0 THEN 1 ELSE deals END DESC
        ) AS place FROM tournaments_place WHERE tournament_id = %s AND stage = %s
    ) ranked WHERE tournaments_place.id = ranked.id
"""


# ---- Sums ----------------------------------------------------------------------------------------


def add(tables: Iterable[tuple[Pairing, Sequence[Result]]], stage: int) -> None:
    """Add the results of pairings that are over to the places of their entries. Two statements."""
    there = list(tables)
    places: dict[int, Place] = {}
    for entries in in_parts(result.entry_id for _table, results in there for result in results):
        places |= {place.entry_id: place for place in Place.objects.filter(stage=stage, entry__in=entries)}
    for table, results in there:
        for result in results:
            _count(places, table, result, results)
    _keep_sums(places.values())


def _count(places: Mapping[int, Place], table: Pairing, result: Result, results: Sequence[Result]) -> None:
    if not counts(result, results, places):
        return
    assert result.points2 is not None
    place = places[result.entry_id]
    place.points2 += result.points2
    place.played += 1
    place.won += result.how == Result.How.PLAYED and result.points2 == max(each.points2 or 0 for each in results)
    for each in scores_of(table):
        place.effect += each.effects[result.side]
        place.deals += 1


def counts(result: Result, results: Sequence[Result], places: Mapping[int, Place]) -> bool:
    """Whether a result counts: it's there, and nobody at its table was struck out. *places*: of the stage, by entry."""
    there = result.points2 is not None and result.how != Result.How.ANNULLED
    return there and not any(places[each.entry_id].struck_out for each in results)


def scores_of(table: Pairing) -> list[Score]:
    """The scores of its finished games, in order; without annulled ones."""
    scores = (table.scores[number] for number in sorted(table.scores, key=int))
    return [Score.of_json(each) for each in scores if each is not None]


def recount(tournament: Tournament, stage: int, order: Sequence[Tiebreak]) -> None:
    """Compute the places of a stage anew from its results, and rank them."""
    places = {each.entry_id: each for each in Place.objects.filter(tournament=tournament, stage=stage)}
    for place in places.values():
        for column in COUNTED:
            setattr(place, column, 0)
    for table, results in tables_of(tournament, stage):
        for result in results:
            _count(places, table, result, results)
    _keep_sums(places.values())
    rank(tournament, stage, order)


def strike_out(tournament: Tournament, entries: Iterable[int], order: Sequence[Tiebreak]) -> None:
    """Of *entries* that have left, the games of those of whose games in their group less than half are over count for
    nobody.
    """
    places = Place.objects.filter(tournament=tournament, stage=tournament.stage)
    out = [place.pk for place in places.filter(entry__in=entries) if _has_played_little(tournament, place)]
    if out:
        places.filter(pk__in=out).update(struck_out=True)
        recount(tournament, tournament.stage, order)


def _has_played_little(tournament: Tournament, place: Place) -> bool:
    group = Place.objects.filter(tournament=tournament, stage=place.stage, group=place.group).count()
    tables = Pairing.objects.filter(results__entry=place.entry_id, round__stage=place.stage)
    played = sum(len(table.scores) for table in tables)
    still_unpaired = tournament.kind.tables_of_entry(group) - len(tables)
    return 2 * played < sum(table.deals for table in tables) + tournament.deals * still_unpaired


def _keep_sums(places: Iterable[Place]) -> None:
    """In SQL: the ORM's `bulk_update` takes twenty times as long for 1,000 places."""
    write_rows(KEEP_SUMS, [(*(getattr(place, column) for column in COUNTED), place.pk) for place in places])


def tables_of(
    tournament: Tournament, stage: int, groups: Collection[int] | None = None
) -> list[tuple[Pairing, list[Result]]]:
    """The pairings of a stage with their results, in the order in which they were made; of these *groups*, or of all.
    Two queries: lists of keys, as `prefetch_related` makes them, would be too long for SQLite.
    """
    tables = Pairing.objects.filter(round__tournament=tournament, round__stage=stage)
    here = Result.objects.filter(pairing__round__tournament=tournament, pairing__round__stage=stage)
    if groups is not None:
        tables, here = tables.filter(group__in=groups), here.filter(pairing__group__in=groups)
    results: dict[int, list[Result]] = defaultdict(list)
    for result in here.order_by("pairing", "side"):
        results[result.pairing_id].append(result)
    return [(table, results[table.pk]) for table in tables.order_by("round__number", "table")]


# ---- Ranks ---------------------------------------------------------------------------------------


def rank_quickly(tournament: Tournament) -> None:
    """Rank the places of the current stage by points and effectiveness. One statement."""
    write_rows(RANK, [(tournament.pk, tournament.stage)])


def rank(tournament: Tournament, stage: int, order: Sequence[Tiebreak]) -> None:
    """Rank the places of a stage with all tie-breaks in this *order*, group by group."""
    groups: dict[int, list[Place]] = defaultdict(list)
    for place in Place.objects.filter(tournament=tournament, stage=stage).order_by("seed"):
        groups[place.group].append(place)
    of_entries = records(tournament, [each for group in groups.values() for each in group], stage)
    win = tournament.kind.seating.win
    for group in groups.values():
        of_group = [of_entries[place.entry_id] for place in group]
        ranked = {each.number: each for each in pairing.ranking(of_group, order, win)}
        likely = _likely(of_group, order, win) if len(of_group) <= SURE_OF else {}
        for place in group:
            place.place = ranked[place.entry_id].place
            place.tiebreaks = list(ranked[place.entry_id].tiebreaks)
            place.likely = likely.get(place.entry_id)
    rows = [
        (place.place, json.dumps(place.tiebreaks), None if place.likely is None else json.dumps(place.likely), place.pk)
        for group in groups.values()
        for place in group
    ]
    write_rows(KEEP_RANK, rows)


def _likely(group: Sequence[Record], order: Sequence[Tiebreak], win: HalfPoints) -> dict[int, tuple[int, int]]:
    """By entry, from which to which place it would be, had chance been otherwise. Empty before the first results."""
    if not any(meeting.effects for record in group for meeting in record.meetings):
        return {}
    return pairing.likely_places(group, order, Random(1), SAMPLES, win)  # noqa: S311 - the same for every reader


def records(tournament: Tournament, places: Iterable[Place], stage: int) -> dict[int, Record]:
    """What the ranking knows of each entry of a stage."""
    in_two_sides = tournament.kind.seating.changes_partners
    of_entries = {place.entry_id: place for place in places}
    meetings: dict[int, list[Meeting]] = defaultdict(list)
    for table, results in tables_of(tournament, stage):
        scores = scores_of(table)
        for result in results:
            if counts(result, results, of_entries):
                meetings[result.entry_id].append(_meeting(result, results, scores, in_two_sides=in_two_sides))
    return {
        entry: Record(entry, place.seed, tuple(meetings[entry]), struck_out=place.struck_out)
        for entry, place in of_entries.items()
    }


def _meeting(result: Result, results: Sequence[Result], scores: Sequence[Score], *, in_two_sides: bool) -> Meeting:
    """*in_two_sides*: of four, those opposite each other are partners."""
    opponents = [
        each for each in results if each is not result and not (in_two_sides and (each.side - result.side) % 2 == 0)
    ]
    sums = scoring.totals(scores) if scores else ()
    assert result.points2 is not None
    return Meeting(
        opponents=tuple(each.entry_id for each in opponents),
        half_points=result.points2,
        how=HOW[Result.How(result.how)],
        ahead=_ahead(result, opponents, sums),
        effects=tuple(each.effects[result.side] / 1000 for each in scores),
        margins=tuple(
            tuple(round(1000 * (each.gains[result.side] - each.gains[other.side])) for other in opponents)
            for each in scores
        ),
        pairing=result.pairing_id,
    )


def _ahead(result: Result, opponents: Sequence[Result], sums: Sequence[float]) -> tuple[HalfPoints, ...]:
    """By opponent: 2 if the entry finished before them, 1 if level, else 0. Without games, the points decide."""
    mine, *theirs = (sums[each.side] if sums else each.points2 or 0 for each in (result, *opponents))
    return tuple(2 * (mine > each) + (mine == each) for each in theirs)
