"""The layout: ends, spinners, the count of the ends (rules.md 2)."""

import rules

from .tables import after, moves, refusal, table


def ends(position):
    return sorted(end.value for end in position.layout.ends)


def test_a_lead_has_an_end_for_each_half():
    assert ends(after(table("block", "6-5 1-0", "4-4 3-3"), "6-5")) == [5, 6]
    assert ends(after(table("block", "6-6 1-0", "6-4 3-3"), "6-6")) == [6, 6]


def test_the_first_double_is_the_spinner_and_opens_at_once():
    position = after(table("telephone_72", "6-5 3-1 0-0", "5-5 4-4 2-1", lead_first="random"), "6-5", "5-5>6-5")
    assert ends(position) == [5, 5, 5, 6]
    assert [end.arm for end in position.layout.ends].count("side") == 2


def test_the_house_opens_when_both_its_line_ends_are_covered():
    house = table("telephone", "4-4 4-3 2-1", "6-4 3-0 5-4", lead_first="random")
    position = after(house, "4-4", "6-4>4-4")
    assert ends(position) == [4, 6]
    position = after(position, "4-3>4-4")
    assert ends(position) == [3, 4, 4, 6]
    assert position.layout.spinner == "4-4"
    assert "5-4>4-4" in moves(position)
    assert ends(after(position, "5-4>4-4")) == [3, 4, 5, 6]


def test_a_double_in_the_line_can_be_the_house():
    position = table("telephone", "6-5 5-1 2-2", "5-5 3-0 1-1", lead_first="random")
    position = after(position, "6-5", "5-5>6-5")
    assert ends(position) == [5, 6]
    assert ends(after(position, "5-1>5-5")) == [1, 5, 5, 6]


def test_every_double_may_be_a_spinner():
    position = after(table("double_nine", "9-9 9-5 1-0", "9-4 5-5 2-1"), "9-9", "9-4>9-9", "9-5>9-9", "5-5>9-5")
    assert ends(position) == [4, 5, 5, 5, 9, 9]


def test_halves_with_the_right_sum_fit():
    position = after(table("classic_six", "6-6 5-1 3-3", "4-0 6-1 5-5"), "6-6")
    assert moves(position) == ["4-0>6-6"]
    assert ends(after(position, "4-0>6-6")) == [4, 6]


def test_a_tile_that_fits_both_halves_of_a_lone_lead_names_the_end():
    position = after(table("classic_six", "5-2 1-0", "4-1 6-6", lead_first="random"), "5-2")
    assert moves(position) == ["4-1>5-2:2", "4-1>5-2:5"]
    assert refusal(position, "4-1>5-2") == "not_now"
    assert ends(after(position, "4-1>5-2:5")) == [2, 4]


def test_the_lone_double_counts_once_and_the_spinner_until_it_has_two_neighbours():
    start = table("muggins", "6-6 6-1 0-0", "6-3 6-2 5-5", draw="none")
    counts = [after(start, *("6-6", "6-3>6-6", "6-1>6-6")[:number]).layout.count for number in range(4)]
    assert counts == [0, 12, 15, 4]


def test_the_side_ends_of_a_spinner_count_only_once_played():
    position = after(table("muggins", "6-6 6-1 6-5", "6-3 6-2 5-5", draw="none"), "6-6", "6-3>6-6", "6-1>6-6")
    assert after(position, "6-2>6-6").layout.count == 6


def test_a_double_that_is_an_end_counts_both_halves_or_lengthwise_one():
    position = after(table("muggins", "6-6 3-3 4-0", "6-3 6-2 1-0", draw="none"), "6-6", "6-3>6-6")
    assert moves(position) == ["3-3>6-3", "3-3>6-3="]
    assert after(position, "3-3>6-3").layout.count == 18
    assert after(position, "3-3>6-3=").layout.count == 15


def test_the_spinner_and_the_lead_never_lie_lengthwise():
    position = after(table("muggins", "6-5 4-0", "5-5 6-2"), "6-5")
    assert moves(position) == ["5-5>6-5", "6-2>6-5"]


def test_two_doubles_go_on_ends_that_were_open_before_the_turn():
    ben = after(table("classic", "6-5 1-0 2-0", "6-6 5-5 6-1", lead_first="random"), "6-5")
    assert moves(ben) == ["5-5>6-5", "5-5>6-5,6-6>6-5", "6-1>6-5", "6-6>6-5"]
    both = after(ben, "6-6>6-5,5-5>6-5")
    assert ends(both) == [5, 6]
    assert str(both.move) == "5-5>6-5,6-6>6-5"


def test_of_two_doubles_in_a_turn_the_lower_is_the_spinner():
    ben = after(table("classic", "6-5 1-0 2-0", "6-6 5-5 6-1", lead_first="random", spinner="first"), "6-5")
    both = after(ben, "5-5>6-5,6-6>6-5")
    assert both.layout.spinner == "5-5"
    assert ends(both) == [5, 5, 5, 6]


def test_two_closed_doubles_before_the_spinner_close_the_layout():
    ben = after(table("donkey", "5-4 2-1 1-0", "5-5 4-4 3-3", lead_first="random"), "5-4")
    assert moves(ben) == ["4-4>5-4", "4-4>5-4x,5-5>5-4x", "5-5>5-4"]
    closed = after(ben, "5-5>5-4x,4-4>5-4x")
    assert closed.over
    assert closed.result.over == "blocked"


def test_a_closed_double_leaves_no_end():
    start = table("donkey", "3-3 3-2 3-1", "3-0 2-2 1-1", lead_first="high_double")
    position = after(start, "3-3", "3-0>3-3", "3-2>3-3")
    assert moves(position) == ["2-2>3-2", "2-2>3-2x"]
    assert ends(after(position, "2-2>3-2x")) == [0, 3, 3]


def test_a_straight_end_is_taken_before_a_side_one():
    position = after(table("telephone_72", "6-6 6-1 6-2", "6-3 6-4 5-5"), "6-6", "6-3>6-6", "6-1>6-6", "6-4>6-6")
    arms = [tile["arm"] for tile in rules.to_json(rules.view_for(position, None))["layout"]]
    assert arms == ["lead", "line", "line", "side"]
