"""The groups of a stage: who is in them, who meets whom, and who goes on."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import chain, groupby
from operator import attrgetter

import pairing
from tournaments import plans, rounds, stages
from tournaments.formats import Format, Seating
from tournaments.models import Entry, Place, Tournament
from tournaments.rounds import Table
from tournaments.stages import Group

DEALS_OF_SMALL_SWISS = 2  # of a pairing, if a Swiss with few entries is one group
TIE_SHARE = 2 / 3  # of a knockout's stage for its pairings; the rest is for ties


def first(tournament: Tournament, entries: Sequence[int]) -> list[Group]:
    """The groups of the first stage, from the entries by seed."""
    match Format(tournament.format):
        case Format.CUP:
            return stages.cup(entries, tournament.group_size, plans.smallest_group(tournament))
        case Format.KNOCKOUT if Seating(tournament.seating).is_of_two:
            return stages.knockout(entries)
        case Format.KNOCKOUT:
            return stages.knockout_of_fours(entries)
        case _:
            return stages.whole(entries)


def following(tournament: Tournament) -> list[Group] | None:
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
    if len(through) < 2:  # the others have withdrawn
        return None
    through.sort(key=lambda place: (place.place, -place.points2, place.entry.seed))
    entries = [place.entry_id for place in through]
    if tournament.format == Format.KNOCKOUT:
        return stages.knockout_of_fours(entries)
    return stages.after_cup(entries, tournament.stage, plans.smallest_group(tournament))


def begin_stage(tournament: Tournament, groups: Sequence[Group]) -> None:
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


def pair(tournament: Tournament, now: datetime) -> datetime:
    """Begin all that is to be played at once, in all groups. Returns when it ends."""
    assert tournament.last_day is not None
    is_swiss = tournament.format == Format.SWISS
    ends = tournament.last_day if is_swiss else now + tournament.round_lasts
    deals = min(tournament.deals, DEALS_OF_SMALL_SWISS) if is_swiss else tournament.deals
    rounds.store(tournament, _tables(tournament), ends, _games_end(tournament, now, ends), now, deals=deals)
    return ends


def has_another_round(tournament: Tournament) -> bool:
    """Whether a round robin that is played round by round has one left."""
    if tournament.format != Format.ROUND_ROBIN or not tournament.rounds:
        return False
    entries = Place.objects.filter(tournament=tournament, stage=tournament.stage).count()
    return tournament.round < len(pairing.duels(entries))


def _games_end(tournament: Tournament, now: datetime, ends: datetime) -> datetime:
    """The last moment of a stage's games; a knockout keeps the rest of the stage for ties."""
    is_tied = tournament.format == Format.KNOCKOUT and Seating(tournament.seating).is_of_two
    return now + (ends - now) * TIE_SHARE if is_tied else ends


def _tables(tournament: Tournament) -> list[tuple[int, Table]]:
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


def _within(tournament: Tournament, entries: int) -> Iterable[Table]:
    """The tables of a group, by positions; of the next round if they are played round by round."""
    seating = Seating(tournament.seating)
    if entries == 1:
        return ()
    if seating.is_of_two:
        rounds = pairing.duels(entries)
        is_by_round = tournament.format == Format.ROUND_ROBIN and tournament.rounds
        return rounds[tournament.round] if is_by_round else chain.from_iterable(rounds)
    return pairing.tables_of(entries, min(entries, tournament.seats), rotating=seating is Seating.ROTATING)
