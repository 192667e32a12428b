"""The rules as pages show them, ready for templates."""

from dataclasses import dataclass
from typing import assert_never

import rulebook
import rules
from rulebook import choices, lengths, options, phrases
from rulebook.house import controls
from rulebook.house.editor import PREFIX, Editor, Row
from rulebook.kinds import (
    Choice,
    Divisors,
    Hands,
    Kind,
    Number,
    Numbers,
    Points,
    Switch,
    Tiles,
    WithHighest,
    WithNumber,
    WithTile,
)

LONGEST_IN_A_LIST = 18  # letters of a choice that fit beside “(default)”


@dataclass(frozen=True, slots=True)
class ShownRow:
    """An option for templates: *name* and *id* of its inputs, and *control*, the template that renders them."""

    row: Row
    name: str
    control: str
    inputs: list[controls.Input]
    with_rest: list[str]  # the choices that need a tile or a number
    tiles: list[controls.Input]
    hands: list[dict[str, object]]
    points: list[dict[str, object]]

    @property
    def own(self) -> str:
        return self.row.typed.get("", "")

    @property
    def rest(self) -> str:
        return self.row.typed.get("-rest", "")

    @property
    def says_usual(self) -> bool:
        """Whether the default must be shown: lists with enough room mark it, and fields of points are long."""
        chosen = next((each.label for each in self.inputs if each.chosen), "")
        return not self.points and (not self.inputs or len(chosen) > LONGEST_IN_A_LIST)

    @property
    def example(self) -> str:
        """What a text may look like."""
        return "0-0, 1-1" if isinstance(self.row.option.kind, Tiles) else "100, 75, 50"

    @property
    def lowest(self) -> int:
        kind = self.row.option.kind
        return kind.lowest if isinstance(kind, Number) else 0


def groups(editor: Editor) -> list[dict[str, object]]:
    """The groups of options, each with its rows."""
    made = []
    for group in editor.groups:
        rows = [_row(editor, row) for row in group.rows]
        made.append({"group": group, "rows": rows, "open": group.changed or group.refused})
    if made and not any(each["open"] for each in made):
        made[0]["open"] = True
    return made


def _row(editor: Editor, row: Row) -> ShownRow:
    kind = row.option.kind
    with_rest = controls.heads_with_rest(kind)
    tiles: list[controls.Input] = []
    if with_rest and isinstance(kind, WithTile):
        highest = min(editor.set_of_tiles, 18)
        tiles = controls.tiles_listed(row.typed, highest, doubles=bool(editor.values["doubles"]))
    return ShownRow(
        row=row,
        name=PREFIX + row.option.name,
        control=_control(kind),
        inputs=editor.inputs(row),
        with_rest=with_rest,
        tiles=tiles,
        hands=controls.hand_rows(row.typed) if isinstance(kind, Hands) else [],
        points=controls.point_fields(kind, row.typed) if isinstance(kind, Points) else [],
    )


def _control(kind: Kind) -> str:
    match kind:
        case Switch():
            return "switch"
        case Number():
            return "number"
        case Hands():
            return "hands"
        case Points():
            return "points"
        case Tiles() | Numbers():
            return "text"
        case Choice() | WithHighest():
            return "choice"
        case WithTile():
            return "choice_and_tile"
        case WithNumber():
            return "choice_and_number"
        case Divisors():
            return "choice_and_text"
        case _:
            assert_never(kind)


def rules_text(ruleset: rules.RuleSet) -> dict[str, object]:
    """Rules as text: three sentences, the changes from the defaults, all sections, and whether games are *unrated*."""
    return {
        "ruleset": ruleset,
        "players": phrases.players(ruleset),
        "length": phrases.length(ruleset),
        "turns": phrases.turns(lengths.turns(ruleset)),
        "three": rulebook.three_sentences(ruleset),
        "changes": options.changes(ruleset),
        "sections": options.compared_sections(ruleset),
        "unrated": not choices.is_own(ruleset),
    }
