"""The Plan ahead panel without scripts. It stores nothing before Save."""

import re

import pytest
from django.test import Client

from games import actions
from games.positions import memory
from plans import queries
from plans.models import PlannedMove
from tests.plans.planning import chance

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(at, people) -> Client:
    client = Client()
    client.force_login(people[at.planner])
    return client


def path(at) -> str:
    return f"/g/{at.game.public_id}/plan/"


def lines_in(html: str) -> list[str]:
    return re.findall(r'name="line" value="([^"]+)"', html)


def send(client, at, *lines, do="save", **more):
    return client.post(path(at), {"line": [str(line) for line in lines], "do": do}, **more)


def kept(at) -> list[str]:
    return [str(line) for line in queries.plan_of(memory.current(at.game.public_id), at.planner)]


def test_the_page_names_the_game_in_the_readers_language(at, client):
    page = client.get(path(at), headers={"Accept-Language": "de"}).content.decode()
    assert at.game.variant == "block"
    assert "Block-Domino" in page


def test_a_plan_is_edited_in_the_form_and_stored_by_save(at, client):
    page = client.get(path(at)).content.decode()
    assert "No moves planned yet." in page
    assert f'value="add {at.answer}"' in page
    page = send(client, at, do=f"add {at.answer}").content.decode()
    page = send(client, at, *lines_in(page), do=f"add {at.misfit}").content.decode()
    assert lines_in(page) == [str(at.answer), str(at.misfit)]
    assert "Not saved yet" in page
    page = send(client, at, *lines_in(page), do="up 1").content.decode()
    assert lines_in(page) == [str(at.misfit), str(at.answer)]
    page = send(client, at, *lines_in(page), do="down 0").content.decode()
    page = send(client, at, *lines_in(page), do="remove 0").content.decode()
    assert lines_in(page) == [str(at.misfit)]
    assert not PlannedMove.objects.exists()
    assert send(client, at, *lines_in(page)).status_code == 302
    assert kept(at) == [str(at.misfit)]
    page = client.get(path(at)).content.decode()
    assert lines_in(page) == [str(at.misfit)]
    assert "Not saved yet" not in page
    send(client, at)
    assert kept(at) == []


def test_panel_requests_get_only_the_panel(at, client):
    answer = send(client, at, at.misfit, headers={"X-Panel": "1"})
    assert answer.headers["X-Panel"] == "1"
    assert "<html" not in answer.content.decode()
    assert "Saved." in answer.content.decode()


def test_saving_on_the_players_turn_says_that_the_move_was_played(at, client, play):
    play(at)
    assert "It’s your turn. If a planned move fits" in client.get(path(at)).content.decode()
    answer = send(client, at, at.answer, headers={"X-Panel": "1"})
    assert "so we played your move" in answer.content.decode()


def test_a_refused_plan_stays_in_the_form(at, client):
    strange = f"{at.answer.tile}@{next(end for end in range(7) if str(end) not in at.answer.tile)}"
    answer = send(client, at, at.misfit, strange)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "never fits an end" in page
    assert lines_in(page) == [str(at.misfit), strange]


@pytest.mark.parametrize(
    "do",
    [
        "up 0",
        "up 99",
        "down x",
        "remove -1",
        "add 9",
        "dance",
        "",
        "up ²",
        "add 6-6@99",
        "add 99-99@3",
        f"up {'9' * 5000}",
    ],
    ids=range(11),
)
def test_invalid_commands_change_nothing(at, client, do):
    answer = send(client, at, at.misfit, "junk", "5-3@", "99-99@3", do=do)
    assert answer.status_code == 200
    assert str(at.misfit) in lines_in(answer.content.decode())
    assert not PlannedMove.objects.exists()


def test_other_people_cant_open_the_plan(at, client, cleo, people):
    for stranger in (cleo, None):
        other = Client()
        if stranger:
            other.force_login(stranger)
        answer = other.get(path(at))
        assert answer.status_code == 403
        assert "Only the players" in answer.content.decode()
        assert send(other, at, at.misfit).status_code == 403
    assert client.get("/g/nosuchgame/plan/").status_code == 404
    actions.resign_game(public_id=at.game.public_id, player=people[0])
    assert "no more moves to plan" in client.get(path(at)).content.decode()


def test_in_sausage_the_page_says_why_there_is_no_plan(ada, ben, game_between):
    client = Client()
    client.force_login(ada)
    game = game_between(ada, ben, variant="sausage")
    assert "players can’t see their tiles" in client.get(f"/g/{game.public_id}/plan/").content.decode()


def test_with_sums_the_buttons_name_the_ends_that_take_the_tile(ada, ben, game_between):
    at = chance(lambda: game_between(ada, ben, variant="classic_six"))
    client = Client()
    client.force_login([ada, ben][at.planner])
    page = client.get(path(at)).content.decode()
    high, low = map(int, at.answer.tile.split("-"))
    assert f'value="add {at.answer.tile}@{6 - low}"' in page
    assert f'value="add {at.answer.tile}@{6 - high}"' in page


def test_query_count_doesnt_depend_on_the_plan(at, client, connection_queries):
    client.get(path(at))
    with connection_queries() as few:
        client.get(path(at))
    send(client, at, at.misfit, at.misfit.tile)
    with connection_queries() as many:
        client.get(path(at))
    assert len(many) == len(few)
    assert len(many) <= 8
