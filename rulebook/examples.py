"""Instructive moments of every game, found in made-up games that the rules play.

An example can't contradict the rules, because nothing here is drawn by hand. The search always finds the same moments
and runs once per process.
"""

from dataclasses import dataclass
from functools import lru_cache

import rules
from rulebook import made_up, score_sheet
from rulebook.moments import Kind, kinds

DEALS, GAMES, LONG_GAMES = 220, 48, 10  # deals searched
LONGEST = 11  # rounds on a shown score sheet


@dataclass(frozen=True, slots=True)
class Example:
    """A moment of a made-up deal. Earlier moves are in `position.previous`."""

    kind: Kind
    position: rules.Position


@dataclass(frozen=True, slots=True)
class Played:
    """A short game and its score sheet. *ruleset* may have a shorter `end` than the game."""

    ruleset: rules.RuleSet
    lines: tuple[score_sheet.ScoreLine, ...]
    totals: tuple[int, ...]


@lru_cache(maxsize=256)
def examples(key: str, seats: int) -> tuple[Example, ...]:
    """The moments that show how the game *key* is played, in the order of the rules. Moments not found are left out."""
    ruleset = rules.ruleset(key, {}, seats)
    missing = {kind.name: kind for kind in kinds(ruleset)}
    order, by_name = list(missing), {}
    for last in made_up.deals(ruleset, DEALS):
        for position in last.positions():
            for kind in [kind for kind in missing.values() if kind.shows(position)]:
                by_name[kind.name] = Example(kind, position)
                del missing[kind.name]
        if not missing:
            break
    if "block" in by_name:
        by_name.pop("out", None)  # one end of a round is enough, and a blocked one explains more
    return tuple(by_name[name] for name in order if name in by_name)


@lru_cache(maxsize=256)
def played(key: str, seats: int) -> Played:
    """The made-up game whose score sheet shows the most features."""
    ruleset = _short(rules.ruleset(key, {}, seats))
    best: tuple[int, Played] | None = None
    for seed in range(LONG_GAMES if ruleset.ends else GAMES):
        dealt = made_up.whole_game(ruleset, seed, LONGEST + 4)
        lines = tuple(line for deal, position in enumerate(dealt) if (line := score_sheet.score_line(deal, position)))
        worth = _worth(ruleset, lines) - (20 if dealt[-1].after.over is None else 0)
        if best is None or worth > best[0]:
            best = worth, Played(ruleset, lines, dealt[-1].after.totals)
    assert best is not None
    return best[1]


def _short(ruleset: rules.RuleSet) -> rules.RuleSet:
    """The game with half its length if a whole one has too many rounds to read."""
    if min(len(made_up.whole_game(ruleset, seed, LONGEST)) for seed in range(4)) < LONGEST:
        return ruleset
    kind, number = ruleset.ends_at
    return rules.ruleset(ruleset.key, {"end": f"{kind}:{number // 2}"}, ruleset.seats)


def _worth(ruleset: rules.RuleSet, lines: tuple[score_sheet.ScoreLine, ...]) -> int:
    """How instructive a sheet is: many different features in few rounds."""
    seen: set[str] = set()
    for line in lines:
        columns = {"ends": line.ends, "draws": line.draws, "bids": line.bids, "passes": line.passes, "kept": line.kept}
        seen |= {*line.notes, *(name for name, column in columns.items() if column), line.over}
        seen |= {"down" for written in line.written if written < 0}
        seen |= {"light" for pips, written in zip(line.pips, line.written, strict=True) if pips and not written}
        seen |= {"opening"} if ruleset.open_at and any(line.written) else set()
    written_off = ruleset.variant.conduct == "sea_goat" and "down" in seen
    too_long, too_short = max(0, len(lines) - 8), len(lines) < 3
    generals = min(4, sum("general" in line.notes for line in lines))
    return 3 * len(seen) + 2 * generals + 12 * written_off - 2 * abs(len(lines) - 6) - 4 * too_long - 8 * too_short
