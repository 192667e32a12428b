"""Simultaneous changes by real threads: one wins, the others get an error, and seat and invitation agree."""

import pytest

from games import actions as tables
from games.models import Game
from people import actions, queries
from people.models import Friendship, Invitation
from tests.games.test_races import at_once, codes
from tests.people.conftest import NOW

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
TIMES = 5


def test_accepting_twice_joins_once(ada, ben, invited):
    for _ in range(TIMES):
        game = invited(ada, ben)
        accept = lambda game=game: actions.accept_invitation(public_id=game.public_id, player=ben)  # noqa: E731
        assert codes(at_once(accept, accept)) in (["own_game"], ["not_kept"])
        assert game.seats.filter(player=ben).count() == 1
        assert Invitation.objects.get(game=game).state == "accepted"
        tables.resign_game(public_id=game.public_id, player=ada)


@pytest.mark.parametrize("other", ["withdraw", "decline", "block"])
def test_an_invitation_is_accepted_or_ended_but_never_both(ada, ben, invited, other):
    for _ in range(TIMES):
        game = invited(ada, ben)
        end = {
            "withdraw": lambda: actions.withdraw(public_id=game.public_id, by=ada, player=ben, now=NOW),
            "decline": lambda: actions.decline_invitation(public_id=game.public_id, player=ben, now=NOW),
            "block": lambda: actions.block(user=ada, person=ben, now=NOW),
        }[other]
        results = at_once(lambda: actions.accept_invitation(public_id=game.public_id, player=ben), end)
        sits = game.seats.filter(player=ben).exists()
        state = Invitation.objects.get(game=game).state
        assert (state == "accepted") == sits
        assert set(codes(results)) <= {"not_kept", "answered", "not_welcome"}
        if sits:
            tables.resign_game(public_id=game.public_id, player=ada)
        else:
            assert not game.seats.exclude(kept_for=None).exists()
            tables.cancel_game(public_id=game.public_id, player=ada)
        actions.unblock(user=ada, person=ben)


def test_only_one_of_two_players_is_invited_to_the_last_seat(ada, ben, cleo, offer):
    for _ in range(TIMES):
        game = offer(ada)
        results = at_once(
            *[
                lambda player=player: actions.invite(public_id=game.public_id, by=ada, players=[player], now=NOW)
                for player in (ben, cleo)
            ]
        )
        assert codes(results) == ["full"]
        assert Invitation.objects.filter(game=game).count() == 1
        tables.cancel_game(public_id=game.public_id, player=ada)


def test_two_simultaneous_requests_make_one_friendship(ada, ben):
    for _ in range(TIMES):
        results = at_once(
            lambda: actions.ask_friend(user=ada, person=ben, now=NOW),
            lambda: actions.ask_friend(user=ben, person=ada, now=NOW),
        )
        assert codes(results) == []
        assert Friendship.objects.count() == 1
        assert queries.bond(ada, ben) == "friends"
        actions.remove_friend(user=ada, person=ben)
        at_once(
            lambda: actions.ask_friend(user=ada, person=ben, now=NOW),
            lambda: actions.block(user=ben, person=ada, now=NOW),
        )
        assert queries.bond(ada, ben) == ""
        actions.unblock(user=ben, person=ada)


def test_the_last_seat_is_reserved_or_joined_but_never_both(ada, ben, cleo, offer):
    for _ in range(TIMES):
        game = offer(ada, variant="draw", seats=2)
        results = at_once(
            lambda: actions.invite(public_id=game.public_id, by=ada, players=[ben], now=NOW),
            lambda: tables.join_game(public_id=game.public_id, player=cleo),
        )
        assert len(codes(results)) == 1
        game.refresh_from_db()
        assert (game.status == Game.Status.PLAYING) != Invitation.objects.filter(game=game).exists()
        if game.status == Game.Status.OPEN:
            tables.cancel_game(public_id=game.public_id, player=ada)
