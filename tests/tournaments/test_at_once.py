"""Nobody plays more games at once than the page promised when they entered, however many enter."""

import re
from collections import Counter
from datetime import timedelta

import pytest

from accounts.models import User
from common import queues
from tests.samples import some
from tests.tournaments.world import World
from tournaments import plans, words
from tournaments.life.steps import steps
from tournaments.models import Entry, Member, Pairing, Result, Start, Step, Tournament
from tournaments.rounds import results

pytestmark = pytest.mark.django_db(transaction=True)

FORMATS = [
    {"format": "cup", "group_size": 4, "most": 12}, {"format": "cup", "group_size": 8, "most": 12},
    {"format": "swiss", "rounds": 5, "most": 12}, {"format": "swiss", "rounds": 3, "most": 12},
    {"format": "arena", "at_once": 2, "most": 12}, {"format": "knockout", "most": 12},
    {"format": "round_robin", "rounds": 0, "most": 12}, {"format": "round_robin", "rounds": 1, "most": 12},
]  # fmt: skip
SEATINGS = [("duel", 2), ("pairs", 4), ("rotating", 4), ("pod", 4), ("pod", 3)]
CASES = [
    (terms | {"seating": seating, "seats": seats, "deals": seats}, entries)
    for terms in FORMATS
    for seating, seats in SEATINGS
    for entries in (range(4, 13) if terms["format"] != "arena" else (4, 9))  # its steps are many
    if terms["format"] != "round_robin" or not terms["rounds"] or seating in {"duel", "pairs"}
]
FEW = [case for case in CASES if case[0]["format"] == "swiss" and case[0]["seating"] == "duel" and case[1] == 4]


def promised(tournament: Tournament) -> int:
    found = re.match(r"Up to (\d+) games? at once", words.takes(tournament))
    assert found is not None
    return int(found[1])


def enter(tournament: Tournament, entries: int) -> None:
    made = Entry.objects.bulk_create(
        Entry(tournament=tournament, entered_at=tournament.created_at) for _ in range(entries)
    )
    for entry in made:
        for slot in range(tournament.kind.seating.members):
            person = User.objects.create(username=f"p{entry.pk}-{slot}", skeleton=f"p{entry.pk}-{slot}")
            Member.objects.create(tournament=tournament, entry=entry, player=person, slot=slot)
    Tournament.objects.filter(pk=tournament.pk).update(entered=entries)


def most_running() -> int:
    """The most unfinished games of an entry now."""
    running = Counter[int]()
    for entry, deals, scores in Result.objects.filter(pairing__over=False).values_list(
        "entry", "pairing__deals", "pairing__scores"
    ):
        running[entry] += deals - len(scores)
    return max(running.values(), default=0)


def draw(table: Pairing, world: World) -> None:
    """All its games end level, at their last moment."""
    seats = table.results.count()
    for number in range(len(table.scores), table.deals):
        table.scores[str(number)] = {"gains": [0.0] * seats, "effects": [0] * seats, "left": []}
    tournament = Tournament.objects.get(pk=table.round.tournament_id)
    results.finish(tournament, table, world.now)


@pytest.mark.parametrize(("terms", "entries"), some(CASES, 7, always=FEW))
def test_no_entry_ever_plays_more_games_at_once_than_promised(world: World, terms, entries):
    """Everybody takes all the time there is, and everything is level, so that all who can go on do."""
    world.monkeypatch.setattr(Tournament, "gives_trophies", False)
    there = world.open(**{"least": 4, "round_days": 12} | terms)
    promise, promised_end = promised(there), plans.last_day(there)
    enter(there, entries)
    most = 0
    for _ in range(1_000):
        if (step := Step.objects.filter(tournament=there).first()) is None:
            break
        running = Pairing.objects.filter(over=False).select_related("round")
        world.now = max(world.now, min(step.due, *(each.last_moment for each in running)) if running else step.due)
        for table in running:
            if table.last_moment <= world.now:
                draw(table, world)
        queues.drain(steps, world.now)
        Start.objects.all().delete()
        most = max(most, most_running())
        assert most <= promise
    there.refresh_from_db()
    assert there.state == Tournament.State.OVER
    assert most > 0
    assert there.over_at <= promised_end + timedelta(minutes=1)
