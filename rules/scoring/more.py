"""What a round is worth beyond its pips: the last tile, bonuses, an exact target, love (rules.md 6, 7)."""

from operator import add, neg
from typing import assert_never

from ..house.ruleset import RuleSet
from ..pieces.moves import Play
from ..pieces.tiles import Tile
from ..rounds.by_seat import changed
from ..rounds.game_end import at_one_all, is_broken
from ..words import FinishWay
from .tally import Tally

ONE_ALL = 2  # points for a round that is won at one-all

Worth = tuple[tuple[int, ...], tuple[str, ...]]  # points by side, and the notes that explain them


def worth_in_all(tally: Tally, points: tuple[int, ...]) -> Worth:
    """What is written for the round, of which *points* are for pips and going out, and its notes in their order."""
    rules, winner, totals = tally.rules, tally.winner, tally.position.totals
    notes: tuple[str, ...] = ()
    if winner is not None and rules.pays_more:
        worth, notes = more_for_winner(tally, winner, points[winner])
        points = changed(points, winner, worth)
    if winner is not None and points[winner] and not rules.taken(totals[winner], points[winner]):
        points, notes = changed(points, winner, 0), ()
    return (points, notes) if rules.love is None else _with_love(tally, points, notes)


def more_for_winner(tally: Tally, winner: int, worth: int) -> tuple[int, tuple[str, ...]]:
    """The points of the *winner*, who has *worth* for pips, with all that a round can pay besides."""
    rules, game = tally.rules, tally.position.game
    notes: list[str] = []
    if (way := way_out(tally)) is not None and winner == tally.went_out:
        notes.append(way)
        paid = rules.finish[way]
        match rules.finish_pays:
            case "add":
                worth += paid
            case "instead":
                worth = paid
            case "times":
                worth *= paid
            case _:
                assert_never(rules.finish_pays)
    notes += ["bonus"] * bool(game.bonus) + ["carried"] * bool(game.carried)
    return worth + game.bonus + game.carried, tuple(notes)


def way_out(tally: Tally) -> FinishWay | None:
    """The way of the last tile that the rules pay for; None after a block, for a lead, or for any other way."""
    position = tally.position
    if not tally.rules.finish or tally.went_out is None or position.previous is None:
        return None
    if not isinstance(position.move, Play) or position.move.onto is None:
        return None
    one, other = (end.value for end in position.previous.layout.ends)
    return paid_way(tally.rules, position.move.tile, one, other)


def paid_way(rules: RuleSet, tile: Tile, one: int, other: int) -> FinishWay | None:
    """The way that the rules pay for in which *tile* goes out onto a line with the ends *one* and *other*."""
    return next((way for way in _ways(tile, one, other) if way in rules.finish), None)


def _ways(tile: Tile, one: int, other: int) -> list[FinishWay]:
    """The ways in which *tile* goes out onto a line with the ends *one* and *other*, the first that counts first."""
    if tile.double:
        ways: list[FinishWay] = ["cross"] if one == other == tile.high else []
        ways += ["blank"] if tile.pips == 0 else []
        return [*ways, "double"]
    if one == other:
        return ["same"]
    return ["both"] if {one, other} == {tile.high, tile.low} else []


def _with_love(tally: Tally, points: tuple[int, ...], notes: tuple[str, ...]) -> Worth:
    """The same under `love`: a round won at one-all, or one that breaks the game, brings totals down."""
    before, totals = tally.position.positions()[0].game, tally.position.totals
    was_level = before.last is not None and before.last.winner is None  # a seat that left since doesn't make it so
    if tally.winner is not None and was_level and at_one_all(before, before.totals):
        fallen = (ONE_ALL - total if side == tally.winner else -total for side, total in enumerate(totals))
        return tuple(fallen), ("one-all",)
    if is_broken(tally.position.game, tuple(map(add, totals, points))):
        return tuple(map(neg, totals)), (*notes, "broken")
    return points, notes
