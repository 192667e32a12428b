"""The move that a plan's line means in a position. The answers were worked out by hand."""

import pytest

from plans.fitting import Line, ends_for, move_for
from tests.rules.tables import after, table


@pytest.fixture
def five_and_three():
    """After 5-4 and 4-3>5-4, the open ends show 5 and 3. The player to move has 5-3, which fits both."""
    return after(table("block", "5-4 5-3 6-6", "4-3 1-1 2-2"), "5-4", "4-3>5-4")


@pytest.mark.parametrize(
    ("line", "move"),
    [
        (Line("5-3", 5), "5-3>5-4"),
        (Line("5-3", 3), "5-3>4-3"),
        (Line("5-3"), "5-3>4-3"),  # any end: the first in the order of moves
        (Line("5-3", 4), None),
        (Line("6-6", 6), None),
        (Line("6-6"), None),
        (Line("1-1", 1), None),  # the opponent's tile
    ],
)
def test_a_line_plays_its_tile_on_the_planned_end_only(five_and_three, line, move):
    assert move_for(five_and_three, line) == move


def test_with_sums_an_end_takes_the_half_that_makes_six():
    """The 2 of 2-0 is on the 4 of 5-4, so the ends show 5 and 0. The 5 takes the 1 of 6-1, the 0 takes its 6."""
    laid = after(table("block", "5-4 6-1 6-6", "2-0 1-1 3-3", match="sum:6"), "5-4", "2-0>5-4")
    assert move_for(laid, Line("6-1", 5)) == "6-1>5-4"
    assert move_for(laid, Line("6-1", 0)) == "6-1>2-0"
    assert move_for(laid, Line("6-1", 6)) is None
    assert move_for(laid, Line("6-1", 1)) is None


def test_before_the_lead_a_line_with_an_end_doesnt_fit():
    first = table("block", "5-4 5-3", "4-3 1-1")
    assert move_for(first, Line("5-4")) == "5-4"
    assert move_for(first, Line("5-4", 5)) is None


def test_ends_on_which_a_tile_can_be_played():
    equal, sums = (table("block", "5-4", "4-3", match=match).rules for match in ("equal", "sum:6"))
    assert (ends_for(equal, "5-3"), ends_for(equal, "4-4")) == ((5, 3), (4,))
    assert (ends_for(sums, "5-2"), ends_for(sums, "3-3")) == ((4, 1), (3,))


def test_a_plan_for_a_matador_names_the_half_that_stays_outside():
    """Touching halves make seven: on the ends 5 and 4 a 3-0 fits the 4 alone, and 6-1 and 0-0 fit everywhere."""
    laid = after(table("block", "5-4 3-3 2-2", "6-1 3-0 0-0", match="matador"), "5-4")
    assert [ends_for(laid.rules, tile) for tile in ("6-1", "3-0")] == [(6, 1), (4,)]
    assert ends_for(laid.rules, "0-0") == (6, 5, 4, 3, 2, 1, 0)
    assert [move_for(laid, Line("6-1", half)) for half in (6, 1, 4)] == ["6-1>5-4:4~6", "6-1>5-4:4~1", None]
    assert move_for(laid, Line("0-0", 5)) == "0-0>5-4:5"
    assert [move_for(laid, Line("3-0", end)) for end in (4, 5)] == ["3-0>5-4", None]
