"""Puzzles: everyone gets the same one today and has one try, which rates both player and puzzle."""

import json
import re
from concurrent.futures import Future
from datetime import date, timedelta
from random import Random

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from accounts.followers import followers
from bots.minds import pool as minds
from common import refusals
from games import settling
from learn.models import Puzzle, PuzzleSource, Solver, Try
from learn.puzzles import solving, stock
from rulebook.lessons.stronger import move_words
from tests import queued
from tests.pages.conftest import words_of

pytestmark = pytest.mark.django_db(transaction=True)
CHANCE = Random(1)
TODAY = date(2026, 11, 23)
PIPS = {"code": "pips", "values": {"pips": 9}}
POSITION = {
    "variant": "draw", "options": {}, "seats": 2, "solution": "5-4>5-3", "margin": 9.5,
    "view": {
        "variant": "draw", "options": {}, "you": 0, "scores": [],
        "seats": [{"seat": 0, "left": False}, {"seat": 1, "left": False}],
        "round": {
            "round": 1, "ply": 1, "turn": 0, "reserve": 2, "start": None, "turned": None, "count": None,
            "legal_counts": None, "totals": [0, 0], "result": None, "outcome": None,
            "hand": ["5-4", "6-5", "5-5"], "hands": [3, 5], "boneyard": 12, "layout": [
                {"tile": "5-3", "onto": None, "at": None, "arm": "lead", "seat": 1, "ply": 1}],
            "ends": [{"tile": "5-3", "value": 5, "arm": "line"}, {"tile": "5-3", "value": 3, "arm": "line"}],
            "legal": ["5-4>5-3", "5-5>5-3", "6-5>5-3"], "moves": ["1 5-3"], "open": None,
        },
    },
    "moves": [
        {"move": "5-4>5-3", "worth": 0.0, "error": 0.0, "chance": 0.6, "reasons": [PIPS]},
        {"move": "5-5>5-3", "worth": -9.5, "error": 1.0, "chance": 0.5, "reasons": [{"code": "double", "values": {}}]},
        {"move": "6-5>5-3", "worth": -11.0, "error": 1.0, "chance": 0.5, "reasons": []},
    ],
}  # fmt: skip


@pytest.fixture
def puzzle():
    """`puzzle()`: another one of this kind."""
    return lambda: stock.keep([POSITION], timezone.now())[0]


def solve(puzzle, person, move="5-4>5-3", today=TODAY):
    return solving.solve(public_id=puzzle.public_id, person=person, move=move, now=timezone.now(), today=today)


@pytest.mark.both_databases
def test_everyone_gets_the_same_puzzle_and_another_one_tomorrow(puzzle):
    puzzle(), puzzle()
    first = solving.of_the_day(TODAY)
    assert solving.of_the_day(TODAY) == first
    assert solving.of_the_day(TODAY + timedelta(days=1)) != first


@pytest.mark.both_databases
def test_an_old_puzzle_returns_when_there_is_no_new_one(puzzle):
    only = puzzle()
    assert solving.of_the_day(TODAY) == solving.of_the_day(TODAY + timedelta(days=1)) == only


@pytest.mark.both_databases
def test_solving_a_puzzle_raises_the_solver_and_lowers_its_difficulty(puzzle, ada, ben):
    there = puzzle()
    assert solve(there, ada).right
    assert not solve(there, ben, "6-5>5-3").right
    there.refresh_from_db()
    assert (there.tries, there.solved) == (2, 1)
    assert Solver.objects.get(player=ada).mu > 1500 > Solver.objects.get(player=ben).mu


@pytest.mark.both_databases
def test_a_puzzle_can_be_tried_once(puzzle, ada):
    there = puzzle()
    solve(there, ada, "6-5>5-3")
    assert not solve(there, ada).right
    assert Try.objects.count() == 1
    assert Solver.objects.get().tries == 1


def test_the_next_puzzle_is_of_the_chosen_game_again(puzzle, ada, browser_of):
    there, browser = puzzle(), browser_of(ada)
    chosen = browser.get(reverse("next_puzzle"), {"variant": "draw"})["Location"]
    assert chosen == f"{there.get_absolute_url()}?variant=draw"
    action = re.search(r'puzzle-form"\s+action="([^"]+)"', browser.get(chosen).content.decode())[1]
    answer = browser.post(action, {"move": "5-4>5-3"}, follow=True).content.decode()
    assert f'href="{reverse("next_puzzle")}?variant=draw" data-next' in answer
    usual = browser.get(there.get_absolute_url()).content.decode()
    assert f'href="{reverse("next_puzzle")}" data-next' in usual


