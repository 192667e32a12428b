"""Writing what happens in a game: the moves, the score, the next deal, the end. Nothing else writes a game in play, and
all of it happens inside the transaction of an action.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import connection

import rules
from common.database import write_rows
from games import memory, shuffle, tables
from games.models import Game, Round, RoundScore, Seat
from games.referee import LEAVING, Made, Step, follow, force
from games.tables import RoundOver, Running, Table
from rulebook import score_sheet, time_control

COURSE = ["status", "offer_ends", "started_at", "version", "turn", "deadline", "moved_at", "totals"]  # stored together


# ---- The two statements of a move, and a third for a bank of time, as SQL

# Moves of many games are stored with one call each, which the ORM can't do. For a single move it takes five to eleven
# times the CPU time on SQLite, and two to four on PostgreSQL. So it is with those of `notices.followers`,
# `plans.followers` and `standings.tallies`, which the ORM can't say in one. Everything else is plain Django.
SWAP = """
    UPDATE games_game SET version = %s, turn = %s, deadline = %s, moved_at = %s
    WHERE id = %s AND version = %s AND status = 'playing'
"""
ADD = """
    INSERT INTO games_move (game_id, round_id, version, ply, seat, text, by, key, made_at)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)
"""
KEEP_BANK = "UPDATE games_seat SET bank_left = %s WHERE game_id = %s AND number = %s"


def swap_versions(steps: Sequence[Step]) -> bool:
    """Take the row of each game from one version to the next; False if not all have that version any more.

    The rows stay locked until the transaction ends, so what follows has them alone. Where a deal is over with it, the
    one who was on turn stays so until `commit.end_deal` knows who leads the next.
    """
    stamp = connection.ops.adapt_datetimefield_value
    rows = []
    for step in steps:
        before, after = step.before, step.after
        standing = before if after.turn is None else after
        deadline = stamp(standing.deadline)
        rows.append((after.version, standing.turn, deadline, stamp(step.now), before.game_id, before.version))
    return write_rows(SWAP, rows) == len(rows)


def moves_rows(before: Table, running: Running, made: Sequence[Made], now: datetime) -> Iterator[tuple[Any, ...]]:
    """The moves that follow *before* in its running deal, as `ADD` takes them."""
    made_at = connection.ops.adapt_datetimefield_value(now)
    version, ply = before.version, len(running.by)
    for n, move in enumerate(made, start=1):
        yield before.game_id, running.row_id, version + n, ply + n, move.seat, move.text, move.by, move.key, made_at


def add_moves(rows: Iterable[tuple[Any, ...]]) -> None:
    write_rows(ADD, list(rows))


def keep_banks(steps: Iterable[Step]) -> None:
    """The time that those who have moved have left in their banks."""
    changed = [
        (new, step.before.game_id, number)
        for step in steps
        for number, (old, new) in enumerate(zip(step.before.banks, step.after.banks, strict=True))
        if old != new
    ]
    if changed:
        write_rows(KEEP_BANK, changed)


# ---- A move, a deal, the end


def write(*steps: Step) -> bool:
    """Take each game from one version to the next and keep the moves, in as many statements as for one of them.

    False if somebody was quicker in one of the games: then nothing of it may be committed.
    """
    if not swap_versions(steps):
        return False
    add_moves(row for step in steps for row in moves_rows(step.before, step.running, step.made, step.now))
    keep_banks(steps)
    for step in steps:
        _let_leave(step.before, step.made)
    return True


def _let_leave(table: Table, made: Sequence[Made]) -> None:
    if gone := [move.seat for move in made if move.text in LEAVING]:
        Seat.objects.filter(game=table.game_id, number__in=gone).update(left=True)


def begin(game: Game, now: datetime) -> None:
    """Start a game whose seats are all taken, and deal its first round. Its row is stored once, with who is on turn."""
    game.status, game.started_at, game.offer_ends = Game.Status.PLAYING, now, None
    if game.bank_seconds is not None:
        Seat.objects.filter(game=game).update(bank_left=time_control.milliseconds(game.bank_seconds))
    _go_on(game, memory.load(memory.find_game(game.public_id)), rules.new_game(game.rules), now)


def end_deal(table: Table, now: datetime) -> Table:
    """Write down what a finished deal brought, and deal on or end the game."""
    running = table.running
    assert running is not None
    game = Game.objects.select_for_update().get(pk=table.game_id)
    return _go_on(game, _write_score(game, table, running), running.position.after, now)


def _go_on(game: Game, table: Table, between: rules.Game, now: datetime) -> Table:
    """Deal until somebody has a choice (a deal may be annulled, or be over at once), or end the game."""
    while between.over is None:
        table, running = _deal(game, table, between, now)
        if not running.position.over:
            game.version, game.turn, game.deadline, game.moved_at = table.version, table.turn, table.deadline, now
            game.save(update_fields=COURSE)
            return table
        table, between = _write_score(game, table, running), running.position.after
    return _finish(game, table, between.over, now)


def _deal(game: Game, table: Table, between: rules.Game, now: datetime) -> tuple[Table, Running]:
    """Shuffle with the seed whose hash was shown before, deal, and make what is forced at the start."""
    index = table.running.index + 1 if table.running else 0
    seed = shuffle.seed_of(bytes(game.shuffle_secret), index)
    seeds = list(Seat.objects.filter(game=game).order_by("number").values_list("shuffle_seed", flat=True))
    order = shuffle.ordering(seed, shuffle.round_id(game.public_id, index), seeds)
    deal = rules.make_deal(between, order, game.host)
    row = Round.objects.create(
        game=game,
        index=index,
        number=between.round,
        seed=seed,
        commitment=shuffle.commitment(seed),
        deal=deal.as_dict(),
        dealt_at=now,
        first_version=table.version,
    )
    dealt = replace(table, status=Game.Status.PLAYING, frame=table.frame.dealt(row))
    running = Running(row.pk, index, rules.start_round(between, deal), first_version=row.first_version)
    position, made = force(running.position, [])
    add_moves(moves_rows(dealt, running, made, now))
    return follow(dealt, running, position, made, now)


def _write_score(game: Game, table: Table, running: Running) -> Table:
    """A line on the score sheet for every side; an annulled or broken off deal has none."""
    Round.objects.filter(pk=running.row_id).update(over=True)
    game.totals = list(running.position.after.totals)
    if (result := running.position.result) is None:
        return table
    RoundScore.objects.bulk_create(
        RoundScore(
            round_id=running.row_id,
            side=side,
            pips=result.pips[side],
            written=result.written[side],
            total=result.totals[side],
            won=result.winner == side,
            over=result.over,
            by=result.by,
            notes=list(result.notes),
        )
        for side in range(game.rules.sides)
    )
    line = score_sheet.score_line(running.index, running.position) or {}
    return replace(
        table,
        frame=table.frame.scored(line, game.totals),
        tail=(*table.tail, RoundOver(table.version, line))[-tables.TAIL :],
    )


def _finish(game: Game, table: Table, outcome: rules.Outcome, now: datetime) -> Table:
    """Keep the result with the game and with every seat. The table is as it would be loaded."""
    game.status, game.finished_at, game.moved_at = Game.Status.FINISHED, now, now
    game.version, game.turn, game.deadline = table.version, None, None
    game.winners, game.reason, game.totals = list(outcome.winners), outcome.reason, list(outcome.totals)
    game.save(update_fields=[*COURSE, "winners", "reason", "finished_at"])
    seats = list(game.seats.all())
    for seat in seats:
        seat.points, seat.over_at = outcome.totals[seat.side], now
        if seat.side not in outcome.winners:
            seat.result = Seat.Result.LOST
        else:
            seat.result = Seat.Result.WON if len(outcome.winners) == 1 else Seat.Result.DRAWN
    Seat.objects.bulk_update(seats, ["points", "result", "over_at"])
    frame = table.frame.over(outcome, {seat.number: seat.result for seat in seats}, now)
    return replace(table, status=Game.Status.FINISHED, deadline=None, frame=frame)
