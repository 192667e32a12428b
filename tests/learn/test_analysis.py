"""A finished game is analysed once for all its viewers; a running game never is."""

import dataclasses
import json
import re
from concurrent.futures import Future
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count

import pytest
from django.db import connection, transaction
from django.urls import reverse
from django.utils import timezone

import mind
import rules
from accounts import farewell
from accounts.models import User, new_guest
from bots.minds import pool as minds
from bots.minds.children import Unanswered
from common import refusals
from games import actions as games
from games import queries as queries_of_games
from games.positions import memory
from learn.analysis import actions, analysing, limits, queries
from learn.analysis.analysing import analyses
from learn.analysis.habits import Habit, habits_of
from learn.analysis.report import Choice
from learn.models import Analysis, Loss, StudiedDeal
from mind.analysis import findings
from tests import queued
from tests.games.test_races import at_once, codes
from tests.pages.conftest import words_of

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def now():
    return timezone.now()


@pytest.mark.both_databases
def test_an_analysis_shows_the_cost_of_each_move(played, ada, ben, worked_out):
    game = played(ada, ben)
    actions.analyse(public_id=game.public_id, person=ada)
    assert worked_out() == 1
    found = Analysis.objects.get().found
    assert found["evaluator"] == mind.EVALUATOR
    assert {seat["seat"] for seat in found["seats"]} == {0, 1}
    assert sum(found["deals"][0]["result"]) == 0
    assert worked_out() == 0


def test_an_analysis_runs_deal_by_deal_so_that_games_do_not_wait(played, ada, ben, worked_out, asked):
    game = played(ada, ben, end="rounds:3")
    actions.analyse(public_id=game.public_id, person=ada)
    worked_out()
    assert [question["deals"] for question in asked.asked] == [[0], [1], [2]]
    assert len(Analysis.objects.get().found["deals"]) == 3


@pytest.mark.both_databases
def test_a_game_is_analysed_once_for_all_players(played, ada, ben, worked_out, asked):
    game = played(ada, ben)
    first = actions.analyse(public_id=game.public_id, person=ada)
    assert actions.analyse(public_id=game.public_id, person=ben).pk == first.pk
    worked_out()
    assert actions.analyse(public_id=game.public_id, person=ben).found is not None
    assert len(asked.asked) == 1


def test_an_analysis_can_be_repeated_with_a_newer_evaluator(played, ada, ben, worked_out):
    game = played(ada, ben)
    actions.analyse(public_id=game.public_id, person=ada)
    worked_out()
    Analysis.objects.update(evaluator=0)
    assert actions.analyse(public_id=game.public_id, person=ben).found is None
    worked_out()
    assert Analysis.objects.get().evaluator == mind.EVALUATOR


def test_running_games_are_not_analysed(game_between, ada, ben, stranger):
    game = game_between(ada, ben)
    with pytest.raises(refusals.NotNow) as refused:
        actions.analyse(public_id=game.public_id, person=ada)
    assert refused.value.code == "not_finished"
    assert stranger.get(reverse("analysis", args=[game.public_id]))["Location"] == game.get_absolute_url()
    assert not Analysis.objects.exists()


def test_a_resigned_game_is_analysed_up_to_its_end(game_between, ada, ben, worked_out):
    game = game_between(ada, ben, variant="draw")
    games.resign_game(public_id=game.public_id, player=ada)
    actions.analyse(public_id=game.public_id, person=ben)
    worked_out()
    assert Analysis.objects.get().found is not None


@pytest.mark.both_databases
def test_analyses_have_a_daily_limit(played, ada, ben, now, settings):
    settings.ANALYSES_A_DAY = 1
    one, other = played(ada, ben), played(ada, ben)
    actions.analyse(public_id=one.public_id, person=ada, now=now)
    with pytest.raises(refusals.NotNow) as refused:
        actions.analyse(public_id=other.public_id, person=ada, now=now)
    assert refused.value.code == "too_many_analyses"
    actions.analyse(public_id=other.public_id, person=ada, now=now + timedelta(hours=25))


@pytest.mark.both_databases
def test_another_worker_takes_over_from_a_killed_one(played, ada, ben, worked_out, asked, caplog):
    game = played(ada, ben)
    actions.analyse(public_id=game.public_id, person=ada)
    asked.say = Unanswered("it has died")
    assert worked_out() == 1
    assert worked_out() == 0  # no other worker takes it while it may still run
    asked.say = None
    assert worked_out(timedelta(minutes=5)) == 1
    assert Analysis.objects.get().found is not None


