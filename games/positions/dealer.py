"""The automatic steps after a deal: its line on the score sheet, the next deal, the end of the game.

Pure functions, as in the referee: nothing here reads from or writes to the database.
"""

from dataclasses import dataclass, replace
from datetime import datetime

import rules
from games.models import Game
from games.positions import shuffle
from games.positions.referee import Made, follow, force
from games.positions.tables import TAIL, RoundOver, Running, Table
from rulebook import score_sheet


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal that isn't stored yet, with the forced moves at its start."""

    table: Table  # right after the deal
    running: Running  # its deal; it has no row yet
    number: int  # of the round, from 1
    seed: bytes
    deal: dict[str, object]  # as in records
    made: list[Made]
    position: rules.Position  # after *made*


def go_on(table: Table, between: rules.Game, now: datetime) -> tuple[Table, list[Dealt]]:
    """Deal until a player has a choice, or end the game. A deal can be annulled, or end at once.

    Returns the table after that, and the new deals. Its current deal has no row yet (`row_id` 0).
    """
    deals = list[Dealt]()
    while between.over is None:
        table, dealt = _deal(table, between, now)
        deals.append(dealt)
        if not dealt.position.over:
            return table, deals
        table, between = scored(table), dealt.position.after
    over = table.frame.over(between.over, now)
    return replace(table, status=Game.Status.FINISHED, deadline=None, frame=over), deals


def scored(table: Table) -> Table:
    """The table with the score line of the ended deal. Annulled and broken off deals have none."""
    assert table.running is not None
    index, position = table.running.index, table.running.position
    line = score_sheet.score_line(index, position)
    tail = (*table.tail, RoundOver(table.version, line))[-TAIL:] if line else table.tail
    return replace(table, frame=table.frame.scored(line, position.after.totals), tail=tail)


def _deal(table: Table, between: rules.Game, now: datetime) -> tuple[Table, Dealt]:
    """Deal with the seed whose hash was shown before, and make the forced moves at the start."""
    index = table.running.index + 1 if table.running else 0
    seed = shuffle.seed_of(table.shuffle.secret, index)
    order = shuffle.ordering(seed, shuffle.round_id(table.public_id, index), table.shuffle.players)
    deal = rules.make_deal(between, order, table.frame.host)
    frame = table.frame.dealt(index, shuffle.commitment(seed))
    running = Running(0, index, rules.start_round(between, deal), first_version=table.version)
    table = replace(table, status=Game.Status.PLAYING, frame=frame, running=running)
    position, made = force(running.position, [])
    after, _running = follow(table, running, position, made, now)
    return after, Dealt(table, running, between.round, seed, deal.as_dict(), made, position)
