"""Account deletion: nothing identifies the person, nothing waits for them, and others keep their games."""

import random

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import connection
from django.utils import timezone

from accounts import tokens
from accounts.farewell import delete_account
from accounts.models import User
from common import refusals
from games import actions, queries
from games.models import Game
from games.positions import memory
from standings import rating
from talk import actions as talk
from tests.api.conftest import Caller
from tests.creating import create_game
from tests.games.playing import legal, play_one, play_out
from tests.games.test_races import at_once, codes
from tests.pages.conftest import words_of
from tests.standings.test_rating import books

pytestmark = pytest.mark.django_db
PASSWORD = "four-bones-and-ink"


@pytest.fixture
def known(ada):
    """Ada, with data in every kind of row."""
    ada.set_password(PASSWORD)
    ada.email, ada.first_name, ada.last_name = "ada@example.org", "Augusta", "King"
    ada.language, ada.time_zone = "de", "Europe/Berlin"
    ada.save()
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    return ada


def leave(client, password=PASSWORD, **more):
    return client.post("/settings/account/", {"password": password, "sure": "on", **more}, follow=True)


def test_the_page_says_what_deletion_does(known, ben, game_between, browser_of):
    game_between(known, ben)
    create_game(creator=known, variant="draw")
    page = words_of(browser_of(known).get("/settings/account/"))
    for said in (
        "We’ll resign 1 game in progress for you.", "We’ll cancel or leave 1 open game.",
        "The players you played with keep their games.", "All my games", "My data (JSON)",
    ):  # fmt: skip
        assert said in page


def test_no_rematch_waits_for_a_player_who_left(ada, ben, game_between):
    over = game_between(ada, ben)
    actions.resign_game(public_id=over.public_id, player=ben)
    again = actions.offer_rematch(public_id=over.public_id, player=ada)
    assert again.seats.filter(kept_for=ben).exists()
    actions.leave_all_games(player=ben)
    assert not again.seats.filter(kept_for=ben).exists()
    assert queries.find_game(again.public_id).version > again.version


@pytest.mark.both_databases
def test_an_account_is_deleted(known, ben, game_between, browser_of):
    running, over = game_between(known, ben), game_between(known, ben)
    actions.resign_game(public_id=over.public_id, player=ben)
    offer = create_game(creator=known, variant="draw")
    client = browser_of(known)
    page = leave(client)
    assert "Your account was deleted." in words_of(page)
    assert "_auth_user_id" not in client.session
    row = User.objects.get(pk=known.pk)
    assert (row.is_active, row.email, row.nickname, row.first_name, row.has_usable_password()) == (
        False,
        "",
        "",
        "",
        False,
    )
    assert row.deleted_at is not None
    assert not row.username.startswith("ada")
    assert not EmailAddress.objects.filter(user=row).exists()
    assert queries.find_game(running.public_id).winners == [1]
    assert queries.find_game(over.public_id).winners == [0]
    assert queries.find_game(offer.public_id).status == Game.Status.CANCELLED
    for game in (running, over):
        page = browser_of(ben).get(game.get_absolute_url())
        assert page.context["view"].seats[0].name == "Deleted player"
    assert "Deleted player" in words_of(browser_of(ben).get("/games/"))


@pytest.mark.both_databases
def test_rebuilt_ratings_include_games_resigned_by_the_deletion(known, ben, game_between, browser_of):
    game = game_between(known, ben, variant="draw")
    for _ in range(4):
        play_one(game.public_id, random.Random(1))
    leave(browser_of(known))
    before = books()
    assert len(before[1]) == 2
    rating.rebuild("draw")
    assert books() == before


@pytest.mark.parametrize("sent", [{}, {"sure": "on"}, {"sure": "on", "password": "wrong"}, {"password": PASSWORD}])
def test_an_unconfirmed_request_deletes_nothing(known, browser_of, sent):
    answer = browser_of(known).post("/settings/account/", sent)
    assert answer.status_code == 400
    known.refresh_from_db()
    assert known.is_active


