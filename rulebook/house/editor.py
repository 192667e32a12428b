"""The state of the house rules editor: inputs, their values, and whether the rules are possible."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import rules
from common.numbers import whole
from rulebook import options as words
from rulebook.house import controls, plain
from rulebook.house.controls import Input, Typed
from rulebook.house.plain import Refusal
from rulebook.options import GROUPS, OPTIONS, Change, Option

PREFIX = "o-"  # before the names of option inputs


@dataclass(slots=True)
class Row:
    """An option in the editor. *value* is None if the input is invalid."""

    option: Option
    typed: Typed
    value: object
    usual: object
    problem: str = ""  # why the input is invalid
    refusal: str = ""  # why the rules are impossible, if it concerns this option
    idle: bool = False  # has no effect with the other values

    @property
    def changed(self) -> bool:
        return bool(self.problem) or self.value != self.usual

    @property
    def change(self) -> Change:
        return words.change(self.option.name, self.value, self.usual)

    @property
    def usually(self) -> str:
        return self.option.kind.words(self.usual)


@dataclass(slots=True)
class ShownGroup:
    key: str
    title: str
    rows: list[Row] = field(default_factory=list)

    @property
    def changed(self) -> int:
        return sum(row.changed for row in self.rows)

    @property
    def refused(self) -> bool:
        return any(row.refusal or row.problem for row in self.rows)


class Editor:
    """The editor's state. *ruleset* has the edited rules, or is None: then *refusal* says why they are impossible."""

    def __init__(
        self, variant: rules.Variant, seats: int, typed: Mapping[str, Typed], before: Mapping[str, object]
    ) -> None:
        """*typed*: the texts of the inputs, by option. *before*: the default values when the page was made; an option
        that equals them wasn't changed and keeps its default."""
        self.variant, self.seats = variant, seats
        self.rows: dict[str, Row] = {}
        self.pairs = self._pairs(typed.get("pairs"), before)
        self.by_set = self._by_set(typed.get("set"))
        self.usual = words.usual_values(variant.key, seats, self.pairs, self.by_set)
        for option in OPTIONS.values():
            if option.offered(variant, seats) or (option.name == "pairs" and self.pairs != self.usual["pairs"]):
                self.rows[option.name] = self._row(option, typed.get(option.name), before)
        self.values = {**self.usual, **{row.option.name: row.value for row in self.rows.values() if not row.problem}}
        self.ruleset, self.refusal = self._judged()
        for row in self.rows.values():
            row.idle = not words.matters(row.option, self.values)
            if self.refusal and row.option.name in self.refusal.options and not row.problem:
                row.refusal = self.refusal.sentence

    @classmethod
    def of(cls, variant: rules.Variant, seats: int, options: Mapping[str, object]) -> "Editor":
        """The editor for a game with *options*, without impossible ones."""
        try:
            there = words.values(rules.ruleset(variant.key, options, seats))
        except rules.ImpossibleRules:
            there = words.usual_values(variant.key, seats)
        typed = {name: controls.typed_value(OPTIONS[name].kind, value) for name, value in there.items()}
        return cls(variant, seats, typed, {})

    @classmethod
    def sent(cls, variant: rules.Variant, seats: int, post: Mapping[str, str], *, reset: str = "") -> "Editor":
        """The editor from a submitted form. *reset*: the option to set back to its default, or "all"."""
        before = _base(variant, post.get("base", ""))
        typed = {
            name: _typed(post, PREFIX + name, controls.ends_of_names(option.kind))
            for name, option in OPTIONS.items()
            if f"{PREFIX}{name}-here" in post and reset not in {name, "all"}
        }
        return cls(variant, seats, typed, before)

    @property
    def base(self) -> str:
        """What the default values depend on: seats, pairs, and in some games the set; the form returns it."""
        return f"{self.seats}{'p' if self.pairs else ''}{'' if self.by_set is None else f's{self.by_set}'}"

    @property
    def options(self) -> dict[str, object]:
        """The changed options, with their names in records."""
        return {name: row.value for name, row in self.rows.items() if row.changed and not row.problem}

    @property
    def changed(self) -> list[Row]:
        return [row for row in self.rows.values() if row.changed]

    @property
    def groups(self) -> list[ShownGroup]:
        groups = [
            ShownGroup(group.key, str(group.title), [self.rows[o.name] for o in group.options if o.name in self.rows])
            for group in GROUPS
        ]
        return [group for group in groups if group.rows]

    def _pairs(self, typed: Typed | None, before: Mapping[str, object]) -> bool:
        usual = bool(rules.ruleset(self.variant.key, {}, self.seats).pairs)
        if typed is None:
            return usual
        pairs = typed.get("") == "on"
        return usual if pairs == before.get("pairs") else pairs

    def _by_set(self, typed: Typed | None) -> int | None:
        """The chosen set if hands and lengths depend on it; None for the game's own."""
        number = whole((typed or {}).get("", ""))
        return number if number in self.variant.by_set else None

    def inputs(self, row: Row) -> list[Input]:
        """The entries of the list of choices of *row*. Some games allow only a few values."""
        listed = controls.listed(row.option.kind, row.typed, row.usual, self.seats)
        if self.variant.changeable is None:
            return listed
        return [each for each in listed if each.chosen or each.usual or self._possible(row.option, each.value)]

    def _possible(self, option: Option, choice: str) -> bool:
        value = controls.meant(option.kind, {"": choice, "-rest": "4"}, self.set_of_tiles)
        return rules.is_possible(self.variant.key, {option.name: value}, self.seats)

    def _row(self, option: Option, typed: Typed | None, before: Mapping[str, object]) -> Row:
        usual = self.usual[option.name]
        if typed is None:
            return Row(option, controls.typed_value(option.kind, usual), usual, usual)
        try:
            value = controls.meant(option.kind, typed, self.set_of_tiles)
        except controls.Unclear as unclear:
            return Row(option, typed, None, usual, problem=str(unclear))
        if option.name in before and value == before[option.name]:
            return Row(option, controls.typed_value(option.kind, usual), usual, usual)
        return Row(option, typed, value, usual)

    @property
    def set_of_tiles(self) -> int:
        row = self.rows.get("set")
        return next(each for each in (row and row.value, self.usual["set"]) if isinstance(each, int))

    def _judged(self) -> tuple[rules.RuleSet | None, Refusal | None]:
        problems = {name: row.problem for name, row in self.rows.items() if row.problem}
        if problems:
            return None, plain.unclear(problems)
        try:
            return rules.ruleset(self.variant.key, self.options, self.seats), None
        except rules.ImpossibleRules as impossible:
            return None, plain.refusal(impossible)


def _typed(post: Mapping[str, str], name: str, ends: list[str]) -> Typed:
    return {end: post[name + end][: controls.LONGEST_TYPED] for end in ends if name + end in post}


def _base(variant: rules.Variant, text: str) -> Mapping[str, object]:
    """The default values shown on the submitted page."""
    of_people, _s, set_of_tiles = text.partition("s")
    seats = whole(of_people.removesuffix("p"))
    if seats is None or seats not in variant.seats:
        return {}
    return words.usual_values(variant.key, seats, of_people.endswith("p"), whole(set_of_tiles))
