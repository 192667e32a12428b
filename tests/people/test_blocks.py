"""A block stops invitations, chat and new games everywhere, and tells the blocked player as little as possible (E6)."""

import re

import pytest

from common import refusals
from games import actions as tables
from games import queries as games
from games.lobby import open_tables
from games.models import Game
from people import actions, queries
from people.models import Invitation
from tests.api.conftest import Caller, refused
from tests.games.playing import play_out
from tests.pages.conftest import html_of
from tests.people.conftest import NOW, state, words_of

SENTENCE = "You can’t join this game."


@pytest.fixture
def blocked(ada, ben) -> None:
    """Ada has blocked Ben."""
    actions.block(user=ada, person=ben, now=NOW)


def test_a_block_works_in_both_directions_and_for_these_two_only(ada, ben, cleo, blocked):
    assert queries.blocks_among(ada.pk, [ben.pk])
    assert queries.blocks_among(ben.pk, [ada.pk])
    assert not queries.blocks_among(ada.pk, [cleo.pk])
    assert (queries.blocked_ids(ada), queries.blocked_ids(ben), queries.blocked_ids(cleo)) == (
        {ben.pk},
        {ada.pk},
        set(),
    )


def test_a_blocked_player_cannot_join_by_the_link(ada, ben, offer, browser_of, blocked):
    game = offer(ada)
    page = words_of(browser_of(ben).post(f"/g/{game.public_id}/join/", follow=True))
    assert SENTENCE in page
    assert "blocked" not in page
    assert games.find_game(game.public_id).status == Game.Status.OPEN


def test_the_api_lets_neither_player_join_the_other(ada, ben, offer, blocked):
    adas, bens = offer(ada), offer(ben)
    assert refused(Caller(ben).post(f"games/{adas.public_id}/join/"), 403, "not_welcome") == SENTENCE
    said = refused(Caller(ada).post(f"games/{bens.public_id}/join/"), 403, "blocked")
    assert said == "You blocked Ben. Unblock them to play together."


def test_a_blocked_player_cannot_join_a_third_players_game(ada, ben, cleo, offer, blocked):
    game = offer(cleo, variant="draw", seats=4)
    tables.join_game(public_id=game.public_id, player=ada)
    with pytest.raises(refusals.Forbidden):
        tables.join_game(public_id=game.public_id, player=ben)


@pytest.mark.both_databases
def test_neither_player_sees_the_others_open_games(ada, ben, cleo, offer, browser_of, blocked):
    offer(ada, visibility="public")
    offer(ben, visibility="public")
    offer(cleo, visibility="public")
    for user, other in ((ada, "Ben"), (ben, "Ada")):
        hosts = re.findall(r'class="game-title"[^>]*>([^<]*)<', html_of(browser_of(user).get("/lobby/")))
        assert "Cleo" in hosts
        assert other not in hosts
        lines = Caller(user).get("games/", status="open").json()["results"]
        assert {seat["name"] for line in lines for seat in line["seats"]} == {"Cleo", user.name, None}
    assert open_tables(cleo).count() == 2


def test_neither_player_can_offer_a_rematch(ada, ben, game_between, blocked):
    actions.unblock(user=ada, person=ben)
    game = game_between(ada, ben, options={"end": "rounds:1"})
    play_out(game.public_id)
    actions.block(user=ada, person=ben, now=NOW)
    assert refused(Caller(ben).post(f"games/{game.public_id}/rematch/"), 403, "not_welcome") == SENTENCE
    refused(Caller(ada).post(f"games/{game.public_id}/rematch/"), 403, "blocked")
    assert not Game.objects.filter(status=Game.Status.OPEN).exists()


def test_a_rematch_offered_before_the_block_cannot_be_accepted(ada, ben, game_between):
    game = game_between(ada, ben, options={"end": "rounds:1"})
    play_out(game.public_id)
    tables.offer_rematch(public_id=game.public_id, player=ben)
    actions.block(user=ben, person=ada, now=NOW)
    with pytest.raises(refusals.Forbidden):
        tables.offer_rematch(public_id=game.public_id, player=ada)