def test_accounts_with_only_a_passkey_confirm_with_it(ada, browser_of):
    ada.set_unusable_password()
    ada.save()
    Authenticator.objects.create(user=ada, type=Authenticator.Type.WEBAUTHN, data={})
    answer = browser_of(ada).post("/settings/account/", {"sure": "on"})
    assert answer.status_code == 302
    assert "reauthenticate" in answer["Location"]
    ada.refresh_from_db()
    assert ada.is_active
    delete_account(user=ada, now=timezone.now())
    assert not Authenticator.objects.exists()


def test_deleting_a_guest_ends_their_private_link(guest, ada, game_between, browser_of, stranger):
    dora = guest("Dora")
    game = game_between(ada, dora)
    link = f"/g/{game.public_id}/seat/{game.seats.get(number=1).token}/"
    client = browser_of(dora)
    assert "Forget me" in words_of(client.get("/settings/account/"))
    client.post("/settings/account/", {"sure": "on"})
    assert stranger.get(link).status_code == 404
    assert stranger.post(link).status_code == 404
    assert "_auth_user_id" not in stranger.session
    assert queries.find_game(game.public_id).winners == [0]


@pytest.mark.both_databases
def test_the_name_is_in_no_row_of_the_database(known, ben, game_between, say):
    """Searches every text of every row for the deleted account's texts."""
    known.username, known.nickname, known.email = "quetzal", "Quetzalcoatl", "quetzal@example.org"
    known.save()
    EmailAddress.objects.update(email="quetzal@example.org")
    game = game_between(known, ben)
    say(game.public_id, known, "quetzal says hello")
    talk.write_note(author=known, text="quetzal notes", now=timezone.now(), person=ben)
    talk.write_note(author=ben, text="quetzal is slow", now=timezone.now(), person=known)
    delete_account(user=known, now=timezone.now())
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            for row in cursor.fetchall():
                assert "quetzal" not in str([bytes(x) if isinstance(x, memoryview) else x for x in row]).lower(), table


def test_the_tokens_of_a_deleted_account_are_rejected(known, ben, game_between):
    game_between(known, ben)
    _row, token = tokens.make(user=known, name="bot", scopes=["read"], days=None, now=timezone.now())
    caller = Caller(known, token)
    assert caller.get("me/").status_code == 200
    delete_account(user=known, now=timezone.now())
    assert caller.get("me/").status_code == 401


def test_all_sessions_of_a_deleted_account_end(known, browser_of):
    phone, laptop = browser_of(known), browser_of(known)
    leave(laptop)
    assert phone.get("/games/").context["user"].is_anonymous


def test_the_other_two_finish_a_game_of_three_without_a_clock(known, ben, cleo, game_between):
    game = game_between(known, ben, cleo, variant="draw", clock="none", turn_seconds=None, options={"end": "rounds:1"})
    play_one(game.public_id, random.Random(1))
    delete_account(user=known, now=timezone.now())
    table = play_out(game.public_id)
    assert table.status == Game.Status.FINISHED


def test_a_seat_reserved_for_a_deleted_account_becomes_free(known, ben, cleo, game_between):
    game = game_between(known, ben)
    actions.resign_game(public_id=game.public_id, player=ben)
    again = actions.offer_rematch(public_id=game.public_id, player=ben)
    delete_account(user=known, now=timezone.now())
    actions.join_game(public_id=again.public_id, player=cleo)
    assert queries.find_game(again.public_id).status == Game.Status.PLAYING


def test_a_rematch_has_a_free_seat_in_place_of_a_deleted_account(known, ben, cleo, game_between):
    game = game_between(known, ben, cleo, variant="draw")
    actions.resign_game(public_id=game.public_id, player=cleo)
    delete_account(user=known, now=timezone.now())
    again = actions.offer_rematch(public_id=game.public_id, player=ben)
    assert list(again.seats.filter(player=None, kept_for=None).values_list("number", flat=True)) == [2]
    assert again.seats.get(kept_for=cleo).number == 1


