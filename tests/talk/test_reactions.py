"""Reactions: who may send which and when, who sees them, and that they can't tell a hand."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

import rules
from accounts.farewell import delete_account
from accounts.models import User
from common import refusals
from games import actions, queries
from games.models import Game
from games.positions import memory
from people.actions import block
from talk import actions as talk
from talk import reactions
from talk.models import Reaction
from tests.api.conftest import Caller
from tests.creating import create_game
from tests.games.test_races import at_once, codes

pytestmark = pytest.mark.django_db
ALL = ["hello", "well_played", "oops", "thinking", "thanks", "one_more"]
POLITE = ["hello", "well_played"]
React = Callable[..., Reaction]


@pytest.fixture
def react() -> React:
    """`react(game, ada, "oops")` reacts now, or at the time *now*."""

    def react(game: str, player: User, sign: str, now: datetime | None = None) -> Reaction:
        return reactions.send(game=queries.find_game(game), player=player, sign=sign, now=now or timezone.now())

    return react


def seen(caller: Caller, game: str) -> list[tuple[int, str]]:
    """The reactions that *caller* sees over the API: seat and sign."""
    return [(each["seat"], each["sign"]) for each in caller.get(f"games/{game}/reactions/").json()["reactions"]]


def may_send(game: str, player: User) -> list[str]:
    return [str(sign) for sign in reactions.sendable(queries.find_game(game), player)]


def play_on(game: str) -> None:
    """Somebody makes the first legal move."""
    table = memory.current(game)
    shown = queries.table(game, table.turn).round
    assert shown is not None
    actions.play_move(public_id=game, seat=table.turn, text=shown.legal[0], version=table.version)


def pairs(guest: Callable[[str], User], game_between: Callable[..., Game]) -> tuple[str, list[User]]:
    """A game of two pairs: Ada and Cleo against Ben and Dora."""
    players = [guest(name) for name in ("Ada", "Ben", "Cleo", "Dora")]
    return game_between(*players, variant="general").public_id, players


def test_everyone_at_the_board_sees_a_reaction(ada, ben, cleo, game, react):
    react(game, ada, "well_played")
    assert [seen(Caller(who), game) for who in (ada, ben, cleo, None)] == [[(0, "well_played")]] * 4


def test_a_player_has_one_reaction_a_turn(ada, ben, game, react):
    assert may_send(game, ada) == ALL
    react(game, ada, "oops")
    assert may_send(game, ada) == []
    assert may_send(game, ben) == ALL
    with pytest.raises(refusals.NotNow) as refused:
        react(game, ada, "thanks")
    assert refused.value.code == "reacted"
    play_on(game)
    assert may_send(game, ada) == ALL
    react(game, ada, "thanks")
    assert Reaction.objects.get().sign == "thanks"


def test_a_reaction_is_gone_after_the_next_move(ada, ben, game, react):
    react(game, ada, "thinking", now=timezone.now() - timedelta(seconds=20))
    assert seen(Caller(ben), game) == [(0, "thinking")]
    play_on(game)
    assert seen(Caller(ben), game) == []


def test_a_move_right_after_a_reaction_leaves_time_to_see_it(ada, ben, game, react):
    react(game, ada, "oops")
    play_on(game)
    assert seen(Caller(ben), game) == [(0, "oops")]


def test_a_reaction_lasts_a_day_at_most(ada, ben, game, react):
    react(game, ada, "hello", now=timezone.now() - timedelta(hours=25))
    assert seen(Caller(ben), game) == []


def test_after_the_end_each_player_has_three(ada, ben, game, react):
    actions.resign_game(public_id=game, player=ben)
    for sign in ("well_played", "thanks", "one_more"):
        react(game, ada, sign)
    with pytest.raises(refusals.NotNow):
        react(game, ada, "hello")
    assert seen(Caller(ben), game) == [(0, "one_more")]


def test_partners_can_only_be_polite_until_the_game_is_over(guest, game_between, react):
    game, players = pairs(guest, game_between)
    for player in players:
        assert may_send(game, player) == POLITE
        for sign in ("oops", "thinking", "thanks", "one_more"):
            with pytest.raises(refusals.Forbidden) as refused:
                react(game, player, sign)
            assert refused.value.code == "partner_sees_it"
    react(game, players[0], "hello")
    actions.abort_game(public_id=game, player=players[0])
    assert may_send(game, players[1]) == ALL


def test_partners_stay_polite_in_the_next_round(guest, game_between, react):
    game, players = pairs(guest, game_between)
    while memory.current(game).frame.deal == 0:
        play_on(game)
    assert [may_send(game, player) for player in players] == [POLITE] * 4


def test_a_computer_as_partner_understands_nothing(ada, ben, react):
    """Ada and Ben are opponents, each with a computer as partner."""
    game = create_game(creator=ada, variant="general", seats=4).public_id
    for seat in (2, 3):
        actions.seat_computer(public_id=game, host=ada, seat=seat, level="beginner")
    actions.join_game(public_id=game, player=ben)
    assert may_send(game, ada) == may_send(game, ben) == ALL


def test_against_computers_alone_there_are_none(ada, react):
    game = create_game(creator=ada, variant="draw", seats=2).public_id
    actions.seat_computer(public_id=game, host=ada, seat=1, level="beginner")
    assert may_send(game, ada) == []
    with pytest.raises(refusals.Forbidden) as refused:
        react(game, ada, "hello")
    assert refused.value.code == "nobody_there"


def test_only_players_react(ada, cleo, guest, game, react):
    for who in (cleo, guest("Dora")):
        assert may_send(game, who) == []
        with pytest.raises(refusals.Forbidden) as refused:
            react(game, who, "hello")
        assert refused.value.code == "not_seated"
    assert Caller().post(f"games/{game}/reactions/", sign="hello").status_code == 401


def test_there_are_no_reactions_before_the_start(ada, ben, react):
    game = create_game(creator=ada, variant="draw", seats=3).public_id
    actions.join_game(public_id=game, player=ben)
    with pytest.raises(refusals.NotNow) as refused:
        react(game, ben, "hello")
    assert refused.value.code == "not_started"


def test_an_unknown_sign_is_refused_with_a_sentence(ada, game, react):
    for sign in ("", "6-6", "HELLO", "hello "):
        with pytest.raises(refusals.Unreadable) as refused:
            react(game, ada, sign)
        assert refused.value.message.endswith(".")
    assert not Reaction.objects.exists()


@pytest.mark.both_databases
def test_a_double_tap_is_one_reaction(ada, game, react):
    now = timezone.now()
    first = react(game, ada, "oops", now=now)
    again = react(game, ada, "oops", now=now + timedelta(seconds=3))
    assert (again.pk, again.at) == (first.pk, now)


@pytest.mark.both_databases
def test_a_retry_after_the_next_move_is_the_same_reaction(ada, game, react):
    now = timezone.now()
    react(game, ada, "oops", now=now)
    play_on(game)
    assert react(game, ada, "oops", now=now + timedelta(seconds=3)).at == now
    assert may_send(game, ada) == ALL  # it hasn't used up that of the new turn


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_of_two_at_the_same_instant_one_is_shown(ada, game, react):
    results = at_once(lambda: react(game, ada, "oops"), lambda: react(game, ada, "thanks"))
    assert codes(results) == ["reacted"]
    assert Reaction.objects.count() == 1


@pytest.mark.parametrize("blocker", [0, 1])
def test_a_block_hides_reactions_in_both_directions(ada, ben, cleo, game_between, react, blocker):
    game = game_between(ada, ben, cleo, variant="draw").public_id
    by, whom = ((ada, ben), (ben, ada))[blocker]
    block(user=by, person=whom, now=timezone.now())
    react(game, ada, "hello")
    react(game, ben, "thanks")
    assert seen(Caller(ada), game) == [(0, "hello")]
    assert seen(Caller(ben), game) == [(1, "thanks")]
    assert seen(Caller(cleo), game) == [(0, "hello"), (1, "thanks")]


def test_a_muted_game_shows_none(ada, ben, game, react):
    talk.mute(game=queries.find_game(game), reader=ben, muted=True)
    react(game, ada, "hello")
    assert seen(Caller(ben), game) == []
    talk.mute(game=queries.find_game(game), reader=ben, muted=False)
    assert seen(Caller(ben), game) == [(0, "hello")]


def test_the_rate_of_reactions_is_limited(ada, ben, game_between, react, settings):
    settings.LIMITS = True
    settings.RATES = {**settings.RATES, "reaction": "2/m"}
    games = [game_between(ada, ben).public_id for _ in range(3)]
    for game in games[:2]:
        react(game, ada, "hello")
    with pytest.raises(refusals.TooMany):
        react(games[2], ada, "hello")


@pytest.mark.both_databases
def test_a_deleted_account_takes_its_reactions_along(ada, ben, game, react):
    react(game, ada, "hello")
    delete_account(user=ada, now=timezone.now())
    assert not Reaction.objects.exists()


def test_a_reaction_says_who_what_and_when(ada, ben, game, react):
    react(game, ada, "hello")
    [shown] = Caller(ben).get(f"games/{game}/reactions/").json()["reactions"]
    assert set(shown) == {"seat", "sign", "version", "at"}


def test_two_games_that_differ_in_hidden_tiles_allow_the_same_reactions(guest, game_between):
    """What may be sent, each refusal and each answer are the same, whatever tiles the players hold: in 24 deals."""
    worlds = []
    hands = set()
    for _ in range(12):
        for players in (2, 4):
            people = [guest(name) for name in ("Ada", "Ben", "Cleo", "Dora")[:players]]
            game = game_between(*people, variant="general" if players == 4 else "classic_six").public_id
            position = memory.current(game).running.position
            hands.add(str(rules.view_for(position, 0).hand))
            allowed = [may_send(game, person) for person in people]
            sent = [
                Caller(each).post(f"games/{game}/reactions/", sign=sign).status_code for each in people for sign in ALL
            ]
            worlds.append((players, str([allowed, sent, [seen(Caller(person), game) for person in people]])))
    assert len(hands) == 24
    assert len(set(worlds)) == 2


@pytest.mark.both_databases
def test_no_position_is_read_for_a_reaction(ada, ben, game, react, monkeypatch):
    """With the positions out of reach, reactions work as before."""
    monkeypatch.setattr(memory, "load", None)
    monkeypatch.setattr(memory, "current", None)
    react(game, ada, "hello")
    assert reactions.shown(queries.find_game(game), ben, timezone.now())[0].sign == "hello"