def test_the_last_tries_are_a_row_that_leads_back_to_them(puzzle, ada, browser_of, stranger):
    right, wrong = puzzle(), puzzle()
    solve(right, ada)
    solve(wrong, ada, "6-5>5-3")
    page = browser_of(ada).get(reverse("puzzles")).content.decode()
    row = re.findall(r'class="(solved|missed)" href="([^"]+)"', page)
    assert row == [("missed", wrong.get_absolute_url()), ("solved", right.get_absolute_url())]
    assert "Your last puzzles" not in words_of(stranger.get(reverse("puzzles")))


def test_an_illegal_move_is_refused_and_does_not_count(puzzle, ada):
    with pytest.raises(refusals.Unreadable):
        solve(puzzle(), ada, "0-0")
    assert not Try.objects.exists()


def test_daily_puzzles_make_a_streak(puzzle, ada):
    for _ in range(4):
        puzzle()
    rows = []
    for days, move in ((0, "5-4>5-3"), (1, "5-4>5-3"), (2, "6-5>5-3"), (4, "5-4>5-3")):
        today = TODAY + timedelta(days=days)
        solve(solving.of_the_day(today), ada, move, today)
        solver = Solver.objects.get(player=ada)
        rows.append((solver.streak, solver.best_streak))
    assert rows == [(1, 1), (2, 2), (0, 2), (1, 2)]


def test_a_day_without_the_puzzle_ends_the_streak(puzzle, ada):
    for _ in range(5):
        puzzle()
    rows = []
    for days in (0, 1, 3, 4, 6):
        today = TODAY + timedelta(days=days)
        solve(solving.of_the_day(today), ada, today=today)
        rows.append(Solver.objects.get(player=ada).streak)
    assert rows == [1, 2, 1, 2, 1]


def test_after_a_missed_day_a_new_streak_starts(puzzle, ada):
    for _ in range(3):
        puzzle()
    rows = []
    for days, move in ((0, "5-4>5-3"), (1, "6-5>5-3"), (2, "5-4>5-3")):
        today = TODAY + timedelta(days=days)
        solve(solving.of_the_day(today), ada, move, today)
        rows.append(Solver.objects.get(player=ada).streak)
    assert rows == [1, 0, 1]


@pytest.mark.both_databases
def test_another_puzzle_is_one_not_tried_before(puzzle, ada):
    one, other = puzzle(), puzzle()
    solve(one, ada)
    assert solving.one_for(ada, rng=CHANCE) == other
    solve(other, ada)
    assert solving.one_for(ada, rng=CHANCE) is None
    assert solving.one_for(None, "muggins", rng=CHANCE) is None


def test_a_strangers_next_puzzle_is_one_whose_solution_they_have_not_seen(puzzle, stranger):
    one, other = puzzle(), puzzle()
    stranger.post(reverse("solve_puzzle", args=[one.public_id]), {"move": "5-4>5-3"})
    for _ in range(8):
        assert stranger.get(reverse("next_puzzle"))["Location"] == other.get_absolute_url()
    stranger.post(reverse("solve_puzzle", args=[other.public_id]), {"move": "5-4>5-3"})
    assert stranger.get(reverse("next_puzzle"))["Location"] == reverse("puzzles")


def test_the_page_shows_the_solution_only_after_the_try(puzzle, ada, browser_of):
    there, client = puzzle(), browser_of(ada)
    page = client.get(there.get_absolute_url())
    assert "What do you play?" in words_of(page)
    # Not even hidden, for the scripts.
    for secret in ("worth", "-9.5", "costs", "5-3 is best", 'id="answer"', "data-move", '"chance"', '"margin"'):
        assert secret not in page.content.decode()
    assert page.content.decode().count("5-4&gt;5-3") == 1  # in the list of all legal moves
    told = words_of(client.post(reverse("solve_puzzle", args=[there.public_id]), {"move": "5-5>5-3"}, follow=True))
    assert "Not the best" in told
    assert "5-5 on the 5-3 costs about 10 points." in told.replace("\u2060", "")
    assert "5-4 on the 5-3 is best. Gets rid of 9 pips." in told.replace("\u2060", "")


