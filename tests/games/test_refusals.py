"""What a game's actions refuse, each refusal once. Pages, API and sockets hand on its code and status."""

import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

import rules
from common import refusals
from games import actions
from games.models import Game
from games.positions import memory
from tests.api.conftest import stored
from tests.creating import create_game
from tests.games.playing import legal, play_one

pytestmark = pytest.mark.django_db
Answer = tuple[str, int] | str  # code and status
NOT_MOVES = [
    "", " ", "x", "6", "5", "5-", "7-", "-", "6-5 6-5", "5-3>", ">6-5", "5-3>6-5>1-1", "5-3>6-5>4-4", "5-3 > 6-5",
    "DRAW", "draw@", "draw@-1", "draw@" + "9" * 60, "bid", "bid x", "bid -1", "resign", "timeout", "0 draw", "5-3>6-5:",
    "5-3>6-5,", ",", "99-99", "bid 99999999999999999999", "٣-٢", "½", "5–3", "'; DROP TABLE games_move; --", "{{7*7}}",
    "<b>", "\u202e", "🁣", "x" * 81, "6-6>6-5,6-6>6-5", "1-1^A99999999999",
]  # fmt: skip


def answer(action: Callable[..., object], game: Game, **wanted: Any) -> Answer:
    try:
        action(public_id=game.public_id, **wanted)
    except refusals.Refused as refused:
        return refused.code, refused.status
    return "accepted"


def move(game: Game, *, late: int = 0, mine: bool = True, text: str | None = None) -> Answer:
    """A move, legal unless *text* says another, of who has the turn or of the other, chosen *late* versions ago."""
    table = memory.current(game.public_id)
    turn = table.turn or 0
    chosen = legal(table)[0] if text is None and table.turn is not None else text or ""
    wanted = {"seat": turn if mine else 1 - turn, "version": table.version - late}
    return answer(actions.play_move, game, text=chosen, **wanted)


@pytest.fixture
def playing(ada, ben, game_between) -> Game:
    game: Game = game_between(ada, ben)
    return game


def test_before_the_start(ada, ben, cleo):
    game = create_game(creator=ada, variant="draw", seats=4)
    actions.join_game(public_id=game.public_id, player=ben)
    before = stored(game.public_id)
    assert answer(actions.join_game, game, player=ada) == ("own_game", 409)
    assert answer(actions.join_game, game, player=ben) == ("own_game", 409)
    assert answer(actions.join_game, game, player=cleo, seat=0) == ("taken", 409)
    assert answer(actions.join_game, game, player=cleo, seat=5) == ("taken", 409)
    assert answer(actions.join_game, game, player=cleo, shuffle_seed="a b") == ("bad_seed", 400)
    assert answer(actions.leave_game, game, player=ada) == ("own_game", 409)
    assert answer(actions.leave_game, game, player=cleo) == ("not_seated", 403)
    assert answer(actions.cancel_game, game, player=ben) == ("not_host", 403)
    assert answer(actions.resign_game, game, player=ada) == ("not_started", 409)
    assert answer(actions.abort_game, game, player=ada) == ("not_started", 409)
    assert answer(actions.play_move, game, seat=0, text="draw", version=0) == ("not_started", 409)
    assert stored(game.public_id) == before


def test_after_it_was_cancelled(ada, ben):
    game = create_game(creator=ada, variant="draw")
    actions.cancel_game(public_id=game.public_id, player=ada)
    assert answer(actions.join_game, game, player=ben) == ("cancelled", 409)
    assert answer(actions.cancel_game, game, player=ada) == ("cancelled", 409)


def test_in_play(ada, ben, cleo, playing):
    before = stored(playing.public_id)
    assert answer(actions.join_game, playing, player=cleo) == ("full", 409)
    assert answer(actions.join_game, playing, player=ben) == ("own_game", 409)
    assert answer(actions.leave_game, playing, player=ben) == ("full", 409)
    assert answer(actions.cancel_game, playing, player=ada) == ("full", 409)
    assert answer(actions.resign_game, playing, player=cleo) == ("not_seated", 403)
    assert answer(actions.abort_game, playing, player=cleo) == ("not_seated", 403)
    assert answer(actions.offer_rematch, playing, player=ada) == ("not_finished", 409)
    assert stored(playing.public_id) == before


