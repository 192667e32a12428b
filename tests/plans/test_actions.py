"""Saving plans, playing lines that fit, and dropping plans that can't fit any more."""

import random
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from common import refusals
from games import actions, game_refusals, queries
from games.clocks import clock
from games.models import Game
from games.positions import memory
from plans import fitting
from plans import queries as plans
from plans.actions import save_plan
from plans.fitting import Line
from plans.models import PlannedMove, PlannedTurn
from plans.turns import planned_turns
from tests.following import it_happens
from tests.games.playing import play_one, play_out
from tests.plans.planning import chance, every_line, moves, plan, play_due

pytestmark = pytest.mark.django_db


def kept(at) -> list[str]:
    return [str(line) for line in plans.plan_of(memory.current(at.game.public_id), at.planner)]


@pytest.mark.both_databases
def test_a_planned_move_is_played_seconds_after_the_opponents_move(at, people, play, later):
    plan(at, at.answer, people=people)
    assert play(at).turn == at.planner
    assert moves(at.game)[-1] == (at.mover, at.first, "player")
    later()
    after = memory.current(at.game.public_id)
    assert moves(at.game)[-2:] == [(at.mover, at.first, "player"), (at.planner, at.text, "planned")]
    assert after.version == at.version + len(moves(at.game)) - moves(at.game).index((at.mover, at.first, "player"))
    assert not PlannedMove.objects.exists()
    assert not PlannedTurn.objects.exists()


def test_the_first_line_that_fits_is_played_and_the_others_stay(at, people, play, later):
    plan(at, at.misfit, at.answer, people=people)
    play(at)
    later()
    assert moves(at.game)[-1] == (at.planner, at.text, "planned")
    assert kept(at) == [str(at.misfit)]


def test_if_no_line_fits_none_is_played_and_the_list_stays(at, people, play, later):
    plan(at, at.misfit, people=people)
    play(at)
    assert later() == 1
    after = memory.current(at.game.public_id)
    assert after.turn == at.planner
    assert moves(at.game)[-1] == (at.mover, at.first, "player")
    assert kept(at) == [str(at.misfit)]
    assert not PlannedTurn.objects.exists()  # the next sweep has nothing to try


def test_a_line_can_allow_any_end(at, people, play, later):
    plan(at, Line(at.answer.tile), people=people)
    play(at)
    later()
    assert moves(at.game)[-1][2] == "planned"
    assert moves(at.game)[-1][1].startswith(f"{at.answer.tile}>")


def test_a_line_whose_tile_has_been_played_is_dropped(at, people, play, later):
    other_end = [line for line in every_line(at.game.rules, [at.answer.tile]) if line != at.answer]
    plan(at, at.answer, *other_end, people=people)
    play(at)
    later()
    assert kept(at) == []
    later()
    play_out(at.game.public_id)
    assert not PlannedMove.objects.exists()


def test_a_plan_ends_with_its_deal(deal, people, ada):
    game = deal()
    tables_before = memory.current(game.public_id)
    save_plan(public_id=game.public_id, player=people[1 - tables_before.turn], lines=[])
    table = tables_before
    lines = every_line(game.rules, fitting.hand(table.running.position, 1 - table.turn))
    PlannedMove.objects.create(game=game, seat=1 - table.turn, deal=0, place=0, tile="6-6", end=9)  # never fits
    assert lines
    rng = random.Random(1)
    while table.running.index == 0 and table.status == Game.Status.PLAYING:
        table = play_one(game.public_id, rng)
    assert not PlannedMove.objects.exists()


def test_a_plan_ends_with_the_game(at, people):
    plan(at, at.answer, people=people)
    actions.resign_game(public_id=at.game.public_id, player=people[at.mover])
    assert not PlannedMove.objects.exists()


def test_a_plan_ends_when_the_game_is_aborted(at, people):
    plan(at, at.answer, people=people)
    actions.abort_game(public_id=at.game.public_id, player=people[at.mover])
    assert not PlannedMove.objects.exists()


@pytest.mark.both_databases
def test_a_plan_ends_when_the_game_is_annulled(at, people):
    plan(at, at.answer, people=people)
    actions.annul_game(public_id=at.game.public_id, now=timezone.now())
    assert not PlannedMove.objects.exists()


def test_a_plan_saved_on_the_players_turn_is_played_at_once(at, people, play):
    play(at)
    plan(at, at.misfit, at.answer, people=people)
    assert moves(at.game)[-1] == (at.planner, at.text, "planned")


def test_the_plans_of_both_players_can_answer_each_other(deal, people, play, later):
    at = chance(deal)
    table = memory.current(at.game.public_id)
    for seat in (0, 1):
        held = fitting.hand(table.running.position, seat)
        lines = [line for line in every_line(at.game.rules, held) if line.end is not None]
        if seat == at.mover:  # a line that fits would be played at once
            lines = [line for line in lines if fitting.move_for(table.running.position, line) is None]
        save_plan(public_id=at.game.public_id, player=people[seat], lines=lines)
    play(at)
    later()
    planned = [seat for seat, _text, by in moves(at.game) if by == "planned"]
    assert planned
    assert len(planned) == 1 or len(set(planned)) == 2


