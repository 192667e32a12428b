"""Titles of tournaments."""

import pytest

from rulebook.names import tournament_title

TITLES = {
    "cup": ("Block cup 12", "Block cup"),
    "swiss": ("Block Swiss 12", "Block Swiss"),
    "arena": ("Block arena 12", "Block arena"),
    "round_robin": ("Block round robin 12", "Block round robin"),
    "knockout": ("Block knockout 12", "Block knockout"),
}


def test_a_title_names_the_game_the_format_and_the_number_within_a_series():
    for format_, (numbered, alone) in TITLES.items():
        assert tournament_title(format_, "duel", "block", 12) == numbered
        assert tournament_title(format_, "duel", "block") == alone


@pytest.mark.parametrize(
    ("seating", "title"),
    [
        ("duel", "Block Swiss 3"),
        ("pairs", "Block Swiss 3, fixed partners"),
        ("rotating", "Block Swiss 3, changing partners"),
        ("pod", "Block Swiss 3, everyone for themselves"),
    ],
)
def test_a_title_says_with_whom_you_play(seating, title):
    assert tournament_title("swiss", seating, "block", 3) == title
