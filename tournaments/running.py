"""What time does with a tournament, one step after the other: it begins, rounds are paired and end, it closes.

Each step is one transaction, which locks the tournament's row and moves its `Step` on. So a killed process leaves a
tournament before or after a step, and two workers do each step once.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from itertools import chain, combinations, groupby
from operator import attrgetter

from django.db import transaction
from django.db.models import QuerySet

import pairing
from accounts import computers
from common.database import write_rows
from common.queues import SOON, Outcome, Queue
from pairing import Entrant
from tournaments import absence, closing, entering, making, plans, scoring, stages, standing, telling
from tournaments.formats import Format, Seating
from tournaments.models import Entry, Member, Pairing, Place, Ranking, Result, Round, Start, Step, Tournament
from tournaments.stages import OF_FOUR, Group

LEASE = timedelta(minutes=2)  # a round of 10,000 entries is paired within seconds
AGAIN = timedelta(seconds=2)  # until we look again whether the last games are settled
ARENA_EVERY = timedelta(hours=1)
ANYBODY_AFTER = timedelta(hours=24)  # then an arena pairs opponents of the last pairings again
APART = 3  # last pairings of an arena whose opponents don't meet again
MOST_COUNTED = 20  # pairings of an entry in an arena
SMALL = 8  # entries that play as one group instead of a Swiss
DEALS_OF_GROUP = 2  # of a pairing in such a group
UNFINISHED = 2  # pairings of a Swiss that still run: then no other one
TIE_SHARE = 2 / 3  # of a knockout's stage for its pairings; the rest is for ties
KEEP_SEED = "UPDATE tournaments_entry SET seed = %s WHERE id = %s"
MOST_COMPUTERS = 4  # entries, if too few people enter


class Steps(Queue[Step]):
    """Tournaments for which it's time to go on."""

    name = "tournaments"
    model = Step
    lane = SOON
    lease = LEASE

    def work(self, step: Step, now: datetime, /) -> Outcome:
        with transaction.atomic(durable=True):
            tournament = Tournament.objects.select_for_update().get(pk=step.tournament_id)
            if not self.held(step).exists():  # another process has done it, or it's due again already
                return None
            due = go_on(tournament, now)
            if due is None:
                self.held(step).delete()
            else:
                self.put_off(step, due)
        return None


steps = Steps()


def go_on(tournament: Tournament, now: datetime) -> datetime | None:
    """Do the next step of a locked tournament. Returns when the one after it is due; None after the last."""
    if tournament.is_open:
        return _begin_or_wait(tournament, now)
    if not tournament.is_running:  # cancelled
        return None
    assert tournament.last_day is not None
    last = Round.objects.filter(tournament=tournament, stage=tournament.stage).order_by("-number").first()
    if tournament.format == Format.ARENA:
        return _close(tournament, now) if now >= tournament.last_day else _pair_arena(tournament, last, now)
    if last is None:
        return _next_round(tournament, now)
    if not standing.in_groups(tournament):
        return _go_on_with_swiss(tournament, last, now)
    if _is_all_over(tournament):
        return _go_on_with_groups(tournament, last, now)
    return last.ends if now < last.ends else now + AGAIN  # the last moment of its games has come: the clock ends them


# ---- It begins -----------------------------------------------------------------------------------


def _begin_or_wait(tournament: Tournament, now: datetime) -> datetime | None:
    if now < tournament.entries_end and not entering.is_full(tournament):
        return tournament.entries_end
    whole, alone = entering.ready(tournament)
    number = len(whole) + len(alone) // 2
    lacking = tournament.least - number
    if lacking > 0 and not (tournament.computers and number and lacking <= MOST_COMPUTERS):
        return entering.put_off(tournament, now)
    entries = whole + entering.with_partners(alone)
    return _begin(tournament, entries + _computers(tournament, lacking, now), now)


def _computers(tournament: Tournament, number: int, now: datetime) -> list[Entry]:
    """Entries of computers, as many as a group lacks."""
    seated: list[int] = []
    made = []
    for _ in range(number):
        entry = Entry.objects.create(tournament=tournament, rating=0, entered_at=now)
        for slot in range(Seating(tournament.seating).members):
            computer = computers.free_computer(tournament.computers, seated)
            seated.append(computer.pk)
            Member.objects.create(tournament=tournament, entry=entry, player=computer, slot=slot)
        made.append(entry)
    return made