def test_analyses_behind_a_long_one_stay_unclaimed_and_do_not_fail(played, ada, ben, worked_out, monkeypatch):
    for _ in range(3):
        actions.analyse(public_id=played(ada, ben).public_id, person=ada)
    with monkeypatch.context() as silent:
        silent.setattr(minds, "ask", lambda _question, **_how: Future())
        begun = [
            (analysis, step())
            for minutes in range(10)
            for analysis, step in analyses.begin(timezone.now() + timedelta(minutes=minutes))
        ]
    ((running, _goes_on),) = begun
    assert set(Analysis.objects.exclude(pk=running.pk).values_list("tries", "due")) == {
        (0, asked_at) for asked_at in Analysis.objects.exclude(pk=running.pk).values_list("asked_at", flat=True)
    }
    analyses.let_go(running)
    worked_out(timedelta(minutes=5))
    assert Analysis.objects.filter(done_at__isnull=False).count() == 3


@pytest.mark.both_databases
def test_after_three_failures_an_analysis_waits_for_a_new_request(played, ada, ben, worked_out, asked, stranger):
    game = played(ada, ben)
    actions.analyse(public_id=game.public_id, person=ada)
    asked.say = Unanswered("it has died")
    for minutes in (0, 5, 10, 15):
        worked_out(timedelta(minutes=minutes))
    assert len(asked.asked) == 3
    assert "We couldn’t analyse this game" in words_of(stranger.get(reverse("analysis", args=[game.public_id])))
    asked.say = None
    actions.analyse(public_id=game.public_id, person=ben)
    worked_out()
    assert Analysis.objects.get().found is not None


def test_the_page_requests_an_analysis_waits_and_shows_it(played, ada, ben, worked_out, browser_of, stranger):
    game = played(ada, ben)
    page = reverse("analysis", args=[game.public_id])
    for_strangers = stranger.get(page).content.decode()
    assert "more games today" not in for_strangers
    assert f'<a href="/accounts/login/?next={page.replace("/", "%2F")}">log in</a>' in for_strangers
    assert f'<a href="{reverse("new_game")}">play a game</a> as a guest' in for_strangers
    client = browser_of(ada)
    assert "You can analyse 40 more games today." in words_of(client.get(page))
    client.post(reverse("analyse", args=[game.public_id]))
    assert 'http-equiv="refresh"' in client.get(page).content.decode()
    worked_out()
    told = words_of(stranger.get(page))
    assert "points lost in" in told
    assert "Luck" in told
    assert "http-equiv" not in stranger.get(page).content.decode()


def test_the_page_needs_the_same_queries_for_any_length_of_game(
    played, ada, ben, worked_out, browser_of, django_assert_num_queries
):
    client, pages = browser_of(ada), []
    for rounds in (1, 3):
        game = played(ada, ben, end=f"rounds:{rounds}")
        actions.analyse(public_id=game.public_id, person=ada)
        pages.append(reverse("analysis", args=[game.public_id]))
    worked_out()
    for page in pages:
        client.get(page)
        with django_assert_num_queries(9):
            client.get(page)


def test_the_readers_own_profile_shows_where_they_lose_the_most(played, ada, ben, worked_out, browser_of):
    game = played(ada, ben, end="rounds:3")
    profile, client = reverse("person", args=[ada.username]), browser_of(ada)
    assert "Where you lose the most" not in words_of(client.get(profile))
    actions.analyse(public_id=game.public_id, person=ben)
    worked_out()
    assert Loss.objects.count() == 2
    told = words_of(client.get(profile))
    assert "Where you lose the most" in told
    assert "In your analysed game, each move lost" in told
    assert "Where you lose the most" not in words_of(browser_of(ben).get(profile))


@pytest.mark.both_databases
def test_habits_are_compared_with_older_games(played, ada, ben, browser_of):
    """Of six games; Ada kept doubles in the first ones, and missed blocks in the later ones."""
    for number, (cost, habit) in enumerate([(6.0, "doubles")] * 3 + [(2.0, "blocks")] * 3):
        analysis = Analysis.objects.create(
            game=played(ada, ben), evaluator=1, asked_by=ada, asked_at=NOON, found={}, done_at=NOON
        )
        Loss.objects.create(
            analysis=analysis, player=ada, variant="draw", over_at=NOON + timedelta(days=number), choices=4, loss=cost,
            spread=10.0, habits={habit: cost / 2},
        )  # fmt: skip
    told = habits_of(ada)
    assert (told.a_choice, told.newer, told.older) == (10.0, 5.0, 15.0)
    assert told.course == (15.0, 15.0, 15.0, 5.0, 5.0, 5.0)
    assert told.lost_by == (Habit("doubles", 75, 100), Habit("blocks", 25, 0))
    page = words_of(browser_of(ada).get(reverse("person", args=[ada.username])))
    assert "Newer half: 5.0 %, older half: 15.0 %." in page
    assert "Keeping doubles 75 % (before: 100 %)" in page


