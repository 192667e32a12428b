"""The data to verify a finished deal independently (docs/api.md, "Checking a deal"; static/js/look_back/verify.js)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

import rules
from games.models import Game, Round
from games.positions import shuffle


@dataclass(frozen=True)
class Dealing:
    """The rules in force for one deal."""

    set: int
    doubles: bool
    without: tuple[str, ...]
    seats: int
    hand: int
    rows: bool
    two_ends: bool
    dealt: Annotated[tuple[int, ...], "The seats that get tiles."]
    aside: Annotated[Mapping[str, str], "Tiles that are dealt first, by seat."]
    station: Annotated[str | None, "Mexican Train: the double that is set aside before the deal."]
    lead: Annotated[str, "The lead rule, in the terms of rules.md 4."]
    host: Annotated[int, "The seat that leads under the rule “host”."]


@dataclass(frozen=True)
class Proof:
    """The data to verify a shuffle (docs/api.md).

    *commitment* is SHA-256 of *seed*. *tiles* is the deck in the order of HMAC-SHA256(seed, "round_id|seeds joined by
    commas|tile"). *deal* follows from *tiles* by *rules*.
    """

    round_id: str
    seed: str
    commitment: str
    first: Annotated[str, "The commitment shown before the first deal."]
    secret: Annotated[str | None, "The source of all seeds of the game; null until it ends."]
    seeds: Annotated[tuple[str, ...], "The players' seeds, by seat."]
    rules: Dealing
    tiles: tuple[str, ...]
    deal: Mapping[str, object]


def proof(game: Game, seeds: Sequence[str], row: Round, between: rules.Game) -> Proof:
    """The seeds of the deal in *row*, the deal itself, and the rules that lead from one to the other.

    *between* is the state of the game before the deal. *secret* is the source of every seed of the game, so it stays
    secret until the game has ended.
    """
    identity = shuffle.round_id(game.public_id, row.index)
    order = shuffle.ordering(bytes(row.seed), identity, seeds)
    return Proof(
        round_id=identity,
        seed=bytes(row.seed).hex(),
        commitment=row.commitment,
        first=game.first_commitment,
        secret=bytes(game.shuffle_secret).hex() if game.status == Game.Status.FINISHED else None,
        seeds=tuple(seeds),
        rules=dealing(between, game.host),
        tiles=tuple(str(tile) for tile in order("deal", game.rules.tiles)),
        deal=row.deal,
    )


def dealing(between: rules.Game, host: int) -> Dealing:
    """The rules in force for one deal: the set, the tiles for each seat, and the lead rule."""
    in_force, conduct = between.rules, rules.conduct_of(between.rules)
    station = conduct.station(between)
    return Dealing(
        set=in_force.set,
        doubles=in_force.doubles,
        without=tuple(in_force.without.split()),
        seats=in_force.seats,
        hand=in_force.hand,
        rows=in_force.in_rows,
        two_ends=in_force.pick == "ends",
        dealt=tuple(conduct.dealt_seats(between)),
        aside={str(seat): str(tile) for seat, tile in conduct.set_aside(between).items()},
        station=None if station is None else str(station),
        lead=rules.lead_rule(between).partition(":")[0],
        host=host,
    )
