"""What follows the end of a game happens once and in order, whatever is killed, fails, leaves or is added meanwhile."""

import random
import time
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.farewell import delete_account
from dominoes_site.followers import QUEUES
from games import actions, settling
from games.after_move import FollowsGames
from games.models import Game
from games.positions import memory
from games.viewers import live
from history.models import Balance, KnownAs, Meeting
from notices.models import Delivery, Notice
from standings import tallies
from standings.models import Rating, RatingChange, Tally
from tests import queued
from tests.following import also_following, it_happens
from tests.games.playing import legal, play_one, play_out, play_until_deal
from tests.games.test_races import at_once
from tests.standings.test_rating import books

LATER = timedelta(seconds=3)
in_a_thread = settling.soon  # as in production


@pytest.fixture
def killed(monkeypatch):
    """The process that ends a game is killed before it settles."""
    monkeypatch.setattr(settling, "soon", lambda game_id: None)


@pytest.fixture
def ended(game_between):
    """A game that the first player has lost by resigning after two moves."""

    def end(*players, moves=2, **settings):
        game = game_between(*players, variant="block", **settings)
        for _ in range(moves):
            play_one(game.public_id, random.Random(1))
        actions.resign_game(public_id=game.public_id, player=players[0])
        game.refresh_from_db()
        return game

    return end


def settle_what_is_left():
    return queued.settle_due(timezone.now() + LATER)


def counted(player):
    """The number of games in a player's sums and ratings."""
    sums = Tally.objects.filter(player=player, variant="", month="").values_list("games", flat=True).first() or 0
    ratings = Rating.objects.filter(player=player, variant="block").values_list("games", flat=True).first() or 0
    return sums, ratings


def in_book(player):
    return Meeting.objects.filter(player=player, other=player).count()


def told_of_the_end(player):
    return Notice.objects.filter(player=player, event="over").count()


class Fails(FollowsGames):
    """The last follower, called after all others."""

    def __init__(self, *games):
        self.games = {game.pk for game in games}

    def settled(self, game):
        if game.pk in self.games:
            raise RuntimeError("no paper left")


# ---- Once


@pytest.mark.both_databases
@pytest.mark.django_db
def test_the_request_that_ends_a_game_stores_only_the_result(ada, ben, ended, killed):
    game = ended(ada, ben)
    assert (game.status, game.winners, game.settle_at) == ("finished", [1], game.finished_at + settling.LEASE)
    assert list(game.seats.values_list("result", flat=True)) == ["lost", "won"]
    assert (counted(ada), in_book(ada), told_of_the_end(ada)) == ((0, 0), 0, 0)


@pytest.mark.both_databases
@pytest.mark.django_db
def test_the_next_look_finishes_the_work_of_a_killed_process_once(ada, ben, ended, killed):
    game = ended(ada, ben)
    assert settling.ends in QUEUES
    assert queued.settle_due(game.finished_at) == 0  # the process that ended it may be settling it
    assert [settle_what_is_left(), settle_what_is_left()] == [1, 0]
    for player in (ada, ben):
        assert (counted(player), in_book(player), told_of_the_end(player)) == ((1, 1), 1, 1)
    assert not Notice.objects.filter(event="turn").exists()


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_settling_deletes_pending_notifications_of_the_last_turn(ada, ben, ended, killed):
    ended(ada, ben)
    turn, now = Notice.objects.get(event="turn"), timezone.now()
    Delivery.objects.create(player=turn.player, notice=turn, channel="mail", since=now, due=now)
    settle_what_is_left()
    assert not Delivery.objects.exists()
    assert set(Notice.objects.values_list("event", flat=True)) == {"over"}


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("opponents", "statements"), [(1, 25), (5, 23)])
def test_settling_needs_a_fixed_number_of_statements(ada, ben, ended, killed, opponents, statements):
    """Counting opponents takes statements until there are enough for a place."""
    for _ in range(2):
        Rating.objects.update(opponents=opponents)
        game = ended(ada, ben)
        with CaptureQueriesContext(connection) as queries:
            settling.settle(game.pk)
        asked = sum(query["sql"].split()[0] not in {"BEGIN", "COMMIT"} for query in queries)
    assert asked == statements


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_of_two_workers_one_settles_a_game(ada, ben, ended, killed):
    for number in range(1, 5):
        game = ended(ada, ben)
        done = at_once(*[lambda: settling.settle(game.pk)] * 3)
        assert sorted(done) == [False, False, True]
        assert counted(ada) == counted(ben) == (number, min(number, 3))  # three of a day are rated


@pytest.mark.django_db(transaction=True)
def test_a_thread_settles_at_once_and_then_notifies_open_boards(ada, ben, ended, monkeypatch):
    monkeypatch.setattr(settling, "soon", in_a_thread)
    seen = []
    monkeypatch.setattr(live, "show_panel", lambda public_id, name: seen.append((public_id, name, counted(ada))))
    game = ended(ada, ben)
    until = time.monotonic() + 5
    while not seen and time.monotonic() < until:
        time.sleep(0.01)
    assert seen == [(game.public_id, "ratings", (1, 1))]


