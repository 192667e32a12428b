"""Suspicious pairs: moderators see them and act on them."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import tokens
from accounts.models import Browser
from games import actions
from games.models import Game
from games.positions import memory
from moderation import pairs
from moderation.models import Action
from tests.conftest import person
from tests.moderation.conftest import moderator
from tests.pages.conftest import words_of

pytestmark = pytest.mark.django_db(transaction=True)


def was_yesterday(game):
    """Move the game to yesterday, because only three games a day of the same two players are rated."""
    Game.objects.filter(pk=game.pk).update(started_at=F("started_at") - timedelta(days=1))


@pytest.fixture
def met(game_between):
    """`met(ada, ben, 5)`: five rated games that Ada lost by resigning; *quickly*: in the first round."""

    def play(loser, winner, times, *, quickly=False, rated=True):
        games = []
        for _ in range(times):
            game = game_between(loser, winner, variant="block", rated=rated)
            while not quickly and memory.current(game.public_id).running.index == 0:
                table = memory.current(game.public_id)
                text = str(table.running.position.legal_moves()[0])
                actions.play_move(public_id=game.public_id, seat=table.turn, text=text, version=table.version)
            actions.resign_game(public_id=game.public_id, player=loser)
            was_yesterday(game)
            games.append(game)
        return games

    return play


def shown(reader):
    return [({each.name for each in pair.people}, pair.games) for pair in pairs.conspicuous(reader)]


@pytest.mark.both_databases
def test_only_pairs_who_meet_hardly_anybody_else_are_shown(met, mo, ada, ben, cleo):
    met(ada, ben, 4)
    assert shown(mo) == []
    met(ben, ada, 1)
    assert shown(mo) == [({"Ada", "Ben"}, 5)]
    [pair] = pairs.conspicuous(mo)
    assert (pair.alone, pair.often_quick, pair.neighbours) == (True, False, False)
    assert (pair.shares, sorted(pair.won), pair.quick) == ((100, 100), [1, 4], (0, 0))
    met(ada, cleo, 2)  # 5 of Ada's 7 games, all of Ben's
    assert shown(mo) == [({"Ada", "Ben"}, 5)]
    met(ben, cleo, 2)
    assert shown(mo) == []


@pytest.mark.both_databases
def test_quick_resignations_are_counted_for_each_player(met, mo, ada, ben, cleo):
    met(ada, ben, 2, quickly=True)
    met(ada, ben, 1)
    assert shown(mo) == []
    met(ben, ada, 1, quickly=True)
    met(ada, cleo, 3), met(ben, cleo, 3)
    [pair] = pairs.conspicuous(mo)
    quick = dict(zip((each.name for each in pair.people), pair.quick, strict=True))
    assert (quick, pair.often_quick, pair.alone) == ({"Ada": 2, "Ben": 1}, True, False)


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("adas", "bens", "found"),
    [("81.2.2.0/24", "81.2.2.0/24", True), ("81.2.2.0/24", "81.3.100.0/24", False), ("", "", False)],
)
@pytest.mark.parametrize("by", ["browser", "token"])
def test_a_shared_network_is_a_reason_and_isnt_named(met, mo, ada, ben, cleo, browser_of, by, adas, bens, found):
    met(ada, ben, 3)
    met(ada, cleo, 2), met(ben, cleo, 2)
    for each, place in ((ada, adas), (ben, bens)):
        if by == "browser":
            browser_of(each).get("/")
            assert Browser.objects.filter(user=each).update(place=place)
        else:
            token, _secret = tokens.make(user=each, name="bot", scopes=["read"], days=None, now=timezone.now())
            type(token).objects.filter(pk=token.pk).update(last_place=place)
    assert shown(mo) == ([({"Ada", "Ben"}, 3)] if found else [])
    page = words_of(browser_of(mo).get(reverse("moderation_pairs")))
    assert ("same network" in page) == found
    assert "81.2.2" not in page


@pytest.mark.both_databases
def test_games_that_change_no_rating_dont_count(met, mo, ada, ben):
    met(ada, ben, 5, rated=False)
    games = met(ada, ben, 5)
    actions.annul_game(public_id=games[0].public_id, by=None, now=timezone.now())
    assert shown(mo) == []


@pytest.mark.both_databases
def test_only_the_newest_games_count(met, mo, ada, ben, monkeypatch):
    met(ada, ben, 5)
    monkeypatch.setattr(pairs, "NEWEST", 4)
    assert shown(mo) == []
    monkeypatch.setattr(pairs, "NEWEST", 5)
    assert len(shown(mo)) == 1
    monkeypatch.setattr(pairs, "AMONG", 4)
    assert shown(mo) == []


def test_partners_arent_a_pair(mo, ada, ben, cleo, game_between):
    dan = person("Dan")
    for _ in range(5):
        game = game_between(ada, ben, cleo, dan, variant="partnership")
        actions.resign_game(public_id=game.public_id, player=ada)
        was_yesterday(game)
    assert {frozenset(names) for names, _games in shown(mo)} == {
        frozenset(names) for names in (("Ada", "Ben"), ("Ada", "Dan"), ("Cleo", "Ben"), ("Cleo", "Dan"))
    }


@pytest.mark.both_databases
def test_the_list_is_sorted_and_paged_with_a_fixed_number_of_queries(met, mo, ada, ben, cleo, browser_of, monkeypatch):
    met(ada, ben, 5)
    client = browser_of(mo)
    address = reverse("moderation_pairs")
    client.get(address)
    with CaptureQueriesContext(connection) as few:
        client.get(address)
    met(person("Dan"), cleo, 5, quickly=True)
    met(person("Eve"), person("Fay"), 6)
    with CaptureQueriesContext(connection) as many:
        client.get(address)
    assert len(many) == len(few)
    assert [names for names, _games in shown(mo)] == [{"Dan", "Cleo"}, {"Eve", "Fay"}, {"Ada", "Ben"}]
    monkeypatch.setattr("moderation.queries.A_PAGE", 2)
    first, second = words_of(client.get(address)), words_of(client.get(f"{address}?from=2"))
    assert ("Eve – Fay" in first, "Ada – Ben" in first, "More pairs" in first) == (True, False, True)
    assert ("Eve – Fay" in second, "Ada – Ben" in second) == (False, True)


def test_moderators_warn_players_and_annul_games_of_a_pair(met, mo, ada, ben, browser_of):
    games = met(ada, ben, 5, quickly=True)
    client, address = browser_of(mo), reverse("moderation_pair", args=[ada.pk, ben.pk])
    assert address in client.get(reverse("moderation_pairs")).content.decode()
    chosen = {"people": [ben.pk], "games": [games[1].public_id, games[3].public_id]}
    assert client.post(address, chosen).status_code == 400  # no reason
    assert client.post(address, {"note": "Why?"}).status_code == 400  # nothing to do
    assert not Action.objects.exists()
    assert client.post(address, chosen | {"note": "You lose on purpose."}).status_code == 302
    annulled = Game.objects.filter(annulled_at__isnull=False).values_list("pk", flat=True)
    assert set(annulled) == {games[1].pk, games[3].pk}
    done = Action.objects.values_list("kind", "player", "moderator", "note")
    assert set(done) == {
        ("annul", None, mo.pk, "You lose on purpose."),
        ("warn", ben.pk, mo.pk, "You lose on purpose."),
    }
    assert "You lose on purpose." in words_of(browser_of(ben).get(reverse("settings_account")))


def test_games_outside_the_pair_cant_be_annulled_there(met, mo, ada, ben, cleo, browser_of):
    met(ada, ben, 5)
    [other] = met(ada, cleo, 1)
    address = reverse("moderation_pair", args=[ada.pk, ben.pk])
    assert browser_of(mo).post(address, {"games": [other.public_id], "note": "No."}).status_code == 400
    other.refresh_from_db()
    assert other.annulled_at is None


def test_moderators_cant_decide_on_their_own_pair(met, mo, ada, browser_of):
    met(ada, mo, 5, quickly=True)
    assert shown(mo) == []
    assert browser_of(mo).get(reverse("moderation_pair", args=[ada.pk, mo.pk])).status_code == 403
    assert len(shown(moderator("Moritz"))) == 1


def test_only_moderators_see_the_pairs(met, ada, ben, browser_of):
    met(ada, ben, 5)
    staff = person("Sam")
    staff.is_staff = True
    staff.save()
    for address in (reverse("moderation_pairs"), reverse("moderation_pair", args=[ada.pk, ben.pk])):
        assert Client().get(address).status_code == 302
        assert browser_of(ada).get(address).status_code == 403
        assert browser_of(staff).get(address).status_code == 403
        assert browser_of(staff).post(address, {"people": [ben.pk], "note": "No."}).status_code == 403
    assert not Action.objects.exists()


@pytest.mark.both_databases
def test_deleted_accounts_arent_in_pairs(mo, ada, ben, met, browser_of):
    from accounts.farewell import delete_account

    met(ada, ben, 5)
    delete_account(user=ben, now=timezone.now() + timedelta(seconds=1))
    assert shown(mo) == []
    assert browser_of(mo).get(reverse("moderation_pair", args=[ada.pk, ben.pk])).status_code == 404
