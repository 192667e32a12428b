"""A plan: set by its player alone, played when it fits, dropped when it can't fit any more."""

import random
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.signals import deleted
from games import clock, refusals, services, tables
from games.models import Game, Move
from plans import fitting
from plans import queries as plans
from plans.fitting import Line
from plans.models import Due, PlannedMove
from plans.services import play_due, save_plan
from tests.games.playing import play_one, play_out
from tests.plans.planning import chance, every_line

pytestmark = pytest.mark.django_db


def moves(game: Game) -> list[tuple[int, str, str]]:
    return list(game.moves.values_list("seat", "text", "by"))


def plan(at, *lines: Line, people) -> None:
    save_plan(public_id=at.game.public_id, player=people[at.planner], lines=lines)


def kept(at) -> list[str]:
    return [str(line) for line in plans.plan_of(tables.current(at.game.public_id), at.planner)]


def test_a_planned_move_is_played_the_moment_the_other_has_moved(at, people, play):
    plan(at, at.answer, people=people)
    after = play(at)
    assert moves(at.game)[-2:] == [(at.mover, at.first, "player"), (at.planner, at.text, "planned")]
    assert after.version == at.version + len(moves(at.game)) - moves(at.game).index((at.mover, at.first, "player"))
    assert not PlannedMove.objects.exists()
    assert not Due.objects.exists()


def test_the_first_line_that_fits_is_played_and_the_others_stay(at, people, play):
    plan(at, at.misfit, at.answer, people=people)
    play(at)
    assert moves(at.game)[-1] == (at.planner, at.text, "planned")
    assert kept(at) == [str(at.misfit)]


def test_where_nothing_fits_nothing_is_played_and_the_list_stays(at, people, play):
    plan(at, at.misfit, people=people)
    after = play(at)
    assert after.turn == at.planner
    assert moves(at.game)[-1] == (at.mover, at.first, "player")
    assert kept(at) == [str(at.misfit)]
    assert not Due.objects.exists()  # the sweep has nothing to look at either


def test_any_end_is_a_condition_too(at, people, play):
    plan(at, Line(at.answer.tile), people=people)
    play(at)
    assert moves(at.game)[-1][2] == "planned"
    assert moves(at.game)[-1][1].startswith(f"{at.answer.tile}>")


def test_a_line_whose_tile_has_been_played_is_dropped(at, people, play):
    other_end = [line for line in every_line(at.game.rules, [at.answer.tile]) if line != at.answer]
    plan(at, at.answer, *other_end, people=people)
    play(at)
    assert kept(at) == []
    play_due(timezone.now())
    play_out(at.game.public_id)
    assert not PlannedMove.objects.exists()


def test_a_plan_ends_with_its_deal(deal, people, ada):
    game = deal()
    tables_before = tables.current(game.public_id)
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
    services.resign_game(public_id=at.game.public_id, player=people[at.mover])
    assert not PlannedMove.objects.exists()


def test_a_plan_ends_when_the_game_is_aborted(at, people):
    plan(at, at.answer, people=people)
    services.abort_game(public_id=at.game.public_id, player=people[at.mover])
    assert not PlannedMove.objects.exists()


def test_a_plan_ends_when_the_game_is_annulled(at, people):
    plan(at, at.answer, people=people)
    services.annul_game(public_id=at.game.public_id, now=timezone.now())
    assert not PlannedMove.objects.exists()


def test_a_plan_saved_when_the_other_has_just_moved_is_played_at_once(at, people, play):
    play(at)
    plan(at, at.misfit, at.answer, people=people)
    assert moves(at.game)[-1] == (at.planner, at.text, "planned")


def test_both_may_plan_and_the_plans_answer_each_other(deal, people, play):
    at = chance(deal)
    table = tables.current(at.game.public_id)
    for seat in (0, 1):
        held = fitting.hand(table.running.position, seat)
        lines = [line for line in every_line(at.game.rules, held) if line.end is not None]
        if seat == at.mover:  # his plan would be played at once: it is his turn
            lines = [line for line in lines if fitting.move_for(table.running.position, line) is None]
        save_plan(public_id=at.game.public_id, player=people[seat], lines=lines)
    play(at)
    planned = [seat for seat, _text, by in moves(at.game) if by == "planned"]
    assert planned
    assert len(planned) == 1 or len(set(planned)) == 2


@pytest.mark.parametrize(
    ("line", "code"),
    [("6-6@1", "no_such_end"), ("hidden", "not_your_tile")],
)
def test_a_wrong_line_is_refused_and_the_old_plan_stays(at, people, line, code):
    plan(at, at.answer, people=people)
    held = fitting.hand(tables.current(at.game.public_id).running.position, at.planner)
    if line == "hidden":
        wrong = Line(fitting.hand(tables.current(at.game.public_id).running.position, at.mover)[0])
    else:
        wrong = Line(held[0], next(end for end in range(7) if str(end) not in held[0]))
    with pytest.raises(refusals.Refused) as refused:
        plan(at, wrong, people=people)
    assert refused.value.code == code
    assert kept(at) == [str(at.answer)]


def test_nobody_else_has_a_plan_here(at, cleo, people):
    with pytest.raises(refusals.Forbidden):
        save_plan(public_id=at.game.public_id, player=cleo, lines=[])
    services.resign_game(public_id=at.game.public_id, player=people[0])
    with pytest.raises(refusals.NotNow) as refused:
        save_plan(public_id=at.game.public_id, player=people[1], lines=[])
    assert refused.value.code == "game_over"


