"""The course of a game: a move, the forced moves after it, the score, the next deal, the end.

`force` and `follow` compute; the others write and are called by `services` inside its transaction.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import rules
from games import refusals, sheet, shuffle, store, tables, time_control
from games.models import Game, Move, Round, RoundScore, Seat
from games.tables import Happened, RoundOver, Running, Table
from games.time_control import Clock

LEAVING = {"resign", "timeout"}


@dataclass(frozen=True, slots=True)
class Made:
    """A move to be stored."""

    seat: int
    text: str
    by: str = Move.By.FORCED
    key: str = ""


def force(position: rules.Position, made: list[Made]) -> tuple[rules.Position, list[Made]]:
    """Make the draws and passes that are the only thing to do (rules.md 3), up to a real choice."""
    while position.turn is not None and (move := rules.forced(position)) is not None:
        made.append(Made(position.turn, str(move)))
        position = rules.play(position, move)
    return position, made


def follow(
    table: Table, running: Running, position: rules.Position, made: Sequence[Made], now: datetime
) -> tuple[Table, Running]:
    """The table and its running deal after these moves."""
    new = [
        Happened(table.version + n, running.index, len(running.by) + n, move.seat, move.text, move.by)
        for n, move in enumerate(made, start=1)
    ]
    banks = _banks(table, running.position, position, made, now)
    deadline = _deadline(replace(table, banks=banks), running.position, position, made, now)
    running = replace(running, position=position, by=(*running.by, *(move.by for move in made)))
    after = replace(
        table,
        version=table.version + len(made),
        frame=_with_left(table.frame, {move.seat for move in made if move.text in LEAVING}),
        deadline=deadline,
        banks=banks,
        running=running,
        tail=(*table.tail, *new)[-tables.TAIL :],
    )
    return after, running


def _with_left(frame: dict[str, Any], gone: set[int]) -> dict[str, Any]:
    if not gone:
        return frame
    return {**frame, "seats": [{**seat, "left": seat["left"] or seat["seat"] in gone} for seat in frame["seats"]]}


def turn_passed(before: rules.Position, after: rules.Position, made: Sequence[Made]) -> bool:
    """Whether a turn begins with these moves; not because somebody else has left."""
    if not made or after.turn != before.turn:
        return True
    used = any(move.seat == before.turn for move in made)
    return used and any(move.seat != before.turn for move in made)


def _deadline(
    table: Table, before: rules.Position, after: rules.Position, made: Sequence[Made], now: datetime
) -> datetime | None:
    """New time for a new turn, by the clock of the table and the rest of whose turn it is."""
    if after.turn is None:
        return None
    # A deal begins without one: who draws first and is on turn still has had no time yet.
    if table.deadline is not None and not turn_passed(before, after, made):
        return table.deadline
    return table.control.deadline(table.rests[after.turn], table.banks[after.turn], now)


def _banks(
    table: Table, before: rules.Position, after: rules.Position, made: Sequence[Made], now: datetime
) -> tuple[int | None, ...]:
    """The banks after these moves: what is forced costs nothing and brings nothing."""
    seat = before.turn
    thought = bool(made) and made[0].seat == seat and made[0].by != Move.By.FORCED
    if table.control.kind != Clock.BANK or seat is None or not thought or not turn_passed(before, after, made):
        return table.banks
    left = table.control.bank_after(table.rests[seat], table.banks[seat], table.deadline, now)
    return (*table.banks[:seat], left, *table.banks[seat + 1 :])


def write(before: Table, running: Running, after: Table, made: Sequence[Made], now: datetime) -> None:
    """Take the game from one version to the next and keep the moves. Raises `stale` if another was quicker."""
    if not store.swap_version(before, after, now):
        raise refusals.stale()
    _write_moves(before, running, made, now)
    if after.banks != before.banks:
        store.keep_bank(before, after)


def _write_moves(before: Table, running: Running, made: Sequence[Made], now: datetime) -> None:
    store.add_moves(before, running, made, now)
    if gone := [move.seat for move in made if move.text in LEAVING]:
        Seat.objects.filter(game=before.game_id, number__in=gone).update(left=True)


def begin(game: Game, now: datetime) -> None:
    """Deal the first round of a game whose seats are all taken."""
    if game.bank_seconds is not None:
        Seat.objects.filter(game=game).update(bank_left=time_control.milliseconds(game.bank_seconds))
    _go_on(game, tables.load(tables.find(game.public_id)), rules.new_game(game.rules), now)


def end_deal(table: Table, running: Running, now: datetime) -> Table:
    """Write down what a finished deal brought, and deal on or end the game."""
    game = Game.objects.select_for_update().get(pk=table.game_id)
    return _go_on(game, _write_score(game, table, running), running.position.after, now)


def _go_on(game: Game, table: Table, between: rules.Game, now: datetime) -> Table:
    """Deal until somebody has a choice (a deal may be annulled, or be over at once), or end the game."""
    while between.over is None:
        table, running = _deal(game, table, between, now)
        if not running.position.over:
            game.version, game.turn, game.deadline, game.moved_at = table.version, table.turn, table.deadline, now
            game.save(update_fields=["version", "turn", "moved_at", "deadline", "totals"])
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
    frame = {**table.frame, "deal": index, "commitment": row.commitment}
    dealt = replace(table, status=Game.Status.PLAYING, frame=frame)
    running = Running(row.pk, index, rules.start_round(between, deal), first_version=row.first_version)
    position, made = force(running.position, [])
    _write_moves(dealt, running, made, now)
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
    line = sheet.line(running.index, running.position) or {}
    return replace(
        table,
        frame={**table.frame, "scores": [*table.frame["scores"], line], "totals": game.totals},
        tail=(*table.tail, RoundOver(table.version, line))[-tables.TAIL :],
    )


def _finish(game: Game, table: Table, outcome: rules.Outcome, now: datetime) -> Table:
    """Keep the result with the game and with every seat. The table is as it would be loaded."""
    from games import wire  # as in tables: it needs the types of both

    game.status, game.finished_at, game.moved_at = Game.Status.FINISHED, now, now
    game.version, game.turn, game.deadline = table.version, None, None
    game.winners, game.reason, game.totals = list(outcome.winners), outcome.reason, list(outcome.totals)
    game.save(
        update_fields=[
            "status", "finished_at", "moved_at", "version", "turn", "deadline", "winners", "reason",
            "totals",
        ]
    )  # fmt: skip
    seats = list(game.seats.all())
    for seat in seats:
        seat.points, seat.over_at = outcome.totals[seat.side], now
        if seat.side not in outcome.winners:
            seat.result = Seat.Result.LOST
        else:
            seat.result = Seat.Result.WON if len(outcome.winners) == 1 else Seat.Result.DRAWN
    Seat.objects.bulk_update(seats, ["points", "result", "over_at"])
    results = {seat.number: {"points": seat.points, "result": seat.result} for seat in seats}
    frame = {
        **table.frame,
        "finished": wire.stamp(now),
        "seats": [{**seat, **results[seat["seat"]]} for seat in table.frame["seats"]],
        "totals": game.totals,
        "outcome": wire.outcome(game),
    }
    return replace(table, status=Game.Status.FINISHED, deadline=None, frame=frame)
