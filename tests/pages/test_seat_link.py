import logging

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import new_guest
from games import actions
from tests.creating import create_game
from tests.pages.conftest import words_of


@pytest.fixture
def dora(db):
    return new_guest("Dora")


@pytest.fixture
def seat(dora, ada, game_between):
    return game_between(dora, ada).seats.get(number=0)


def link(seat):
    return reverse("seat_link", args=[seat.game.public_id, seat.token])


def test_guests_see_their_private_link_on_board_and_invitation(browser_of, seat, dora, offer):
    assert link(seat) in browser_of(dora).get(seat.game.get_absolute_url()).content.decode()
    game = offer(dora)
    assert link(game.seats.get(number=0)) in browser_of(dora).get(game.get_absolute_url()).content.decode()


def test_only_the_guest_sees_the_link(browser_of, stranger, seat, ada):
    for client in (stranger, browser_of(ada)):
        assert seat.token not in client.get(seat.game.get_absolute_url()).content.decode()


def test_opening_the_link_changes_nothing(stranger, seat):
    for method in (stranger.get, stranger.head):
        page = method(link(seat))
        assert page.status_code == 200
        assert "_auth_user_id" not in stranger.session
    assert "Continue" in words_of(stranger.get(link(seat)))
    assert stranger.get(seat.game.get_absolute_url()).context["view"].you is None


def test_the_button_returns_the_guest_to_their_seat_on_any_device(stranger, seat, dora):
    page = stranger.post(link(seat), follow=True)
    assert page.redirect_chain[-1][0] == seat.game.get_absolute_url()
    assert page.context["view"].you == 0
    assert "_auth_user_id" not in stranger.session


def test_browsers_with_a_seat_by_link_are_offered_no_push_notifications(browser_of, stranger, seat, dora, cleo):
    """Otherwise the notifications would go to whoever is logged in there."""
    assert 'id="push-offer"' in browser_of(dora).get(seat.game.get_absolute_url()).content.decode()
    for client in (stranger, browser_of(cleo)):
        client.post(link(seat))
        assert 'id="push-offer"' not in client.get(seat.game.get_absolute_url()).content.decode()


def test_the_link_is_kept_out_of_caches_referrers_and_search_engines(stranger, seat):
    page = stranger.get(link(seat))
    assert "no-store" in page["Cache-Control"]
    assert page["Referrer-Policy"] == "strict-origin"  # never the path
    assert page["X-Robots-Tag"] == "noindex"


def test_players_in_their_own_seat_are_redirected_to_the_game(browser_of, seat, dora):
    assert browser_of(dora).get(link(seat))["Location"] == seat.game.get_absolute_url()


@pytest.mark.parametrize("guest", [False, True])
def test_using_the_link_keeps_the_browsers_login(browser_of, seat, ben, guest):
    somebody = new_guest("Mo") if guest else ben
    browser = browser_of(somebody)
    assert f"Everywhere else in this browser, you stay {somebody.name}." in words_of(browser.get(link(seat)))
    assert browser.post(link(seat), follow=True).context["view"].you == 0
    assert int(browser.session["_auth_user_id"]) == somebody.pk


def test_players_of_the_game_cannot_take_a_second_seat_by_link(browser_of, seat, ada):
    browser = browser_of(ada)
    assert "You’re already in this game as Ada." in words_of(browser.get(link(seat)))
    browser.post(link(seat))
    assert browser.get(seat.game.get_absolute_url()).context["view"].you == 1


def test_the_link_to_an_accounts_seat_asks_for_the_password(stranger, seat, ada):
    hers = seat.game.seats.get(number=1)
    page = stranger.get(link(hers))
    assert "Ada has an account. Log in" in words_of(page)
    stranger.post(link(hers))
    assert "_auth_user_id" not in stranger.session
    assert stranger.get(seat.game.get_absolute_url()).context["view"].you is None


@pytest.mark.parametrize("token", ["wrong", "x" * 32])
def test_a_wrong_link_shows_an_explanation(stranger, seat, token):
    page = stranger.get(reverse("seat_link", args=[seat.game.public_id, token]))
    assert page.status_code == 404
    assert "This link doesn’t work" in words_of(page)


def test_a_token_of_another_game_is_refused(stranger, seat, offer, dora):
    other = offer(dora)
    assert stranger.get(reverse("seat_link", args=[other.public_id, seat.token])).status_code == 404


def test_the_link_of_a_player_who_left_does_not_open_the_next_players_seat(stranger, ada, dora):
    game = create_game(creator=ada, variant="draw", seats=3)
    old = actions.join_game(public_id=game.public_id, player=new_guest("Mo"))
    actions.leave_game(public_id=game.public_id, player=old.player)
    actions.join_game(public_id=game.public_id, player=dora)
    assert stranger.post(link(old)).status_code == 404


def test_a_browser_loses_its_seat_when_another_player_takes_it(stranger, ada, dora):
    game = create_game(creator=ada, variant="draw", seats=3)
    old = actions.join_game(public_id=game.public_id, player=new_guest("Mo"))
    assert stranger.post(link(old), follow=True).context["mine"].player == old.player
    actions.leave_game(public_id=game.public_id, player=old.player)
    actions.join_game(public_id=game.public_id, player=dora)
    assert stranger.get(game.get_absolute_url()).context["mine"] is None


def test_the_link_works_after_the_game(stranger, seat, dora):
    actions.resign_game(public_id=seat.game.public_id, player=dora)
    assert stranger.post(link(seat), follow=True).context["view"].you == 0


def test_a_form_from_another_site_is_refused(seat):
    strict = Client(enforce_csrf_checks=True)
    strict.cookies["csrftoken"] = "x" * 32
    page = strict.post(link(seat))
    assert page.status_code == 403
    assert "Please try again" in words_of(page)


def test_the_log_of_a_failed_request_has_no_token(seat, caplog):
    Client(enforce_csrf_checks=True).post(link(seat))
    console = next(handler for handler in logging.getLogger().handlers if handler.filters)
    said = [console.format(record) for record in caplog.records if console.filter(record)]
    assert any(f"/g/{seat.game.public_id}/seat/…/" in line for line in said)
    assert not any(seat.token in line for line in said)
