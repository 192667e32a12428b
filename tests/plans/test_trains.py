"""Plans in Mexican Train: the tiles of the player's own train, lined up (rules.md 9.7)."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from common import refusals
from games import actions
from games.actions import move
from games.models import Round
from games.positions import memory
from plans import queries
from plans.actions import save_plan
from plans.fitting import Line
from tests.plans.planning import moves, play_due

pytestmark = pytest.mark.django_db

SET = [f"{high}-{low}" for high in range(7) for low in range(high + 1)]


@pytest.fixture
def dealt(ada, ben, game_between):
    """`dealt("6-5 5-1", "6-2 2-2", **options)`: a game with these hands of Ada and Ben; Ada leads from 6-6."""

    def dealt(*hands, boneyard="", **options):
        hands = [hand.split() for hand in hands]
        rules = {"set": 6, "hand": len(hands[0]), "end": "rounds:1", **options}
        for _ in range(100):
            game = game_between(ada, ben, variant="mexican_train", options=rules)
            if not game.moves.exists() and memory.current(game.public_id).turn == 0:
                break
        front = boneyard.split()
        rest = [tile for tile in SET if tile not in [*hands[0], *hands[1], *front, "6-6"]]
        deal = {"hands": hands, "boneyard": [*front, *rest], "lead": 0, "start": "6-6"}
        assert Round.objects.filter(game=game).update(deal=deal) == 1
        memory.remembered.forget()
        return game

    return dealt


def play(game, seat, text):
    version = memory.current(game.public_id).version
    actions.play_move(public_id=game.public_id, seat=seat, text=text, version=version)


def line_up(game, player, *tiles):
    save_plan(public_id=game.public_id, player=player, lines=[Line(tile) for tile in tiles])


def planned(game, seat=1):
    return [text for by_seat, text, by in moves(game) if (by_seat, by) == (seat, "planned")]


def test_a_train_is_played_tile_by_tile(dealt, ada, ben, later):
    game = dealt("6-5 5-4 4-3 3-0", "6-2 2-1 1-0 4-4")
    line_up(game, ben, "6-2", "2-1", "1-0")
    play(game, 0, "6-5>T0")
    assert later() == 1
    play(game, 0, "5-4>T0")
    later()
    assert planned(game) == ["6-2>T1", "2-1>T1"]
    assert queries.plan_of(memory.current(game.public_id), 1) == [Line("1-0")]


def test_a_double_is_played_with_its_cover(dealt, ben, later):
    game = dealt("6-5 5-4 4-3 3-0", "6-2 2-2 2-1 4-4")
    line_up(game, ben, "6-2", "2-2", "2-1")
    play(game, 0, "6-5>T0")
    later()
    play(game, 0, "5-4>T0")
    later()
    assert planned(game) == ["6-2>T1", "2-2>T1", "2-1>T1"]
    assert memory.current(game.public_id).turn == 0


def test_a_train_waits_while_another_double_must_be_covered(dealt, ben, later):
    """Ada draws 0-0, which doesn't cover her 5-5; Ben could, but his plan is about his own train."""
    game = dealt("6-5 5-5 4-3", "6-2 2-1 5-1", boneyard="0-0 1-1")
    line_up(game, ben, "6-2", "2-1")
    play(game, 0, "6-5>T0")
    later()
    play(game, 0, "5-5>T0")
    later()
    assert planned(game) == ["6-2>T1"]
    assert memory.current(game.public_id).turn == 1
    play(game, 1, "5-1>T0")
    assert queries.plan_of(memory.current(game.public_id), 1) == [Line("2-1")]


def test_a_train_never_goes_anywhere_else(dealt, ben, later):
    """6-2 would fit the Mexican train as well, and 2-1 the end that Ada leaves there."""
    game = dealt("6-5 6-2 4-3", "6-4 2-1 4-0")
    line_up(game, ben, "6-4", "4-0")
    play(game, 0, "6-2>M")
    later()
    assert planned(game) == ["6-4>T1"]


