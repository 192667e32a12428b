"""The content of a clip: the last moves of a finished game and its result, as cards.

Like all pictures, it contains only what watchers see: names and scores of their view, and the public replay of a deal
that has ended.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.models import Game
from games.shown.replay import Replay
from games.shown.table_view import TableView
from rulebook import phrases
from rulebook.names import game_name
from sharing import links, subjects
from sharing.cards import Card, Layout

MOVES = 8
BEFORE, MOVE, RESULT = 700, 450, 1_700  # ms that a frame stays; six seconds in all


@dataclass(frozen=True, slots=True)
class ClipFrame:
    card: Card
    ms: int


def deal_of(view: TableView) -> int | None:
    """The last deal of a finished game whose hands everybody may see; None if there is none."""
    if view.status != Game.Status.FINISHED or view.outcome is None or view.deal is None:
        return None
    deal = view.deal if links.is_over(view, view.deal) else view.deal - 1
    return deal if deal >= 0 else None


def frames(view: TableView, replay: Replay) -> Sequence[ClipFrame]:
    """The deal before its last tiles, after each of them, and the result of the game."""
    plies = sorted({tile.ply for tile in replay.view.layout})[-MOVES:]
    before = plies[0] - 1 if plies else 0
    return (
        ClipFrame(_move(view, replay, max(before, 0)), BEFORE),
        *(ClipFrame(_move(view, replay, ply), MOVE) for ply in plies),
        ClipFrame(_result(view, replay), RESULT),
    )


def _move(view: TableView, replay: Replay, ply: int, winners: Sequence[int] = ()) -> Card:
    card = subjects.replay_card(view, replay, ply, winners)
    if isinstance(card.table, Layout) and replay.frames[ply].layout is None:
        whole = Layout(replay.view.layout, replay.view.ends, card.table.sum, card.table.arms, newest=ply, until=ply)
        card = replace(card, table=whole)
    return replace(card, title=f"{game_name(view.variant)} · {_('Round %(n)d') % {'n': replay.round}}")


def _result(view: TableView, replay: Replay) -> Card:
    winners = view.outcome.winners if view.outcome else ()
    card = _move(view, replay, len(replay.frames) - 1, winners)
    table = replace(card.table, newest=None) if isinstance(card.table, Layout) else card.table
    rows = [
        replace(row, number=phrases.number(total), on_turn=False)
        for row, total in zip(card.rows, view.totals, strict=True)
    ]
    return replace(card, title=subjects.result(view), table=table, rows=tuple(rows))