@pytest.mark.both_databases
def test_neither_player_can_challenge_invite_or_befriend_the_other(ada, ben, offer, browser_of, blocked):
    game = offer(ben)
    for by, player in ((ben, ada), (ada, ben)):
        table = game if by == ben else offer(ada)
        with pytest.raises(refusals.Forbidden) as refusal:
            actions.invite(public_id=table.public_id, by=by, players=[player], now=NOW)
        assert refusal.value.message == f"You can’t invite {player.name}."
        with pytest.raises(refusals.Forbidden) as refusal:
            actions.ask_friend(user=by, person=player, now=NOW)
        assert refusal.value.message == f"You can’t send {player.name} a friend request."
    page = browser_of(ben).post("/new/", {**NEW, "invite": "ada"})
    assert page.status_code == 422
    assert "You can’t invite Ada." in words_of(page)
    assert Game.objects.filter(creator=ben).count() == 1


NEW = {"variant": "draw", "seats": "2", "clock": "86400", "length": "usual", "visibility": "link"}


def test_a_blocked_player_cannot_challenge_again_from_an_old_game(ada, ben, game_between):
    game = game_between(ada, ben)
    actions.block(user=ada, person=ben, now=NOW)
    with pytest.raises(refusals.Forbidden):
        actions.challenge_again(public_id=game.public_id, by=ben, players=[ada], now=NOW)
    assert Game.objects.count() == 1


@pytest.mark.both_databases
def test_blocking_ends_friendship_and_withdraws_invitations(ada, ben, befriend, invited):
    befriend(ada, ben)
    adas, bens = invited(ada, ben), invited(ben, ada)
    actions.block(user=ada, person=ben, now=NOW)
    assert queries.bond(ada, ben) == ""
    assert state(adas, ben) == state(bens, ada) == Invitation.State.WITHDRAWN
    assert not adas.seats.filter(kept_for=ben).exists()


def test_games_in_progress_go_on_after_a_block(ada, ben, game_between):
    game = game_between(ada, ben, options={"end": "rounds:1"})
    actions.block(user=ada, person=ben, now=NOW)
    assert play_out(game.public_id).status == Game.Status.FINISHED


@pytest.mark.both_databases
def test_search_hides_each_from_the_other(ada, ben, blocked):
    assert queries.found("be", ada) == []
    assert queries.found("ad", ben) == []


def test_the_blockers_profile_looks_the_same_to_the_blocked_player(ada, ben, cleo, browser_of, blocked):
    seen = words_of(browser_of(ben).get("/people/ada/"))
    assert seen.replace("Ben", "Cleo") == words_of(browser_of(cleo).get("/people/ada/"))
    assert "You blocked this player" in words_of(browser_of(ada).get("/people/ben/"))


@pytest.mark.both_databases
def test_a_guest_is_blocked_from_the_list_of_players_and_unblocked(ada, guest, game_between, browser_of, offer):
    mo = guest("Mo")
    game = game_between(ada, mo)
    browser = browser_of(ada)
    assert "Mo guest Report Mo Block this player Mo" in words_of(browser.get(f"/g/{game.public_id}/people/"))
    browser.post(f"/people/{mo.username}/block/")
    assert "Mo guest Unblock Mo" in words_of(browser.get("/people/"))
    other = offer(ada)
    with pytest.raises(refusals.Forbidden):
        tables.join_game(public_id=other.public_id, player=mo)
    browser.post(f"/people/{mo.username}/block/", {"do": "unblock"})
    tables.join_game(public_id=other.public_id, player=mo)


def test_blocking_needs_a_login_and_another_known_player(ada, browser_of, stranger, ben):
    assert browser_of(ada).post("/people/ada/block/").status_code == 404
    assert browser_of(ada).post("/people/nobody/block/").status_code == 404
    assert stranger.post("/people/ben/block/").status_code == 302
