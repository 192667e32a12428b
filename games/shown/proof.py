"""The data to verify a finished deal independently (docs/api.md, "Checking a deal"; static/js/look_back/verify.js)."""

from collections.abc import Sequence
from typing import Any

import rules
from games import shuffle
from games.models import Game, Round

JSON = dict[str, Any]


def proof(game: Game, seeds: Sequence[str], row: Round, between: rules.Game) -> JSON:
    """The seeds of the deal in *row*, the deal itself, and the rules that lead from one to the other.

    *between* is the state of the game before the deal. *secret* is the source of every seed of the game, so it stays
    secret until the game has ended.
    """
    identity = shuffle.round_id(game.public_id, row.index)
    order = shuffle.ordering(bytes(row.seed), identity, seeds)
    return {
        "round_id": identity,
        "seed": bytes(row.seed).hex(),
        "commitment": row.commitment,
        "first": game.first_commitment,
        "secret": bytes(game.shuffle_secret).hex() if game.status == Game.Status.FINISHED else None,
        "seeds": list(seeds),
        "rules": dealing(between, game.host),
        "tiles": [str(tile) for tile in order("deal", game.rules.tiles)],
        "deal": row.deal,
    }


def dealing(between: rules.Game, host: int) -> JSON:
    """The rules in force for one deal: the set, the tiles for each seat, and the lead rule."""
    in_force, conduct = between.rules, rules.conduct_of(between.rules)
    return {
        "set": in_force.set,
        "doubles": in_force.doubles,
        "seats": in_force.seats,
        "hand": in_force.hand,
        "rows": in_force.in_rows,
        "dealt": list(conduct.dealt_seats(between)),
        "aside": {str(seat): str(tile) for seat, tile in conduct.set_aside(between).items()},
        "lead": rules.lead_rule(between).partition(":")[0],
        "host": host,
    }
