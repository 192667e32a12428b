"""Every option of the rules in plain words (rules.md 2 to 9), and the changes from the preset.

`OPTIONS` is the one table: group, label, explanation, kind and choices, and when an option is offered or matters.
Pages that show or change rules are made from it; whether values go together is for the rules to say.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import rules
from rulebook import sections
from rulebook.kinds import Kind, Switch
from rulebook.option_groups import GROUPS, Group, Option, Values

__all__ = [
    "GROUPS", "OPTIONS", "Change", "Compared", "Group", "Option", "change", "changes", "compared_sections", "matters",
    "usual_values", "values",
]  # fmt: skip

OPTIONS: Mapping[str, Option] = {option.name: option for group in GROUPS for option in group.options}


@dataclass(frozen=True, slots=True)
class Change:
    """An option changed from the preset: its label, its value here and the default value, in words."""

    name: str
    label: str
    here: str
    usual: str
    switch: bool = False


def values(ruleset: rules.RuleSet) -> dict[str, object]:
    """The effective value of every option: a hand is the number of tiles for this number of seats."""
    return {name: _plain(getattr(ruleset, name)) for name in OPTIONS}


def usual_values(key: str, seats: int, pairs: bool | None = None, set_of_tiles: object = None) -> dict[str, object]:
    """The preset's values for this number of players; in pairs if *pairs* is true and the game allows it, and with
    what *set_of_tiles*, named by its highest number, sets besides (`Variant.by_set`)."""
    usual = rules.ruleset(key, {}, seats)
    chosen: dict[str, object] = {} if pairs is None else {"pairs": pairs}
    if set_of_tiles in usual.variant.by_set:
        chosen["set"] = set_of_tiles
    try:
        return {**values(rules.ruleset(key, chosen, seats)), "pairs": usual.pairs, "set": usual.set}
    except rules.ImpossibleRules:
        return values(usual)


def changes(ruleset: rules.RuleSet) -> list[Change]:
    """The changes from the preset for the same number of players, in the order in which pages show options."""
    here, usual = values(ruleset), usual_values(ruleset.key, ruleset.seats, ruleset.pairs, ruleset.set)
    return [change(name, here[name], usual[name]) for name in OPTIONS if here[name] != usual[name]]


@dataclass(frozen=True, slots=True)
class Compared:
    """A section of the rules (`rulebook.sections`): each sentence, and whether it differs from the preset."""

    name: str
    title: str
    sentences: tuple[tuple[str, bool], ...]


def compared_sections(ruleset: rules.RuleSet) -> list[Compared]:
    """All rules of this game; sentences that the preset doesn't have for the same number of players are marked."""
    usual = {sentence for section in sections(_preset(ruleset)) for sentence in section.sentences}
    return [
        Compared(each.name, each.title, tuple((sentence, sentence not in usual) for sentence in each.sentences))
        for each in sections(ruleset)
    ]


def _preset(ruleset: rules.RuleSet) -> rules.RuleSet:
    return rules.ruleset(ruleset.key, {}, ruleset.seats)


def change(name: str, here: object, usual: object) -> Change:
    option = OPTIONS[name]
    kind: Kind = option.kind
    return Change(name, str(option.label), kind.words(here), kind.words(usual), isinstance(kind, Switch))


def matters(option: Option, chosen: Values) -> bool:
    """Whether the option has an effect with the other values."""
    test: Callable[[Values], object] | None = option.matters
    return test is None or bool(test(chosen))


def _plain(value: object) -> object:
    return dict(value) if isinstance(value, Mapping) else value
