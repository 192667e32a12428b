"""Which move a line of a plan comes to, by the ends that lie open: positions as text, answers worked out by hand."""

import pytest

from plans.fitting import Line, ends_for, move_for
from tests.rules.tables import after, table


@pytest.fixture
def five_and_three():
    """4-3>5-4 lies behind the 5-4: the 5-4 shows a 5, the 4-3 a 3, and who leads holds 5-3, which fits both."""
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
        (Line("1-1", 1), None),  # the other's tile
    ],
)
def test_a_tile_planned_for_an_end_that_shows_a_number_goes_there_and_nowhere_else(five_and_three, line, move):
    assert move_for(five_and_three, line) == move


def test_under_sums_the_end_that_shows_a_number_takes_the_half_that_makes_it_six():
    """The 2-0 goes on the 4 of the 5-4 by its 2, so that 5 and 0 lie open: one takes the 1 of 6-1, the other its 6."""
    laid = after(table("block", "5-4 6-1 6-6", "2-0 1-1 3-3", match="sum:6"), "5-4", "2-0>5-4")
    assert move_for(laid, Line("6-1", 5)) == "6-1>5-4"
    assert move_for(laid, Line("6-1", 0)) == "6-1>2-0"
    assert move_for(laid, Line("6-1", 6)) is None
    assert move_for(laid, Line("6-1", 1)) is None


def test_before_the_lead_no_end_shows_anything():
    first = table("block", "5-4 5-3", "4-3 1-1")
    assert move_for(first, Line("5-4")) == "5-4"
    assert move_for(first, Line("5-4", 5)) is None


def test_what_an_end_may_show_for_a_tile_to_go_there():
    equal, sums = (table("block", "5-4", "4-3", match=match).rules for match in ("equal", "sum:6"))
    assert (ends_for(equal, "5-3"), ends_for(equal, "4-4")) == ((5, 3), (4,))
    assert (ends_for(sums, "5-2"), ends_for(sums, "3-3")) == ((4, 1), (3,))
