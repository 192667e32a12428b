"""A site that nobody administers holds its series: they open, wait for enough players, begin, and open again."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.models.signals import post_migrate

from common import queues
from notices.models import Notice
from tests.samples import some
from tests.tournaments.ruled import as_another_process
from tests.tournaments.world import CUP, World
from tournaments import plans
from tournaments.entries import entering
from tournaments.life.calendar import SHIPPED, calendar, load
from tournaments.life.steps import steps
from tournaments.models import Entry, Round, Series, Step, Tournament

pytestmark = pytest.mark.django_db(transaction=True)
ALL = 16 + 2 * 7  # with an evening for each weekday, in Europe and in America
HOURS = 12  # between two looks at the site


def look(world: World) -> None:
    """What workers do, without the games."""
    while queues.drain(calendar, world.now) + queues.drain(steps, world.now):
        pass


def one_is_open_at_most() -> bool:
    opened = Tournament.objects.filter(state="open").values_list("series", flat=True)
    return len(opened) == len(set(opened))


def weekly(world: World, **terms: object) -> Series:
    plain = CUP | {"key": "cup", "every_days": 7, "lead_days": 3, "least": 4} | terms
    made = Series.objects.create(opens=world.now, due=world.now, **plain)
    look(world)
    return made


def newest() -> Tournament:
    return Tournament.objects.order_by("-number")[0]


def test_migrate_adds_the_series_unless_it_goes_back_to_older_tables(settings):
    settings.TOURNAMENT_CALENDAR = str(SHIPPED)
    tournaments = apps.get_app_config("tournaments")
    older = MigrationLoader(connection).project_state([("tournaments", "0001_initial")]).apps
    for state, number in ((older, 0), (apps, ALL)):
        post_migrate.send(
            tournaments, app_config=tournaments, using="default", apps=state, verbosity=0, interactive=False
        )
        assert Series.objects.count() == number


@pytest.mark.parametrize("outage", [None, range(8, 18)], ids=["always there", "away for ten days"])
def test_a_new_site_holds_its_series_for_30_days(world: World, settings, outage):
    """Some of each kind, others each day, as each series lives by itself."""
    settings.TOURNAMENT_CALENDAR = str(SHIPPED)
    load(world.now)
    kinds = {
        each.key: frozenset({("format", f"{each.format}, minutes: {each.minutes}"), ("seating", each.seating)})
        for each in Series.objects.all()
    }
    assert len(kinds) == ALL
    Series.objects.exclude(key__in=some(kinds, 6, kinds=kinds)).update(active=False)
    people, begun_at = world.known_people(40), world.now
    for n in range(30 * 24 // HOURS):
        world.now = begun_at + timedelta(hours=HOURS * n)
        if outage and (world.now - begun_at).days in outage:
            continue
        if n % 10 == 0:  # a restart
            as_another_process()
            assert load(world.now) == []
        look(world)
        assert one_is_open_at_most()
        assert Tournament.objects.filter(state="open", minutes__gt=0).count() <= 3  # evenings don't flood the list
        for there in Tournament.objects.filter(state="open"):
            wanted = there.least * (2 if there.seating == "pairs" else 1)
            for number in range(there.entered, min(wanted, there.entered + 2)):
                player = people[(there.pk * 7 + number) % 40]
                entering.enter(public_id=there.public_id, player=player, now=world.now)
    assert Series.objects.count() == ALL
    for each in Series.objects.filter(active=True):
        held = Tournament.objects.filter(series=each).order_by("number")
        assert [there.number for there in held] == list(range(1, each.number + 1))
        begun = [there for there in held if there.starts_at]
        days = 20 if outage else 30
        assert len(begun) >= max(1, (days - each.lead_days) // each.every_days), each
        assert all(Entry.objects.filter(tournament=there).count() >= each.least for there in begun)
        assert all(Round.objects.filter(tournament=there, stage=1, number=1).count() == 1 for there in begun)
        late = max(there.starts_at - there.entries_end for there in begun)
        assert late < (timedelta(days=10, hours=HOURS) if outage else timedelta(hours=HOURS))
        assert min(there.starts_at - there.entries_end for there in begun) >= timedelta()  # none was full
    assert Step.objects.count() == Tournament.objects.filter(state__in=["open", "running"]).count()


@pytest.mark.both_databases
def test_with_too_few_entries_everybody_stays_in_until_the_next_date(world: World):
    weekly(world)
    cup, people = newest(), world.people(4)
    first_date = cup.entries_end
    world.enter(cup, people[:3])
    world.now = first_date
    look(world)
    cup.refresh_from_db()
    assert (cup.state, cup.entered, cup.entries_end) == ("open", 3, first_date + timedelta(days=7))
    delays = Notice.objects.filter(words__about="delay").values_list("player", flat=True)
    assert sorted(delays) == [each.pk for each in people[:3]]
    world.enter(cup, people[3:])
    world.now = first_date + timedelta(days=7)
    look(world)
    cup.refresh_from_db()
    assert (cup.state, cup.entered) == ("running", 4)


@pytest.mark.both_databases
def test_a_full_cup_begins_at_once_and_the_next_one_opens_for_its_usual_date(world: World):
    weekly(world)
    began = world.now
    for number in range(1, 5):
        cup = newest()
        assert (cup.number, cup.state) == (number, "open")
        world.enter(cup, world.people(6))
        world.now += timedelta(minutes=1)
        look(world)
        cup.refresh_from_db()
        assert cup.state == "running"
    assert newest().entries_end == began + timedelta(days=7 + 3)  # however many were full before
    world.now = began + timedelta(days=7)
    look(world)
    assert Tournament.objects.filter(state="open").count() == 1
    assert newest().number == 5
    world.enter(newest(), world.people(4))
    world.now = began + timedelta(days=10)
    look(world)
    world.now = began + timedelta(days=14)
    look(world)
    assert [(each.number, each.state) for each in Tournament.objects.filter(number__gte=5).order_by("number")] == [
        (5, "running"), (6, "open"),
    ]  # fmt: skip


@pytest.mark.both_databases
def test_after_a_long_outage_one_tournament_opens_not_all_that_were_missed(world: World):
    weekly(world)
    world.now += timedelta(days=40)
    look(world)
    world.now += timedelta(minutes=1)
    look(world)
    assert Tournament.objects.count() == 1
    assert newest().entries_end > world.now
    assert Series.objects.get().opens > world.now


def test_a_series_that_is_off_opens_nothing(world: World):
    cups = weekly(world)
    Series.objects.filter(pk=cups.pk).update(active=False)
    world.enter(newest(), world.people(6))
    world.now += timedelta(days=20)
    look(world)
    assert newest().state == "running"
    assert Tournament.objects.count() == 1


def test_a_host_changes_a_series_while_its_next_tournament_opens(world: World, monkeypatch):
    weekly(world)
    world.enter(newest(), world.people(6))
    world.now += timedelta(minutes=1)
    monkeypatch.setattr(plans, "check", lambda _series: look(world))  # in between
    call_command("series", "set", "cup", "most=8")
    assert (newest().number, Series.objects.get().number, Series.objects.get().most) == (2, 2, 8)
    sooner = Series.objects.get().opens - timedelta(days=2)
    call_command("series", "set", "cup", f"opens={sooner.isoformat()}")
    assert Series.objects.get().due == sooner
    call_command("series", "off", "cup")
    assert not Series.objects.get().active
