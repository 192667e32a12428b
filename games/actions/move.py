"""Moves, and leaving the game: resigning, aborting.

A move is compare and swap. We compute the position from this process's memory. One UPDATE then
changes the game's row, but only if the row still has the version we started from. The loser of a
race gets `stale`, and nothing is half written. We notify the boards after the commit.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

import rules
from accounts import database
from accounts.models import User
from common import refusals
from common.database import tried_again
from games import after_move, changes, commit, game_refusals, queries
from games.actions import outages
from games.actions.rows import Played, announce_change, announce_rematch, close, locked
from games.actions.signal_partner import make_signal
from games.changes import Change, Kind
from games.clocks import stalling
from games.models import Game, Move
from games.positions import memory, referee
from games.positions.referee import Step
from games.positions.tables import Table
from games.viewers import live
from rulebook import engine_refusals

LOST_RACES = 5  # most attempts for changes that work at any version (resigning, the clock, a move taken back)
LONGEST_MOVE = 80  # characters


class PlayersMove(NamedTuple):
    """A move as a player sends it; *version* is the one they saw."""

    public_id: str
    player: int | None  # user id
    text: str
    version: int
    key: str


def play_move(
    *, public_id: str, seat: int, text: str, version: int, key: str = "", planned: int | None = None, by: str = "player"
) -> Played:
    """Store the move of *seat* and the forced moves after it, then notify the boards.

    *version* is the one the player saw. A double click, a second tab or a late retry raises `stale`
    instead of making a wrong move. A change that isn't a move, such as a vacation, makes nothing stale.
    A repeated *key* gets the first answer again. *planned*: the id of the plan's line that is played.
    """
    move = _read(text)
    if isinstance(move, rules.Signal):
        return make_signal(public_id=public_id, seat=seat, signal=move, version=version, key=key)
    table = memory.table_at(public_id, version)
    if table.is_late(now := timezone.now()):  # unless an outage has moved its times on
        outages.make_up(now, for_a_move=True)
        table = memory.current(public_id)
    try:
        change = _play(table, seat, move, version, by=by, key=key, planned=planned)
    except refusals.NotNow as refused:
        if key and (done := _done_before(public_id, seat, key)) is not None:
            return Played(done, repeated=True)
        if refused.code == "time_is_up":
            adjudicate(public_id=public_id, now=timezone.now())
        if refused.code == "stale" and table.status != Game.Status.PLAYING:
            raise game_refusals.not_playing(table.status) from None
        raise
    after_move.committed(change)
    return Played(change.version)


def play_together(moves: Sequence[PlayersMove]) -> list[Played | None]:
    """Store moves of many games in one transaction, then notify all boards at once.

    The answer is None for a move that needs `play_alone`: it may be refused, ends a deal, doesn't fit this process's
    memory, or lost a race. Nothing of such a move is stored yet.
    """
    if not (steps := _plain_steps(moves)):
        return [None] * len(moves)
    try:
        made = _stored(*steps.values())
    except Exception as error:
        # An error code such as a deadlock's means that PostgreSQL is up, so we can store the games one by one.
        if refusals.is_away(error) and not getattr(error.__cause__, "sqlstate", None):
            raise
        return [None] * len(moves)  # any move may be the cause, so each is tried alone
    after_move.committed(*made)
    return [Played(steps[n].after.version) if n in steps else None for n in range(len(moves))]


def play_alone(move: PlayersMove) -> Played:
    """`play_move` for a player who has a seat at that version."""
    seat = _seat_of(memory.table_at(move.public_id, move.version), move)
    return play_move(public_id=move.public_id, seat=seat, text=move.text, version=move.version, key=move.key)


def _seat_of(table: Table, move: PlayersMove) -> int:
    if (seat := table.seat_of(move.player)) is None:
        raise game_refusals.not_seated()
    return seat


def _plain_steps(moves: Sequence[PlayersMove]) -> dict[int, Step]:
    """The moves that can be stored together, by their index: one per game, ordered by game."""
    steps: dict[int, Step] = {}
    games: set[str] = set()
    now = timezone.now()
    for n, move in enumerate(moves):
        table = memory.remembered.get(move.public_id)
        if table is None or table.version != move.version or table.public_id in games or table.is_late(now):
            continue
        with suppress(refusals.Refused):
            made = _read(move.text)
            step = step_of_move(table, _seat_of(table, move), made, by=Move.By.PLAYER, key=move.key)
            if not (step.ends_deal or isinstance(made, rules.Signal)):
                steps[n] = step
                games.add(table.public_id)
    return dict(sorted(steps.items(), key=lambda item: item[1].before.game_id))


def _play(table: Table, seat: int, move: rules.Move, version: int, *, by: str, key: str, planned: int | None) -> Change:
    """Play if the position is still the one the player saw; other changes may have raised the version."""
    for newest in (False, True):
        if not table.stands_as_at(version) or (by == Move.By.BOT and table.turn_levels[seat] is None):
            break  # a move was made, or a player returned and the computer stopped playing for them
        try:
            return _stored(step_of_move(table, seat, move, by=by, key=key), planned=planned)[0]
        except refusals.NotNow as refused:
            if refused.code != "stale" or newest:
                raise
            table = memory.current(table.public_id)
    raise game_refusals.stale()


def _read(text: str) -> rules.Move:
    if len(text) > LONGEST_MOVE:
        raise refusals.Unreadable("unreadable", _("That move is too long."))
    try:
        move = rules.parse_move(text)
    except rules.Unreadable as error:
        raise engine_refusals.refused(error) from None
    if str(move) in {"resign", "timeout"}:
        raise refusals.Unreadable(
            "unreadable", _("You can’t send “resign” or “timeout” as a move. To resign, use the resign request.")
        )
    return move


def _done_before(public_id: str, seat: int, key: str) -> int | None:
    """The version after an earlier request with this key and the forced moves that followed."""
    first = Move.objects.filter(game__public_id=public_id, seat=seat, key=key).values_list("version", flat=True).first()
    if first is None:
        return None
    following = Move.objects.filter(game__public_id=public_id, version__gt=first).order_by("version")
    for version, by in following.values_list("version", "by"):
        if by != Move.By.FORCED:
            break
        first = version
    return first


def resign_game(*, public_id: str, player: User) -> Played:
    """Resign. With two sides, the other side wins; with more, they play on."""
    change = resign(public_id, player)
    after_move.committed(change)
    return Played(change.version)


def resign(public_id: str, player: User) -> Change:
    """Like `resign_game`, but notify only the boards. The caller passes the change to `after_move.committed`."""

    by = Move.By.BOT if player.is_bot else Move.By.PLAYER

    def resigned(table: Table) -> Step:
        if (seat := table.seat_of(player.pk)) is None:
            raise game_refusals.not_seated()
        return step_of_move(table, seat, rules.Leave("resign"), by=by)

    change = change_newest(public_id, resigned)
    assert change is not None
    return change


def adjudicate(*, public_id: str, now: datetime) -> bool:
    """End a game that has reached its time limit; its scores decide. False if it hasn't, or has already ended.

    In a tournament, sides that took more than their share of the time (`stalling`) run out of it first, one step each.
    """

    def over(table: Table) -> Step | None:
        if table.status != Game.Status.PLAYING or table.running is None or not table.is_time_up(now):
            return None
        if (late := stalling.slowest(table)) is not None:
            return step_of_move(table, late, rules.Leave("timeout"), by=Move.By.CLOCK, now=now)
        return referee.adjudicated(table, table.running, now)

    decided = False
    while change := change_newest(public_id, over):
        after_move.committed(change)
        decided = True
    return decided


def change_newest(public_id: str, step_of: Callable[[Table], Step | None]) -> Change | None:
    """Store the step that *step_of* computes from the newest table; again after a lost race. None if it returns None.

    Notifies only the boards: the caller passes the change to `after_move.committed`.
    """
    for _attempt in range(LOST_RACES):
        if (step := step_of(memory.current(public_id))) is None:
            return None
        with suppress(refusals.NotNow):
            return _stored(step)[0]
    raise game_refusals.stale()


@tried_again
def abort_game(*, public_id: str, player: User, as_loss: bool = False) -> None:
    """End a game without a result, as long as the players have made fewer than two moves.

    A player who aborts has seen their tiles, so they can abort only one rated game a day. Another one raises `NotNow`
    (`abort_is_loss`) or, with *as_loss*, is resigned.
    """
    now = timezone.now()
    with transaction.atomic(durable=True):
        player = database.hold(player)  # if two games are aborted at once, the second is a loss
        game = locked(public_id)
        if not game.seats.filter(player=player, left=False).exists():
            raise game_refusals.not_seated()
        if game.status != Game.Status.PLAYING:
            raise game_refusals.not_playing(game.status)
        if game.appointed:
            raise refusals.NotNow("appointed", _("You can’t abort a tournament game. You can resign it instead."))
        made = game.moves.filter(by__in=[Move.By.PLAYER, Move.By.PLANNED, Move.By.BOT])
        if made.count() >= queries.MOVES_BEFORE_NO_ABORT:
            raise refusals.NotNow("too_late", _("You can’t abort after two moves. You can resign instead."))
        is_loss = game.rated and queries.has_aborted(player, now)
        before, change = game.rematch_of, None
        if not is_loss:
            game.seats.filter(player=player).update(aborted=game.rated)
            change = close(game, Game.Status.ABORTED, by=player.pk, now=now)
        elif not as_loss:
            raise refusals.NotNow(
                "abort_is_loss", _("You already aborted a rated game today. If you abort this one, you lose it.")
            )
    if change is None:
        resign_game(public_id=public_id, player=player)
        return
    announce_change(change)
    announce_rematch(before)


@tried_again
def _stored(*steps: Step, planned: int | None = None) -> Sequence[Change]:
    """Store one step, or moves of several games that end no deal, and notify the boards. Raises `stale` if another
    process or tab won a race; then nothing is stored.
    """
    with transaction.atomic(durable=True):
        if steps[0].ends_deal:
            steps = (commit.write_end(steps[0]),)
        elif not commit.write(*steps):
            raise game_refusals.stale()
        made = after_move.all_stored([_change(step, planned) for step in steps])
    for step in steps:
        memory.remembered.put(step.after)
    live.announce_steps(*steps)
    return made


def step_of_move(
    table: Table, seat: int, move: rules.Move, *, by: str, key: str = "", now: datetime | None = None
) -> Step:
    """The step of a move. Raises `NotNow` if the move isn't allowed."""
    if table.status != Game.Status.PLAYING or table.running is None:
        raise game_refusals.not_playing(table.status)
    now = now or timezone.now()
    if table.is_time_up(now) and not isinstance(move, rules.Leave):
        raise game_refusals.time_is_up()
    try:
        return referee.step(table, table.running, seat, move, by=by, key=key, now=now)
    except rules.IllegalMove as refused:
        raise engine_refusals.refused(refused, [place.name for place in table.frame.seats]) from None


def _change(step: Step, planned: int | None = None) -> Change:
    """The change that the step made to its game. *by* is None if the clock moved."""
    if step.kind is not Kind.MOVED:  # a computer plays for a player from now on, or no longer
        change = changes.of_move(step.before, step.after, passed=step.passed, by=step.by, now=step.now)
        return replace(change, kind=step.kind, with_computers=True)
    if not step.made:  # the game reached its time limit
        return changes.of_move(step.before, step.after, passed=step.passed, by=None, now=step.now)
    first, by_clock = step.made[0], step.made[0].by == Move.By.CLOCK
    return changes.of_move(
        step.before,
        step.after,
        passed=step.passed,
        by=None if by_clock else step.before.players[first.seat],
        planned=planned,
        missed_by=first.seat if by_clock and first.text not in referee.LEAVING else None,
        now=step.now,
    )
