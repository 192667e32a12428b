"""The pages of tournaments."""

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils.html import strip_tags

from games import actions
from games.models import Game
from rulebook import choices
from tests.conftest import a_minute_later
from tests.creating import create_game
from tests.samples import some
from tests.tournaments.ruled import Ruled
from tests.tournaments.world import World
from tournaments.entries import known
from tournaments.kinds import MADE_ELSEWHERE, FormatName
from tournaments.models import Pairing, Tournament

pytestmark = pytest.mark.django_db
SEATINGS = [("duel", 2), ("pairs", 4), ("rotating", 4), ("pod", 4)]
# Five kinds contain every format and every seating. Four times five are all kinds.
FORMATS = [each for each in FormatName if each not in MADE_ELSEWHERE]
KINDS = [(format_, *SEATINGS[(n + shift) % 4]) for shift in some(range(4), 1) for n, format_ in enumerate(FORMATS)]


def browser_of(user) -> Client:
    browser = Client()
    browser.force_login(user)
    return browser


@pytest.mark.parametrize(("format_", "seating", "seats"), KINDS)
def test_every_page_of_every_kind_is_shown_before_during_and_after(ruled: Ruled, format_, seating, seats):
    terms = {
        "rounds": 3 if format_ == "swiss" else 0,
        "group_size": 5,
        "deals": seats,
        "round_days": 14,
    }
    world = ruled.world
    there = world.open(
        format=format_, seating=seating, seats=seats, least=4, most=12 if format_ == "round_robin" else 100, **terms
    )
    people = ruled.people(10 if seating == "pairs" else 5)
    world.enter(there, people)
    browser, path = browser_of(people[0]), there.get_absolute_url()
    stranger = Client()

    def is_shown():
        for each in (browser, stranger):
            for address in ("/", "/tournaments/", path):
                assert each.get(address).status_code == 200

    is_shown()
    world.wait(days=1, minutes=1)
    is_shown()
    assert browser.get(f"{path}round/1/1/").status_code == 200
    assert browser.get(f"{path}next/").status_code == 302
    ruled.play(there, hours=24)
    is_shown()


def test_somebody_enters_and_leaves_in_two_clicks(world: World):
    there = world.open()
    (ada,) = world.people(1)
    browser = browser_of(ada)
    page = browser.get("/tournaments/").content.decode()
    assert there.get_absolute_url() in page
    page = browser.get(there.get_absolute_url()).content.decode()
    assert "10 games at once" in page
    browser.post(f"{there.get_absolute_url()}enter/")
    there.refresh_from_db()
    assert there.entered == 1
    assert "You’re in" in browser.get(there.get_absolute_url()).content.decode()
    browser.post(f"{there.get_absolute_url()}leave/")
    there.refresh_from_db()
    assert there.entered == 0


def test_a_row_of_a_list_says_game_kind_day_and_entries_and_nothing_else(world: World):
    world.open(variant="muggins")
    world.open(variant="partnership", seating="pairs", seats=4, format="swiss", rounds=5, deals=4, name="Our club")
    page = Client().get("/tournaments/").content.decode()
    rows = [
        " ".join(strip_tags(row).split()) for row in re.findall(r'<li class="tournament-row.*?</li>', page, re.DOTALL)
    ]
    assert rows == [
        "Muggins (All Fives) Cup Starts 2 Dec · 0 of 6 entries Enter",
        "Our club Latin Partnership, Swiss, fixed partners Starts 2 Dec · 0 of 6 entries Enter",
    ]


@pytest.mark.both_databases
def test_home_keeps_for_some_seconds_what_all_may_enter_and_nothing_of_one_reader(world: World):
    ada, ben = world.people(2)
    game = create_game(creator=ada, variant="block", rated=False)
    actions.join_game(public_id=game.public_id, player=ben)

    def rows(reader) -> list[str]:
        page = strip_tags(browser_of(reader).get("/").content.decode())
        return re.findall("You’re in|Enter", " ".join(page.split()))

    world.enter(world.open(), [ada])
    assert (rows(ada), rows(ben)) == (["You’re in"], ["Enter"])
    later = world.open()
    assert (rows(ada), rows(ben)) == (["You’re in"], ["Enter"])
    world.enter(later, [ada])
    assert (rows(ada), rows(ben)) == (["You’re in"] * 2, ["Enter"])
    a_minute_later()
    assert (rows(ada), rows(ben)) == (["You’re in"] * 2, ["Enter"] * 2)