def test_an_opening_ends_with_the_last_tile_of_the_plan(dealt, ben, later):
    """2-0 would go on, too; the plan doesn't have it."""
    game = dealt("6-5 4-3 3-0 4-4", "6-1 2-1 2-0 4-1", opening="train")
    line_up(game, ben, "6-1", "2-1")
    play(game, 0, "6-5>T0")
    later()
    assert planned(game) == ["6-1>T1", "2-1>T1", "stop"]


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ([Line("2-1")], "no_such_end"),
        ([Line("6-2"), Line("1-0")], "no_such_end"),
        ([Line("6-2", 6)], "no_such_end"),
        ([Line("6-5")], "not_your_tile"),
    ],
)
def test_tiles_that_make_no_train_are_refused(dealt, ben, lines, code):
    game = dealt("6-5 5-4 4-3 3-0", "6-2 2-1 1-0 4-4")
    with pytest.raises(refusals.Refused) as refused:
        save_plan(public_id=game.public_id, player=ben, lines=lines)
    assert refused.value.code == code


def test_the_page_offers_the_tiles_that_go_on(dealt, ben):
    game = dealt("6-5 5-4 4-3 3-0", "6-2 2-1 1-0 6-4")
    client = Client()
    client.force_login(ben)
    address = f"/g/{game.public_id}/plan/"

    def adds(page):
        return [tile for tile in SET if f'value="add {tile}"' in page.content.decode()]

    assert adds(client.get(address)) == ["6-2", "6-4"]
    page = client.post(address, {"do": "add 6-2"})
    assert adds(page) == ["2-1"]
    page = client.post(address, {"line": ["6-2"], "do": "add 2-1"})
    assert (adds(page), "then your train ends in 1" in page.content.decode()) == (["1-0"], True)
    page = client.post(address, {"line": ["6-2", "2-1"], "do": "remove 0"})
    assert "2-1 doesn’t fit here" in page.content.decode()
    assert client.post(address, {"line": ["6-2", "2-1"], "do": "save"}).status_code == 302
    assert queries.plan_of(memory.current(game.public_id), 1) == [Line("6-2"), Line("2-1")]


def test_who_left_before_the_deal_has_no_train_to_plan(ada, ben, cleo, game_between):
    """Cleo leaves in the first round; in the second there is no train for her."""
    game = game_between(ada, ben, cleo, variant="mexican_train", options={"set": 6, "hand": 2, "end": "rounds:5"})
    move.resign_game(public_id=game.public_id, player=cleo)
    while (table := memory.current(game.public_id)).running.index == 0:
        play(game, table.turn, str(table.running.position.legal[0]))
    client = Client()
    client.force_login(cleo)
    address = f"/g/{game.public_id}/plan/"
    assert client.get(address).status_code == 200
    assert client.post(address, {"do": "save"}).status_code == 302
    with pytest.raises(refusals.Refused):
        line_up(game, cleo, "6-2")


@pytest.fixture
def opened(dealt, ben, monkeypatch):
    """Ben's plan has played the only tile of his opening; `stop` is due later."""
    game = dealt("6-5 4-3 3-0 4-4", "6-1 1-0 2-0 5-2", opening="train")
    line_up(game, ben, "6-1")
    play(game, 0, "6-5>T0")
    monkeypatch.setattr("plans.followers.pause", lambda: timedelta(minutes=5))
    assert play_due(timezone.now() + timedelta(minutes=1)) == 1
    assert planned(game) == ["6-1>T1"]
    return game


def test_the_end_of_an_opening_waits_like_a_move(opened):
    assert play_due(timezone.now() + timedelta(minutes=6)) == 1
    assert planned(opened) == ["6-1>T1", "stop"]


def test_a_move_by_hand_after_the_last_tile_of_the_plan_keeps_the_opening(opened):
    play(opened, 1, "1-0>T1")
    play_due(timezone.now() + timedelta(minutes=6))
    assert planned(opened) == ["6-1>T1"]
    assert memory.current(opened.public_id).turn == 1


def test_playing_the_only_tile_never_ends_an_opening(dealt, ada, ben, later):
    """Ben's 6-1 is all that fits, so it is played for him; whether 1-0 follows is his choice."""
    ben.autoplay = True
    ben.save()
    game = dealt("6-5 4-3 3-0 4-4", "6-1 1-0 2-0 5-2", opening="train", own_first=True)
    play(game, 0, "6-5>T0")
    later()
    assert planned(game) == ["6-1>T1"]
    assert memory.current(game.public_id).turn == 1
