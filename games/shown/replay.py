"""Replays of finished deals."""

from typing import Any

import rules
from games.memory import Dealt
from games.models import Game
from games.shown.proof import proof
from games.shown.table_view import made_by_as_told

JSON = dict[str, Any]


def replay(game: Game, deal: Dealt) -> JSON:
    """A finished deal, step by step, with all hands shown and the data to verify its shuffle."""
    return {
        "id": game.public_id,
        "deal": deal.row.index,
        "round": deal.row.number,
        "names": [seat.player.name if seat.player else None for seat in game.seats.all()],
        "view": rules.view_for(deal.position, None).as_dict(),
        "frames": rules.frames(deal.position),
        "by": [made_by_as_told(move.by, own=False) for move in deal.moves],
        "score": deal.line(),
        "check": proof(game, [seat.shuffle_seed for seat in game.seats.all()], deal.row, deal.between),
    }
