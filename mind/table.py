"""A table at which minds play each other. Each sees only what its seat sees."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

import rules
from rules import record

JSON = dict[str, Any]
Player = Callable[[JSON], str]
"""Given the view of a seat, as the API has it, the text of its move."""


def view_of(position: rules.Position, seat: int, scores: Sequence[Mapping[str, Any]]) -> JSON:
    """The view of *seat*, with the score sheet so far: the part of the API's view that minds read."""
    ruleset = position.rules
    gone = position.game.gone
    return {
        "variant": ruleset.key,
        "options": dict(ruleset.options),
        "seats": [{"seat": number, "left": number in gone} for number in range(ruleset.seats)],
        "you": seat,
        "round": rules.view_for(position, seat).as_dict(),
        "scores": list(scores),
    }


def score_line(position: rules.Position) -> JSON | None:
    """The score sheet's line for a finished deal; None if it doesn't count."""
    if position.result is None:
        return None
    line: JSON = {**position.result.as_dict(), "kept": list(position.after.kept)}
    if isinstance(memory := position.after.memory, rules.Ledger):
        line["ledger"] = asdict(memory)
    return line


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """The *positions* of a deal from the first to the last, and the *scores* before it."""

    positions: list[rules.Position]
    scores: tuple[JSON, ...]


def finished_deals(found: Mapping[str, Any]) -> tuple[rules.RuleSet, list[FinishedDeal]]:
    """The rules of a record (`dominoes/1`), and its deals that were played.

    Raises rules.BrokenRecord, and ValueError for a running game: one deal may reveal something about another.
    """
    read = record.record_from_dict(found)
    played: list[list[rules.Position]] = []
    for position in record.walk(read):
        if position.ply == 0:
            played.append([])
        played[-1].append(position)
    scores: list[JSON] = []
    deals = []
    for positions in played:
        if not positions[-1].over:
            raise ValueError("a deal of this game isn't over")
        deals.append(FinishedDeal(positions, tuple(scores)))
        if line := score_line(positions[-1]):
            scores.append(line)
    return read.rules, deals


def play_deal(game: rules.Game, players: Sequence[Player], scores: list[JSON], chance: Random) -> rules.Position:
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


def play_game(ruleset: rules.RuleSet, players: Sequence[Player], seed: str) -> list[rules.Position]:
    """Play a whole game and return the last position of each deal."""
    game, scores, played = rules.new_game(ruleset), list[JSON](), list[rules.Position]()
    while game.over is None:
        chance = Random(f"{seed}/{len(played)}")  # noqa: S311 - dealing to minds
        played.append(play_deal(game, players, scores, chance))
        game = played[-1].after
    return played
