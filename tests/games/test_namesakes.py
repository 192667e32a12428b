"""No game has two players with similar names, whether they join, log in, are renamed or invited."""

import threading

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts import database, guests
from accounts.models import User
from accounts.names import NotPossible, looks
from common import refusals
from common.database import tried_again
from games import actions, queries
from games.actions import namesakes
from games.actions.rows import locked
from games.models import Game
from people import actions as people
from tests.creating import create_game
from tests.following import it_happens
from tests.games.test_races import at_once

pytestmark = pytest.mark.django_db


def called(game: Game) -> list[str]:
    return [seat.player.name for seat in queries.find_game(game.public_id).seats.all() if seat.player]


def account(username: str, nickname: str = "") -> User:
    return User.objects.create_user(username=username, nickname=nickname)


def sits(player: User, game: Game) -> None:
    actions.join_game(public_id=game.public_id, player=player)


def table(host: User, seats: int = 2, **more) -> Game:
    return create_game(creator=host, variant="draw", seats=seats, **more)


@pytest.mark.both_databases
@pytest.mark.parametrize("name", ["ada", "Ada", "АDА", "ａda", "Adа", "ꓮda", "ꓮꓓꓮ", "ᴀᴅᴀ"])
def test_a_guest_cannot_join_under_the_name_of_an_account_in_the_game(ada, guest, name):
    game = table(ada)
    with pytest.raises(actions.NameTaken) as refused:
        sits(guest(name), game)
    assert refused.value.free.endswith(" 2")
    assert called(game) == ["Ada"]


def test_a_guest_cannot_join_under_the_user_name_of_an_account_in_the_game(guest):
    game = table(account("ada", "Countess"))
    with pytest.raises(actions.NameTaken):
        sits(guest("Ada"), game)


def test_the_second_of_two_guests_gets_a_free_name_suggested(guest):
    game = table(guest("Mo"), seats=4)
    sits(guest("Mo 2"), game)
    with pytest.raises(actions.NameTaken, match="Try Мо 3 instead"):
        sits(guest("Мо"), game)  # in Cyrillic
    assert called(game) == ["Mo", "Mo 2"]


@pytest.mark.both_databases
def test_a_guest_is_renamed_if_an_account_of_that_name_joins(ada, guest):
    mo = guest("ada")
    game, elsewhere = table(mo), table(guest("Ada 2"))
    sits(mo, elsewhere)
    sits(ada, game)
    assert called(game) == ["ada 3", "Ada"]  # the other game has an “Ada 2”
    assert called(elsewhere) == ["Ada 2", "ada 3"]


def test_of_two_accounts_the_second_is_refused_and_offered_a_free_name(guest):
    game = table(account("ada", "Ada"))
    with pytest.raises(actions.NameTaken, match="Try Ada 2 instead"):
        sits(account("ada_l", "Ada"), game)


def test_a_reserved_seat_reserves_its_name(ada, ben, guest):
    game = table(ben, seats=3)
    people.invite(public_id=game.public_id, by=ben, players=[ada], now=timezone.now())
    with pytest.raises(actions.NameTaken):
        sits(guest("Ada"), game)
    people.accept_invitation(public_id=game.public_id, player=ada)
    assert called(game) == ["Ben", "Ada"]


def test_inviting_a_namesake_of_a_player_is_refused(ada, ben):
    game = table(ben, seats=3)
    sits(ada, game)
    with pytest.raises(refusals.NotNow, match="Ada"):
        people.invite(public_id=game.public_id, by=ben, players=[account("ada_l", "Ada")], now=timezone.now())


@pytest.mark.both_databases
def test_a_new_name_cannot_be_that_of_a_player_in_an_unfinished_game(ada, ben, game_between):
    game = game_between(ada, ben)
    with pytest.raises(NotPossible, match="Try ada 2 instead"):
        guests.rename(ben, "ada")
    ben.refresh_from_db()
    assert (ben.name, called(game)) == ("Ben", ["Ada", "Ben"])
    actions.resign_game(public_id=game.public_id, player=ada)
    guests.rename(ben, "ada")
    assert ben.name == "ada"


