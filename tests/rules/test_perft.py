"""The published counts of rows of legal moves (docs/perft.txt), and counts worked out by hand."""

from pathlib import Path

import pytest

import rules

from .tables import table

LINES = Path("docs/perft.txt").read_text().splitlines()[1:]


def test_every_game_has_two_positions():
    games = [line.split("\t")[1].split()[0] for line in LINES]
    assert sorted(games) == sorted([*rules.VARIANTS, *rules.VARIANTS])


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.split("\t")[1].partition(" |")[0])
def test_the_published_counts(line):
    counts, text = line.split("\t")
    position = rules.parse_position(text)
    assert [rules.perft(position, depth) for depth in range(1, 6)] == [int(count) for count in counts.split()]


def test_counts_by_hand():
    position = table("block", "6-5 4-3", "6-4 2-1", hand=2)
    # 6-5 then 6-4 (then 4-3 on it, then a pass ends the deal), or 4-3 then 6-4 (then 6-5 goes out).
    assert [rules.perft(position, depth) for depth in range(5)] == [1, 2, 2, 2, 0]
