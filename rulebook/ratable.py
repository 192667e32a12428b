"""Which games may be rated, whoever plays them: those by their own rules, with enough time."""

from dataclasses import replace

import rules
from rulebook import choices, lengths
from rulebook.time_control import Clock, TimeControl

SECONDS_A_TURN = 3  # that a time bank must have for each turn, so that the faster connection doesn't decide


def has_own_rules(ruleset: rules.RuleSet, *, appointed: bool = False) -> bool:
    """Whether no house rule decides who wins. The server chooses the rules of *appointed* games."""
    return appointed or choices.is_own(ruleset)


def has_time(ruleset: rules.RuleSet, control: TimeControl, *, appointed: bool = False) -> bool:
    """Whether a bank is enough to think, and a game that begins now can be played out before its last moment
    (`control.lasts`).
    """
    if appointed and control.lasts is not None:
        return lengths.estimate(ruleset, replace(control, lasts=None)).usual <= control.lasts
    return control.may_be_rated and _has_time_to_think(ruleset, control)


def _has_time_to_think(ruleset: rules.RuleSet, control: TimeControl) -> bool:
    if control.kind != Clock.BANK:
        return True
    each = lengths.turns(ruleset) / ruleset.seats
    return (control.bank or 0) + (control.increment or 0) * each >= SECONDS_A_TURN * each


def may_be_rated(ruleset: rules.RuleSet, control: TimeControl, *, appointed: bool = False) -> bool:
    return has_own_rules(ruleset, appointed=appointed) and has_time(ruleset, control, appointed=appointed)