@pytest.mark.both_databases
def test_taking_the_name_of_a_guest_renames_the_guest(ada, guest, game_between):
    game = game_between(ada, guest("Countess"))
    guests.rename(ada, "Countess")
    assert called(game) == ["Countess", "Countess 2"]


@pytest.mark.both_databases
def test_joining_a_rematch_under_a_namesakes_new_name_is_refused(ada, ben, game_between):
    game = game_between(ada, ben)
    actions.resign_game(public_id=game.public_id, player=ada)
    actions.offer_rematch(public_id=game.public_id, player=ada)
    guests.rename(ben, "Ada")  # he has no unfinished game
    with pytest.raises(actions.NameTaken):
        actions.offer_rematch(public_id=game.public_id, player=ben)


def test_logging_in_as_a_guest_creates_no_second_ben_in_a_game(ben, guest, game_between):
    mo = guest("Mo")
    with_guest, with_account = game_between(mo, guest("ben")), game_between(mo, account("ben_o", "Ben"))
    it_happens("merged", mo, ben)
    assert called(with_account) == ["Ben 2", "Ben"]
    assert len({frozenset(looks(name)) for name in called(with_guest)}) == 2


def test_a_sign_up_renames_a_guest_of_that_name_in_the_same_game(guest, game_between, client):
    dora, game = guest("Dora"), None
    game = game_between(dora, guest("star"))
    client.force_login(dora)
    client.post("/accounts/signup/", {"username": "star", "password1": "four-bones-and-ink"})
    assert called(game) == ["Dora", "star 2"]


@pytest.mark.both_databases
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_namesakes_who_join_at_once_only_one_gets_a_seat(ben, guest):
    for _time in range(5):
        game = table(ben, seats=4)
        twins = [guest("Mo") for _ in range(4)]
        at_once(*[lambda player=player: sits(player, game) for player in twins])
        assert called(game) == ["Ben", "Mo"]


@pytest.mark.both_databases
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_joining_and_renaming_at_once_never_give_two_players_one_name(ben, guest):
    for _time in range(8):
        game, mo, zoe = table(ben, seats=4), guest("Mo"), guest("Zoe")
        sits(zoe, game)
        at_once(lambda: sits(mo, game), lambda: guests.rename(zoe, "Mo"))
        assert called(game) in (["Ben", "Zoe", "Mo"], ["Ben", "Mo"])


@pytest.mark.both_databases
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_guest_waiting_for_a_lock_still_makes_way_for_a_login(ben, guest, game_between, monkeypatch):
    mo, twin = guest("Mo"), guest("Ben")
    game = game_between(mo, twin)
    twin_waits, games_held = threading.Event(), threading.Event()
    neighbours = namesakes.neighbours

    def with_the_games_held(player):
        games_held.set()
        return neighbours(player)

    def log_in():
        twin_waits.wait()
        actions.merge_guest(guest=mo, account=ben)

    @tried_again
    def do_something_there():
        with transaction.atomic():
            database.hold(twin)
            twin_waits.set()
            games_held.wait()
            locked(game.public_id)

    monkeypatch.setattr(namesakes, "neighbours", with_the_games_held)
    at_once(log_in, do_something_there)
    assert called(game) == ["Ben", "Ben 2"]


@pytest.mark.both_databases
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_players_may_sign_up_at_once_under_each_others_names(guest, game_between, caplog):
    def signs_up(player, name):
        browser = Client()
        browser.force_login(player)
        browser.post("/accounts/signup/", {"username": name, "password1": "four-bones-and-ink"})

    for n in range(3):
        mo, zoe = guest(f"Mo{n}"), guest(f"Zoe{n}")
        game = game_between(mo, zoe)
        at_once(lambda: signs_up(mo, f"zoe{n}"), lambda: signs_up(zoe, f"mo{n}"))
        assert len({frozenset(looks(name)) for name in called(game)}) == 2
        assert set(User.objects.filter(pk__in=[mo.pk, zoe.pk]).values_list("username", flat=True)) == {
            f"mo{n}",
            f"zoe{n}",
        }
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
