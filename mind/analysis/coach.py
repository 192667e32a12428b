"""Advice after a lost round: the move that cost most, with a reason that anyone can check; and the only winning move as
a puzzle.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import rules

from ..search.solver import TooLarge
from ..table import FinishedDeal, finished_deals, view_of
from .findings import Advice, ChoiceMade, Coached, Puzzle, Reason, WeighedMove
from .open_hands import ended
from .puzzles import FEWEST
from .study import can_study, choices_of

COSTLY = 2  # at least this step: small slips lose no round
SHARE = 0.2  # of the points by which the round was lost; moves that cost less changed little
MANY_TILES, MANY_PIPS = 2, 3  # smaller differences explain nothing
POSITIONS = 15_000  # examined of a round, to see who wins: a third of a second


def coach(document: object, number: int, seat: int, seed: str | int = 0) -> Coached:
    """The advice to *seat* about a deal of a record (`dominoes/1`), by number from 0, and the puzzle in it. With the
    seed of a study, the advice is the same as from that study's choices.

    Raises rules.BrokenRecord, and ValueError if any deal of the record hasn't ended.
    """
    ruleset, deals = finished_deals(document)
    if not (0 <= number < len(deals) and 0 <= seat < ruleset.seats):
        raise ValueError("this record has no such deal or seat")
    deal = deals[number]
    result = ended(deal.positions[-1]).points[ruleset.side_of(seat)]
    choices = list(choices_of(deal, number, seat, seed)) if result < 0 and can_study(ruleset) else []
    return Coached(worth_telling(choices, result, number, ruleset.seats), _only_win(choices, deal, seat))


def _only_win(choices: Sequence[ChoiceMade], deal: FinishedDeal, seat: int) -> Puzzle | None:
    """The last mistake whose best move, by what the player could know, is also the only one that wins with all tiles
    open, whatever the others play.
    """
    end, left = deal.positions[-1], [POSITIONS]
    if _won_by(end, end.rules.side_of(seat)) or end.rules.layout_kind != "board":  # no puzzle shows others
        return None
    for made in reversed(choices):
        before = deal.positions[made.ply - 1]
        weighed = {line.move for line in made.moves}
        if made.best == made.move or not _tiles(made.best) or len(weighed) < FEWEST:
            continue
        if {*map(str, before.legal)} != weighed:
            continue
        try:
            wins = [str(move) for move in before.legal if _always_wins(rules.play(before, move, seat), seat, left)]
        except TooLarge:
            return None  # earlier positions are larger
        if wins == [made.best]:
            second = max(line.worth for line in made.moves if line.move != made.best)
            return Puzzle(view_of(before, seat, deal.scores), made.best, round(-second, 2), made.moves)
    return None


def _always_wins(position: rules.Position, seat: int, left: list[int]) -> bool:
    """Whether *seat* wins the deal whatever the others play. Raises TooLarge once no positions are *left*."""
    if position.over:
        return _won_by(position, position.rules.side_of(seat))
    if not left[0]:
        raise TooLarge
    left[0] -= 1
    turn = position.turn
    nexts = (_always_wins(rules.play(position, move, turn), seat, left) for move in position.legal)
    return any(nexts) if turn == seat else all(nexts)


def _won_by(position: rules.Position, side: int) -> bool:
    if position.result is not None:
        return position.result.winner == side
    stopped = position.after.over  # the target was reached during play
    return stopped is not None and stopped.winners == (side,)


def worth_telling(choices: Iterable[ChoiceMade], result: float, deal: int, seats: int) -> Advice | None:
    """The costliest of a seat's choices that is part of why it lost the round, and that has a reason.

    It must have cost points with the actual hands, too: otherwise the round was lost by something else.
    """
    if result >= 0:
        return None  # no choice is weighed
    candidates = [
        _advice(made, reason, deal)
        for made in choices
        if made.step >= COSTLY and made.open_loss > 0 and made.loss >= SHARE * -result
        if (reason := _reason(made, seats)) is not None
    ]
    return max(candidates, key=lambda each: each.loss, default=None)


def _advice(made: ChoiceMade, reason: Reason, deal: int) -> Advice:
    tiles = _tiles(made.best)
    ways = sum(_tiles(line.move) == tiles for line in made.moves)
    return Advice(deal, made.ply, made.seat, made.move, made.best, ways, made.loss, made.error, reason)


def _tiles(move: str) -> int:
    """The tiles that a move lays, as bits; 0 for other moves."""
    lay = rules.parse_move(move)
    return lay.bits if isinstance(lay, rules.Lay) else 0


def _reason(made: ChoiceMade, seats: int) -> Reason | None:
    """The weightiest fact about the best move that the move made lacks, in the order of `reasons.HABITS`."""
    weighed = {line.move: line for line in made.moves}
    if not (_tiles(made.best) and _tiles(made.move)):
        return None
    best, other = _facts(weighed[made.best]), _facts(weighed[made.move])

    def more(code: str, value: str) -> int:
        return int(best.get(code, {}).get(value, 0)) - int(other.get(code, {}).get(value, 0))

    after = (made.seat + 1) % seats  # another player may be able to play by the time it is their turn
    blocked = [after in facts.get("blocks", {}).get("seats", ()) for facts in (best, other)]
    reasons = {
        "out": (_has_only(best, other, "out"), {}),
        "scores": (more("scores", "points") > 0, {"points": more("scores", "points")}),
        "passes": (more("passes", "points") > 0, {"points": more("passes", "points")}),
        "blocks": (blocked == [True, False], {"seat": after}),
        "gives": (more("gives", "points") < 0, {"points": -more("gives", "points")}),
        "partner": (_has_only(best, other, "partner"), best.get("partner", {})),
        "double": (_has_only(best, other, "double"), {}),
        "keeps_matadors": (more("keeps_matadors", "number") > 0, {}),
        "follow": (more("follow", "own") > 0, {"own": more("follow", "own")}),
        "unseen": (-more("unseen", "unseen") >= MANY_TILES, {"unseen": -more("unseen", "unseen")}),
        "pips": (more("pips", "pips") >= MANY_PIPS, {"pips": more("pips", "pips")}),
    }
    return next((Reason(code, values) for code, (applies, values) in reasons.items() if applies), None)


def _facts(line: WeighedMove) -> dict[str, Mapping[str, Any]]:
    """The values of each reason, by its code."""
    return {reason.code: reason.values for reason in line.reasons}


def _has_only(best: Mapping[str, object], other: Mapping[str, object], code: str) -> bool:
    return code in best and code not in other