@pytest.mark.both_databases
def test_invalid_query_parameters_are_ignored(world: World):
    there = world.open()
    people = world.people(6)
    browser, path = browser_of(people[0]), there.get_absolute_url()
    odd = [
        "after=%00",
        "stage=%00",
        "stage=999",
        "stage=-1",
        f"stage={'9' * 40}",
        "stage=%C2%B2",
        "after=,",
        "after=1,2,3",
    ]
    for _ in range(2):  # before it begins, and while it runs
        for each in odd:
            assert browser.get(f"{path}?{each}").status_code == 200
            assert browser.get(f"/tournaments/?{each}").status_code == 200
        world.enter(there, people if not there.entered else [])
        world.wait(days=1, minutes=1)
        there.refresh_from_db()
    for each in odd:
        assert browser.get(f"{path}round/1/1/?{each}").status_code == 200
        assert browser.get(f"{path}next/?{each}").status_code == 302
        assert browser.get(f"/next/?{each}").status_code == 302
    assert browser.get(f"{path}round/1/{10**30}/").status_code == 404
    api = f"/api/v1{path}"
    assert {Client().get(f"{api}standings/?{each}").status_code for each in odd} <= {200, 400}
    assert Client().get(f"{api}rounds/1/{10**30}/").status_code == 404


SENT = {
    "variant": "block", "format": "cup", "seating": "duel", "pace": "usual", "length": "one", "least": 4, "most": 6,
    "group_size": 6, "at_once": 2, "starts_in": 7, "entering": "open",
}  # fmt: skip


def test_somebody_who_can_create_no_tournament_sees_why_before_they_fill_in_a_form(world: World, monkeypatch):
    (ada,) = world.people(1)
    browser = browser_of(ada)

    def shown() -> str:
        page = browser.get("/tournaments/new/")
        assert page.status_code == 200
        return page.content.decode()

    assert "Confirm your email address" in shown()
    assert 'href="/accounts/email/"' in shown()
    assert 'name="variant"' not in shown()
    answer = browser.post("/tournaments/new/", SENT)
    assert (answer.status_code, "Confirm your email address" in answer.content.decode()) == (422, True)
    EmailAddress.objects.create(user=ada, email="ada@example.com", verified=True, primary=True)
    assert "Finish ten games against people first" in shown()
    monkeypatch.setattr(known, "GAMES_BEFORE", 0)
    assert 'name="variant"' in shown()


@pytest.mark.parametrize(
    ("chosen", "round_days", "deals", "rounds"),
    [
        # A game of Block for two has ten turns, on average. With the daily clock it takes five days.
        ({}, 8, 2, 0),
        ({"format": "swiss"}, 6, 2, 5),
        ({"format": "arena"}, 14, 2, 0),
        ({"format": "knockout"}, 8, 2, 0),
        ({"format": "round_robin"}, 8, 2, 0),
        ({"format": "round_robin", "rounds": "1"}, 8, 2, 1),
        ({"pace": "slow"}, 15, 2, 0),
        ({"round_days": "30", "deals": "4", "rounds": "7", "format": "swiss"}, 30, 4, 7),
    ],
)
def test_what_a_maker_leaves_empty_suits_the_rest(world: World, monkeypatch, chosen, round_days, deals, rounds):
    empty = {"deals": "", "rounds": "", "round_days": ""}
    answer = may_make(world, monkeypatch).post("/tournaments/new/", SENT | empty | chosen)
    assert answer.status_code == 302, answer.content.decode()
    made = Tournament.objects.get()
    assert (made.round_days, made.deals, made.rounds) == (round_days, deals, rounds)


def may_make(world: World, monkeypatch) -> Client:
    """The browser of somebody who can create tournaments."""
    monkeypatch.setattr(known, "GAMES_BEFORE", 0)
    (ada,) = world.people(1)
    EmailAddress.objects.create(user=ada, email="ada@example.com", verified=True, primary=True)
    return browser_of(ada)


