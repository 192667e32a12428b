"""How games with absent players end, and for whom they count. A game without people ends."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bots.models import Turn
from games import actions
from games.models import Game
from games.positions import memory
from people.actions import challenge_again
from standings import tallies
from standings.models import Rating, RatingChange, Tally
from tests import queued
from tests.bots.absences import computers_play, current, miss, play
from tests.creating import create_game

pytestmark = pytest.mark.django_db(transaction=True)
HOUR = timedelta(hours=1)


def rated_after(game: Game) -> dict[int, int]:
    """By player: how the finished game changed their rating."""
    queued.settle_due(timezone.now() + HOUR)
    return {row.player_id: row.difference for row in RatingChange.objects.filter(game=game)}


def two_moves(game: Game) -> None:
    for _move in range(2):
        play(game, current(game).turn)


def test_losing_after_a_computer_stood_in_is_rated_as_a_loss(ada, ben, away):
    game = away(ada, ben)
    two_moves(game)
    late = miss(game)
    assert current(game).frame.rated
    me, other = [ada, ben][late], [ada, ben][1 - late]
    actions.come_back(public_id=game.public_id, player=me)
    actions.resign_game(public_id=game.public_id, player=me)
    changes = rated_after(game)
    assert changes[me.pk] < 0 == changes[other.pk], "they went away in the first round: nobody gains by it"


def test_a_win_with_the_computers_help_changes_no_rating(ada, ben, away):
    game = away(ada, ben)
    two_moves(game)
    late = miss(game)
    actions.resign_game(public_id=game.public_id, player=[ada, ben][1 - late])
    assert rated_after(game) == {ada.pk: 0, ben.pk: 0}
    assert not Rating.objects.exists()


def test_a_rematch_is_rated_after_a_computer_stood_in(ada, ben, away):
    game = away(ada, ben)
    late = miss(game)
    actions.resign_game(public_id=game.public_id, player=[ada, ben][late])
    assert actions.offer_rematch(public_id=game.public_id, player=ada).rated


@pytest.mark.both_databases
def test_the_game_counts_only_for_the_player_who_stayed(ada, ben, away):
    game = away(ada, ben)
    late = miss(game)
    me, other = [ada, ben][late], [ada, ben][1 - late]
    actions.come_back(public_id=game.public_id, player=me)
    actions.resign_game(public_id=game.public_id, player=other)
    queued.settle_due(timezone.now() + HOUR)
    counted = list(Tally.objects.filter(variant="", month="", games__gt=0).values_list("player", "games", "won"))
    assert counted == [(other.pk, 1, 0)]
    tallies.recount([me.pk, other.pk])
    assert list(Tally.objects.filter(variant="", month="", games__gt=0).values_list("player", flat=True)) == [other.pk]


def test_if_both_run_out_of_time_the_first_one_loses(ada, ben, away):
    game = away(ada, ben)
    first = miss(game)
    computers_play()
    assert current(game).turn == 1 - first
    miss(game)
    table = current(game)
    assert table.status == "finished"
    assert list(table.frame.outcome.winners) == [1 - first]
    assert table.frame.outcome.reason == "timeout"
    assert game.moves.get(text="timeout").seat == first
    assert not Turn.objects.exists()


def test_with_three_the_last_one_present_wins_even_when_late(ada, ben, cleo, away):
    game = away(ada, ben, cleo, options={"end": "rounds:9"})
    first = miss(game)
    computers_play()
    second = miss(game)
    assert [place.stand_in is not None for place in current(game).frame.seats].count(True) == 2
    last = ({0, 1, 2} - {first, second}).pop()
    computers_play()
    assert current(game).turn == last
    miss(game)
    table = current(game)
    assert (table.status, list(table.frame.outcome.winners)) == ("finished", [last])
    assert set(game.moves.filter(text="timeout").values_list("seat", flat=True)) == {first, second}


def leading(game: Game, *totals: int) -> None:
    """The sides have these points on the score sheet."""
    Game.objects.filter(pk=game.pk).update(totals=totals)
    memory.remembered.forget()


@pytest.mark.parametrize("behind", [0, 1])
def test_absent_players_with_the_fewest_points_leave_first(ada, ben, cleo, away, behind):
    game = away(ada, ben, cleo, options={"end": "rounds:9"})
    first = miss(game)
    computers_play()
    second = miss(game)
    computers_play()
    last = current(game).turn
    order = [first, second] if behind == 0 else [second, first]
    leading(game, *(10 + order.index(number) if number != last else 0 for number in range(3)))
    miss(game)
    gone = game.moves.filter(text="timeout").order_by("version").values_list("seat", flat=True)
    assert list(gone) == order
    assert list(current(game).frame.outcome.winners) == [last]


@pytest.mark.parametrize(("variant", "sign"), [("block", 1), ("mexican_train", -1)], ids=["high", "low"])
@pytest.mark.parametrize("totals", [(90, 10, 30, 20), (0, 30, 20, 10), (0, 10, 20, 30)])
def test_of_computers_left_alone_the_best_one_by_points_wins(ada, totals, variant, sign):
    game = create_game(
        creator=ada, computers={1: "solid", 2: "solid", 3: "solid"}, seats=4, variant=variant,
        options={"end": "rounds:9"},
    )  # fmt: skip
    leading(game, *totals)
    actions.resign_game(public_id=game.public_id, player=ada)
    computers_play()
    gone = game.moves.filter(text="resign").exclude(seat=0).order_by("version").values_list("seat", flat=True)
    by_points = sorted((1, 2, 3), key=lambda seat: sign * totals[seat])
    assert list(gone) == by_points[:2]
    assert list(current(game).frame.outcome.winners) == by_points[2:]


def test_a_game_ends_when_its_only_person_runs_out_of_time(ada, game_between):
    game = create_game(
        creator=ada, computers={1: "solid", 2: "solid"}, seats=3, variant="block", turn_seconds=3600, misses="computer"
    )
    while current(game).turn != 0:
        computers_play()
    miss(game)
    computers_play()
    table = current(game)
    assert table.status == "finished"
    assert 0 not in table.frame.outcome.winners
    assert game.moves.get(text="timeout").seat == 0


def test_a_game_ends_when_the_last_person_present_resigns(ada, ben, later):
    game = create_game(
        creator=ada, computers={2: "solid"}, seats=3, variant="block", turn_seconds=3600, misses="computer"
    )
    actions.join_game(public_id=game.public_id, player=ben)
    while current(game).turn == 2:
        computers_play()
    late = miss(game)
    actions.resign_game(public_id=game.public_id, player=[ben, ada][late])
    while computers_play():
        pass
    table = current(game)
    assert (table.status, list(table.frame.outcome.winners)) == ("finished", [2])
    assert game.moves.get(text="timeout").seat == late


def test_a_game_can_be_aborted_and_annulled_while_a_computer_stands_in(ada, ben, away):
    game = away(ada, ben)
    miss(game)
    actions.abort_game(public_id=game.public_id, player=ada)
    assert current(game).status == "aborted"
    assert computers_play() == 0
    other = away(ada, ben)
    miss(other)
    actions.annul_game(public_id=other.public_id, by=None, now=timezone.now())
    assert current(other).status in {"aborted", "finished"}
    assert computers_play() == 0


def test_rematches_keep_the_stand_in_rule(ada, ben, away):
    game = away(ada, ben)
    miss(game)
    late = current(game).turn
    actions.resign_game(public_id=game.public_id, player=[ada, ben][late])
    again = actions.offer_rematch(public_id=game.public_id, player=ada)
    assert (again.misses, again.turn_seconds) == ("computer", 3600)
    challenge, _refused = challenge_again(public_id=game.public_id, by=ada, players=[], now=timezone.now())
    assert challenge.misses == "computer"
    assert not any(each.stood_in for each in again.seats.all())


def test_without_the_stand_in_rule_running_out_of_time_loses(ada, ben, game_between):
    game = game_between(ada, ben, turn_seconds=3600)
    late = miss(game)
    assert list(current(game).frame.outcome.winners) == [1 - late]
