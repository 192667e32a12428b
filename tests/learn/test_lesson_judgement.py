"""The strongest computer finds no mistake in what a lesson shows, and agrees that it is stronger where we say so."""

from functools import cache
from random import Random

import pytest

import mind
from mind.analysis.study import STEPS, SURE
from mind.analysis.weighing import weighed
from mind.candidates import candidates
from mind.knowledge import knowledge
from mind.search.chances import chances
from mind.search.sausage import ERROR
from mind.seen import seen
from mind.table import view_of
from rulebook.lessons import answers, course
from rulebook.lessons.prepared import LESSONS, READER

KEYS = [lesson.key for lesson in LESSONS]
SEED, MANY = "a test's own", 1000


def choices(key):
    return [step for step in course.steps(key) if step.move and len(step.position.legal) > 1]


def worths_of(step):
    return worths(step.lesson.key, step.number)


@cache
def worths(key, number):
    """By move, the points and standard error by which it is behind the best one."""
    step = course.steps(key)[number - 1]
    found = mind.hints(view_of(step.position, READER, ()), SEED).moves
    error = ERROR * spread_of(step) if step.position.rules.in_rows else 0
    return {line.move: (-line.worth, max(line.error, error)) for line in found}


def closely(step, move):
    """What *move* loses against the move shown, and the standard error, in many more worlds."""
    if step.position.rules.layout_kind != "board":
        (loss, error), (shown, _error) = worths_of(step)[move], worths_of(step)[str(step.move)]
        return loss - shown, error
    at = seen(view_of(step.position, READER, ()))
    options = [option for option in candidates(at, knowledge(at)) if option.text in {move, str(step.move)}]
    found = {each.option.text: each for each in weighed(at, options, MANY, Random(SEED))}
    return -found[move].worth, found[move].error


def spread_of(step):
    return chances(step.position.rules).spread


def surely_worse(step, loss, error):
    """As the analysis marks mistakes (`mind.study`)."""
    return loss >= STEPS[0] * spread_of(step) and loss > SURE * error


@pytest.mark.parametrize("key", KEYS)
def test_no_move_of_a_lesson_is_a_mistake_by_the_computers_own_judgement(key):
    for step in choices(key):
        loss, error = worths_of(step)[str(step.move)]
        assert not surely_worse(step, loss, error), (step.number, loss, error)


@pytest.mark.parametrize("key", KEYS)
def test_moves_called_about_as_good_are_no_mistakes_and_no_move_called_weaker_is_surely_better(key):
    for step in choices(key):
        found = worths_of(step)
        shown, of_shown = found[str(step.move)]
        for move, (loss, error) in found.items():
            if move == str(step.move):
                continue
            said = " ".join(answers.answer(step, move).judged)
            if "about as good as" in said:
                assert not surely_worse(step, *closely(step, move)), (step.number, move)
            else:
                assert "is stronger." in said
                assert shown - loss <= SURE * max(error, of_shown), (step.number, move)


def test_the_judgement_sees_mistakes_among_the_other_moves():
    mistakes = [
        (step.lesson.key, step.number, move)
        for key in ("partnership", "block", "draw", "muggins")
        for step in choices(key)
        for move, (loss, error) in worths_of(step).items()
        if surely_worse(step, loss, error)
    ]
    assert len(mistakes) > 10
    assert ("partnership", 2, "5-0>0-0") in mistakes
