"""Figures are rounded to what is known."""

from types import SimpleNamespace

import pytest
from django.utils import translation

from learn.analysis import charts, figures, report
from mind.analysis.findings import WeighedMove


@pytest.mark.parametrize(
    ("figure", "error", "shown"),
    [
        (-37.47, 1, "−37"),
        (-37.47, 0.2, "−37.5"),
        (-37.47, 6, "−40"),
        (37.47, 0.04, "37.5"),
        (2.0, 0, "2.0"),
        (0.3, 0.9, "0"),
        (-0.04, 0.3, "0.0"),
        (-4, 7, "0"),
        (9.5, 1, "10"),
    ],
)
def test_a_figure_shows_no_digit_below_its_margin_of_error(figure, error, shown):
    assert figures.rounded(figure, error) == shown


@pytest.mark.parametrize(
    ("figure", "error", "shown"),
    [
        (-1.2, 1, "1 point"),
        (-0.8, 0.1, "0.8 points"),
        (11.4, 1, "11 points"),
        (1.0, 0.1, "1.0 point"),
        (14.6, 9, "10 points"),
        (5.2, 0.1, "5 points"),
        (15.0, 0.1, "15 points"),
        (4.96, 0.1, "5 points"),
        (-4.94, 0.1, "4.9 points"),
    ],
)
def test_points_are_counted_in_words(figure, error, shown):
    assert figures.in_points(figure, error) == shown


def test_fractions_take_the_form_of_two_in_russian():
    with translation.override("ru"):
        assert figures.in_points(0.8, 0.1).startswith("0,8")


def test_moves_are_listed_by_the_numbers_shown():
    """Whatever the margin of error to which each is rounded."""
    figures_found = (
        ("1-1>3-1", 0, 0),
        ("6-1>3-1", -7.9, 6),
        ("3-1>3-3", -8.1, 1),
        ("2-0>2-2", -8.6, 9),
        ("pass", -5.3, 0.1),
    )
    lines = [WeighedMove(move, worth, error, 0.5, ()) for move, worth, error in figures_found]
    listed = [(each.move, each.points) for each in report.in_order(lines, [])]
    assert listed == [
        ("1-1 on the 3-1", "0.0"),
        ("pass", "−5"),
        ("3-1 on the 3-3", "−8"),
        ("6-1 on the 3-1", "−10"),
        ("2-0 on the 2-2", "−10"),
    ]


def test_the_curve_numbers_rounds_as_far_as_there_is_room():
    def numbers(deals):
        rounds = [SimpleNamespace(deal=n, round=n + 1) for n in range(deals)]
        starts = tuple(range(4, 4 * deals, 4))
        found = charts.deal_starts(SimpleNamespace(length=4 * deals + 1, rounds=rounds, starts=starts))
        return [(deal.percent, deal.round) for deal in found if deal.round is not None]

    assert numbers(4) == [(0.0, 1), (25.0, 2), (50.0, 3), (75.0, 4)]
    assert numbers(20) == [(5.0 * n, n + 1) for n in range(0, 20, 2)]
