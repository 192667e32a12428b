"""Sea Goat (rules.md 9.1): the account, the hundred, blocked rounds and their debts."""

from dataclasses import dataclass, replace
from typing import Annotated, cast

from ..house.ruleset import RuleSet
from ..pieces.moves import Lay
from ..pieces.tiles import Tile, double
from ..rounds.game import Game, Outcome
from ..rounds.lead import DealAgain, FetchLead, Lead, find_lead
from ..rounds.position import Position
from ..rounds.round_end import Ending
from ..scoring.result import next_round, result_of
from ..scoring.tally import Tally
from .ordinary import Ordinary

BALD, SIX = double(0), double(6)
WORTH = 25  # pips that open the account, required in every case below
LONGEST_DEBT = 3  # rounds
ROTTEN_EGGS = 3  # eggs in a row


@dataclass(frozen=True, slots=True)
class Ledger:
    """The state that Sea Goat carries from round to round."""

    right: Annotated[int | None, "The seat with the right of the hundred."] = None
    debtor: Annotated[int | None, "The seat that owes a fish."] = None
    tries: Annotated[int, "Rounds since the seat has owed it."] = 0
    eggs: Annotated[int, "Eggs in a row."] = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of a round: the side that won it, the notes, the reason if it ends the game."""

    winner: int | None
    ledger: Ledger
    notes: tuple[str, ...] = ()
    writes: bool = False
    reason: str | None = None


class SeaGoat(Ordinary):
    """The rules of Sea Goat, in which at most one side has points."""

    aside = SIX

    def first_memory(self, rules: RuleSet) -> object:
        return Ledger()

    def set_aside(self, game: Game) -> dict[int, Tile]:
        right = _ledger(game).right
        return {} if right is None else {right: self.aside}

    def lead(self, game: Game, chance: int | None, hands: tuple[int, ...]) -> Lead | FetchLead | DealAgain:
        ledger = _ledger(game)
        if ledger.right is not None:
            return Lead(ledger.right, SIX)
        if ledger.debtor is not None:
            return Lead(ledger.debtor)
        return find_lead(game, chance, hands)

    def score(self, tally: Tally) -> Ending:
        verdict = _fish(tally) if tally.over.by is None else _out(tally, tally.over.by)
        if verdict.reason is None:
            verdict = _aged(tally, verdict)
        points = _account(tally, verdict.winner if verdict.writes else None)
        result = result_of(tally, verdict.winner, points, _in_order(verdict.notes))
        game = replace(next_round(tally, result), memory=verdict.ledger)
        if verdict.reason is not None:
            winners = game.sides_in if verdict.winner is None else (verdict.winner,)
            game = replace(game, over=Outcome(winners, verdict.reason, result.totals))
        return Ending(result, game)


_NOTES = ("bald", "six", "hundred", "brother-in-law", "right", "fish", "eggs", "rotten", "owes", "paid", "lost")


def _in_order(notes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(set(notes), key=_NOTES.index))


def _ledger(game: Game) -> Ledger:
    return cast(Ledger, game.memory)


def _left_for_others(tally: Tally, winner: int) -> int:
    """L: the pips left with all sides except *winner*."""
    return sum(tally.by_side[side] for side in tally.sides if side != winner)


def _account(tally: Tally, winner: int | None) -> tuple[int, ...]:
    """The account after *winner* won the round; the account of a side that left is closed."""
    totals = tally.position.totals
    written = [0 if side in tally.sides else -total for side, total in enumerate(totals)]
    if winner is None:
        return tuple(written)
    left = _left_for_others(tally, winner)
    holder = next((side for side in tally.sides if totals[side] > 0), None)
    if holder == winner or (holder is None and left >= WORTH):
        written[winner] = left
    elif holder is not None and left >= WORTH:
        written[holder] = -totals[holder]
    return tuple(written)


def _hundred(tally: Tally) -> int | None:
    """The side that plays the hundred in this round, if one does."""
    lead = next((at for at in tally.position.positions() if isinstance(at.move, Lay)), None)
    if lead is None or lead.seat is None or cast(Lay, lead.move).bits != SIX.bit:
        return None
    side = tally.rules.side_of(lead.seat)
    game = tally.position.game
    return side if _ledger(game).right == lead.seat or game.totals[side] > 0 else None


def _out(tally: Tally, seat: int) -> Verdict:
    """The verdict after *seat* went out."""
    game = tally.position.game
    winner = tally.rules.side_of(seat)
    left, hundred = _left_for_others(tally, winner), _hundred(tally)
    played = cast(Lay, tally.position.move).bits
    ledger = replace(_ledger(game), right=None, eggs=0)
    if played & BALD.bit:
        return Verdict(winner, ledger, ("bald",), reason="bald")
    if played & SIX.bit and left >= WORTH:
        return Verdict(winner, ledger, ("six",), reason="six")
    if hundred == winner:
        return Verdict(winner, ledger, ("hundred",), reason="hundred")
    if hundred is not None and tally.by_side[hundred] >= WORTH:
        return Verdict(winner, ledger, ("brother-in-law",), reason="brother-in-law")
    if played & SIX.bit:
        return Verdict(winner, replace(ledger, right=seat), ("right",))
    if ledger.debtor is not None and tally.rules.side_of(ledger.debtor) == winner and left >= WORTH:
        return Verdict(winner, replace(ledger, debtor=None, tries=0), ("paid",))
    return Verdict(winner, ledger, writes=True)


def _fish(tally: Tally) -> Verdict:
    """The verdict after a block."""
    pips, sides = tally.by_side, tally.sides
    fisherman, hundred = _fisherman(tally), _hundred(tally)
    before = _ledger(tally.position.game)
    ledger = replace(before, right=None, eggs=0)
    if hundred in sides and pips[hundred] >= WORTH:
        others = [side for side in sides if side != hundred]
        if pips[hundred] >= min(pips[side] for side in others):
            winner = _fewest_from(tally, others, fisherman)
            return Verdict(winner, ledger, ("brother-in-law",), reason="brother-in-law")
    fewest = min(pips[side] for side in sides)
    alone = [side for side in sides if pips[side] == fewest]
    if fisherman is None:
        return _eggs(tally, before) if len(alone) > 1 else Verdict(alone[0], ledger, writes=True)
    own = tally.rules.side_of(fisherman)
    f = pips[own]
    o = min(pips[side] for side in sides if side != own)
    below = [pips[side] for side in sides if side != own and pips[side] < f]
    if f == o or len(below) > len(set(below)):
        return _eggs(tally, before)
    if f < WORTH <= o:
        return Verdict(own, replace(ledger, right=fisherman), ("right", "fish"), writes=True)
    if f > o and f > WORTH:
        return Verdict(None, replace(ledger, debtor=fisherman, tries=0), ("owes",))
    return Verdict(alone[0], ledger, writes=True)


def _eggs(tally: Tally, before: Ledger) -> Verdict:
    """No side scores; the third eggs in a row are rotten, or end the game."""
    ledger = replace(before, right=None, eggs=before.eggs + 1)
    if ledger.eggs < ROTTEN_EGGS:
        return Verdict(None, ledger, ("eggs",))
    if tally.rules.eggs == "draw":
        return Verdict(None, ledger, ("eggs",), reason="eggs")
    return Verdict(None, replace(ledger, eggs=0), ("eggs", "rotten"))


def _aged(tally: Tally, verdict: Verdict) -> Verdict:
    """*verdict* with one more try of a debt that is older than this round; the third unpaid one loses the fish."""
    ledger = verdict.ledger
    if ledger.debtor is None or "owes" in verdict.notes:
        return verdict
    if ledger.tries + 1 < LONGEST_DEBT:
        return replace(verdict, ledger=replace(ledger, tries=ledger.tries + 1))
    right = tally.position.table.left[ledger.debtor] if ledger.right is None else ledger.right
    return replace(
        verdict, ledger=replace(ledger, debtor=None, tries=0, right=right), notes=(*verdict.notes, "lost", "right")
    )


def _fisherman(tally: Tally) -> int | None:
    """The seat that played the last tile other than a double; None if there is none, or if it left."""
    at: Position | None = tally.position
    while at is not None:
        if isinstance(at.move, Lay) and not at.move.plays[0].tile.double:
            return None if at.seat in tally.position.game.gone else at.seat
        at = at.previous
    return None


def _fewest_from(tally: Tally, sides: list[int], seat: int | None) -> int:
    """The side of *sides* with fewest pips; of equal ones the first left of *seat*."""
    fewest = min(tally.by_side[side] for side in sides)
    seats, rules = tally.rules.seats, tally.rules
    around = [((seat or 0) + 1 + step) % seats for step in range(seats)]
    return next(
        rules.side_of(other)
        for other in around
        if rules.side_of(other) in sides and tally.by_side[rules.side_of(other)] == fewest
    )