def _begin(tournament: Tournament, entries: list[Entry], now: datetime) -> datetime:
    """Seed the entries, and make the first stage."""
    entries.sort(key=lambda entry: (-entry.rating, entry.pk))
    for seed, entry in enumerate(entries, start=1):
        entry.seed = seed
    write_rows(KEEP_SEED, [(entry.seed, entry.pk) for entry in entries])
    number = len(entries)
    days = tournament.round_lasts * plans.rounds_at_most(tournament, number)
    if tournament.format == Format.SWISS:
        tournament.rounds = 0 if number <= _small(tournament) else min(tournament.rounds, number // 2)
    if now < tournament.entries_end and tournament.series_id is not None:
        making.open_another(tournament.series_id, now)
    tournament.state, tournament.starts_at, tournament.last_day = Tournament.State.RUNNING, now, now + days
    tournament.stage, tournament.round, tournament.entered = 0, 0, number
    _begin_stage(tournament, _first_groups(tournament, [entry.pk for entry in entries]))
    tournament.save()
    _let_others_wait(tournament, now)
    return _pair_arena(tournament, None, now) if tournament.format == Format.ARENA else _next_round(tournament, now)


def _let_others_wait(tournament: Tournament, now: datetime) -> None:
    """Nobody stays in a tournament that began without them. Who lacks a partner waits in the next one of the series."""
    left = Entry.objects.filter(tournament=tournament, seed=None)
    alone = left.filter(members__player__is_active=True).distinct()
    if alone and not entering.pass_on(alone, making.next_of(tournament.series, now), now):
        telling.of_the_lonely(tournament, now, [entry.pk for entry in alone])
    left.delete()


def _small(tournament: Tournament) -> int:
    """Entries that are too few for a Swiss."""
    return SMALL if Seating(tournament.seating).is_of_two else 2 * tournament.seats - 1


def _first_groups(tournament: Tournament, entries: Sequence[int]) -> list[Group]:
    match Format(tournament.format):
        case Format.CUP:
            return stages.cup(entries, tournament.group_size, plans.smallest_group(tournament))
        case Format.KNOCKOUT if Seating(tournament.seating).is_of_two:
            return stages.knockout(entries)
        case Format.KNOCKOUT:
            return stages.knockout_of_fours(entries)
        case _:
            return stages.whole(entries)


def _begin_stage(tournament: Tournament, groups: Sequence[Group]) -> None:
    """Store the places of the next stage."""
    tournament.stage, tournament.round = tournament.stage + 1, 0
    Place.objects.bulk_create(
        (
            Place(
                tournament=tournament, stage=tournament.stage, group=number, entry_id=entry, seed=seed,
                through=group.through,
            )
            for number, group in enumerate(groups)
            for seed, entry in enumerate(group.entries, start=1)
        ),
        batch_size=500,
    )  # fmt: skip


# ---- A round is paired ---------------------------------------------------------------------------


def _next_round(tournament: Tournament, now: datetime) -> datetime:
    """Pair the next round of a locked tournament: the round, its pairings and results, and what starts them."""
    ends = now + tournament.round_lasts
    if standing.in_groups(tournament):
        if tournament.format == Format.SWISS:
            assert tournament.last_day is not None
            ends = tournament.last_day
        tables = _tables_of_groups(tournament)
        deals = min(tournament.deals, DEALS_OF_GROUP) if tournament.format == Format.SWISS else tournament.deals
        _store_round(tournament, tables, (), ends, _games_end(tournament, now, ends), now, deals=deals)
        return ends
    assert tournament.last_day is not None
    entries = _free_for_swiss(tournament)
    drawn = pairing.pair_round(_entrants(tournament, entries), tournament.kind.sitting, tournament.seats)
    stored = _store_round(
        tournament, [(0, table) for table in drawn.tables], drawn.byes, ends, tournament.last_day, now
    )
    _store_missing(tournament, stored, {*chain.from_iterable(drawn.tables), *drawn.byes})
    return ends


def _store_missing(tournament: Tournament, stored: Round, paired: Collection[int]) -> None:
    """Store the round of entries that weren't paired: once half a point for one that waits for others, else none."""
    missing = Entry.objects.filter(tournament=tournament).exclude(state=Entry.State.OUT).exclude(pk__in=paired)
    number = 1 + stored.pairings.count()
    had_half = set(
        Result.objects.filter(entry__in=missing, how=Result.How.ABSENT, points2__gt=0).values_list("entry", flat=True)
    )
    for n, entry in enumerate(missing.order_by("pk"), start=number):
        waits = entry.state == Entry.State.IN and entry.pk not in had_half
        half = scoring.bye2(Seating(tournament.seating)) // 2
        _store_without_play(stored, n, entry.pk, half if waits else 0, Result.How.ABSENT)


def _games_end(tournament: Tournament, now: datetime, ends: datetime) -> datetime:
    """The last moment of a stage's games; a knockout keeps the rest of the stage for ties."""
    is_tied = tournament.format == Format.KNOCKOUT and Seating(tournament.seating).is_of_two
    return now + (ends - now) * TIE_SHARE if is_tied else ends


def _tables_of_groups(tournament: Tournament) -> list[tuple[int, tuple[int, ...]]]:
    """The tables of the next round, each with the number of its group. Everything is played at once, but a round robin
    may be played round by round.
    """
    groups: dict[int, list[int]] = defaultdict(list)
    for place in Place.objects.filter(tournament=tournament, stage=tournament.stage).order_by("group", "seed"):
        groups[place.group].append(place.entry_id)
    tables = []
    for number, entries in groups.items():
        tables += [(number, tuple(entries[n] for n in table)) for table in _within(tournament, len(entries))]
    return tables


def _within(tournament: Tournament, entries: int) -> Iterable[tuple[int, ...]]:
    """The tables of a group, by positions; of the next round if they are played round by round."""
    seating = Seating(tournament.seating)
    if entries == 1:
        return ()
    if seating.is_of_two:
        rounds = pairing.duels(entries)
        is_by_round = tournament.format == Format.ROUND_ROBIN and tournament.rounds
        return rounds[tournament.round] if is_by_round else chain.from_iterable(rounds)
    return pairing.tables_of(entries, min(entries, tournament.seats), rotating=seating is Seating.ROTATING)


def _store_round(
    tournament: Tournament, tables: Sequence[tuple[int, tuple[int, ...]]], byes: Collection[int], ends: datetime,
    last_moment: datetime, now: datetime, *, deals: int = 0,
) -> Round:  # fmt: skip
    """Store a round with its tables (each with its group), and begin its games soon."""
    tournament.round += 1
    tournament.round_ends = ends
    tournament.save()
    stored = Round.objects.create(
        tournament=tournament, stage=tournament.stage, number=tournament.round, starts=now, ends=ends
    )
    seating = Seating(tournament.seating)
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
    for number, entry in enumerate(byes, start=len(tables) + 1):
        _store_without_play(stored, number, entry, scoring.bye2(seating), Result.How.BYE)
    telling.of_byes(tournament, byes, now)
    return stored


def _store_without_play(stored: Round, number: int, entry: int, points2: int, how: str) -> None:
    """Store a round that an entry sits out."""
    table = Pairing.objects.create(round=stored, table=number, deals=0, last_moment=stored.ends, over=True)
    result = Result.objects.create(pairing=table, entry_id=entry, side=0, points2=points2, how=how)
    standing.add(table, [result], stored.stage)


# ---- Swiss ---------------------------------------------------------------------------------------


def _go_on_with_swiss(tournament: Tournament, last: Round, now: datetime) -> datetime | None:
    assert tournament.last_day is not None
    everybody_is_done = _is_all_over(tournament)
    if last.number < tournament.rounds:
        if now < last.ends and not everybody_is_done:
            return last.ends
        Round.objects.filter(pk=last.pk).update(over=True)
        absence.leave_out(tournament, last.number)
        standing.rank(tournament, tournament.stage)
        return _next_round(tournament, now)
    if everybody_is_done:
        return _close(tournament, now)
    return tournament.last_day if now < tournament.last_day else now + AGAIN


def _free_for_swiss(tournament: Tournament) -> list[int]:
    """The entries to pair: here, and without too many pairings that still run."""
    entries = Entry.objects.filter(tournament=tournament, state=Entry.State.IN).values_list("pk", flat=True)
    running = Counter(_open_results(tournament).values_list("entry", flat=True))
    return [entry for entry in entries if running[entry] < UNFINISHED]


def _open_results(tournament: Tournament) -> QuerySet[Result]:
    return Result.objects.filter(
        pairing__round__tournament=tournament, pairing__round__stage=tournament.stage, points2=None
    )


def _entrants(tournament: Tournament, entries: Collection[int], *, last: int | None = None) -> list[Entrant]:
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


# ---- Arena ---------------------------------------------------------------------------------------


def _pair_arena(tournament: Tournament, last: Round | None, now: datetime) -> datetime:
    """Pair those who are free, if there is time for another pairing."""
    assert tournament.last_day is not None
    tables: list[tuple[int, ...]] = []
    if now + timedelta(seconds=tournament.kind.lasts) <= tournament.last_day:
        entrants = _entrants(tournament, _free_for_arena(tournament), last=APART)
        met = {each.number: each.met for each in entrants}
        anybody = last is not None and now - last.starts >= ANYBODY_AFTER
        drawn = pairing.pair_round(entrants, tournament.kind.sitting, tournament.seats)
        tables = [table for table in drawn.tables if anybody or not any(b in met[a] for a, b in combinations(table, 2))]
    if tables:
        last_day = tournament.last_day
        _store_round(tournament, [(0, table) for table in tables], (), last_day, last_day, now)
    else:
        tournament.save()
    return min(now + ARENA_EVERY, tournament.last_day)


def _free_for_arena(tournament: Tournament) -> list[int]:
    running = Counter(_open_results(tournament).values_list("entry", flat=True))
    places = Place.objects.filter(
        tournament=tournament, stage=tournament.stage, entry__state=Entry.State.IN, played__lt=MOST_COUNTED
    )
    return [
        place.entry_id
        for place in places
        if running[place.entry_id] < tournament.at_once and place.played + running[place.entry_id] < MOST_COUNTED
    ]


# ---- Groups --------------------------------------------------------------------------------------


def _is_all_over(tournament: Tournament) -> bool:
    return not Pairing.objects.filter(round__tournament=tournament, round__stage=tournament.stage, over=False).exists()


def _go_on_with_groups(tournament: Tournament, last: Round, now: datetime) -> datetime | None:
    """All of the round is over: play the next round or stage, or close."""
    Round.objects.filter(pk=last.pk).update(over=True)
    by_round = tournament.format == Format.ROUND_ROBIN and tournament.rounds
    if by_round and tournament.round < len(pairing.duels(_number_of_places(tournament))):
        return _next_round(tournament, now)
    standing.rank(tournament, tournament.stage)
    if (groups := _next_groups(tournament)) is None:
        return _close(tournament, now)
    _begin_stage(tournament, groups)
    return _next_round(tournament, now)


def _number_of_places(tournament: Tournament) -> int:
    return Place.objects.filter(tournament=tournament, stage=tournament.stage).count()


def _next_groups(tournament: Tournament) -> list[Group] | None:
    """The groups of the next stage; None after the last one."""
    places = Place.objects.filter(tournament=tournament, stage=tournament.stage, through__gt=0)
    ordered = places.select_related("entry").order_by("group", "place", "seed")
    groups = [list(group) for _number, group in groupby(ordered, attrgetter("group"))]
    if not groups:
        return None
    if tournament.format == Format.KNOCKOUT:
        through = [place for group in groups for place in group[: group[0].through]]
        if Seating(tournament.seating).is_of_two:
            return stages.after_knockout([place.entry_id for place in through])
    else:  # all who share the last place that goes through go through
        here = [place for group in groups for place in group if place.entry.state != Entry.State.OUT]
        through = [place for place in here if 0 < place.place <= place.through]
    through.sort(key=lambda place: (place.place, -place.points2, place.entry.seed))
    entries = [place.entry_id for place in through]
    if tournament.format == Format.KNOCKOUT:
        return stages.knockout_of_fours(entries)
    return stages.after_cup(entries, tournament.stage, plans.smallest_group(tournament))


# ---- It closes -----------------------------------------------------------------------------------


def _close(tournament: Tournament, now: datetime) -> datetime | None:
    """Rank everybody, and give trophies. Waits until the last games are settled."""
    if not _is_all_over(tournament):
        return now + AGAIN
    closing.give_places(tournament, now)
    tournament.state, tournament.over_at, tournament.round_ends = Tournament.State.OVER, now, None
    tournament.save()
    Round.objects.filter(tournament=tournament, over=False).update(over=True)
    Ranking.objects.filter(tournament=tournament).delete()
    absence.forgive(tournament)
    telling.of_end(tournament, now)
    return None
