"""Hints exist only in games of one person against computers."""

import pytest
from django.core.cache import cache
from django.urls import reverse

import rules
from accounts.models import new_guest
from bots import queries as fared
from bots.actions import play_computer
from bots.minds import pool as minds
from bots.minds.children import Unanswered
from common import refusals
from games import actions as games
from games import queries, settling
from games.positions import memory
from learn.analysis import actions
from tests.creating import create_game
from tests.pages.conftest import words_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nothing_counted_yet():
    """Everyone's results are cached for ten minutes."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def alone(ada):
    """Ada's own turn against a computer: she leads, or follows a start."""

    def begin(player=ada, **settings):
        while True:
            wanted = {"variant": "draw", "level": "solid", "options": {"lead_first": "host"}} | settings
            game = play_computer(player=player, **wanted)
            if queries.table_for(game.public_id, player).round.turn == 0:
                return game

    return begin


def test_hints_show_the_value_of_each_move_and_the_reason(alone, ada, browser_of):
    game = alone()
    view, told = actions.hints(public_id=game.public_id, reader=ada)
    assert {line.move for line in told.moves} == set(view.round.legal)
    page = words_of(browser_of(ada).get(reverse("hints", args=[game.public_id])))
    assert "best" in page
    assert "Gets rid of" in page or "unseen" in page


def test_a_mind_gets_only_what_its_seat_can_see(alone, ada, asked):
    game = alone()
    actions.hints(public_id=game.public_id, reader=ada)
    [question] = asked.asked
    view = rules.to_json(queries.table_for(game.public_id, ada))
    assert question["view"]["round"] == view["round"]
    assert question["view"]["you"] == 0


def test_a_second_hint_is_refused_at_once_while_the_first_is_computed(alone, ada, ben, asked, browser_of, monkeypatch):
    """One question at a time for each person, across games and windows."""
    one, other, bens = alone(), alone(), alone(ben)
    answered, refused = minds.answered, []

    def meanwhile(question, **how):
        for game in (one, other):
            with pytest.raises(refusals.NotNow) as no:
                actions.hints(public_id=game.public_id, reader=ada)
            refused.append(no.value.code)
        with monkeypatch.context() as still:
            still.setattr(minds, "answered", answered)
            assert actions.hints(public_id=bens.public_id, reader=ben)[1].moves
        refused.append(words_of(browser_of(ada).get(reverse("hints", args=[other.public_id]))))
        return answered(question, **how)

    monkeypatch.setattr(minds, "answered", meanwhile)
    assert actions.hints(public_id=one.public_id, reader=ada)[1].moves
    assert refused[:2] == ["still_thinking", "still_thinking"]
    assert "still working on your last hint" in refused[2]
    assert len(asked.asked) == 2
    monkeypatch.setattr(minds, "answered", answered)
    assert actions.hints(public_id=other.public_id, reader=ada)[1].moves  # the first has finished


def test_after_no_answer_a_player_can_ask_again(alone, ada, asked):
    game = alone()
    asked.say = Unanswered("it has died")
    for _ in range(2):
        with pytest.raises(refusals.NotNow) as no:
            actions.hints(public_id=game.public_id, reader=ada)
        assert no.value.code == "no_answer"
    asked.say = None
    assert actions.hints(public_id=game.public_id, reader=ada)[1].moves


def test_guests_of_one_address_wait_for_hints_together(alone, ada, monkeypatch):
    owners = []
    monkeypatch.setattr(
        minds, "answered", lambda _question, *, owner, **_how: owners.append(owner) or {"moves": [], "cannot": []}
    )
    for person in [new_guest("Mo", "a"), new_guest("Eve", "a"), ada]:
        actions.hints(public_id=alone(person).public_id, reader=person)
    assert owners[0] == owners[1] != owners[2]


@pytest.mark.parametrize("who", ["ada", "ben"])
def test_games_between_people_have_no_hints(game_between, ada, ben, who, browser_of):
    game = game_between(ada, ben)
    person = {"ada": ada, "ben": ben}[who]
    with pytest.raises(refusals.Forbidden) as refused:
        actions.hints(public_id=game.public_id, reader=person)
    assert refused.value.code == "no_hints"
    assert (
        reverse("hints", args=[game.public_id]) not in browser_of(person).get(game.get_absolute_url()).content.decode()
    )


