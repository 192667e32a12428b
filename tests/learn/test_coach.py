"""Advice about a lost round comes to its player: against computers after each round, otherwise at the end."""

import pytest
from django.core.cache import cache
from django.urls import reverse

import mind
from accounts.models import new_guest
from bots.actions import play_computer
from bots.minds import pool as minds
from bots.minds.children import Unanswered
from common import refusals
from games import actions as games
from games.models import Game, Round
from games.positions import memory
from learn.analysis import actions, report
from learn.models import Analysis, Puzzle, Try
from mind.analysis.findings import Advice, Reason, Study
from tests.api.conftest import refused
from tests.creating import create_game
from tests.learn.test_puzzles import POSITION
from tests.mind.test_coach import advice
from tests.pages.conftest import words_of

pytestmark = pytest.mark.django_db(transaction=True)

BLOCKS = {"code": "blocks", "values": {"seat": 1}}
LOST = {
    "deal": 0, "ply": 3, "seat": 0, "move": "5-2>5-1", "best": "5-5>5-1", "ways": 1, "loss": 12.0, "error": 1.0,
    "reason": BLOCKS,
}  # fmt: skip


@pytest.fixture(autouse=True)
def nothing_cached():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def told(monkeypatch):
    """The questions to a mind that always finds the same advice."""
    questions = []

    def answered(question, **how):
        questions.append((question, how))
        return {"advice": LOST, "puzzle": None}

    monkeypatch.setattr(minds, "answered", answered)
    return questions


def one_round(game):
    """Everyone makes the first legal move until the round ends."""
    deal = Round.objects.filter(game=game).count()
    while (table := memory.current(game.public_id)).status == Game.Status.PLAYING:
        if Round.objects.filter(game=game).count() > deal:
            break
        text = str(table.running.position.legal_moves()[0])
        games.play_move(public_id=game.public_id, seat=table.turn, text=text, version=table.version)
    return game


@pytest.fixture
def alone(ada):
    """Ada's game with a computer in block, whose first round is over."""

    def begin(player=ada, *, end="rounds:3", **settings):
        return one_round(play_computer(player=player, variant="block", level="solid", options={"end": end}, **settings))

    return begin


def coached(game, reader, deal=0):
    return actions.coach(public_id=game.public_id, deal=deal, reader=reader)[1].advice


def refusal(game, reader, deal=0):
    with pytest.raises(refusals.Refused) as no:
        coached(game, reader, deal)
    return no.value.code


# ---- Who gets it, and when ----


def test_after_a_round_against_a_computer_the_player_is_told_while_the_next_one_runs(alone, ada, told):
    game = alone()
    assert memory.current(game.public_id).status == Game.Status.PLAYING
    assert coached(game, ada).reason == Reason("blocks", {"seat": 1})


def test_a_mind_gets_finished_rounds_only(alone, ada, asked):
    game = alone()
    coached(game, ada)
    [question] = asked.asked
    assert (question["do"], question["deal"], question["seat"]) == ("coach", 0, 0)
    assert len(question["record"]["rounds"]) == 1
    running = Round.objects.get(game=game, over=False)
    assert str(running.deal) not in str(question)


def test_it_says_the_same_as_the_analysis(alone, ada, asked, worked_out):
    game = alone(end="rounds:1")
    actions.analyse(public_id=game.public_id, person=ada)
    worked_out()
    found = coached(game, ada)
    study, question = asked.asked
    assert question["seed"] == study["seed"]
    assert question["record"] == study["record"]
    [deal] = mind.from_json(Study, Analysis.objects.get().found).deals
    assert advice(deal, 0, 2) == found


def test_a_round_in_play_has_no_advice(alone, ada, told):
    game = alone()
    assert refusal(game, ada, deal=1) == "unknown_round"
    assert refusal(game, ada, deal=7) == "unknown_round"
    assert told == []


def test_with_another_person_it_comes_only_when_the_game_is_over(ada, ben, told):
    game = create_game(creator=ada, variant="block", seats=3, computers={2: "good"}, rated=False,
                       options={"end": "rounds:2"})  # fmt: skip
    games.join_game(public_id=game.public_id, player=ben)
    one_round(game)
    assert [refusal(game, person) for person in (ada, ben)] == ["no_advice", "no_advice"]
    one_round(game)
    assert coached(game, ada) is not None
    assert coached(game, ben, deal=1) is not None
    assert [question["seat"] for question, _how in told] == [0, 1]


