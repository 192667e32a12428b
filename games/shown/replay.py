"""Replays of finished deals."""

from dataclasses import dataclass
from typing import Annotated

import orjson

import rules
from common.cache.unchanging import Packed
from games.models import Game, Move
from games.positions.memory import Dealt
from games.shown.proof import Proof, proof
from games.shown.table_view import made_by_as_told
from rulebook.score_sheet import ScoreLine


@dataclass(frozen=True)
class OpenReplay:
    """A deal, step by step, with all hands shown. We didn't shuffle it, so there is nothing to verify."""

    id: str
    deal: Annotated[int, "Index of the deal in the game, from 0."]
    round: Annotated[int, "Number of the round, from 1. After an annulled deal, the next has the same number."]
    names: tuple[str | None, ...]
    view: rules.View
    frames: tuple[rules.Frame, ...]
    by: tuple[Annotated[str, Move.By], ...]
    score: ScoreLine | None


@dataclass(frozen=True)
class Replay(OpenReplay):
    """A finished deal, step by step, with all hands shown."""

    check: Proof


def replay(game: Game, deal: Dealt) -> Replay:
    """A finished deal, step by step, with all hands shown and the data to verify its shuffle."""
    seats = list(game.seats.all())
    return Replay(
        id=game.public_id,
        deal=deal.row.index,
        round=deal.row.number,
        names=tuple(seat.player.name if seat.player else None for seat in seats),
        view=rules.view_for(deal.position, None),
        frames=rules.frames(deal.position),
        by=tuple(made_by_as_told(move.by, own=False) for move in deal.moves),
        score=deal.line(),
        check=proof(game, [seat.shuffle_seed for seat in seats], deal.row, deal.between),
    )


def read_replay(packed: Packed) -> Replay:
    """The replay that was packed by `games.queries`."""
    return rules.from_json(Replay, orjson.loads(packed.content))