def test_watchers_of_a_game_with_computers_get_no_hints(alone, ben, stranger):
    game = alone()
    with pytest.raises(refusals.Forbidden):
        actions.hints(public_id=game.public_id, reader=ben)
    assert "You can get hints only when all other players are computers, and not in tournaments." in words_of(
        stranger.get(reverse("hints", args=[game.public_id]), follow=True)
    )


def test_a_game_with_a_second_person_has_no_hints(ada, ben, browser_of):
    game = create_game(creator=ada, variant="draw", seats=3, computers={2: "good"}, rated=False)
    games.join_game(public_id=game.public_id, player=ben)
    with pytest.raises(refusals.Forbidden):
        actions.hints(public_id=game.public_id, reader=ada)


def test_the_board_offers_hints_where_they_are_allowed(alone, ada, browser_of):
    game = alone()
    table = browser_of(ada).get(game.get_absolute_url()).content.decode()
    assert f'data-panel="{reverse("hints", args=[game.public_id])}"' in table


# ---- Their effect on results ----


def with_a_hint(game, ada):
    actions.hints(public_id=game.public_id, reader=ada)


def with_a_move_taken_back(game, ada):
    table = memory.current(game.public_id)
    text = str(table.running.position.legal_moves()[0])
    games.play_move(public_id=game.public_id, seat=0, text=text, version=table.version)
    games.take_back(public_id=game.public_id, player=ada, version=memory.current(game.public_id).version)


def with_no_help(game, ada):
    """Some were refused: it was the computer's turn, or there was nothing to take back."""
    with pytest.raises(refusals.NotNow):
        games.take_back(public_id=game.public_id, player=ada, version=memory.current(game.public_id).version)


HELP = {with_a_hint: True, with_a_move_taken_back: True, with_no_help: False}


@pytest.mark.both_databases
@pytest.mark.parametrize("wins", [True, False])
@pytest.mark.parametrize("plays", HELP, ids=lambda each: each.__name__)
def test_wins_with_help_do_not_count_but_losses_do(alone, ada, browser_of, plays, wins):
    game = alone(options={"lead_first": "host", "end": "rounds:9"})
    plays(game, ada)
    computer = game.seats.get(number=1).player
    games.resign_game(public_id=game.public_id, player=computer if wins else ada)
    settling.settle(game.pk)
    counts = not (wins and HELP[plays])
    expected = [(1, int(wins), int(not wins), 0)] if counts else []
    rows = [(row.games, row.won, row.lost, row.drawn) for row in fared.fared(ada)]
    assert rows == expected
    assert [(row.games, row.won, row.lost, row.drawn) for row in fared.fared_together("solid")] == expected
    if counts:
        page = words_of(browser_of(ada).get(reverse("computers")))
        assert "Games won with a hint or a move taken back don’t count" in page


def test_the_board_and_the_hint_say_that_a_win_with_help_does_not_count(alone, ada, browser_of):
    game = alone()
    table = words_of(browser_of(ada).get(game.get_absolute_url()))
    assert "If you take a move back or ask for a hint and then win, the game doesn’t count" in table
    page = words_of(browser_of(ada).get(reverse("hints", args=[game.public_id])))
    assert "if you win this game, it won’t count in your results against computers" in page


def test_a_failed_hint_does_not_count_as_help(alone, ada, asked):
    game = alone()
    asked.say = Unanswered()
    with pytest.raises(refusals.NotNow):
        actions.hints(public_id=game.public_id, reader=ada)
    assert not game.seats.filter(helped=True).exists()


def test_wins_with_help_stay_marked_when_a_guest_signs_up(alone, ada, guest):
    person = guest("Gwen")
    game = play_computer(player=person, variant="draw", level="solid", options={"lead_first": "host"})
    games.note_help(public_id=game.public_id, player=person)
    games.resign_game(public_id=game.public_id, player=game.seats.get(number=1).player)
    settling.settle(game.pk)
    games.merge_guest(guest=person, account=ada)
    assert fared.fared(ada) == []
