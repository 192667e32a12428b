"""Writes the moves, scores, deals and results of a game.

Nothing else writes a game in play (`tests/games/test_only_commit_writes.py`). Call these functions inside the
transaction of an action. We store a step by compare and swap on the version. Where the action holds the row, nobody can
win the race.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import Case, Value, When

import rules
from accounts.models import User
from common.database import write_rows
from games import after_move, game_refusals
from games.changes import Kind
from games.models import Game, Move, Seat
from games.positions import dealer, memory
from games.positions.agreed import Times
from games.positions.dealer import Dealt
from games.positions.frame import SeatFrame
from games.positions.referee import LEAVING, Extension, Made, Renewal, Step
from games.positions.tables import Running, Table
from games.settling import LEASE
from rulebook import ratable, time_control

BEGIN = [
    "status", "offer_ends", "started_at", "rated", "met_enough", "version", "turn", "deadline", "moved_at", "totals",
    "winners", "reason", "finished_at", "settle_at", "last_moment",
]  # fmt: skip
CLOSE = ["status", "turn", "deadline", "offer_ends", "rematch_of", "finished_at", "annulled_at", "version"]


# ---- A move: two statements, and a third for time banks, as SQL

# Each statement stores the moves of many games in one call, which the ORM can't do. For a single move, the ORM takes 5
# to 11 times the CPU time on SQLite, and 2 to 4 times on PostgreSQL. The same holds for `notices.followers` and
# `plans.followers`. The end of a deal (below) would cost as much as eleven moves instead of three. Settling a game
# (`games.settling`, `standings`, `history.book`) takes a third of the time with SQL. All else is plain Django.
SWAP = """
    UPDATE games_game SET version = %s, turn = %s, deadline = %s, moved_at = COALESCE(%s, moved_at)
    WHERE id = %s AND version = %s AND status = 'playing'
"""
ADD = """
    INSERT INTO games_move (game_id, round_id, version, ply, seat, text, by, key, made_at)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)
"""
KEEP_CLOCK = "UPDATE games_seat SET bank_left = %s, missed = %s WHERE game_id = %s AND number = %s"


def swap_versions(steps: Sequence[Step]) -> bool:
    """Move the row of each game from one version to the next. False if any game has another version by now.

    The rows stay locked until the transaction ends. `moved_at` stays if only who plays a seat changes.
    """
    stamp = connection.ops.adapt_datetimefield_value
    rows = []
    for step in steps:
        before, after = step.before, step.after
        moved_at = stamp(step.now) if step.kind is Kind.MOVED else None
        rows.append((after.version, after.turn, stamp(after.deadline), moved_at, before.game_id, before.version))
    return write_rows(SWAP, rows) == len(rows)


def moves_rows(before: Table, running: Running, made: Sequence[Made], now: datetime) -> Iterator[tuple[object, ...]]:
    """The parameters of `ADD` for moves that follow *before* in its current deal."""
    made_at = connection.ops.adapt_datetimefield_value(now)
    version, ply = before.version, len(running.by)
    for n, move in enumerate(made, start=1):
        yield before.game_id, running.row_id, version + n, ply + n, move.seat, move.text, move.by, move.key, made_at


def add_moves(rows: Iterable[tuple[object, ...]]) -> None:
    write_rows(ADD, list(rows))


def keep_clocks(steps: Iterable[Step]) -> None:
    """Store the changed time banks and counts of missed turns."""
    changed = [
        (*new, step.before.game_id, number)
        for step in steps
        for number, (old, new) in enumerate(zip(_clocks(step.before), _clocks(step.after), strict=True))
        if old != new
    ]
    if changed:
        write_rows(KEEP_CLOCK, changed)


def _clocks(table: Table) -> list[tuple[int | None, int]]:
    return [(bank, place.missed) for bank, place in zip(table.banks, table.frame.seats, strict=True)]


# ---- A move, a change of who plays, a version without either

RENEW = "UPDATE games_game SET version = version + 1, deadline = %s WHERE id = %s AND version = %s"


def write(*steps: Step) -> bool:
    """Store steps that end no deal, with the same number of statements for many games as for one.

    False if another process won the race in one of the games; the caller must then roll back.
    """
    if not swap_versions(steps):
        return False
    _write_moves(*steps)
    return True


def renew(renewals: Sequence[Renewal]) -> None:
    """Store a new version of each game. One call for all games of a person.

    Raises `stale` if another process won the race in one of them. Lock the rows first (`actions.rows.hold`), so that
    this can't happen: of many games, some player moves in one again and again.
    """
    stamp = connection.ops.adapt_datetimefield_value
    rows = [(stamp(each.deadline), each.game_id, each.version) for each in renewals]
    if write_rows(RENEW, rows) != len(rows):
        raise game_refusals.stale()


EXTEND = """
    UPDATE games_game SET version = version + 1, deadline = %s, last_moment = %s, offer_ends = %s,
        outage_began = %s, outage_ended = %s
    WHERE id = %s AND version = %s
