"""Figures for the levels' pages are measured in pieces."""

import json

import pytest

from benchmarks.matches import Line
from benchmarks.measured import about, measure, old, read
from mind.contests.league import Part

BLOCK = Line("block", 2, ("casual", "greedy"), 27)  # two pieces, of 25 deals and of 2
PAIRS = Line("partnership", 4, ("casual", "greedy"), 1)


def test_a_stopped_line_goes_on_and_ends_as_if_played_in_one(tmp_path, monkeypatch):
    path, in_one, kept, played, play = tmp_path / "a.json", tmp_path / "b.json", tmp_path / "kept.jsonl", [], Part.play
    path.write_text("[]")
    in_one.write_text("[]")
    assert not [*measure([BLOCK], path, kept, until=0)]

    def stopped(part):
        if part.deals.start:
            raise KeyboardInterrupt
        return play(part)

    def noted(part):
        played.append((part.plan.ruleset.variant.key, part.deals))
        return play(part)

    monkeypatch.setattr(Part, "play", stopped)
    with pytest.raises(KeyboardInterrupt):
        [*measure([BLOCK], path, kept)]
    assert read(path) == {}
    with kept.open("a") as cut_off:
        cut_off.write('{"line": ')  # killed while it wrote
    monkeypatch.setattr(Part, "play", noted)
    (row,) = measure([BLOCK], path, kept)
    assert played == [("block", range(25, 27))]
    (whole,) = measure([BLOCK], in_one, tmp_path / "other.jsonl")
    assert json.loads(path.read_text()) == [row] == [whole]
    assert not [*measure([BLOCK], path, kept)]


def test_a_line_says_why_it_is_old(tmp_path):
    path = tmp_path / "measured.json"
    path.write_text("[]")
    [*measure([PAIRS], path, tmp_path / "kept.jsonl")]
    rows = read(path)
    row = rows[about(PAIRS)]
    assert not [*old([PAIRS], rows)]
    deal, moves = row["of"].split()
    assert [why for _line, why in old([BLOCK], rows)] == ["never measured"]
    for changed, why in [
        ({"of": f"0 {moves}"}, "other deals"),
        ({"of": f"{deal} 0"}, "other moves"),
        ({"deals": 0}, "0 deals only"),
    ]:
        assert [*old([PAIRS], {about(PAIRS): row | changed})] == [(PAIRS, why)]
    del row["of"]
    assert [*old([PAIRS], rows)] == [(PAIRS, "1 deals, from before lines noted their deals and moves")]