@pytest.mark.parametrize(
    ("costs", "newer", "older"),
    [  # from the oldest game to the newest
        ([9.0, 1.0, 1.0], None, None),  # too few to compare
        ([9.0, 9.0, 3.0, 1.0], 2.0, 9.0),
        ([9.0, 9.0, 6.0, 3.0, 3.0], 4.0, 9.0),  # the game in the middle is one of the newer half
        ([8.0, 8.0, 8.0, 4.0, 2.0, 2.0, 0.0], 2.0, 8.0),
    ],
)
def test_of_an_odd_number_of_games_the_middle_one_counts_as_newer(played, ada, ben, costs, newer, older):
    for day, cost in enumerate(costs):
        analysis = Analysis.objects.create(
            game=played(ada, ben), evaluator=1, asked_by=ada, asked_at=NOON, found={}, done_at=NOON
        )
        Loss.objects.create(
            analysis=analysis, player=ada, variant="draw", over_at=NOON + timedelta(days=day), choices=1, loss=cost,
            spread=100.0, habits={},
        )  # fmt: skip
    told = habits_of(ada)
    assert (told.newer, told.older) == (newer, older)


def blundered():
    """Makes the first move of the game a blunder."""
    analysis = Analysis.objects.get()
    choice = analysis.found["deals"][0]["choices"][0]
    choice["step"] = 3
    analysis.found["costliest"][choice["seat"]] = [{"deal": 0, "ply": choice["ply"]}]
    analysis.save(update_fields=["found"])
    return analysis.found, choice


def test_costly_moves_are_marked_in_the_replay(played, ada, ben, worked_out, stranger):
    game = played(ada, ben, end="rounds:3")
    assert in_page(stranger.get(game.get_absolute_url()), "marks") is None
    actions.analyse(public_id=game.public_id, person=ada)
    worked_out()
    found, _choice = blundered()
    costly = [
        (deal["deal"], choice["ply"], choice["step"])
        for deal in found["deals"]
        for choice in deal["choices"]
        if choice["step"]
    ]
    marks = in_page(stranger.get(game.get_absolute_url()), "marks")
    assert [(mark["deal"], mark["ply"], mark["step"]) for mark in marks] == costly
    for mark in marks:  # each links to its explanation
        page, _sign, place = mark["more"].partition("#")
        assert stranger.get(page).content.decode().count(f'id="{place}"') == 1


@pytest.mark.parametrize("variant", ["brettspielnetz", "muggins", "sausage"])
def test_the_board_of_a_costly_move_shows_only_what_its_player_saw(analysed, ada, ben, stranger, variant):
    game = analysed(ada, ben, variant=variant)
    _found, choice = blundered()
    pictures = in_page(stranger.get(reverse("analysis", args=[game.public_id])), "examples")
    [picture] = [each for each in pictures if each["kind"] == f"choice-0-{choice['ply']}"]
    dealt = memory.replay(queries_of_games.find_game(game.public_id))[0]
    before = dealt.position.positions()[choice["ply"] - 1]
    seen = rules.to_json(rules.view_for(before, choice["seat"]))
    assert [tile["tile"] for tile in picture["layout"]] == [tile["tile"] for tile in seen["layout"]]
    assert picture["ends"] == seen["ends"]
    if variant == "sausage":
        assert (picture["lines"], picture["hands"]) == (True, [])  # players can't see their own row
    else:
        assert picture["hands"][0]["tiles"] == seen["hand"]


def test_the_luck_of_all_rounds_sums_to_the_result(analysed, ada, ben, stranger):
    game = analysed(ada, ben, end="rounds:3")
    found = Analysis.objects.get().found
    page = stranger.get(reverse("analysis", args=[game.public_id]))
    assert len(page.context["whole"]) == 2
    for side, together in enumerate(page.context["whole"]):
        result = round(sum(deal["result"][side] for deal in found["deals"]))
        assert together.result == (f"−{-result}" if result < 0 else str(result))
    assert "All rounds together" in words_of(page)