@pytest.mark.parametrize(
    ("line", "code"),
    [("6-6@1", "no_such_end"), ("hidden", "not_your_tile")],
)
def test_a_wrong_line_is_refused_and_the_old_plan_stays(at, people, line, code):
    plan(at, at.answer, people=people)
    held = fitting.hand(memory.current(at.game.public_id).running.position, at.planner)
    if line == "hidden":
        wrong = Line(fitting.hand(memory.current(at.game.public_id).running.position, at.mover)[0])
    else:
        wrong = Line(held[0], next(end for end in range(7) if str(end) not in held[0]))
    with pytest.raises(refusals.Refused) as refused:
        plan(at, wrong, people=people)
    assert refused.value.code == code
    assert kept(at) == [str(at.answer)]


def test_only_players_of_a_running_game_can_plan(at, cleo, people):
    with pytest.raises(refusals.Forbidden):
        save_plan(public_id=at.game.public_id, player=cleo, lines=[])
    actions.resign_game(public_id=at.game.public_id, player=people[0])
    with pytest.raises(refusals.NotNow) as refused:
        save_plan(public_id=at.game.public_id, player=people[1], lines=[])
    assert refused.value.code == "game_over"


def test_sausage_has_no_plans(ada, ben, game_between):
    game = game_between(ada, ben, variant="sausage")
    with pytest.raises(refusals.NotByTheRules) as refused:
        save_plan(public_id=game.public_id, player=ada, lines=[Line("6-6")])
    assert refused.value.code == "no_hands"


def test_a_very_long_plan_is_refused(at, people):
    with pytest.raises(refusals.Unreadable) as refused:
        plan(at, *[Line("6-6", n) for n in range(41)], people=people)
    assert refused.value.code == "too_long"


def test_a_restart_loses_no_planned_move(at, people, play):
    plan(at, at.answer, people=people)
    assert play(at).turn == at.planner
    memory.remembered.forget()  # only the database knows what is due
    begun = queries.find_game(at.game.public_id).moved_at
    assert clock.sweep(begun) == 0
    assert clock.sweep(begun + timedelta(seconds=10)) == 1
    assert moves(at.game)[-1] == (at.planner, at.text, "planned")
    assert not PlannedTurn.objects.exists()
    assert clock.sweep(begun + timedelta(seconds=20)) == 0


@pytest.mark.both_databases
def test_another_process_plays_the_turns_of_a_killed_one(at, people, play, monkeypatch):
    plan(at, at.answer, people=people)
    play(at)

    def killed(*_about):
        raise KeyboardInterrupt

    monkeypatch.setattr(planned_turns, "work", killed)
    soon = timezone.now() + timedelta(seconds=10)
    with pytest.raises(KeyboardInterrupt):
        play_due(soon)
    monkeypatch.undo()
    assert play_due(soon + timedelta(seconds=10)) == 0  # the claim hasn't expired
    assert play_due(soon + timedelta(seconds=30)) == 1
    assert moves(at.game)[-1] == (at.planner, at.text, "planned")


@pytest.mark.both_databases
def test_due_plans_are_played_before_deadlines_are_checked(ada, ben, game_between, people, play):
    at = chance(lambda: game_between(ada, ben, variant="block", clock="turn", turn_seconds=60))
    plan(at, at.answer, people=people)
    play(at)
    Game.objects.update(deadline=timezone.now() + timedelta(seconds=9))  # it passes while the server is down
    memory.remembered.forget()
    clock.sweep(timezone.now() + timedelta(seconds=10))
    assert moves(at.game)[-1] == (at.planner, at.text, "planned")
    at.game.refresh_from_db()
    assert at.game.status == Game.Status.PLAYING


@contextmanager
def away(monkeypatch):
    """The database fails during a planned move."""

    def is_away(**_move):
        raise OperationalError

    with monkeypatch.context() as outage:
        outage.setattr("plans.turns.play_move", is_away)
        with pytest.raises(OperationalError):
            yield


@pytest.mark.both_databases
def test_a_move_that_the_database_did_not_store_is_tried_again(at, people, play, monkeypatch):
    plan(at, at.answer, people=people)
    play(at)
    soon = timezone.now() + timedelta(seconds=10)
    with away(monkeypatch):
        play_due(soon)
    assert play_due(soon + timedelta(seconds=30)) == 1
    assert moves(at.game)[-1] == (at.planner, at.text, "planned")


@pytest.mark.both_databases
def test_a_turn_is_retried_when_other_changes_win_each_race(at, people, play, monkeypatch):
    plan(at, at.answer, people=people)
    play(at)
    soon = timezone.now() + timedelta(seconds=10)

    def overtaken(**_move):
        actions.show_name(player=people[at.mover])
        raise game_refusals.stale()

    with monkeypatch.context() as busy:
        busy.setattr("plans.turns.play_move", overtaken)
        assert play_due(soon) == 1
    assert play_due(soon + timedelta(seconds=30)) == 1
    assert moves(at.game)[-1] == (at.planner, at.text, "planned")


