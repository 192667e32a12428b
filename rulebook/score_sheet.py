"""The score sheet of each game: the columns of a line beside the points written, and the kind of sheet.

Every line adds up, side by side: the total before it + ends + draws + bids + written = its total.
"""

from dataclasses import asdict
from typing import Any

import rules
from rules import Ledger

JSON = dict[str, Any]
# By the first word of a move, the column of its change of the totals; a tile scores ends. The last move of an auction
# (a bid, a pass, or a bidder who leaves) settles the best bid.
PAID_BY = {"draw": "draws", "bid": "bids", "pass": "bids", "resign": "bids", "timeout": "bids"}


def sheet_facts(ruleset: rules.RuleSet) -> JSON:
    """The kind of score sheet, for the code that draws it.

    *counts*: "points", "generals" (titles, as tally marks) or "account" (at most one side has points, and it can be
    written off). *open_at*, *remember*: as the options of rules.md 6. *during*: points are scored while playing.
    """
    return {
        "counts": {"general": "generals", "sea_goat": "account"}.get(ruleset.variant.conduct, "points"),
        "goal": ruleset.goal,
        "open_at": ruleset.open_at,
        "remember": ruleset.remember,
        "during": bool(ruleset.ends),
    }


def score_line(deal: int, position: rules.Position) -> JSON | None:
    """The line of the deal that ended in *position*; None while it runs, and if it was annulled or broken off.

    Beside what the rules print for a round (rules.md 10) it has, each by side and only where some side has any:
    *ends* scored during play, *draws* and *bids* paid, *kept* in mind afterwards; and Sea Goat's *ledger*.
    """
    if (result := position.result) is None:
        return None
    found = {"deal": deal, **result.as_dict(), **_during(position)}
    if any(position.after.kept):
        found["kept"] = list(position.after.kept)
    if isinstance(ledger := position.after.memory, Ledger):
        found["ledger"] = asdict(ledger)
    return found


def _during(position: rules.Position) -> JSON:
    """By column: how the totals changed before the round was scored."""
    found: dict[str, list[int]] = {}
    if position.totals == position.game.totals:
        return found
    at = position
    while (before := at.previous) is not None:
        for side, (old, new) in enumerate(zip(before.totals, at.totals, strict=True)):
            if new != old:
                word = str(at.move).partition("@")[0].partition(" ")[0]
                kind = PAID_BY.get(word, "ends")
                found.setdefault(kind, [0] * len(at.totals))[side] += new - old
        at = before
    return found
