"""A table at which minds play each other. Each sees only what its seat sees."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

import rules
from rules import Ledger, record

from .seen import SeatView, SeenLine, SeenSeat

Player = Callable[[SeatView], str]
"""Given the view of a seat, the text of its move."""


def view_of(position: rules.Position, seat: int, scores: Sequence[SeenLine]) -> SeatView:
    """The view of *seat*, with the score sheet so far."""
    ruleset = position.rules
    gone = position.game.gone
    return SeatView(
        variant=ruleset.key,
        options=dict(ruleset.options),
        seats=tuple(SeenSeat(number, number in gone) for number in range(ruleset.seats)),
        you=seat,
        round=rules.view_for(position, seat),
        scores=tuple(scores),
    )


def score_line(position: rules.Position) -> SeenLine | None:
    """The score sheet's line for a finished deal; None if it doesn't count."""
    if (result := position.result) is None:
        return None
    memory = position.after.memory
    return SeenLine(
        **vars(result),
        kept=position.after.kept,
        ledger=memory if isinstance(memory, Ledger) else None,
    )


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """The *positions* of a deal from the first to the last, and the *scores* before it."""

    positions: list[rules.Position]
    scores: tuple[SeenLine, ...]


def finished_deals(document: object) -> tuple[rules.RuleSet, list[FinishedDeal]]:
    """The rules of a record (`dominoes/1`), and its deals that were played.

    Raises rules.BrokenRecord, and ValueError for a running game: one deal may reveal something about another.
    """
    read = record.record_from_dict(document)
    played: list[list[rules.Position]] = []
    for position in record.walk(read):
        if position.ply == 0:
            played.append([])
        played[-1].append(position)
    scores: list[SeenLine] = []
    deals = []
    for positions in played:
        if not positions[-1].over:
            raise ValueError("a deal of this game isn't over")
        deals.append(FinishedDeal(positions, tuple(scores)))
        if line := score_line(positions[-1]):
            scores.append(line)
    return read.rules, deals


def play_deal(game: rules.Game, players: Sequence[Player], scores: list[SeenLine], chance: Random) -> rules.Position:
    """Play a deal of *game* and return its last position. Adds its line to *scores*."""

    def order(_purpose: str, tiles: Sequence[rules.Tile]) -> Sequence[rules.Tile]:
        return chance.sample(tiles, len(tiles))

    position = rules.start_round(game, rules.make_deal(game, order))
    while (turn := position.turn) is not None:
        move = rules.forced(position)
        if move is None:
            move = rules.parse_move(players[turn](view_of(position, turn, scores)))
        position = rules.play(position, move, turn)
    if line := score_line(position):
        scores.append(line)
    return position
