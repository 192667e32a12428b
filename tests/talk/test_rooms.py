"""Who hears whom: the seated among themselves, the watchers apart, until the game is over."""

import pytest
from django.utils import timezone

from common import refusals
from games import actions, queries
from people.actions import block
from talk import actions as talk
from tests.api.conftest import Caller
from tests.talk.conftest import heard

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_the_seated_hear_each_other_and_nobody_else_does(ada, ben, cleo, game, say):
    say(game, ada, "Good luck to you")
    assert heard(Caller(ben), game) == heard(Caller(ada), game) == ["Good luck to you"]
    assert heard(Caller(cleo), game) == heard(Caller(), game) == []


def test_watchers_talk_is_hidden_from_the_seated_until_the_end(ada, ben, cleo, game, say):
    say(game, cleo, "Ben should have led the 6-6")
    assert heard(Caller(cleo), game) == ["Ben should have led the 6-6"]
    assert heard(Caller(ada), game) == heard(Caller(ben), game) == []
    actions.resign_game(public_id=game, player=ben)
    assert heard(Caller(ben), game) == ["Ben should have led the 6-6"]


def test_a_player_hears_no_watchers_by_logging_out_or_playing_as_a_guest(guest, ada, ben, cleo, game, say):
    say(game, cleo, "Ada holds a six")
    for who in (None, guest("Dora")):
        answer = Caller(who).get(f"games/{game}/talk/")
        assert (answer.status_code, answer.json()["code"]) == (403, "account_needed")
    actions.resign_game(public_id=game, player=ben)
    assert heard(Caller(), game) == ["Ada holds a six"]


def test_the_talk_of_the_seated_stays_at_the_table_for_good(ada, ben, cleo, game, say):
    say(game, ada, "I had the double six all the time")
    actions.resign_game(public_id=game, player=ben)
    assert heard(Caller(cleo), game) == heard(Caller(), game) == []


def test_after_the_end_the_players_may_answer_the_watchers(ada, ben, cleo, game, say):
    with pytest.raises(refusals.Forbidden):
        say(game, ada, "Hush", room="watchers")
    actions.resign_game(public_id=game, player=ben)
    say(game, ada, "Thank you for watching", room="watchers")
    assert heard(Caller(cleo), game) == ["Thank you for watching"]


def test_partners_have_no_way_to_talk_behind_the_others_backs(guest, game_between, say):
    players = [guest(name) for name in ("Ada", "Ben", "Cleo", "Dora")]
    game = game_between(*players, variant="general").public_id
    say(game, players[0], "Hello")
    assert all(heard(Caller(player), game) == ["Hello"] for player in players)
    with pytest.raises(refusals.Forbidden):
        say(game, players[0], "Partner, play a five", room="watchers")


def test_guests_talk_where_they_play_and_only_there(guest, ada, game_between, game, say):
    dora = guest("Dora")
    say(game_between(ada, dora).public_id, dora, "Hello")
    with pytest.raises(refusals.Forbidden) as refused:
        say(game, dora, "Hello")
    assert refused.value.code == "account_needed"


def test_before_the_start_only_those_who_sit_can_talk(ada, ben, cleo, say):
    game = actions.create_game(creator=ada, variant="draw", seats=3).public_id
    actions.join_game(public_id=game, player=ben)
    say(game, ben, "Who is the third?")
    assert heard(Caller(ada), game) == ["Who is the third?"]
    with pytest.raises(refusals.Forbidden):
        say(game, cleo, "Me")


def test_who_has_resigned_while_others_play_on_is_still_at_the_table(guest, game_between, say):
    players = [guest(name) for name in ("Ada", "Ben", "Cleo")]
    game = game_between(*players, variant="draw").public_id
    actions.resign_game(public_id=game, player=players[0])
    say(game, players[0], "Play on without me")
    assert heard(Caller(players[1]), game) == ["Play on without me"]


@pytest.mark.parametrize("blocker", ["ada", "ben"])
def test_blocked_people_dont_reach_each_other_whoever_blocks(ada, ben, cleo, guest, game_between, say, blocker):
    game = game_between(ada, ben, cleo, variant="draw").public_id
    by, whom = (ada, ben) if blocker == "ada" else (ben, ada)
    block(user=by, person=whom, now=timezone.now())
    say(game, ada, "From Ada")
    say(game, ben, "From Ben")
    assert heard(Caller(ada), game) == ["From Ada"]
    assert heard(Caller(ben), game) == ["From Ben"]
    assert heard(Caller(cleo), game) == ["From Ada", "From Ben"]


def test_a_muted_table_counts_nothing_and_tells_nothing(ada, ben, game, say):
    from notices.models import Notice
    from talk.queries import unread

    talk.mute(game=queries.find_game(game), reader=ben, muted=True)
    say(game, ada, "Hello?")
    assert unread(queries.find_game(game), ben) == 0
    assert not Notice.objects.filter(player=ben, event="message").exists()
    talk.mute(game=queries.find_game(game), reader=ben, muted=False)
    assert unread(queries.find_game(game), ben) == 1


def test_who_waits_for_more_players_can_talk_on_the_page_of_the_invitation(ada, ben, cleo, browser_of):
    game = actions.create_game(creator=ada, variant="draw", seats=3).public_id
    actions.join_game(public_id=game, player=ben)
    panel = f'data-panel="/g/{game}/talk/"'
    assert panel in browser_of(ben).get(f"/g/{game}/").content.decode()
    assert panel not in browser_of(cleo).get(f"/g/{game}/").content.decode()
