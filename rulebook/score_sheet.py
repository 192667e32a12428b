"""The score sheet of each game: the columns of a line beside the points written, and the kind of sheet.

Every line adds up, side by side: the total before it + ends + draws + bids + written = its total.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

import rules
from rules import Ledger, RoundResult, Sparse

# By the first word of a move, the column of its change of the totals; a tile scores ends. The last move of an auction
# (a bid, a pass, or a bidder who leaves) settles the best bid.
PAID_BY = {"draw": "draws", "bid": "bids", "pass": "bids", "resign": "bids", "timeout": "bids"}


@dataclass(frozen=True)
class SheetFacts:
    """The kind of score sheet."""

    counts: Annotated[
        Literal["points", "generals", "account"], "account: only one side has points, and can lose them all."
    ]
    goal: Literal["low", "high"]
    open_at: Annotated[int, "The pips needed for a side's first score; 0: any number."]
    remember: Annotated[bool, "Pips below `open_at` carry over to the next round."]
    during: Annotated[bool, "Points are scored while playing."]


@dataclass(frozen=True)
class _OfDeal:
    deal: Annotated[int, "Index of the deal, from 0, for /rounds/<deal>/."]


@dataclass(frozen=True)
class ScoreLine(Sparse, RoundResult, _OfDeal):
    """A line of the score sheet."""

    ends: Annotated[tuple[int, ...] | None, "Points scored during play, by side. Left out if there are none."] = None
    draws: Annotated[tuple[int, ...] | None, "Change of the total for tiles drawn, by side."] = None
    bids: Annotated[tuple[int, ...] | None, "Change of the total for auctions, by side."] = None
    kept: Annotated[tuple[int, ...] | None, "Pips carried over to the next round, by side."] = None
    ledger: Annotated[Ledger | None, "Sea Goat: rights and debts after this round."] = None


def sheet_facts(ruleset: rules.RuleSet) -> SheetFacts:
    """The kind of score sheet, for the code that draws it.

    *counts*: "points", "generals" (titles, as tally marks) or "account" (at most one side has points, and it can be
    written off). *open_at*, *remember*: as the options of rules.md 6. *during*: points are scored while playing.
    """
    kinds: dict[str, Literal["generals", "account"]] = {"general": "generals", "sea_goat": "account"}
    return SheetFacts(
        counts=kinds.get(ruleset.variant.conduct, "points"),
        goal="low" if ruleset.goal == "low" else "high",
        open_at=ruleset.open_at,
        remember=ruleset.remember,
        during=bool(ruleset.ends),
    )


def score_line(deal: int, position: rules.Position) -> ScoreLine | None:
    """The line of the deal that ended in *position*; None while it runs, and if it was annulled or broken off."""
    if (result := position.result) is None:
        return None
    during, memory, kept = _during(position), position.after.memory, position.after.kept
    return ScoreLine(
        deal=deal,
        **vars(result),
        ends=during.get("ends"),
        draws=during.get("draws"),
        bids=during.get("bids"),
        kept=kept if any(kept) else None,
        ledger=memory if isinstance(memory, Ledger) else None,
    )


def _during(position: rules.Position) -> dict[str, tuple[int, ...]]:
    """By column: how the totals changed before the round was scored."""
    if position.totals == position.game.totals:
        return {}
    changes: dict[str, list[int]] = {}
    at = position
    while (before := at.previous) is not None:
        for side, (old, new) in enumerate(zip(before.totals, at.totals, strict=True)):
            if new != old:
                word = str(at.move).partition("@")[0].partition(" ")[0]
                kind = PAID_BY.get(word, "ends")
                changes.setdefault(kind, [0] * len(at.totals))[side] += new - old
        at = before
    return {column: tuple(by_side) for column, by_side in changes.items()}
