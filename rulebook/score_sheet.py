"""The score sheet of each game: the columns of a line beside the points written, and the kind of sheet.

Every line adds up, side by side: the total before it + ends + draws + bids + passes + written = its total.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

import rules
from rulebook.own_words import OWN_WORDS
from rules import Draw, Lay, Ledger, RoundResult, Sparse


@dataclass(frozen=True)
class SheetFacts:
    """The kind of score sheet."""

    counts: Annotated[
        Literal["points", "generals", "account"], "account: only one side has points, and can lose them all."
    ]
    goal: Literal["low", "high"]
    open_at: Annotated[int, "The pips needed for a side's first score; 0: any number."]
    remember: Annotated[bool, "Pips below `open_at` carry over to the next round."]
    during: Annotated[bool, "The ends score while playing."]
    notes: Annotated[bool, "A round can have notes, or bring more than its pips."]
    divisors: Annotated[tuple[int, ...], "The ends score if they add up to a multiple of one of these."]
    alike: Annotated[bool, "The ends score if they are all alike."]
    exact: Annotated[int | None, "The target, if points that would pass it don't count."]
    love: Annotated[int | None, "The points that win while another side has none."]
    finish_pays: Annotated[rules.words.FinishPays, "How the points for the last tile are paid: see `more` of a line."]
    rounds: Annotated[int | None, "The number of rounds, if that ends the game."]
    stations: Annotated[
        int | None, "Trains: the number on the first round's station; each later one is the next lower double."
    ]
    words: Annotated[Mapping[str, str], "What players of this game call some notes, such as “capicúa” for “both”."]


@dataclass(frozen=True)
class _OfDeal:
    deal: Annotated[int, "Index of the deal, from 0, for /rounds/<deal>/."]


@dataclass(frozen=True)
class ScoreLine(Sparse, RoundResult, _OfDeal):
    """A line of the score sheet."""

    ends: Annotated[tuple[int, ...] | None, "Points scored during play, by side. Left out if there are none."] = None
    draws: Annotated[tuple[int, ...] | None, "Change of the total for tiles drawn, by side."] = None
    bids: Annotated[tuple[int, ...] | None, "Change of the total for auctions, by side."] = None
    passes: Annotated[tuple[int, ...] | None, "Points for others' passes, by side."] = None
    kept: Annotated[tuple[int, ...] | None, "Pips carried over to the next round, by side."] = None
    ledger: Annotated[Ledger | None, "Sea Goat: rights and debts after this round."] = None
    more: Annotated[
        Mapping[str, int] | None,
        "What the notes were worth to the winner: points, or the factor if `sheet.finish_pays` is “times”.",
    ] = None
    next: Annotated[
        Mapping[str, int] | None,
        "What the next round brings its winner: “bonus” and “carried” besides its points, “one-all” in their place.",
    ] = None
    compared: Annotated[
        tuple[tuple[int, ...], ...] | None,
        "After a block, if single hands decide: their seats and pips. Either the lowest hand, or that of the seat that"
        " played last and that of the seat to its left.",
    ] = None
    untaken: Annotated[int | None, "The winner's points that didn't count: they would have passed the target."] = None


def sheet_facts(ruleset: rules.RuleSet) -> SheetFacts:
    """The kind of score sheet, for the code that draws it.

    *counts*: "points", "generals" (titles, as tally marks) or "account" (at most one side has points, and it can be
    written off). *open_at*, *remember*: as the options of rules.md 6. *during*: the ends score while playing.
    """
    own = ruleset.variant.conduct in {"general", "sea_goat"}
    singles = ruleset.block_win in {"hand", "duel"}
    kinds: dict[str, Literal["generals", "account"]] = {"general": "generals", "sea_goat": "account"}
    return SheetFacts(
        counts=kinds.get(ruleset.variant.conduct, "points"),
        goal=ruleset.goal,
        open_at=ruleset.open_at,
        remember=ruleset.remember,
        during=bool(ruleset.ends),
        notes=own or singles or bool(ruleset.pays_more) or ruleset.love is not None or ruleset.target_at == "exact",
        divisors=ruleset.divisors,
        alike=ruleset.ends == "alike",
        exact=ruleset.target if ruleset.target_at == "exact" else None,
        love=ruleset.love,
        finish_pays=ruleset.finish_pays,
        rounds=ruleset.rounds,
        stations=ruleset.set if ruleset.in_trains else None,
        words={way: word for way, word in OWN_WORDS.get(ruleset.key, {}).items() if way in ruleset.finish},
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
        passes=during.get("passes"),
        kept=kept if any(kept) else None,
        ledger=memory if isinstance(memory, Ledger) else None,
        more=_more(position.game, result) or None,
        next=_next(position.after) or None,
        compared=rules.compared_hands(position) or None,
        untaken=rules.untaken_by(position) or None,
    )


def _more(game: rules.Game, result: RoundResult) -> dict[str, int]:
    """What the notes of a round that was played in *game* were worth."""
    worth = _for_next_winner(game)
    for way, points in game.rules.finish.items():
        worth[way] = points
    return {note: worth[note] for note in result.notes if note in worth}


def _next(game: rules.Game) -> dict[str, int]:
    """What the round after *game* is worth besides its points."""
    if game.over is not None:
        return {}
    if game.rules.love is not None and rules.at_one_all(game, game.totals):
        return {"one-all": rules.ONE_ALL}
    return _for_next_winner(game)


def _for_next_winner(game: rules.Game) -> dict[str, int]:
    """What `round_bonus` and `tie_next` add to the points of the round after *game*."""
    return {name: points for name, points in (("bonus", game.bonus), ("carried", game.carried)) if points}


def _during(position: rules.Position) -> dict[str, tuple[int, ...]]:
    """By column: how the totals changed before the round was scored."""
    if position.totals == position.game.totals:
        return {}
    changes: dict[str, list[int]] = {}
    at = position
    while (before := at.previous) is not None:
        for side, (old, new) in enumerate(zip(before.totals, at.totals, strict=True)):
            if new != old:
                changes.setdefault(_column(at), [0] * len(at.totals))[side] += new - old
        at = before
    return {column: tuple(by_side) for column, by_side in changes.items()}


def _column(at: rules.Position) -> str:
    """The column for what the move to *at* changed in the totals."""
    match at.move:
        case Lay():
            return "ends"
        case Draw():
            return "draws"
        case _ if rules.paid_by(at) is not None:
            return "passes"
        case _:
            return "bids"  # the last answer in an auction, or a bidder who leaves, settles the best bid
