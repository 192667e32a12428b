"""The worked examples of the rules replay exactly as they are printed."""

import json
from pathlib import Path

import pytest

from rules import record

EXAMPLES = sorted((Path(__file__).parent / "examples").glob("*.json"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_replays_line_by_line(path):
    expected = path.with_suffix(".out").read_text().splitlines()
    lines = [json.dumps(line, separators=(",", ":")) for line in record.replay(record.parse(path.read_bytes()))]
    assert lines == expected


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_survives_reading_and_writing(path):
    found = json.loads(path.read_text())
    assert record.record_from_dict(found).as_dict() == found