def test_a_rated_game_has_none_before_it_is_over(game_between, ada, ben, told):
    game = game_between(ada, ben, variant="block", options={"end": "rounds:2"})
    one_round(game)
    assert refusal(game, ada) == "no_advice"
    one_round(game)
    assert coached(game, ada) is not None


def test_watchers_get_none(alone, ben, told, stranger):
    assert refusal(alone(), ben) == "no_advice"
    finished = alone(end="rounds:1")
    assert refusal(finished, ben) == "no_advice"
    refused(stranger.get(f"/api/v1/games/{finished.public_id}/rounds/0/coach/"), 403, "no_advice")
    assert told == []


def test_an_aborted_game_has_none(ada, told):
    game = play_computer(player=ada, variant="block", level="solid")
    games.abort_game(public_id=game.public_id, player=ada)
    assert refusal(game, ada) == "no_advice"


# ---- What it costs ----


def test_a_question_is_asked_once_and_waits_behind_moves(alone, ada, told):
    game = alone()
    assert coached(game, ada) == coached(game, ada)
    [(_question, how)] = told
    assert how["urgent"] is False
    assert how["owner"] == ada.queue


def test_while_a_hint_is_computed_there_is_no_advice(alone, ada, monkeypatch):
    game, refused_ones = alone(), []

    def meanwhile(_question, **_how):
        refused_ones.append(refusal(game, ada))
        return {"advice": None, "puzzle": None}

    with monkeypatch.context() as patched:
        patched.setattr(minds, "answered", meanwhile)
        assert coached(game, ada) is None
    assert refused_ones == ["still_thinking"]


def test_after_no_answer_it_can_be_asked_again(alone, ada, as_ada, asked):
    game = alone()
    asked.say = Unanswered("it has died")
    assert refusal(game, ada) == "no_answer"
    answer = as_ada.get(f"games/{game.public_id}/rounds/0/coach/")
    assert (answer.status_code, answer.content) == (204, b"")  # the page asks by itself: its console shows no error
    asked.say = None
    coached(game, ada)


def test_it_is_no_help(alone, ada, told):
    game = alone()
    coached(game, ada)
    assert not game.seats.filter(helped=True).exists()


# ---- In words ----


def test_programs_get_facts_and_a_sentence(alone, as_ada, told):
    game = alone()
    answer = as_ada.get(f"games/{game.public_id}/rounds/0/coach/").json()
    name = game.seats.get(number=1).player.name
    assert answer == {"advice": LOST, "text": f"5-5 instead of 5-2 would have blocked {name}.", "puzzle": ""}


def test_programs_get_null_if_there_is_nothing_to_tell(alone, as_ada, monkeypatch):
    monkeypatch.setattr(minds, "answered", lambda _question, **_how: {"advice": None, "puzzle": None})
    assert as_ada.get(f"games/{alone().public_id}/rounds/0/coach/").json() == {"advice": None, "text": "", "puzzle": ""}


@pytest.mark.parametrize(("changed", "sentence"), [
    ({"reason": ("out", {})}, "With 5-5 instead of 5-2, you would have gone out."),
    ({"reason": ("scores", {"points": 1})}, "5-5 instead of 5-2 would have scored 1 more point."),
    ({"reason": ("scores", {"points": 10})}, "5-5 instead of 5-2 would have scored 10 more points."),
    ({"reason": ("gives", {"points": 5})}, "5-5 instead of 5-2 would have left 5 fewer points to score."),
    ({"reason": ("partner", {"value": 6})}, "5-5 instead of 5-2 would have left the 6 that your partner led."),
    ({"reason": ("double", {})}, "5-5 instead of 5-2 would have got rid of a double."),
    ({"reason": ("follow", {"own": 2})}, "With 5-5 instead of 5-2, 2 more of your tiles would have fitted."),
    ({"reason": ("unseen", {"unseen": 3})}, "With 5-5 instead of 5-2, 3 fewer unseen tiles would have fitted."),
    ({"reason": ("pips", {"pips": 3})}, "5-5 instead of 5-2 would have got rid of 3 more pips."),
    ({"ways": 2, "reason": ("pips", {"pips": 3})},
     "5-5 on the 5-1 instead of 5-2 would have got rid of 3 more pips."),
    ({"ways": 2, "move": "5-5>6-5", "reason": ("follow", {"own": 1})},
     "With 5-5 on the 5-1 instead of 5-5 on the 6-5, 1 more of your tiles would have fitted."),
], ids=lambda each: each if isinstance(each, str) else "")  # fmt: skip
def test_every_reason_has_a_sentence(alone, ada, told, changed, sentence):
    view, _found = actions.coach(public_id=alone().public_id, deal=0, reader=ada)
    code, values = changed.pop("reason")
    assert report.advice(Advice(**{**LOST, **changed, "reason": Reason(code, values)}), view) == sentence