def test_in_sausage_nobody_has_a_hand_to_plan_with(ada, ben, game_between):
    game = game_between(ada, ben, variant="sausage")
    with pytest.raises(refusals.NotByTheRules) as refused:
        save_plan(public_id=game.public_id, player=ada, lines=[Line("6-6")])
    assert refused.value.code == "no_hands"


def test_a_very_long_plan_is_refused(at, people):
    with pytest.raises(refusals.Unreadable) as refused:
        plan(at, *[Line("6-6", n) for n in range(41)], people=people)
    assert refused.value.code == "too_long"


def test_what_a_killed_process_has_left_is_played_by_the_next_sweep(at, people, play, monkeypatch):
    plan(at, at.answer, people=people)
    monkeypatch.setattr("plans.services.play_after", lambda change: None)  # killed right after the commit
    assert play(at).turn == at.planner
    assert Due.objects.count() == 1
    monkeypatch.undo()
    assert clock.sweep(timezone.now()) == 1
    assert moves(at.game)[-1] == (at.planner, at.text, "planned")
    assert not Due.objects.exists()
    assert clock.sweep(timezone.now()) == 0


def test_a_plan_is_played_before_the_clock_is_looked_at(ada, ben, game_between, people, play, monkeypatch):
    at = chance(lambda: game_between(ada, ben, variant="block", clock="turn", turn_seconds=60))
    plan(at, at.answer, people=people)
    monkeypatch.setattr("plans.services.play_after", lambda change: None)
    play(at)
    monkeypatch.undo()
    Game.objects.update(deadline=timezone.now() - timedelta(seconds=1))  # the server was away over it
    tables.remembered.forget()
    clock.sweep(timezone.now())
    assert moves(at.game)[-1] == (at.planner, at.text, "planned")
    at.game.refresh_from_db()
    assert at.game.status == Game.Status.PLAYING


def test_a_broken_game_is_given_up_and_its_player_has_his_turn(at, people, play, monkeypatch, caplog):
    plan(at, at.answer, people=people)
    monkeypatch.setattr("plans.services.play_after", lambda change: None)
    play(at)
    monkeypatch.setattr("plans.fitting.move_for", lambda *_: 1 / 0)
    assert play_due(timezone.now()) == 1
    assert "could not be played" in caplog.text
    assert not Due.objects.exists()


def test_a_move_of_people_without_plans_costs_one_narrow_statement(at, play, connection_queries):
    with connection_queries() as queries:
        play(at)
    ours = [q["sql"] for q in queries if "plans_" in q["sql"]]
    assert len(ours) == 1, ours
    assert ours[0].lstrip().startswith("INSERT INTO plans_due")
    assert not Due.objects.exists()


def test_who_goes_for_good_leaves_no_plan(at, people):
    plan(at, at.answer, people=people)
    type(people[0]).objects.update(autoplay=True)
    deleted.send(sender=None, user=people[at.planner])
    assert not PlannedMove.objects.exists()
    people[at.planner].refresh_from_db()
    assert people[at.planner].autoplay is False


def test_a_planned_move_counts_as_the_players_own_where_a_game_may_be_aborted(at, people, play):
    plan(at, at.answer, people=people)
    play(at)
    with pytest.raises(refusals.NotNow) as refused:
        services.abort_game(public_id=at.game.public_id, player=people[0])
    assert refused.value.code == "too_late"


# ---- The only thing to do -----------------------------------------------------------------------


@pytest.fixture
def sole(deal):
    return chance(deal, choices=1)


def test_the_only_tile_that_fits_is_played_for_who_wants_it(sole, people, play):
    type(people[0]).objects.filter(pk=people[sole.planner].pk).update(autoplay=True)
    play(sole)
    assert (sole.planner, sole.text, "planned") in moves(sole.game)


def test_nobody_plays_for_who_does_not_want_it(sole, people, play):
    type(people[0]).objects.filter(pk=people[sole.mover].pk).update(autoplay=True)
    after = play(sole)
    assert after.turn == sole.planner
    assert Move.objects.filter(by="planned").count() == 0


def test_a_real_choice_is_never_made_for_anybody(deal, people, play):
    at = chance(deal)
    type(people[0]).objects.filter(pk=people[at.planner].pk).update(autoplay=True)
    assert play(at).turn == at.planner
    assert Move.objects.filter(by="planned").count() == 0


def test_a_whole_game_of_people_who_want_it_comes_to_its_end(ada, ben, game_between):
    """A row of moves made for both in one request must not become a row of nested calls."""
    type(ada).objects.update(autoplay=True)
    game = game_between(ada, ben, variant="block", options={"end": "rounds:20"})
    table = play_out(game.public_id)
    assert table.status == Game.Status.FINISHED
    assert Move.objects.filter(by="planned").count() > 20  # several in most of the 20 rounds


def test_whoever_could_signal_to_his_partner_decides_himself(guest, game_between):
    game = game_between(*[guest(f"P{n}") for n in range(4)], variant="general")
    position = tables.current(game.public_id).running.position
    assert len(position.legal) == 1  # the 1-1 leads
    held = fitting.hand(position, position.turn)
    may = bool({"0-0", "6-6"} & set(held))
    assert (fitting.sole_play(position) is None) == may