def test_the_page_says_by_how_much_the_try_changed_the_rating(puzzle, ada, browser_of):
    client, said = browser_of(ada), []
    for move in ("5-5>5-3", "5-4>5-3"):
        there = puzzle()
        told = words_of(client.post(reverse("solve_puzzle", args=[there.public_id]), {"move": move}, follow=True))
        said.append(re.search(r"Your puzzle rating is now (\d+) \( ?([+−])(\d+) ?\)\.", told).groups())
    (first, lost, loss), (second, won, gain) = said
    assert (lost, won) == ("−", "+")
    assert int(first) == 1500 - int(loss)
    assert int(second) == int(first) + int(gain)


def test_a_player_does_not_meet_their_own_name_in_a_puzzle(puzzle, ben, browser_of):
    told = words_of(browser_of(ben).get(puzzle().get_absolute_url()))
    assert "Sextant: 5-3" in told  # no one can be called that
    assert "Ben: 5-3" not in told


def test_a_right_move_costs_nothing(puzzle, ada, browser_of):
    there = puzzle()
    solve = reverse("solve_puzzle", args=[there.public_id])
    told = words_of(browser_of(ada).post(solve, {"move": "5-4>5-3"}, follow=True))
    assert "Right!" in told
    assert "costs" not in told


def test_strangers_can_try_and_nothing_is_stored(puzzle, stranger):
    there = puzzle()
    told = words_of(stranger.post(reverse("solve_puzzle", args=[there.public_id]), {"move": "5-4>5-3"}))
    assert "Right!" in told
    assert not Try.objects.exists()


@pytest.mark.both_databases
def test_a_new_server_has_puzzles_of_several_games(stranger):
    queued.find_puzzles(timezone.now())
    assert Puzzle.objects.count() >= 100
    assert len(stock.variants()) > 8
    assert queued.find_puzzles(timezone.now()) == 0
    assert stranger.get(reverse("next_puzzle"), follow=True).status_code == 200
    assert "Today’s puzzle" in words_of(stranger.get(reverse("puzzles")))


def test_minds_search_for_puzzles_when_few_are_new(puzzle, settings, asked):
    settings.MINDS_FIND_PUZZLES = True
    puzzle()
    for _ in range(4):
        queued.find_puzzles(timezone.now())
    assert {question["do"] for question in asked.asked} == {"puzzles"}


@pytest.mark.both_databases
def test_two_workers_that_find_no_game_ask_minds_for_one(puzzle, settings):
    settings.MINDS_FIND_PUZZLES = True
    puzzle()
    others = [stock.Sources()]

    def meanwhile(execute, sql, *more):
        """The other worker looks just before this one stores the source."""
        result = execute(sql, *more)
        if '"day" IS NULL' in sql and others:
            others.pop().claim(timezone.now())
        return result

    with connection.execute_wrapper(meanwhile):
        assert stock.Sources().claim(timezone.now()) == []
    assert not others
    assert PuzzleSource.objects.count() == 1


def test_every_stock_puzzle_has_exactly_one_solution():
    queued.find_puzzles(timezone.now())
    for each in Puzzle.objects.all():
        assert each.moves[0]["move"] == each.solution
        assert each.solution in each.view["round"]["legal"]
        assert each.margin > 1
        assert each.view["round"]["open"] is None


def test_an_unknown_puzzle_is_not_found(stranger):
    assert stranger.get("/puzzles/nothing/").status_code == 404


@pytest.fixture
def looked_for(settings, puzzle, monkeypatch):
    """`looked_for()`: minds search all games there are for puzzles; returns the puzzles of games."""
    settings.MINDS_FIND_PUZZLES = True
    puzzle()
    monkeypatch.setattr(stock, "FEWEST_NEW", 0)

    def look():
        for _ in range(5):
            queued.find_puzzles(timezone.now())
        return list(Puzzle.objects.filter(game__isnull=False).values_list("game__public_id", flat=True))

    return look


def allow(*people):
    for person in people:
        person.gives_puzzles = True
        person.save()


def over(game):
    """The game has ended and is settled."""
    settling.settle(game.pk)
    game.refresh_from_db()
    assert game.settle_at is None