@pytest.mark.django_db
def test_a_game_that_plays_on_is_not_settled(ada, ben, game_between):
    game = game_between(ada, ben)
    play_one(game.public_id, random.Random(1))
    assert not settling.settle(game.pk)
    assert Game.objects.get(pk=game.pk).settle_at is None


@pytest.mark.both_databases
@pytest.mark.django_db
def test_settling_late_has_the_same_outcome_as_settling_at_once(ada, ben, cleo, game_between, killed):
    game = game_between(ada, ben, cleo, variant="draw")
    play_out(game.public_id)
    settle_what_is_left()
    found = books()
    call_command("recount")
    assert books() == found
    assert Meeting.objects.count() == 9
    assert memory.load(memory.find_game(game.public_id)) == memory.current(game.public_id)


@pytest.mark.django_db(transaction=True)
def test_storing_an_end_needs_few_statements(ada, ben, game_between, killed):
    game = game_between(ada, ben, options={"end": "rounds:2"})
    rng, asked = random.Random(1), {"plain": set(), "round": set(), "game": set()}
    before = memory.current(game.public_id)
    while before.status == "playing":
        text = rng.choice(legal(before))
        move = {"seat": before.turn, "text": text, "version": before.version}
        with CaptureQueriesContext(connection) as queries:
            actions.play_move(public_id=game.public_id, **move)
        after = memory.current(game.public_id)
        kind = (
            "game" if after.status != "playing" else "plain" if after.running.index == before.running.index else "round"
        )
        asked[kind].add(sum(query["sql"].split()[0] not in {"BEGIN", "COMMIT"} for query in queries))
        before = after
    assert asked == {"plain": {4}, "round": {9}, "game": {6}}


# ---- In order, and whatever fails


@pytest.mark.both_databases
@pytest.mark.django_db
def test_the_oldest_end_comes_first(ada, ben, ended, killed):
    games = [ended(ada, ben) for _ in range(3)]
    heard = []

    class Hears(FollowsGames):
        def settled(self, game):
            heard.append(game.pk)

    Game.objects.filter(pk=games[0].pk).update(finished_at=timezone.now())
    with also_following(Hears()):
        settle_what_is_left()
    assert heard == [games[1].pk, games[2].pk, games[0].pk]


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_failing_game_does_not_delay_others_and_is_retried_ever_later(ada, ben, ended, killed, caplog):
    broken, whole = ended(ada, ben), ended(ben, ada)
    now = broken.finished_at + timedelta(seconds=10)
    with also_following(Fails(broken)):
        assert queued.settle_due(now) == 2
        assert counted(ada) == (1, 1)  # the failing one has stored nothing
        assert "no paper left" in caplog.text
        pauses = []
        for _ in range(4):
            again = Game.objects.get(pk=broken.pk).settle_at
            pauses.append(round((again - now).total_seconds()))
            assert queued.settle_due(again - timedelta(seconds=1)) == 0
            assert queued.settle_due(again) == 1
            now = again
    assert pauses == [10, 20, 40, 80]
    assert queued.settle_due(now + timedelta(days=1)) == 1
    assert counted(ada) == counted(ben) == (2, 2)
    found = books()
    call_command("recount")  # as if settled in the order of their ends
    assert books() == found
    assert not Game.objects.filter(pk__in=[broken.pk, whole.pk], settle_at__isnull=False).exists()


@pytest.mark.django_db
def test_a_game_that_fails_for_days_is_retried_hourly(ada, ben, ended, killed):
    game = ended(ada, ben)
    now = game.finished_at + timedelta(days=3)
    with also_following(Fails(game)):
        queued.settle_due(now)
    assert Game.objects.get(pk=game.pk).settle_at == now + timedelta(hours=1)


@pytest.mark.both_databases
@pytest.mark.django_db
def test_the_last_mover_sees_no_error_when_settling_fails(ada, ben, ended):
    class FailsAlways(FollowsGames):
        def settled(self, game):
            raise OperationalError("too many rows")

    with also_following(FailsAlways()):
        game = ended(ada, ben)
    assert game.status == "finished"
    assert counted(ada) == (0, 0)
    assert settle_what_is_left() == 1


# ---- Meanwhile


@pytest.mark.django_db
def test_a_game_annulled_before_settling_counts_nowhere(ada, ben, ended, killed):
    game = ended(ada, ben)
    actions.annul_game(public_id=game.public_id, now=timezone.now())
    assert settle_what_is_left() == 0
    assert (counted(ada), counted(ben)) == ((0, 0), (0, 0))
    assert set(Meeting.objects.values_list("result", flat=True)) == {"annulled"}
    assert [notice.words for notice in Notice.objects.filter(player=ada)] == [{"annulled": True}]


