"""Challenging the players of a past game again."""

import pytest

from common import refusals
from games import actions as tables
from games.models import Game
from people import actions
from tests.people.conftest import NOW, state, words_of


def test_the_new_game_has_the_same_rules_and_clock(ada, ben, game_between, browser_of):
    old = game_between(ada, ben, variant="muggins", options={"end": "target:50"}, turn_seconds=600)
    browser = browser_of(ben)
    assert "Muggins" in words_of(browser.get(f"/g/{old.public_id}/again/"))
    browser.post(f"/g/{old.public_id}/again/", {"invite": "ada"})
    game = Game.objects.get(creator=ben)
    same = ("variant", "options", "clock", "turn_seconds", "seats_number", "rated", "pauses")
    assert [getattr(game, name) for name in same] == [getattr(old, name) for name in same]
    assert state(game, ada) == "pending"


def test_partners_stay_partners(ada, ben, cleo, people, game_between):
    (mo,) = people(1)
    old = game_between(ada, ben, cleo, mo, variant="partnership")
    game, _refused = actions.challenge_again(public_id=old.public_id, by=ben, players=[ada, cleo, mo], now=NOW)
    kept = {seat.kept_for: seat.side for seat in game.seats.all()}
    assert kept[mo] == game.seats.get(player=ben).side
    assert kept[ada] == kept[cleo] != kept[mo]


def test_invited_players_get_their_reserved_seats_and_not_the_first_free_one(ada, ben, cleo, people, game_between):
    """Ben sat opposite Mo, with Ada on one side and Cleo on the other. Cleo isn't invited again."""
    (mo,) = people(1)
    old = game_between(ada, ben, cleo, mo, variant="partnership")
    game, _refused = actions.challenge_again(public_id=old.public_id, by=ben, players=[mo, ada], now=NOW)
    for player in (mo, ada):
        actions.accept_invitation(public_id=game.public_id, player=player)
    assert {seat.number: seat.player for seat in game.seats.all()} == {0: ben, 1: None, 2: mo, 3: ada}


def test_only_players_of_the_old_game_challenge_and_are_challenged(ada, ben, cleo, game_between, browser_of):
    old = game_between(ada, ben)
    with pytest.raises(refusals.Forbidden):
        actions.challenge_again(public_id=old.public_id, by=cleo, players=[ada], now=NOW)
    assert browser_of(cleo).get(f"/g/{old.public_id}/again/").status_code == 404
    browser_of(ada).post(f"/g/{old.public_id}/again/", {"invite": "cleo"})
    assert Game.objects.count() == 1


def test_a_guest_of_the_old_game_needs_the_link(ada, guest, game_between, browser_of):
    old = game_between(ada, guest("Mo"))
    assert "Mo is a guest. Send them the link." in words_of(browser_of(ada).get(f"/g/{old.public_id}/again/"))
    page = words_of(browser_of(ada).post(f"/g/{old.public_id}/again/", follow=True))
    assert "Now send the link" in page


def test_a_player_with_too_many_open_games_gets_an_error(ada, ben, game_between, offer, browser_of, monkeypatch):
    old = game_between(ada, ben)
    monkeypatch.setattr(tables.offer, "OPEN_OFFERS", 0)
    page = words_of(browser_of(ada).post(f"/g/{old.public_id}/again/", {"invite": "ben"}, follow=True))
    assert "Cancel one first" in page


def test_challenges_count_against_the_limit_of_invitations(ada, ben, game_between, browser_of, rates):
    old = game_between(ada, ben)
    rates(invite="1/d")
    browser = browser_of(ada)
    browser.post(f"/g/{old.public_id}/again/", {"invite": "ben"})
    page = words_of(browser.post(f"/g/{old.public_id}/again/", {"invite": "ben"}, follow=True))
    assert "Try again in" in page
    assert Game.objects.filter(status=Game.Status.OPEN).count() == 1


def test_a_player_named_twice_is_challenged_once(ada, ben, game_between, browser_of):
    old = game_between(ada, ben)
    page = words_of(browser_of(ada).post(f"/g/{old.public_id}/again/", {"invite": ["ben", "ben"]}, follow=True))
    assert "Invitation sent to Ben." in page
    assert state(Game.objects.get(status=Game.Status.OPEN), ben) == "pending"


def test_if_invitations_fail_the_game_is_created_and_shows_why(ada, ben, game_between, browser_of, monkeypatch):
    old = game_between(ada, ben)
    monkeypatch.setattr(actions.invitations, "MOST_PENDING", 0)
    answer = browser_of(ada).post(f"/g/{old.public_id}/again/", {"invite": "ben"}, follow=True)
    made = Game.objects.get(status=Game.Status.OPEN)
    assert answer.redirect_chain[-1][0] == made.get_absolute_url()
    assert "You have too many unanswered invitations." in words_of(answer)