def test_moves(playing):
    play_one(playing.public_id, random.Random(1))
    before = stored(playing.public_id)
    assert move(playing, mine=False) == ("not_your_turn", 409)
    assert move(playing, late=1) == move(playing, late=1, mine=False) == ("stale", 409)
    assert move(playing, late=-1) == ("stale", 409)
    assert {text: move(playing, text=text) for text in NOT_MOVES} == dict.fromkeys(NOT_MOVES, ("unreadable", 400))
    assert move(playing, text="5-0/0") == ("not_now", 409)
    assert stored(playing.public_id) == before


def test_after_the_second_move(ada, ben, playing):
    for _ in range(2):
        play_one(playing.public_id, random.Random(1))
    assert answer(actions.abort_game, playing, player=ada) == ("too_late", 409)
    assert answer(actions.abort_game, playing, player=ben) == ("too_late", 409)


@pytest.mark.parametrize(
    ("end", "of_who_left"),
    [(actions.resign_game, ("not_seated", 403)), (actions.abort_game, ("game_over", 409))],
)
def test_after_the_end(ada, ben, cleo, playing, end, of_who_left):
    end(public_id=playing.public_id, player=ada)
    before = stored(playing.public_id)
    assert answer(actions.resign_game, playing, player=ada) == ("game_over", 409)
    assert answer(actions.resign_game, playing, player=ben) == ("game_over", 409)
    assert answer(actions.abort_game, playing, player=ada) == of_who_left
    assert answer(actions.abort_game, playing, player=ben) == ("game_over", 409)
    assert move(playing, text="6-6") == move(playing, text="6-6", late=1) == ("game_over", 409)
    assert answer(actions.drop_rematch, playing, player=ada) == ("no_rematch", 409)
    assert answer(actions.offer_rematch, playing, player=cleo) == ("not_seated", 403)
    assert stored(playing.public_id) == before


def test_rematches(ada, ben, cleo, playing):
    actions.resign_game(public_id=playing.public_id, player=ada)
    again = actions.offer_rematch(public_id=playing.public_id, player=ada)
    assert answer(actions.offer_rematch, playing, player=cleo) == ("not_seated", 403)
    assert answer(actions.drop_rematch, playing, player=cleo) == ("not_seated", 403)
    assert answer(actions.join_game, again, player=cleo) == ("taken", 409)
    actions.offer_rematch(public_id=playing.public_id, player=ben)
    assert answer(actions.drop_rematch, playing, player=ben) == ("full", 409)


def test_a_rematch_after_seven_days(ada, ben, playing):
    actions.resign_game(public_id=playing.public_id, player=ada)
    Game.objects.filter(pk=playing.pk).update(finished_at=timezone.now() - timedelta(days=8))
    assert answer(actions.offer_rematch, playing, player=ben) == ("too_late", 409)


def test_after_one_of_three_resigned(ada, ben, cleo, game_between):
    game = game_between(ada, ben, cleo, variant="draw")
    actions.resign_game(public_id=game.public_id, player=ben)
    table = memory.current(game.public_id)
    before = stored(game.public_id)
    assert answer(actions.resign_game, game, player=ben) == ("already_left", 409)
    assert answer(actions.play_move, game, seat=1, text="draw", version=table.version) == ("not_your_turn", 409)
    assert stored(game.public_id) == before


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"turn_seconds": 5}, "bad_clock"),
        ({"turn_seconds": None}, "bad_clock"),
        ({"turn_seconds": 15 * 86_400}, "bad_clock"),
        ({"clock": "hourglass"}, "bad_clock"),
        ({"shuffle_seed": "no, thanks"}, "bad_seed"),
        ({"variant": "chess"}, "impossible_rules"),
        ({"variant": "partnership", "seats": 3}, "impossible_rules"),
        ({"options": {"hand": 20}}, "impossible_rules"),
    ],
)
def test_a_new_game(ada, settings, code):
    with pytest.raises((refusals.Unreadable, rules.ImpossibleRules)) as refused:
        create_game(creator=ada, **({"variant": "draw"} | settings))
    assert (refused.value.code, refusals.meaning(refused.value).status) == (code, 400)
    assert not Game.objects.exists()