def test_a_player_whose_only_opponent_has_left_the_site_is_told_instead_of_waiting(known, ben, game_between):
    game = game_between(known, ben)
    delete_account(user=known, now=timezone.now())
    with pytest.raises(refusals.NotNow, match="Everyone else in this game has left the site") as refused:
        actions.offer_rematch(public_id=game.public_id, player=ben)
    assert refused.value.code == "player_gone"
    assert not Game.objects.filter(rematch_of=game).exists()


def test_nobody_joins_a_deleted_account(known, ben):
    offer = create_game(creator=known, variant="draw")
    User.objects.filter(pk=known.pk).update(is_active=False)
    with pytest.raises(refusals.NotNow) as refused:
        actions.join_game(public_id=offer.public_id, player=ben)
    assert refused.value.code == "player_gone"


@pytest.mark.both_databases
def test_a_game_that_starts_during_the_deletion_is_resigned_too(known, ben):
    offer = create_game(creator=ben, variant="draw")
    User.objects.filter(pk=known.pk).update(is_active=False)
    actions.join_game(public_id=offer.public_id, player=known)  # their request had already started
    assert queries.find_game(offer.public_id).winners == [0]


@pytest.mark.both_databases
def test_deleting_an_account_twice_changes_nothing_more(known):
    delete_account(user=known, now=timezone.now())
    before = User.objects.get(pk=known.pk)
    delete_account(user=known, now=timezone.now())
    assert User.objects.get(pk=known.pk).username == before.username


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_player_moves_while_another_account_is_deleted(ada, ben, guest, game_between):
    for n in range(5):
        other = guest(f"P{n}")
        game = game_between(ben, other)
        table = memory.current(game.public_id)
        move = {"public_id": game.public_id, "seat": table.turn, "text": legal(table)[0], "version": table.version}
        results = at_once(
            lambda: actions.play_move(**move), lambda other=other: delete_account(user=other, now=timezone.now())
        )
        assert codes(results) in ([], ["game_over"], ["stale"])
        after = queries.find_game(game.public_id)
        assert (after.status, after.winners) == (Game.Status.FINISHED, [0])
        assert memory.load(after).version == after.version
        assert User.objects.get(pk=other.pk).deleted_at is not None


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_player_joins_while_the_hosts_account_is_deleted(ben, guest):
    for n in range(5):
        host = guest(f"H{n}")
        game = create_game(creator=host, variant="draw")
        results = at_once(
            lambda: actions.join_game(public_id=game.public_id, player=ben),
            lambda host=host: delete_account(user=host, now=timezone.now()),
        )
        assert codes(results) in ([], ["cancelled"], ["player_gone"])
        after = queries.find_game(game.public_id)
        assert after.status in {Game.Status.CANCELLED, Game.Status.FINISHED}
        assert User.objects.get(pk=host.pk).deleted_at is not None


@pytest.mark.both_databases
def test_the_data_export_contains_everything_of_its_owner(known, ben, game_between, say, browser_of):
    game = game_between(known, ben)
    say(game.public_id, known, "Hello")
    say(game.public_id, ben, "Not yours")
    talk.write_note(author=known, text="likes sixes", now=timezone.now(), person=ben)
    talk.write_note(author=ben, text="is slow", now=timezone.now(), person=known)
    browser = browser_of(known)
    browser.post("/accounts/reauthenticate/", {"password": PASSWORD})
    answer = browser.get("/settings/account/data.json")
    stored = answer.json()
    assert stored["account"]["email"] == "ada@example.org"
    assert stored["messages"][0]["text"] == "Hello"
    assert stored["notes"][0] | {"at": ""} == {"game": None, "about": "ben", "text": "likes sixes", "at": ""}
    text = answer.content.decode()
    for secret in ("password", "argon2", "Not yours", "is slow"):
        assert secret not in text


def test_strangers_have_nothing_to_delete(stranger):
    assert stranger.get("/settings/account/").status_code == 302
    assert stranger.get("/settings/account/data.json").status_code == 302