def test_players_who_can_draw_are_not_called_blocked(ada, told):
    game = one_round(play_computer(player=ada, variant="draw", level="solid", options={"end": "rounds:2"}))
    view, found = actions.coach(public_id=game.public_id, deal=0, reader=ada)
    name = view.seats[1].name
    assert report.advice(found.advice, view) == f"5-5 instead of 5-2 would have left {name} without a tile that fits."


# ---- The only tile that would have won ----


@pytest.fixture
def missed(monkeypatch):
    """A mind that always finds the same puzzle."""
    found = {name: POSITION[name] for name in ("view", "solution", "margin", "moves")}
    monkeypatch.setattr(minds, "answered", lambda _question, **_how: {"advice": LOST, "puzzle": found})


def test_the_only_tile_that_would_have_won_is_asked_for_and_then_shown(alone, as_ada, ada, browser_of, missed):
    game, browser = alone(), browser_of(ada)
    address = as_ada.get(f"games/{game.public_id}/rounds/0/coach/").json()["puzzle"]
    page = browser.get(address)
    assert page.context["move"] is None
    assert "With all tiles open, one tile would have won it. Find it." in words_of(page)
    assert "5-4 on the 5-3 is best" not in words_of(page).replace("\u2060", "")
    assert game.seats.get(number=1).player.name in words_of(page)
    for move, title in (("6-5>5-3", "Not the best move"), ("5-4>5-3", "Right!")):
        answer = words_of(browser.post(address, {"move": move})).replace("\u2060", "")
        assert title in answer
        assert "5-4 on the 5-3 is best." in answer
        assert "It wins the round with all tiles open, whatever the others play." in answer
    assert browser.post(address, {"move": "0-0"}).context["move"] is None
    assert (Puzzle.objects.count(), Try.objects.count()) == (0, 0)


def test_only_its_player_is_asked_for_it(alone, ben, browser_of, stranger, missed, told):
    game = alone()
    address = reverse("lost_round", args=[game.public_id, 0])
    for reader in (browser_of(ben), stranger):
        assert reader.get(address)["Location"] == game.get_absolute_url()
    assert told == []
    assert browser_of(game.seats.get(number=0).player).get(address).status_code == 404  # advice, but no such tile


# ---- Switched off ----


def setting_of(browser, game):
    page = browser.get(game.get_absolute_url()).content.decode()
    return page.partition('data-coach="')[2].partition('"')[0]


def test_it_is_on_until_a_tap_switches_it_off_for_good(alone, ada, browser_of):
    game, browser = alone(), browser_of(ada)
    assert setting_of(browser, game) == "on"
    browser.post(reverse("look"), {"coach": "off"}, headers={"accept": "application/json"})
    assert setting_of(browser, game) == "off"
    assert setting_of(browser_of(ada), game) == "off"  # another browser
    ada.refresh_from_db()
    assert not ada.coach


def test_guests_can_switch_it_off_too(alone, browser_of):
    guest = new_guest("Gwen")
    game, browser = alone(guest), browser_of(guest)
    browser.post(reverse("look"), {"coach": "off"})
    assert setting_of(browser, game) == "off"


def test_the_settings_switch_it_on_again(ada, browser_of):
    browser = browser_of(ada)
    browser.post(reverse("look"), {"coach": "off"})
    page = browser.get(reverse("settings"))
    assert "Advice after lost rounds" in words_of(page)
    form = page.context["form"]
    assert form["coach"].value() == "off"
    answer = browser.post(reverse("settings"), {**form.initial, "coach": "on"})
    assert answer.status_code == 302
    ada.refresh_from_db()
    assert ada.coach