@pytest.mark.parametrize(
    ("agreeing", "visibility", "looks"),
    [("both", "public", True), ("ada", "public", False), ("nobody", "public", False), ("both", "link", False)],
)
def test_minds_search_finished_public_games_of_consenting_players(
    played, looked_for, asked, ada, ben, agreeing, visibility, looks
):
    allow(*{"both": (ada, ben), "ada": (ada,), "nobody": ()}[agreeing])
    game = played(ada, ben, visibility=visibility)
    over(game)
    looked_for()
    questions = [question for question in asked.asked if "record" in question]
    assert [question["seed"] for question in questions] == [game.public_id] * looks
    assert [(question["deal"], len(question["record"]["rounds"])) for question in questions] == [(0, 1)] * looks
    assert not PuzzleSource.objects.exists()


def test_a_puzzle_links_to_its_game_after_the_try(played, looked_for, monkeypatch, ada, ben, browser_of):
    allow(ada, ben)
    game = played(ada, ben, visibility="public")
    over(game)
    monkeypatch.setattr(minds, "ask", lambda *_args, **_kwargs: said({"puzzles": [POSITION]}))
    assert looked_for() == [game.public_id]
    found, client = Puzzle.objects.get(game=game), browser_of(ada)
    assert game.public_id not in client.get(found.get_absolute_url()).content.decode()
    told = client.post(reverse("solve_puzzle", args=[found.public_id]), {"move": "5-4>5-3"}, follow=True)
    assert f'href="{game.get_absolute_url()}"' in told.content.decode()


def said(answer):
    future = Future()
    future.set_result(json.dumps(answer).encode())
    return future


@pytest.mark.both_databases
def test_after_withdrawn_consent_no_more_games_are_searched(played, looked_for, asked, ada, ben):
    allow(ada, ben)
    over(played(ada, ben, visibility="public"))
    ben.gives_puzzles = False
    ben.save()
    looked_for()
    assert not [question for question in asked.asked if "record" in question]
    assert not PuzzleSource.objects.exists()


@pytest.mark.both_databases
def test_easier_and_harder_puzzles_can_be_chosen(puzzle, ada, browser_of, monkeypatch):
    for mu in (1200, 1500, 1800):
        there = puzzle()
        there.mu = mu
        there.save()
    monkeypatch.setattr(solving, "NEAR", 2)
    assert {solving.one_for(ada, than="easier", rng=CHANCE).mu for _ in range(20)} == {1200, 1500}
    assert {solving.one_for(ada, than="harder", rng=CHANCE).mu for _ in range(20)} == {1500, 1800}
    assert "Difficulty" in words_of(browser_of(ada).get("/puzzles/next/?than=nonsense", follow=True))


def test_guests_do_not_change_the_difficulty_of_a_puzzle(puzzle, guest):
    there, person = puzzle(), guest("Gwen")
    assert solve(there, person).right
    there.refresh_from_db()
    assert (there.mu, there.tries, there.solved) == (1500, 1, 1)
    assert Solver.objects.get(player=person).mu > 1500


def test_players_of_the_game_get_no_rating_for_its_puzzle(puzzle, game_between, ada, ben, cleo):
    there = puzzle()
    Puzzle.objects.filter(pk=there.pk).update(game=game_between(ada, ben))
    there.refresh_from_db()
    for person in (ada, cleo):
        solve(there, person)
    assert Solver.objects.get(player=ada).mu == 1500 < Solver.objects.get(player=cleo).mu


@pytest.mark.both_databases
def test_a_guests_tries_move_to_their_account(puzzle, guest, ada):
    there, other, person = puzzle(), puzzle(), guest("Gwen")
    solve(there, person, "6-5>5-3")
    solve(other, ada)
    for follower in followers():
        follower.merged(person, ada)
    assert not solve(there, ada).right
    assert Try.objects.filter(player=ada).count() == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("5-3>6-5", "5-3 on the 6-5"),
        ("5-3>6-5:5", "5-3 on the 6-5, at its 5"),
        ("1-1>3-1=", "1-1 lengthwise on the 3-1"),
        ("2-2>6-2x", "2-2 face down on the 6-2"),
        ("2-2>6-2,4-4>4-1", "2-2 on the 6-2 and 4-4 on the 4-1"),
        ("6-5", "6-5"),
        ("draw@3", "draw"),
        ("pass", "pass"),
    ],
)
def test_moves_have_names_without_signs(text, words):
    assert move_words(text) == words
