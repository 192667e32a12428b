"""Races of a plan with its player, other processes and its own deletion: one move wins, the others fail cleanly."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import actions
from games.positions import memory
from plans import turns
from plans.actions import save_plan
from plans.models import PlannedMove, PlannedTurn
from plans.turns import PlannedTurns
from tests.games.test_races import at_once, codes
from tests.plans.planning import chance, play_due

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
TIMES = 6


def by(at) -> list[str]:
    return list(at.game.moves.filter(seat=at.planner).values_list("by", flat=True))


def play_all_due() -> int:
    """Play all due turns, as if their waits had passed."""
    return play_due(timezone.now() + timedelta(seconds=10))


@pytest.mark.parametrize("cold", [False, True], ids=["one process", "two processes"])
def test_two_sweepers_play_a_planned_move_once(deal, people, play, cold, monkeypatch):
    for _ in range(TIMES):
        at = chance(deal)
        save_plan(public_id=at.game.public_id, player=people[at.planner], lines=[at.answer])
        play(at)
        if cold:
            monkeypatch.setattr(memory.remembered, "get", lambda public_id: None)
        at_once(*[play_all_due] * 3)
        monkeypatch.undo()
        assert by(at) == ["planned"]
        assert not PlannedTurn.objects.exists()
        assert not PlannedMove.objects.exists()


def test_only_one_process_can_claim_a_turn(deal, people, play):
    at = chance(deal)
    save_plan(public_id=at.game.public_id, player=people[at.planner], lines=[at.answer])
    play(at)
    soon, processes = timezone.now() + timedelta(seconds=10), [PlannedTurns(), PlannedTurns()]
    assert [len(process.claim(soon)) for process in processes] == [1, 0]


def test_a_move_by_hand_at_the_same_instant_as_its_plan(deal, people, play):
    winners = set()
    for _ in range(TIMES):
        at = chance(deal)
        save_plan(public_id=at.game.public_id, player=people[at.planner], lines=[at.answer])
        play(at)
        version = memory.current(at.game.public_id).version
        other = next(
            str(move) for move in memory.current(at.game.public_id).running.position.legal if str(move) != at.text
        )
        results = at_once(
            play_all_due,
            lambda: actions.play_move(public_id=at.game.public_id, seat=at.planner, text=other, version=version),
        )
        winner, *later = by(at)
        assert later in ([], ["planned"])  # if the opponent can't play, it is the same player's turn again
        assert (winner, *later).count("planned") <= 1
        assert codes(results) == (["stale"] if winner == "planned" else [])
        winners.add(winner)
        PlannedMove.objects.all().delete()
    assert winners <= {"planned", "player"}


def test_a_plan_deleted_while_it_is_played_is_played_or_not(deal, people, play):
    for _ in range(TIMES):
        at = chance(deal)
        save_plan(public_id=at.game.public_id, player=people[at.planner], lines=[at.answer])
        play(at)
        results = at_once(
            play_all_due,
            lambda: save_plan(public_id=at.game.public_id, player=people[at.planner], lines=[]),
        )
        assert codes(results) == []
        assert by(at) in ([], ["planned"])
        assert not PlannedMove.objects.exists()
        assert not PlannedTurn.objects.exists()


def test_deleting_a_line_before_its_move_is_stored_undoes_the_move(at, people, play, monkeypatch):
    save_plan(public_id=at.game.public_id, player=people[at.planner], lines=[at.answer])
    play(at)
    really = turns.play_move

    def too_late(**move):
        save_plan(public_id=at.game.public_id, player=people[at.planner], lines=[])
        return really(**move)

    monkeypatch.setattr(turns, "play_move", too_late)
    play_all_due()
    assert by(at) == []
    assert memory.current(at.game.public_id).turn == at.planner
    assert not PlannedTurn.objects.exists()


def test_a_plan_saved_during_the_opponents_move_is_played(deal, people):
    for _ in range(TIMES):
        at = chance(deal)
        results = at_once(
            lambda: actions.play_move(public_id=at.game.public_id, seat=at.mover, text=at.first, version=at.version),
            lambda: save_plan(public_id=at.game.public_id, player=people[at.planner], lines=[at.answer]),
        )
        assert codes(results) == []
        play_all_due()
        assert by(at) == ["planned"]  # in either order
        assert not PlannedMove.objects.exists()
