"""The random wait before a planned turn: it reveals nothing and uses no time bank."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone

import rules
from games import actions
from games.positions import memory
from games.shown import table_view
from plans.fitting import Line
from plans.followers import pause
from plans.models import PlannedTurn
from tests.plans.planning import chance, plan, play_due

pytestmark = pytest.mark.django_db


def waits(at, play, planned: list[Line], people, *, autoplay: bool, seconds: float, settings) -> float:
    """The seconds from the opponent's move until the turn is due."""
    settings.HEAD_START_SECONDS = seconds
    type(people[0]).objects.update(autoplay=autoplay)
    plan(at, *planned, people=people)
    before = timezone.now()
    play(at)
    return (PlannedTurn.objects.get().due - before).total_seconds()


@pytest.mark.parametrize("how", ["a plan", "a long plan", "the only tile", "nothing that fits"])
def test_the_wait_depends_on_chance_alone(deal, people, play, settings, monkeypatch, how):
    """With the same random number, the wait is the same for any plan, any number of lines and legal moves."""
    asked = []
    monkeypatch.setattr("plans.followers.chance", SimpleNamespace(uniform=lambda *ends: asked.append(ends) or 0.5))
    at = chance(deal, choices=1 if how == "the only tile" else 2)
    ends = range(7)
    lines = {
        "a plan": [at.answer],
        "a long plan": [*[Line(at.misfit.tile, end) for end in ends if str(end) in at.misfit.tile], at.answer],
        "the only tile": [],
        "nothing that fits": [at.misfit],
    }[how]
    waited = waits(at, play, lines, people, autoplay=not lines, seconds=20, settings=settings)
    assert 10 <= waited < 12
    assert asked[-1] == (0.3, 0.9)


def test_waits_differ_and_end_within_the_head_start(settings):
    settings.HEAD_START_SECONDS = 10
    seconds = [pause().total_seconds() for _ in range(200)]
    assert len(set(seconds)) == 200
    assert 3 <= min(seconds) < 4
    assert 8 < max(seconds) <= 9


BANK = {"clock": "bank", "bank_seconds": 60, "increment_seconds": 5, "cap_seconds": 90}


@pytest.mark.both_databases
@pytest.mark.parametrize("by_hand", [False, True])
def test_the_wait_uses_no_time_bank_and_clocks_dont_reveal_plans(
    ada, ben, game_between, people, play, monkeypatch, by_hand
):
    at = chance(lambda: game_between(ada, ben, variant="block", **BANK))
    if not by_hand:
        plan(at, at.answer, people=people)
    now = timezone.now()
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)
    began = play(at)
    assert began.deadline == now + timedelta(seconds=70)
    now += timedelta(seconds=9)
    assert rules.to_json(table_view.view(began, at.mover))["clock"]["left"][at.planner] == 60
    if by_hand:
        sent = {"public_id": at.game.public_id, "seat": at.planner, "version": began.version}
        actions.play_move(**sent, text=at.text)
    else:
        assert play_due(now) == 1
    after = memory.current(at.game.public_id)
    assert after.banks[at.planner] == 65_000
    assert after.banks[at.mover] == 65_000
    assert after.deadline == now + timedelta(seconds=75)


@pytest.mark.both_databases
def test_time_after_the_head_start_uses_the_bank(ada, ben, game_between, play, monkeypatch):
    at = chance(lambda: game_between(ada, ben, variant="block", **BANK))
    now = timezone.now()
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)
    began = play(at)
    now += timedelta(seconds=30)
    assert rules.to_json(table_view.view(began, None))["clock"]["left"][at.planner] == 40
    sent = {"public_id": at.game.public_id, "seat": at.planner, "version": began.version}
    actions.play_move(**sent, text=at.text)
    assert memory.current(at.game.public_id).banks[at.planner] == 45_000
