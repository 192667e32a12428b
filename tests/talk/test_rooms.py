"""Access to the player chat and the spectator chat: reading and writing."""

import pytest
from django.utils import timezone

from common import refusals
from games import actions, queries
from people.actions import block
from talk import actions as talk
from tests.api.conftest import Caller
from tests.creating import create_game
from tests.talk.conftest import heard

pytestmark = pytest.mark.django_db


def test_only_players_read_the_player_chat(ada, ben, cleo, game, say):
    say(game, ada, "Good luck to you")
    assert heard(Caller(ben), game) == heard(Caller(ada), game) == ["Good luck to you"]
    assert heard(Caller(cleo), game) == heard(Caller(), game) == []


def test_players_cant_read_the_spectator_chat_until_the_end(ada, ben, cleo, game, say):
    say(game, cleo, "Ben should have led the 6-6")
    assert heard(Caller(cleo), game) == ["Ben should have led the 6-6"]
    assert heard(Caller(ada), game) == heard(Caller(ben), game) == []
    actions.resign_game(public_id=game, player=ben)
    assert heard(Caller(ben), game) == ["Ben should have led the 6-6"]


def test_strangers_and_guests_cant_read_the_spectator_chat_during_a_game(guest, ada, ben, cleo, game, say):
    say(game, cleo, "Ada holds a six")
    for who in (None, guest("Dora")):
        answer = Caller(who).get(f"games/{game}/talk/")
        assert (answer.status_code, answer.json()["code"]) == (403, "account_needed")
    actions.resign_game(public_id=game, player=ben)
    assert heard(Caller(), game) == ["Ada holds a six"]


def test_spectators_cant_read_the_player_chat_after_the_end(ada, ben, cleo, game, say):
    say(game, ada, "I had the double six all the time")
    actions.resign_game(public_id=game, player=ben)
    assert heard(Caller(cleo), game) == heard(Caller(), game) == []


def test_players_can_write_in_the_spectator_chat_after_the_end(ada, ben, cleo, game, say):
    with pytest.raises(refusals.Forbidden):
        say(game, ada, "Hush", room="watchers")
    actions.resign_game(public_id=game, player=ben)
    say(game, ada, "Thank you for watching", room="watchers")
    assert heard(Caller(cleo), game) == ["Thank you for watching"]


def test_partners_have_no_private_chat(guest, game_between, say):
    players = [guest(name) for name in ("Ada", "Ben", "Cleo", "Dora")]
    game = game_between(*players, variant="general").public_id
    say(game, players[0], "Hello")
    assert all(heard(Caller(player), game) == ["Hello"] for player in players)
    with pytest.raises(refusals.Forbidden):
        say(game, players[0], "Partner, play a five", room="watchers")


def test_guests_can_chat_only_in_their_own_games(guest, ada, game_between, game, say):
    dora = guest("Dora")
    say(game_between(ada, dora).public_id, dora, "Hello")
    with pytest.raises(refusals.Forbidden) as refused:
        say(game, dora, "Hello")
    assert refused.value.code == "account_needed"


def test_only_players_can_chat_before_the_start(ada, ben, cleo, say):
    game = create_game(creator=ada, variant="draw", seats=3).public_id
    actions.join_game(public_id=game, player=ben)
    say(game, ben, "Who is the third?")
    assert heard(Caller(ada), game) == ["Who is the third?"]
    with pytest.raises(refusals.Forbidden):
        say(game, cleo, "Me")


def test_players_who_resigned_stay_in_the_player_chat(guest, game_between, say):
    players = [guest(name) for name in ("Ada", "Ben", "Cleo")]
    game = game_between(*players, variant="draw").public_id
    actions.resign_game(public_id=game, player=players[0])
    say(game, players[0], "Play on without me")
    assert heard(Caller(players[1]), game) == ["Play on without me"]


@pytest.mark.both_databases
@pytest.mark.parametrize("blocker", ["ada", "ben"])
def test_a_block_hides_messages_in_both_directions(ada, ben, cleo, guest, game_between, say, blocker):
    game = game_between(ada, ben, cleo, variant="draw").public_id
    by, whom = (ada, ben) if blocker == "ada" else (ben, ada)
    block(user=by, person=whom, now=timezone.now())
    say(game, ada, "From Ada")
    say(game, ben, "From Ben")
    assert heard(Caller(ada), game) == ["From Ada"]
    assert heard(Caller(ben), game) == ["From Ben"]
    assert heard(Caller(cleo), game) == ["From Ada", "From Ben"]


@pytest.mark.both_databases
def test_a_muted_chat_has_no_count_and_no_notifications(ada, ben, game, say):
    from notices.models import Notice
    from talk.queries import news

    talk.mute(game=queries.find_game(game), reader=ben, muted=True)
    say(game, ada, "Hello?")
    assert news(queries.find_game(game), ben).unread == 0
    assert not Notice.objects.filter(player=ben, event="message").exists()
    talk.mute(game=queries.find_game(game), reader=ben, muted=False)
    assert news(queries.find_game(game), ben).unread == 1


def test_players_who_wait_for_more_can_chat_on_the_invitation_page(ada, ben, cleo, browser_of):
    game = create_game(creator=ada, variant="draw", seats=3).public_id
    actions.join_game(public_id=game, player=ben)
    panel = f'data-panel="/g/{game}/talk/"'
    assert panel in browser_of(ben).get(f"/g/{game}/").content.decode()
    assert panel not in browser_of(cleo).get(f"/g/{game}/").content.decode()