@pytest.mark.parametrize(
    ("plan", "format_", "pace", "hours"),
    # It's Tuesday, 12:00 in UTC.
    [("weekend", "cup", "brisk", 79), ("slow", "cup", "usual", 7 * 24)],
)
def test_three_answers_make_a_tournament(world: World, monkeypatch, plan, format_, pace, hours):
    answers = {"variant": "muggins", "entering": "link", "plan": plan}
    assert may_make(world, monkeypatch).post("/tournaments/new/", answers).status_code == 302
    made = Tournament.objects.get()
    assert (made.format, made.pace, made.entries_end - world.now) == (format_, pace, timedelta(hours=hours))
    assert made.takes_guests


def test_every_plan_suits_every_game():
    asked = [(key, plan) for key in choices.catalogue() for plan in ("weekend", "slow")]
    said = {
        each: Client().get("/tournaments/takes/", dict(zip(("variant", "plan"), each, strict=True))) for each in asked
    }
    refused = [each for each, answer in said.items() if "Up to" not in answer.content.decode()]
    assert refused == [("sport_goat", "slow")]  # one game of it takes 45 days


def test_all_that_is_wrong_with_a_form_stands_beside_its_fields_at_once(world: World, monkeypatch):
    wrong = {"variant": "block", "entering": "link", "plan": "slow", "least": "9", "most": "4", "deals": "3",
             "format": "swiss", "rounds": "2", "round_days": "99"}  # fmt: skip
    answer = may_make(world, monkeypatch).post("/tournaments/new/", wrong)
    assert answer.status_code == 422
    beside = re.findall(r'<ul class="errorlist" id="new_(\w+)_error"', answer.content.decode())
    assert sorted(beside) == ["deals", "most", "round_days", "rounds"]
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("variant", "seating", "said"),
    [
        ("partnership", "duel", "can’t be played by this number of players"),
        ("brettspielnetz", "pairs", "can’t be played by this number of players"),
        ("partnership", "pod", "Choose something else for “At the table”"),
        ("sebastopol", "pod", "this game can’t be played by three"),
    ],
)
@pytest.mark.parametrize("round_days", ["", "21"])
def test_the_form_says_why_a_game_cant_be_played_so(world: World, variant, seating, said, round_days):
    chosen = {"variant": variant, "seating": seating, "round_days": round_days}
    asked = Client().get("/tournaments/takes/", SENT | chosen)
    assert (asked.status_code, said in asked.content.decode()) == (200, True)


@pytest.mark.parametrize(("entering", "is_found"), [("open", True), ("link", False)])
def test_strangers_find_a_tournament_by_link_nowhere_neither_its_games_nor_its_trophies(
    world: World, entering, is_found
):
    cup = world.open(entering=entering, name="Our secret club", least=3, most=3)
    people = world.people(3)
    world.enter(cup, people)
    stranger = Client()
    names = [person.nickname for person in people]

    def found_at(address: str, *marks: str) -> bool:
        page = stranger.get(address)
        assert page.status_code == 200
        return any(mark in page.content.decode() for mark in marks)

    marks = ("Our secret club", cup.public_id)
    assert found_at("/tournaments/", *marks) == is_found
    world.wait(minutes=1)
    world.visit()
    games = list(Game.objects.filter(appointed=True).values_list("public_id", flat=True))
    assert games
    assert found_at("/tournaments/", *marks) == is_found
    assert found_at("/watch/", *marks, *games, *names) == is_found
    world.play(cup)
    assert found_at("/tournaments/", *marks) == is_found
    profiles = [f"/people/{person.username}/" for person in people]
    assert [found_at(each, *marks, *games) for each in profiles] == [is_found] * 3
    own = browser_of(people[0]).get(f"/people/{people[0].username}/").content.decode()
    assert any(game in own for game in games)


def test_the_page_of_a_game_shows_each_reader_their_own_score_of_the_match_first(world: World):
    there = world.open(variant="block", format="round_robin", least=3, most=3)
    world.enter(there, world.people(3))
    world.wait(seconds=10)
    table = Pairing.objects.prefetch_related("results__entry__members", "tables__game").first()
    Pairing.objects.filter(pk=table.pk).update(scores={"0": {"gains": [45, 10], "effects": [0, 0], "left": []}})
    address = table.tables.all()[1].game.get_absolute_url()
    for result in table.results.all():
        reader = browser_of(result.entry.members.all()[0].player)
        assert ("45 : 10", "10 : 45")[result.side] in reader.get(address).content.decode()
    assert "45 : 10" in Client().get(address).content.decode()