@pytest.fixture
def overdue(ada, ben, game_between, people, play):
    """`overdue()`: a game with a planned turn whose deadline passes before the next sweep."""

    def overdue():
        at = chance(lambda: game_between(ada, ben, variant="block", clock="turn", turn_seconds=60))
        plan(at, at.answer, people=people)
        play(at)
        Game.objects.filter(pk=at.game.pk).update(deadline=timezone.now() + timedelta(seconds=9))
        memory.remembered.forget()
        return at

    return overdue


@pytest.mark.both_databases
def test_after_an_outage_all_plans_are_played_before_anybody_times_out(overdue, monkeypatch):
    monkeypatch.setattr(planned_turns, "most", 1)
    late = [overdue() for _ in range(3)]
    assert clock.sweep(timezone.now() + timedelta(seconds=10)) == 3
    assert [moves(at.game)[-1] for at in late] == [(at.planner, at.text, "planned") for at in late]


@pytest.mark.both_databases
def test_nobody_times_out_while_another_process_plays_their_turn(overdue):
    at = overdue()
    soon = timezone.now() + timedelta(seconds=10)
    PlannedTurn.objects.update(due=soon + planned_turns.lease)  # as if another process had claimed it
    assert clock.sweep(soon) == 0
    assert clock.sweep(soon + planned_turns.lease) == 1  # that process was killed
    assert moves(at.game)[-1] == (at.planner, at.text, "planned")


@pytest.mark.both_databases
def test_nobody_times_out_in_a_sweep_that_couldnt_play_their_turn(overdue, monkeypatch):
    at = overdue()
    soon = timezone.now() + timedelta(seconds=10)
    with away(monkeypatch):
        clock.sweep(soon)
    assert clock.sweep(soon + timedelta(seconds=30)) == 1
    assert moves(at.game)[-1] == (at.planner, at.text, "planned")


def test_a_broken_game_is_skipped_and_left_to_its_player(at, people, play, later, monkeypatch, caplog):
    plan(at, at.answer, people=people)
    play(at)
    monkeypatch.setattr("plans.fitting.move_for", lambda *_: 1 / 0)
    assert later() == 1
    assert "has failed" in caplog.text
    assert not PlannedTurn.objects.exists()


def test_a_move_by_hand_wins_and_the_plan_waits(at, people, play):
    plan(at, at.misfit, at.answer, people=people)
    play(at)
    noted = PlannedTurn.objects.get()
    other = next(str(move) for move in legal_now(at) if str(move) != at.text)
    sent = {"public_id": at.game.public_id, "seat": at.planner, "version": memory.current(at.game.public_id).version}
    actions.play_move(**sent, text=other)
    after = memory.current(at.game.public_id)
    PlannedTurn.objects.update_or_create(game=at.game, defaults={"version": noted.version, "due": noted.due})
    assert play_due(noted.due) == 1
    assert memory.current(at.game.public_id) == after
    assert not PlannedTurn.objects.exists()


def test_a_turn_is_played_after_a_name_change(at, people, play, later):
    plan(at, at.answer, people=people)
    play(at)
    actions.show_name(player=people[at.mover])
    later()
    assert moves(at.game)[-1] == (at.planner, at.text, "planned")


def legal_now(at):
    return memory.current(at.game.public_id).running.position.legal


@pytest.mark.both_databases
@pytest.mark.parametrize("planned", ["nothing", "what fits", "what doesn't fit"])
def test_a_move_costs_one_statement_whatever_is_planned(at, people, play, connection_queries, planned):
    lines = {"nothing": [], "what fits": [at.answer], "what doesn't fit": [at.misfit]}[planned]
    plan(at, *lines, people=people)
    with connection_queries() as queries:
        play(at)
    ours = [q["sql"] for q in queries if "plans_" in q["sql"]]
    assert len(ours) == 1, ours
    assert "INSERT INTO plans_plannedturn" in ours[0]
    assert PlannedTurn.objects.exists() == bool(lines)


@pytest.mark.both_databases
def test_deleted_accounts_leave_no_plan(at, people):
    plan(at, at.answer, people=people)
    type(people[0]).objects.update(autoplay=True)
    it_happens("deleted", people[at.planner])
    assert not PlannedMove.objects.exists()
    people[at.planner].refresh_from_db()
    assert people[at.planner].autoplay is False


def test_a_game_cant_be_aborted_after_a_planned_move(at, people, play, later):
    plan(at, at.answer, people=people)
    play(at)
    later()
    with pytest.raises(refusals.NotNow) as refused:
        actions.abort_game(public_id=at.game.public_id, player=people[0])
    assert refused.value.code == "too_late"
