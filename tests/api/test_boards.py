"""GET /api/v1/boards/: the boards of several games, as watchers see them."""

import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

import rules
from common.cache.unchanging import kept_answers
from games import queries
from games.models import Round
from games.positions import memory
from tests.api.conftest import refused
from tests.api.test_schema import fits, schema  # noqa: F401 - fixtures
from tests.creating import create_game
from tests.games.playing import play_one, play_out

pytestmark = pytest.mark.django_db


def boards(caller, *games):
    answer = caller.get("boards/", games=",".join(games))
    assert answer.status_code == 200, answer.content
    return answer.json()["boards"]


@pytest.fixture
def played(ada, ben, game_between):
    """`played(5)`: the id of a game after so many moves."""

    def make(moves, **settings):
        game = game_between(ada, ben, **settings).public_id
        for _move in range(moves):
            play_one(game, random.Random(1))
        return game

    return make


def test_a_board_has_the_layout_that_a_watcher_is_shown_and_no_hand(nobody, as_ada, played, fits):  # noqa: F811
    game = played(6, variant="draw")
    (board,) = boards(nobody, game)
    view = rules.to_json(queries.table(game, None))
    assert board["layout"] == view["round"]["layout"]
    assert board["ends"] == view["round"]["ends"]
    assert (board["status"], board["seats"], board["turn"]) == ("playing", 2, view["round"]["turn"])
    assert board["hand"] is None
    assert not {"hands", "open", "legal", "moves"} & set(board)
    assert boards(as_ada, game) == [board | {"you": 0}], "who sits there is shown no more"
    fits("SmallBoards", {"boards": [board]})


def test_before_the_first_tile_players_see_their_own_hand_and_nobody_elses(nobody, as_ada, as_ben, played, fits):  # noqa: F811
    game = played(0, variant="draw")
    dealt = Round.objects.get(game__public_id=game).deal["hands"]
    (adas,), (bens,), (watched,) = (boards(caller, game) for caller in (as_ada, as_ben, nobody))
    assert [set(adas["hand"]), set(bens["hand"])] == [set(hand) for hand in dealt]
    assert watched["hand"] is None
    assert (adas["you"], bens["you"], watched["you"]) == (0, 1, None)
    own = {"hand": None, "you": None}
    assert {**adas, **own} == {**bens, **own} == watched
    fits("SmallBoards", {"boards": [adas]})
    play_one(game, random.Random(1))
    assert boards(as_ada, game)[0]["hand"] is None, "the layout is shown now"


def test_a_board_of_trains_has_the_station_and_the_ends_but_no_other_tile(nobody, as_ada, played, fits):  # noqa: F811
    game = played(9, variant="mexican_train")
    (board,) = boards(nobody, game)
    view = rules.to_json(queries.table(game, None))["round"]
    assert [tile["tile"] for tile in board["layout"]] == [view["start"]] == ["12-12"]
    assert sum(train["tiles"] for train in board["trains"]) > 0
    assert (board["trains"], board["cover"], board["hand"]) == (view["trains"], view["cover"], None)
    assert boards(as_ada, game) == [board | {"you": 0}]
    fits("SmallBoards", {"boards": [board]})
    (other,) = boards(nobody, played(3, variant="draw"))
    assert (other["trains"], other["cover"]) == (None, None)


def test_each_game_is_shown_once_in_the_order_asked_for_and_unknown_ones_are_left_out(nobody, played):
    one, other = played(1), played(2)
    assert [board["id"] for board in boards(nobody, other, "nothere", one, other)] == [other, one]


def test_an_open_table_is_empty_and_a_finished_game_has_its_last_deal(nobody, ada, played, fits):  # noqa: F811
    offer = create_game(creator=ada, variant="draw", seats=4).public_id
    over = played(0, options={"end": "rounds:2"})
    play_out(over)
    empty, last = boards(nobody, offer, over)
    assert (empty["status"], empty["seats"], empty["layout"]) == ("open", 4, [])
    view = rules.to_json(queries.table(over, None))
    assert view["deal"] == 1
    assert (last["status"], last["layout"]) == ("finished", view["round"]["layout"])
    fits("SmallBoards", {"boards": [empty, last]})


@pytest.mark.parametrize("number", [2, 12])
def test_the_queries_dont_grow_with_the_games(nobody, played, number):
    running = [played(3, variant="draw") for _game in range(number)]
    over = [played(0, options={"end": "rounds:1"}) for _game in range(number)]
    for game in over:
        play_out(game)
    memory.remembered.forget()
    kept_answers.forget()
    with CaptureQueriesContext(connection) as cold:
        assert len(boards(nobody, *running, *over)) == 2 * number
    with CaptureQueriesContext(connection) as warm:
        boards(nobody, *running, *over)
    # the rows; of running games: games, vacations, moves, deals, what is newer; of others: moves, deals
    assert len(cold) == 8
    assert len(warm) == 2, "the rows, and what is newer"


def test_an_unchanged_answer_is_not_sent_again_until_a_move(nobody, played):
    game = played(3, variant="draw")
    address = f"/api/v1/boards/?games={game}"
    tag = nobody.client.get(address)["ETag"]
    assert nobody.client.get(address, headers={"If-None-Match": tag}).status_code == 304
    play_one(game, random.Random(2))
    assert nobody.client.get(address, headers={"If-None-Match": tag}).status_code == 200


def test_more_than_forty_are_refused(nobody):
    refused(nobody.get("boards/", games=",".join(f"game{n}" for n in range(41))), 400, "invalid")
    refused(nobody.get("boards/"), 400, "invalid")
    assert boards(nobody, *(f"game{n}" for n in range(40))) == []