"""


def extend(extensions: Sequence[Extension]) -> None:
    """Store the later times of many games. Lock the rows first, as for `renew`. Raises `stale` like it."""
    stamp = connection.ops.adapt_datetimefield_value
    rows = [(*map(stamp, each[2:]), each.game_id, each.version) for each in extensions]
    if rows and write_rows(EXTEND, rows) != len(rows):
        raise game_refusals.stale()


AGREE = ["version", "deadline", "last_moment", "paused_at", "paused_until", "asked_at"]


def agree(game: Game, before: Table, times: Times, now: datetime) -> None:
    """Store the times on which two players agreed, as a new version, with the game's row locked."""
    game.version += 1
    game.deadline, game.last_moment, game.asked_at = times.deadline, times.last_moment, now
    game.paused_at, game.paused_until = times.paused or (None, None)
    game.save(update_fields=AGREE)
    for number, (old, new) in enumerate(zip(before.banks, times.banks, strict=True)):
        if old != new:
            Seat.objects.filter(game=game, number=number).update(bank_left=new)


def note_ask(game: Game, now: datetime) -> None:
    """Store that the game has an `Ask`, with its row locked. That changes no version."""
    game.asked_at = now
    game.save(update_fields=["asked_at"])


def change_creator(before: User, after: User) -> None:
    """Give all games that one person created to another, inside the transaction that renewed them."""
    Game.objects.filter(creator=before).update(creator=after)


def take_back(step: Step) -> bool:
    """Mark the moves that *step* undoes as taken back, and store the new version. No move is deleted.

    False if another process won the race.
    """
    after = step.after.running
    assert after is not None
    if not swap_versions([step]):
        return False
    gone = Move.objects.filter(round=after.row_id, ply__gt=len(after.by), taken_back=None)
    gone.update(taken_back=step.after.version)
    keep_clocks([step])
    return True


def _write_moves(*steps: Step) -> None:
    add_moves(row for step in steps for row in moves_rows(step.before, step.running, step.made, step.now))
    keep_clocks(steps)
    for step in steps:
        for old, new in zip(step.before.frame.seats, step.after.frame.seats, strict=True):
            if new is not old:
                _write_who_plays(step.before, old, new)


def _write_who_plays(table: Table, old: SeatFrame, new: SeatFrame) -> None:
    """Store that a player leaves, is replaced by a computer, or comes back."""
    if new.left and not old.left:
        _write_away(table, old.seat, left=True, stand_in="")
    elif new.stand_in != old.stand_in and new.stand_in:
        _write_away(table, old.seat, stand_in=new.stand_in, stood_in=True)
    elif new.stand_in != old.stand_in:
        Seat.objects.filter(game=table.game_id, number=old.seat).update(stand_in="")


def _write_away(table: Table, number: int, **columns: str | bool) -> None:
    """Store that a player leaves or is replaced: *columns*, and the score of their side (`away_when`, `away_early`).

    Earlier values that count against the player stay.
    """
    when = Case(When(away_when=Seat.Stood.BEHIND, then="away_when"), default=Value(table.standing(number).value))
    is_early = not table.frame.scores or not _has_moved(table, number)  # no round has ended yet, or none of theirs
    early = Case(When(away_early=True, then=True), default=Value(is_early))
    Seat.objects.filter(game=table.game_id, number=number).update(away_when=when, away_early=early, **columns)


def _has_moved(table: Table, number: int) -> bool:
    """Whether the player at *number* has made a move of their own. One query."""
    own = Move.objects.filter(game=table.game_id, seat=number, by__in=Move.BY_THEMSELVES, taken_back=None)
    return own.exclude(text__in=LEAVING).exists()


# ---- The end of a deal or a game, and the beginning of both

END = """
    UPDATE games_game SET version = %s, turn = %s, deadline = %s, moved_at = %s,
        status = %s, totals = %s, winners = %s, reason = %s, finished_at = %s, settle_at = %s
    WHERE id = %s AND version = %s AND status = 'playing'
"""
DEAL = """
    INSERT INTO games_round (game_id, "index", number, seed, commitment, deal, dealt_at, first_version, over)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s) RETURNING id
"""
END_DEAL = "UPDATE games_round SET over = %s WHERE id = %s"
SCORE = """
    INSERT INTO games_roundscore (round_id, side, pips, written, total, won, over, by, notes)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)
"""
RESULT = "UPDATE games_seat SET points = %s, result = %s, over_at = %s WHERE game_id = %s AND side = %s"