def in_page(page, name):
    """The data for the page's scripts under this name."""
    there = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', page.content.decode())
    return json.loads(there[1]) if there else None


@pytest.mark.both_databases
def test_analyses_stay_for_the_others_when_an_account_is_deleted(played, ada, ben, worked_out):
    game = played(ada, ben)
    actions.analyse(public_id=game.public_id, person=ada)
    worked_out()
    farewell.delete_account(user=ada, now=timezone.now())
    assert Analysis.objects.get().asked_by is None
    assert queries.analysis_of(game).found is not None


# ---- Turns: many requests of one person delay nobody else


def asks(person, games):
    for game in games:
        actions.analyse(public_id=game.public_id, person=person)


def in_their_turns(monkeypatch) -> list[str]:
    """The games in the order in which minds get them, turn by turn."""
    order: list[str] = []

    def ask(question, **_how):
        if order[-1:] != [question["record"]["id"]]:
            order.append(question["record"]["id"])
        said = Future()
        said.set_result(b'{"deals": []}')
        return said

    noon, seconds = timezone.now(), count()
    monkeypatch.setattr(minds, "ask", ask)
    monkeypatch.setattr(timezone, "now", lambda: noon + timedelta(seconds=next(seconds)))
    monkeypatch.setattr(analysing, "record", lambda public_id: {"id": public_id})
    monkeypatch.setattr(analyses, "_keep", lambda analysis: analyses.held(analysis).update(due=None))
    queued.analyse(noon)
    return order


@pytest.mark.both_databases
def test_people_with_many_requests_take_turns_with_people_with_one(played, ada, ben, cleo, monkeypatch):
    many = [played(ada, ben) for _ in range(5)]
    hers, theirs = [played(ada, cleo) for _ in range(2)], [played(ada, ben)]
    asks(ada, many)
    asks(cleo, hers)
    asks(ben, theirs)
    order = in_their_turns(monkeypatch)
    games = [many[0], hers[0], theirs[0], many[1], hers[1], *many[2:]]
    assert order == [game.public_id for game in games]


@pytest.mark.both_databases
def test_guests_of_one_address_share_one_turn_in_the_queue(played, ada, ben, monkeypatch):
    crowd = [new_guest(f"Mo {n}", "203") for n in range(4)]
    games = [played(mo, ben) for mo in crowd]
    for mo, game in zip(crowd, games, strict=True):
        asks(mo, [game])
    last, hers = new_guest("Dora", "198"), [played(ada, ben), played(ada, ben)]
    asks(last, hers[:1])
    asks(ada, hers[1:])
    assert in_their_turns(monkeypatch) == [game.public_id for game in (games[0], *hers, *games[1:])]


@pytest.mark.both_databases
def test_a_long_analysis_pauses_for_others_after_five_rounds_and_resumes(played, ada, ben, monkeypatch):
    long, short = played(ada, ben, end="rounds:12"), played(ada, ben)
    asks(ada, [long])
    asks(ben, [short])
    taken = []
    seen = minds.ask
    monkeypatch.setattr(minds, "ask", lambda question, **how: taken.append(question) or seen(question, **how))
    while queued.analyse(timezone.now()):
        pass
    assert [(question["seed"], *question["deals"]) for question in taken] == [
        *[(long.public_id, deal) for deal in range(5)],
        (short.public_id, 0),
        *[(long.public_id, deal) for deal in range(5, 12)],
    ]
    assert [deal["deal"] for deal in Analysis.objects.get(game=long).found["deals"]] == [*range(12)]
    assert not StudiedDeal.objects.exists()


@pytest.mark.both_databases
def test_a_killed_worker_loses_no_finished_round_of_a_long_game(played, ada, ben, worked_out, asked, monkeypatch):
    asks(ada, [played(ada, ben, end="rounds:7")])
    seen = asked.ask

    def dies(question, **how):
        if len(asked.asked) == 3:
            asked.say = Unanswered("it has died")
        return seen(question, **how)

    monkeypatch.setattr(minds, "ask", dies)
    assert worked_out() == 1
    assert Analysis.objects.get().worked_out == 3
    asked.say = None
    monkeypatch.setattr(minds, "ask", seen)
    worked_out(timedelta(minutes=5))
    assert [question["deals"][0] for question in asked.asked] == [0, 1, 2, 3, 3, 4, 5, 6]
    assert len(Analysis.objects.get().found["deals"]) == 7