@pytest.mark.both_databases
@pytest.mark.django_db
def test_annulling_another_game_before_settling_counts_this_one_once(ada, ben, ended, monkeypatch):
    first = ended(ada, ben)
    monkeypatch.setattr(settling, "soon", lambda game_id: None)
    ended(ada, ben)
    actions.annul_game(public_id=first.public_id, now=timezone.now())
    assert counted(ada) == (0, 0)
    settle_what_is_left()
    assert counted(ada) == counted(ben) == (1, 1)


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_guest_who_logs_in_before_settling_brings_the_game_along_once(ada, ben, guest, ended, killed):
    dora = guest("Dora")
    ended(dora, ada)
    it_happens("merged", dora, ben)
    assert counted(ben) == (0, 0)
    settle_what_is_left()
    assert counted(ben) == counted(ada) == (1, 0)  # unrated, as it began with a guest
    assert (in_book(ben), told_of_the_end(ben)) == (1, 1)
    assert not Meeting.objects.filter(player=dora).exists()
    assert not Notice.objects.filter(player=dora).exists()


@pytest.mark.django_db
def test_a_guest_who_signs_up_before_settling_has_the_game_once(ada, guest, ended, killed):
    dora = guest("Dora")
    ended(dora, ada)
    dora.is_guest = False
    dora.username, dora.skeleton = "dora", "dora"
    dora.save(update_fields=["is_guest", "username", "skeleton"])
    it_happens("signed_up", dora)
    settle_what_is_left()
    assert counted(dora) == (1, 0)


@pytest.mark.django_db
def test_a_player_deleted_before_settling_leaves_only_the_result(ada, ben, ended, killed):
    ended(ada, ben)
    ada_pk = ada.pk
    delete_account(user=ada, now=timezone.now())
    assert settle_what_is_left() == 1
    assert (in_book(ben), told_of_the_end(ben), counted(ben)) == (1, 1, (1, 1))
    assert not Tally.objects.filter(player=ada_pk).exists()
    assert not Rating.objects.filter(player=ada_pk).exists()
    assert not Notice.objects.filter(player=ada_pk).exists()
    assert not Meeting.objects.filter(player=ada_pk).exists()
    assert not KnownAs.objects.filter(person=ada_pk).exists()
    assert not Balance.objects.filter(player=ada_pk, games__gt=0).exists()
    found = books()
    call_command("recount")
    assert books() == found


@pytest.mark.django_db
@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["in order", "the later first"])
def test_a_deleted_player_counts_with_their_last_strength_for_opponents(
    ada, ben, cleo, ended, game_between, monkeypatch, order
):
    """Ada had a high rating before she was deleted; a win against her counts more than one against a newcomer."""
    for _ in range(2):
        game = game_between(cleo, ada, variant="block")
        play_until_deal(game.public_id, 1)
        actions.resign_game(public_id=game.public_id, player=cleo)
    monkeypatch.setattr(settling, "soon", lambda game_id: None)
    games = ended(ada, ben), ended(ada, cleo)
    delete_account(user=ada, now=timezone.now())
    for index in order:
        assert settling.settle(games[index].pk)
    of_ada, of_ben = RatingChange.objects.filter(game=games[0]).order_by("seat")
    assert of_ada.mu_before > of_ben.mu_before
    found = books()
    call_command("recount")
    assert books() == found


@pytest.mark.both_databases
@pytest.mark.django_db
def test_ratings_rebuilt_before_settling_include_the_game_once(ada, ben, ended, killed):
    ended(ada, ben)
    call_command("recount")
    assert counted(ada) == (0, 0)
    settle_what_is_left()
    assert counted(ada) == (1, 1)


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_recounting_while_settling_counts_each_game_once(ada, ben, ended, killed):
    for number in range(1, 6):
        game = ended(ada, ben)
        at_once(
            lambda game=game: settling.settle(game.pk),
            lambda: tallies.recount([ada.pk, ben.pk]),
            lambda: tallies.recount([ben.pk]),
        )
        assert counted(ada)[0] == counted(ben)[0] == number


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_deleting_a_player_while_settling_leaves_none_of_their_data(ada, guest, ended, killed):
    for number in range(4):
        dora = guest(f"Dora{number}")
        games = [ended(dora, ada), ended(ada, dora)]
        at_once(
            lambda dora=dora: delete_account(user=dora, now=timezone.now()),
            *[lambda game=game: settling.settle(game.pk) for game in games],
        )
        assert not Meeting.objects.filter(player=dora).exists()
        assert not Notice.objects.filter(player=dora).exists()
        assert not KnownAs.objects.filter(person=dora).exists()
        assert not Balance.objects.filter(player=dora, games__gt=0).exists()
        assert Meeting.objects.filter(player=ada, other=dora).count() == 2


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_annulling_a_game_while_settling_removes_it_everywhere(ada, ben, ended, killed):
    for _ in range(4):
        game = ended(ada, ben)
        at_once(
            lambda game=game: settling.settle(game.pk),
            lambda game=game: actions.annul_game(public_id=game.public_id, now=timezone.now()),
        )
        assert (counted(ada)[0], counted(ben)[0]) == (0, 0)
        assert not RatingChange.objects.filter(game=game).exists()
        assert set(Meeting.objects.filter(game=game).values_list("result", flat=True)) == {"annulled"}