def write_end(step: Step) -> Step:
    """`write` for a step that ends a deal. Also writes the score, and the next deal or the result.

    One UPDATE moves the game's row to the final state. The returned step has that state, too. Raises `stale` if
    another process won the race.
    """
    before, after, now = step.before, step.after, step.now
    assert after.running is not None
    ended = after.running
    after, deals = dealer.go_on(dealer.scored(after), ended.position.after, now)
    outcome = after.frame.outcome
    winners = None if outcome is None else json.dumps(outcome.winners)
    stamp = connection.ops.adapt_datetimefield_value
    finished = after.status == Game.Status.FINISHED
    row = (
        after.version, after.turn, stamp(after.deadline), stamp(now),
        str(after.status), json.dumps(after.frame.totals), winners, outcome.reason if outcome else "",
        stamp(now) if finished else None, stamp(now + LEASE) if finished else None,
        before.game_id, before.version,
    )  # fmt: skip
    if not write_rows(END, [row]):
        raise game_refusals.stale()
    write_rows(END_DEAL, [(True, ended.row_id)])
    _write_moves(step)
    _write_scores(ended.row_id, ended.position)
    return replace(step, after=_write_deals(after, deals, now))


def begin(game: Game, now: datetime, seated: Game | None = None) -> None:
    """Start a full game and deal its first round. The game's row is saved once, with its first turn.

    *seated*: the game as `memory.load` takes it, with full time banks, if the caller has it.

    We decide here whether it is rated, before anyone sees a tile. Games with guests or computers are unrated, and those
    whose rules or time allow no rating (`rulebook.ratable`). A follower can make a game unrated (`have_met_enough`). If
    a guest creates an account later, games that have started stay as they are.
    """
    if game.bank_seconds is not None and seated is None:
        Seat.objects.filter(game=game).update(bank_left=time_control.milliseconds(game.bank_seconds))
    if game.lasts_seconds is not None:
        game.last_moment = now + timedelta(seconds=game.lasts_seconds)
    table = memory.load(seated or memory.find_game(game.public_id))
    table, deals = dealer.go_on(table, rules.new_game(game.rules), now)
    game.status, game.started_at, game.offer_ends, game.moved_at = Game.Status(table.status), now, None, now
    control = game.time_control.until(game.last_moment, now)
    game.rated = (
        game.rated
        and not any(place.guest or place.computer for place in table.frame.seats)
        and ratable.may_be_rated(game.rules, control, appointed=game.appointed)
    )
    if game.rated:
        sides = _sides(table)
        game.met_enough = any(each.have_met_enough(sides, now) for each in after_move.followers())
        game.rated = not game.met_enough
    game.version, game.turn, game.deadline = table.version, table.turn, table.deadline
    game.totals = list(table.frame.totals)
    if (outcome := table.frame.outcome) is not None:
        game.winners, game.reason, game.finished_at = list(outcome.winners), outcome.reason, now
        game.settle_at = now + LEASE
    game.save(update_fields=BEGIN)
    _write_deals(table, deals, now)


def close(game: Game, status: Game.Status, now: datetime) -> None:
    """End a game without a result, with its row locked. It no longer counts as a rematch, so that the players can ask
    for another.
    """
    game.status, game.turn, game.deadline, game.offer_ends = status, None, None, None
    game.rematch_of = None
    game.finished_at = now
    game.version += 1
    game.save(update_fields=CLOSE)
    Seat.objects.filter(game=game).update(over_at=now)


def _sides(table: Table) -> dict[int, int]:
    """The side of each player, by user id."""
    seats = zip(table.players, table.frame.seats, strict=True)
    return {player: place.side for player, place in seats if player is not None}


def _write_deals(table: Table, deals: Sequence[Dealt], now: datetime) -> Table:
    """Store new deals with their scores, and the result if the game ended. Returns the table with the new row ids."""
    ids = [_write_deal(dealt, now) for dealt in deals]
    if ids and table.running is not None:
        table = replace(table, running=replace(table.running, row_id=ids[-1]))
    if table.status == Game.Status.FINISHED:
        over_at = connection.ops.adapt_datetimefield_value(now)
        sides = sorted({(place.side, place.points, place.result) for place in table.frame.seats})
        write_rows(RESULT, [(points, result, over_at, table.game_id, side) for side, points, result in sides])
    return table


def _write_deal(dealt: Dealt, now: datetime) -> int:
    """Store a deal with the moves and the score it already has. Returns the id of its row."""
    table, running = dealt.table, dealt.running
    with connection.cursor() as cursor:
        cursor.execute(
            DEAL,
            [
                table.game_id, running.index, dealt.number, dealt.seed, table.frame.commitment, json.dumps(dealt.deal),
                connection.ops.adapt_datetimefield_value(now), running.first_version, dealt.position.over,
            ],
        )  # fmt: skip
        running = replace(running, row_id=cursor.fetchone()[0])
    if dealt.made:
        add_moves(moves_rows(table, running, dealt.made, now))
    _write_scores(running.row_id, dealt.position)
    return running.row_id


def _write_scores(row_id: int, position: rules.Position) -> None:
    """Store a score line for each side, if the deal was scored."""
    if (result := position.result) is None:
        return
    rows = [
        (
            row_id, side, result.pips[side], result.written[side], result.totals[side], result.winner == side,
            result.over, result.by, json.dumps(result.notes),
        )
        for side in range(position.rules.sides)
    ]  # fmt: skip
    write_rows(SCORE, rows)