@pytest.mark.both_databases
def test_a_very_long_game_is_analysed_in_parts_of_sixty_rounds_on_request(
    played, ada, ben, worked_out, asked, browser_of, monkeypatch
):
    """Here the first three."""
    assert limits.DEALS_AT_ONCE == 60
    monkeypatch.setattr(limits, "DEALS_AT_ONCE", 3)
    game = played(ada, ben, end="rounds:7")
    address = reverse("analysis", args=[game.public_id])
    for studied in (3, 6, 7):
        asks(ada, [game])
        assert words_of(browser_of(ada).get(address)).count("working on the next rounds") == (studied > 3)
        asks(ben, [game])  # it is already running
        worked_out()
        analysis = Analysis.objects.get()
        assert [deal["deal"] for deal in analysis.found["deals"]] == [*range(studied)]
        told = words_of(browser_of(ada).get(address))
        assert (f"{studied} of 7 rounds analysed" in told) == (studied < 7)
        assert ("Analyse the next rounds" in told) == (studied < 7)
    assert [question["deals"][0] for question in asked.asked] == [*range(7)]
    deals = [mind.from_json(findings.StudiedDeal, deal) for deal in analysis.found["deals"]]
    assert analysis.found == mind.to_json(mind.summed(game.rules, deals))
    assert Loss.objects.count() == 2
    asks(ada, [game])
    assert worked_out() == 0


def test_each_part_of_a_long_game_counts_as_an_analysis(played, ada, ben, worked_out, settings, monkeypatch):
    monkeypatch.setattr(limits, "DEALS_AT_ONCE", 2)
    settings.ANALYSES_A_DAY = 2
    game = played(ada, ben, end="rounds:5")
    for left in (1, 0):
        asks(ada, [game])
        assert limits.analyses_left(ada, timezone.now()).left == left
        worked_out()
    with pytest.raises(refusals.NotNow) as refused:
        asks(ada, [game])
    assert refused.value.code == "too_many_analyses"
    assert len(Analysis.objects.get().found["deals"]) == 4


@pytest.mark.both_databases
def test_guests_of_one_address_share_five_analyses_a_day(played, ada, ben):
    crowd = [new_guest(f"Mo {n}", "203") for n in range(6)]
    games = [played(mo, ben) for mo in crowd]
    for mo, game in zip(crowd[:5], games, strict=False):
        asks(mo, [game])
    with pytest.raises(refusals.NotNow) as refused:
        asks(crowd[5], [games[5]])
    assert refused.value.code == "too_many_analyses"
    assert "5 games" in str(refused.value)
    asks(new_guest("Dora", "198"), [games[5]])


@pytest.mark.both_databases
def test_guests_of_one_address_who_ask_at_once_stay_within_their_limit(played, ben, settings):
    settings.GUEST_ANALYSES_A_DAY = 1
    crowd = [new_guest(f"Mo {n}", "203") for n in range(4)]
    games = [played(mo, ben) for mo in crowd]
    answers = at_once(*[partial(asks, mo, [game]) for mo, game in zip(crowd, games, strict=True)])
    assert codes(answers) == ["too_many_analyses"] * 3
    assert Analysis.objects.count() == 1


@pytest.mark.both_databases
def test_an_analysis_locks_the_first_guest_of_the_address(played, ben):
    """So requests from that address are counted one after the other. SQLite has one writer anyway."""
    first, second, elsewhere = new_guest("Mo", "203"), new_guest("Eve", "203"), new_guest("Dora", "198")

    def free() -> list[User]:
        guests = User.objects.filter(pk__in=[first.pk, elsewhere.pk])
        with transaction.atomic():
            return [*guests.select_for_update(skip_locked=True)]

    if not connection.features.has_select_for_update_skip_locked:
        return
    with transaction.atomic():
        limits.check(second, timezone.now())
        assert at_once(free) == [[elsewhere]]


@pytest.mark.parametrize(
    ("open_loss", "known"),
    [
        (2.0, ("5-4", "6-5", "2.0 points")),
        (-3.5, ("6-5", "5-4", "3.5 points")),
        (0.04, None),
        (-0.04, None),
    ],
)
def test_with_all_hands_known_the_played_move_can_be_the_better_one(open_loss, known):
    fields = {field.name: None for field in dataclasses.fields(Choice)}
    choice = Choice(**{**fields, "move": "6-5", "best": "5-4", "loss": 1.0, "error": 0.1, "open_loss": open_loss})
    assert choice.with_all_known == known
    assert not choice.ties
