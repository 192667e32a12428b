"""Finds the leader of a round, and the tile to lead (rules.md 4)."""

from dataclasses import dataclass

from ..pieces.tiles import Tile, double, tile, tiles_in
from ..words import lead_parts
from .game import Game

CHANCES = ("draw", "count", "odd_even", "random", "host")
LONGEST_ROW_OF_DEALS = 50  # after so many annulled deals the next one counts


@dataclass(frozen=True, slots=True)
class Lead:
    """*seat* leads: with *tile*, or freely (None)."""

    seat: int
    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class FetchLead:
    """Seats draw in turn from *seat* until one draws *tile*, which then leads (`draw_until`)."""

    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class DealAgain:
    """Nobody holds a double and the deal is annulled (`no_double: redeal`)."""


def lead_rule(game: Game) -> str:
    """The lead rule in force for the next round, with `same` and a missing winner resolved."""
    rules, last = game.rules, game.last
    if last is None or (rules.love is not None and last.winner is None):
        return rules.lead_first
    rule = rules.lead_next if rules.lead_blocked is None or not last.blocked else rules.lead_blocked
    if rule == "blocker" and not (last.blocked and last.player is not None):
        rule = "winner"
    if rule == "same" or (rule == "winner" and last.winner is None):
        return rules.lead_first
    return rule


def left_of_last_leader(game: Game) -> int:
    """The next leader under rules that go round; seat 0 in the first round."""
    last = game.last
    return 0 if last is None or last.leader is None else (last.leader + 1) % game.rules.seats


def find_lead(game: Game, chance: int | None, hands: tuple[int, ...]) -> Lead | FetchLead | DealAgain:
    """The lead of the next round. *chance* is the seat drawn at random in the deal.

    The seat may have left: then the lead passes on (`Ordinary.lead`).
    """
    rule, last = lead_rule(game), game.last
    if rule in CHANCES:
        return Lead(chance or 0)
    if last is not None:
        looking_back = {"winner": last.winner, "blocker": last.player, "last": last.leader}.get(rule)
        if looking_back is not None:
            return Lead(looking_back)
    if rule in ("stock", "rotate", "last"):
        return Lead(left_of_last_leader(game))
    asked = tile_asked(game)
    if asked is not None and (lead := holder_of(hands, asked)):
        return lead
    if asked is not None and lead_parts(rule)[0] in ("draw_until", "down"):
        return FetchLead(left_of_last_leader(game), asked)
    return holder_of_double(game, hands, rule)


def tile_asked(game: Game) -> Tile | None:
    """The tile that the lead rule of the next round names; None if it names none."""
    word, named = lead_parts(lead_rule(game))
    if word == "down":
        return double(game.rules.set - (game.round - 1) % (game.rules.set + 1))
    return tile(named) if named else None


def doubles_in_order(rule: str, highest: int) -> tuple[Tile, ...]:
    """The doubles up to *highest*, in the order in which *rule* lets them lead."""
    order = {"low_double": (*range(1, highest + 1), 0), "blank_double": range(highest + 1)}
    return tuple(map(double, order.get(rule, range(highest, -1, -1))))


def holder_of_double(game: Game, hands: tuple[int, ...], rule: str = "high_double") -> Lead | DealAgain:
    """The lead of the first double held, in the order of *rule* (`tile:…`: of the highest)."""
    for asked in doubles_in_order(rule, game.rules.set):
        if lead := holder_of(hands, asked):
            return lead
    if game.rules.no_double == "redeal" and game.annulled < LONGEST_ROW_OF_DEALS:
        return DealAgain()
    heaviest = max((tile for hand in hands for tile in tiles_in(hand)), key=lambda tile: tile.weight)
    lead = holder_of(hands, heaviest)
    assert lead is not None
    return lead


def holder_of(hands: tuple[int, ...], tile: Tile) -> Lead | None:
    """The lead of *tile*, if a seat holds it."""
    for seat, hand in enumerate(hands):
        if hand & tile.bit:
            return Lead(seat, tile)
    return None


def strong_lead(hand: int, highest: int) -> Tile:
    """The one tile a free lead may be under `lead_free: strong` (S3 v16)."""
    tiles = tiles_in(hand)
    if highest == 6 and double(6) in tiles:
        return double(6)
    doubles = [tile for tile in tiles if tile.double]
    return max(doubles or tiles, key=lambda tile: tile.weight)
