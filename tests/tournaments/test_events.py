"""What programs at the event stream hear of tournaments: only the people concerned, and no tile."""

import re
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import transaction

from accounts.models import User
from games.viewers import live
from notices.models import Notice
from notices.sentences import notice_text
from tests.games.test_stream import hears, make_token, opened
from tests.tournaments.world import World
from tournaments import queries
from tournaments.entries import entering, withdrawing
from tournaments.life import closing
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)
TILE = re.compile(r"\b\d{1,2}-\d{1,2}\b")
Told = list[tuple[int, dict[str, Any]]]


@pytest.fixture
def told(monkeypatch) -> Told:
    """The events of tournaments so far, each with the key of its person."""
    found: Told = []
    tell = live.tell_programs

    def note(events):
        found.extend((person, dict(event)) for person, event in events if event["type"] == "tournament")
        tell(events)

    monkeypatch.setattr(live, "tell_programs", note)
    return found


def about(told: Told, what: str) -> dict[int, dict[str, Any]]:
    """The events about something by person, who hear it once; without their type, and what they are about."""
    found = [(person, event) for person, event in told if event["about"] == what]
    assert len(found) == len(dict(found))
    return {person: {k: v for k, v in event.items() if k not in {"type", "about"}} for person, event in found}


def keys(people: list[User]) -> set[int]:
    return {each.pk for each in people}


@pytest.mark.both_databases
def test_a_whole_swiss_is_told_round_by_round(world: World, told: Told):
    swiss = world.open(format="swiss", rounds=3, round_days=7, least=4, most=64)
    people = world.people(9)
    world.enter(swiss, people)
    world.wait(days=1, minutes=1)
    sat_out = about(told, "bye")
    assert list(sat_out.values()) == [{"id": swiss.public_id, "stage": 1, "round": 1}]
    ends = world.now - timedelta(minutes=1) + timedelta(days=7)
    rounds = about(told, "round")
    assert set(rounds) == keys(people) - set(sat_out)
    for event in rounds.values():
        until = event.pop("until")
        assert until[:10] == f"{ends:%Y-%m-%d}"
        assert event == {"id": swiss.public_id, "stage": 1, "round": 1, "tables": 1, "games": 2}
    world.play(swiss, hours=12)
    places = about(told, "over")
    assert set(places) == keys(people)
    assert min(event["place"] for event in places.values()) == 1
    assert {(event["id"], event["of"]) for event in places.values()} == {(swiss.public_id, 9)}
    assert len([event for _person, event in told if event["about"] in {"round", "bye"}]) == 27
    said = [value for _person, event in told for name, value in event.items() if name != "until"]
    assert not any(TILE.search(str(value)) for value in said)


def test_every_notification_has_its_event(world: World, told: Told):
    cup = world.open(most=4)
    people = world.people(4)
    world.absent = {people[0].pk}
    world.enter(cup, people)
    world.play(cup)
    assert about(told, "absent") == {people[0].pk: {"id": cup.public_id}}
    stored = Notice.objects.filter(words__url=cup.get_absolute_url()).values_list("player", "words__about")
    assert sorted(stored) == sorted((person, event["about"]) for person, event in told)


def test_a_start_that_is_put_off_and_a_cancelled_tournament_are_told_to_those_who_are_in(world: World, told: Told):
    cup = world.open()
    ada, ben, _cleo = world.people(3)
    world.enter(cup, [ada, ben])
    world.wait(days=1, minutes=1)
    later = {"id": cup.public_id, "until": "2026-12-03T12:00:00Z"}
    assert about(told, "delay") == {ada.pk: later, ben.pk: later}
    Tournament.objects.update(made_by=ada)
    closing.cancel_own(public_id=cup.public_id, by=ada, now=world.now)
    assert about(told, "cancelled") == {key: {"id": cup.public_id, "why": ""} for key in keys([ada, ben])}


def test_a_tournament_with_too_few_entries_says_so_when_it_is_given_up(world: World, told: Told):
    cup = world.open()
    [ada] = world.people(1)
    world.enter(cup, [ada])
    world.play(cup, hours=24)
    assert about(told, "cancelled") == {ada.pk: {"id": cup.public_id, "why": "too_few"}}


def test_only_the_partner_hears_that_they_are_asked(world: World, told: Told):
    pairs = world.open(seating="pairs", seats=4, deals=4, most=8)
    ada, ben, _cleo = world.people(3)
    entering.enter(public_id=pairs.public_id, player=ada, partner=ben, now=world.now)
    assert about(told, "partner") == {ben.pk: {"id": pairs.public_id, "by": ada.username}}
    assert len(told) == 1
    entering.agree(public_id=pairs.public_id, player=ben, now=world.now)
    assert about(told, "agreed") == {ada.pk: {"id": pairs.public_id, "by": ben.username}}
    withdrawing.leave(public_id=pairs.public_id, player=ben, now=world.now)
    assert about(told, "left") == {ada.pk: {"id": pairs.public_id, "by": ben.username, "stays": True}}
    assert len(told) == 3


def test_somebody_who_never_agreed_isnt_told_that_the_other_left(world: World, told: Told):
    pairs = world.open(seating="pairs", seats=4, deals=4, most=8)
    ada, ben = world.people(2)
    entering.enter(public_id=pairs.public_id, player=ada, partner=ben, now=world.now)
    withdrawing.leave(public_id=pairs.public_id, player=ada, now=world.now)
    assert about(told, "left") == {}


@pytest.mark.both_databases
def test_a_partner_who_leaves_a_running_tournament_takes_the_other_out(world: World, told: Told):
    pairs = world.open(seating="pairs", seats=4, deals=4, most=100)
    people = world.people(8)
    for one, other in zip(people[::2], people[1::2], strict=True):
        entering.enter(public_id=pairs.public_id, player=one, partner=other, now=world.now)
        entering.agree(public_id=pairs.public_id, player=other, now=world.now)
    world.wait(days=1, minutes=1)
    withdrawing.leave(public_id=pairs.public_id, player=people[0], now=world.now)
    left = {people[1].pk: {"id": pairs.public_id, "by": people[0].username, "stays": False}}
    assert about(told, "left") == left
    notice = Notice.objects.get(player=people[1], words__about="left")
    assert notice_text(notice, world.now).title.startswith(f"{people[0].name} left, so your pair is out: Block cup")


@pytest.mark.both_databases
def test_nothing_is_told_of_a_change_that_failed(world: World, told: Told):
    cup = world.open()
    people = world.people(2)
    world.enter(cup, people)

    def cancel_and_fail() -> None:
        with transaction.atomic():
            closing.cancel(queries.locked(cup.public_id), world.now)
            raise RuntimeError("the disk is full")

    with pytest.raises(RuntimeError):
        cancel_and_fail()
    assert told == []


async def test_a_program_hears_of_its_round_on_the_socket(world: World):
    def begin() -> tuple[Tournament, list[User]]:
        cup, people = world.open(most=3), world.people(4)
        world.enter(cup, people[:3])
        return cup, people

    cup, people = await sync_to_async(begin)()
    async with (
        opened(token=await make_token(people[0], "read")) as hers,
        opened(token=await make_token(people[3], "read")) as others,
    ):
        for socket in (hers, others):
            await hears(socket, "games")
        await sync_to_async(world.wait)(seconds=10)
        assert await hears(hers, "tournament") == {
            "type": "tournament", "id": cup.public_id, "about": "round", "stage": 1, "round": 1, "tables": 2,
            "games": 4, "until": "2026-12-15T12:00:10Z",
        }  # fmt: skip
        assert await others.receive_nothing()
