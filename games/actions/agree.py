"""By agreement: two players take back a move, pause their game until a date, or get more time.

One asks, the other answers. Each of these actions locks the game's row, so a move comes before it or after it. A row
(`Ask`) stays of everything that was asked; what was agreed is part of the record.
"""

from datetime import date, datetime
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.followers import apart_from
from accounts.models import User
from accounts.rest import day_begins, zone_named
from common import refusals
from common.database import tried_again
from games import after_move, changes, commit, game_refusals
from games.actions.rows import Played, announce_row, locked
from games.changes import Change, Kind
from games.models import Ask, Game
from games.positions import agreed, memory
from games.positions.agreed import Times
from games.positions.tables import Running, Table
from games.viewers import live
from rulebook.time_control import Clock

MOST_TIME = 3  # times that a player gets more time in one game


class _Held(NamedTuple):
    """A game of two people with its row locked, and the player who acts."""

    game: Game
    table: Table
    running: Running
    seat: int
    now: datetime

    @property
    def other(self) -> int:
        return 1 - self.seat


def ask(*, public_id: str, player: User, kind: str, until: date | None = None, now: datetime | None = None) -> Ask:
    """Ask the other player for something: to take back the last move, to pause *until* a day, or for more time.

    The pause ends when that day begins for the player who asks. One ask of a kind is open at a time. It lapses after
    three days; a move ends one to take back a move.

    Raises `Forbidden` (`not_seated`, `two_people`, `appointed`, `rated`), `NotNow` (`game_over`, `out_of_time`,
    `no_clock`, `nothing_to_take_back`, `tile_seen`, `time_full`, `time_given`, `asked_already`, `declined`) or
    `Unreadable` (`bad_pause`).
    """
    row, change = _asked(public_id, player, Ask.Kind(kind), until, now or timezone.now())
    _tell(change)
    return row


@tried_again
def _asked(public_id: str, player: User, kind: Ask.Kind, until: date | None, now: datetime) -> tuple[Ask, Change]:
    with transaction.atomic(durable=True):
        held = _hold(public_id, player, kind, now)
        row = _row(held, kind, until, player.rest.time_zone)
        _must_be_new(held, kind)
        other = User.objects.get(seats__game=held.game, seats__number=held.other)
        row.hidden = player.pk in apart_from(other)
        row.save()
        commit.note_ask(held.game, now)
        return row, after_move.stored(changes.of_row(Kind.ASKED, held.game, by=player.pk, now=now, ask=row))


def _row(held: _Held, kind: Ask.Kind, until: date | None, time_zone: str) -> Ask:
    """A new ask, not stored yet. Raises a refusal if what it asks for isn't possible."""
    row = Ask(
        game=held.game, seat=held.seat, kind=kind, version=held.table.version,
        deal=held.running.index, ply=len(held.running.by), asked_at=held.now,
    )  # fmt: skip
    match kind:
        case Ask.Kind.TAKE_BACK:
            row.ply = _ply_to_take_back(held, held.seat)
        case Ask.Kind.PAUSE:
            row.until = _readable(until, time_zone, held.now)
        case Ask.Kind.TIME:
            _must_have_room(held, held.seat)
            row.seconds = agreed.piece_of_time(held.table)
        case Ask.Kind.RESUME:
            raise refusals.Unreadable("unreadable", _("You don’t have to ask for that."))
    return row


def _ply_to_take_back(held: _Held, seat: int) -> int:
    """The number of the last move, which the player of *seat* chose."""
    ply = agreed.last_chosen(held.running)
    if ply is None or not agreed.is_own(held.running, ply, seat):
        raise refusals.NotNow("nothing_to_take_back", _("You can only take back the last move, and only your own."))
    if agreed.has_shown_tiles(held.running, ply):
        raise refusals.NotNow(
            "tile_seen", _("A hidden tile was seen since that move, so it can’t be taken back any more.")
        )
    return ply


def _readable(until: date | None, time_zone: str, now: datetime) -> datetime:
    today = now.astimezone(zone_named(time_zone)).date()
    if until is None or not today < until <= today + agreed.LONGEST_PAUSE:
        raise refusals.Unreadable("bad_pause", _("A pause can end from tomorrow on, within the next 30 days."))
    return day_begins(until, time_zone)


def _must_have_room(held: _Held, seat: int) -> None:
    """Raise `NotNow` if the player of *seat* can't get more time now."""
    if not agreed.has_room(held.table, seat, held.now):
        raise refusals.NotNow("time_full", _time_full(held, seat))
    if _times_given(held, seat) >= MOST_TIME:
        raise refusals.NotNow("time_given", _("A player can get more time only three times in a game."))


def _times_given(held: _Held, seat: int) -> int:
    return Ask.objects.filter(game=held.game, seat=seat, kind=Ask.Kind.TIME, answer=Ask.Answer.AGREED).count()


def _time_full(held: _Held, seat: int) -> str:
    if held.table.banks[seat] is not None:
        return _("The time bank is almost full. It can’t hold more time.")
    if seat == held.seat:
        return _("You can get more time only when it’s your turn.")
    return _("You can give more time only when it’s your opponent’s turn.")


def _must_be_new(held: _Held, kind: Ask.Kind) -> None:
    """Raise `NotNow` if an ask of this kind is open, or if the other player has declined it in this position."""
    for earlier in Ask.objects.filter(game=held.game, kind=kind, answer=""):
        if agreed.is_open(earlier, held.table, held.now):
            if earlier.hidden and earlier.seat != held.seat:
                continue
            mine = earlier.seat == held.seat
            sentence = _("You’ve already asked.") if mine else _("Your opponent has just asked for this. Answer first.")
            raise refusals.NotNow("asked_already", sentence)
        _close(earlier, Ask.Answer.LAPSED, held.now)
    asked = Ask.objects.filter(game=held.game, kind=kind, seat=held.seat, answer=Ask.Answer.DECLINED)
    if any(held.table.stands_as_at(earlier.version) for earlier in asked):
        raise refusals.NotNow("declined", _("Your opponent has declined this. You can ask again after the next move."))


# ---- Answers


def answer_ask(*, public_id: str, player: User, ask_id: int, agree: bool, now: datetime | None = None) -> Played:
    """Agree to what the other player asks for, or decline it. Returns the game's version after that.

    Raises the same as `ask`, if it isn't possible any more, and `NotNow` (`answered`), `NotFound` (`unknown_ask`).
    """
    _tell(change := _answered(public_id, player, ask_id, agree, now or timezone.now()))
    return Played(change.version)


@tried_again
def _answered(public_id: str, player: User, ask_id: int, agree: bool, now: datetime) -> Change:
    with transaction.atomic(durable=True):
        held, row = _hold_ask(public_id, player, ask_id, now)
        if row.seat == held.seat:
            raise _unknown_ask()
        return _agree(held, row, player) if agree else _end(held, row, Ask.Answer.DECLINED, player)


@tried_again
def _withdrawn(public_id: str, player: User, ask_id: int, now: datetime) -> Change:
    with transaction.atomic(durable=True):
        held, row = _hold_ask(public_id, player, ask_id, now)
        if row.seat != held.seat:
            raise _unknown_ask()
        return _end(held, row, Ask.Answer.WITHDRAWN, player)


def withdraw_ask(*, public_id: str, player: User, ask_id: int, now: datetime | None = None) -> None:
    """Withdraw one's own ask. Raises like `answer_ask`."""
    _tell(_withdrawn(public_id, player, ask_id, now or timezone.now()))


def give_time(*, public_id: str, player: User, given: int | None = None, now: datetime | None = None) -> Played:
    """Give the other player more time, unasked or not. Raises like `ask`.

    *given*: how many times they had got some when the player chose this. A double click gives once.
    """
    return _done_alone(public_id, player, Ask.Kind.TIME, now or timezone.now(), given)


def resume(*, public_id: str, player: User, now: datetime | None = None) -> Played:
    """End the pause of the game now. Raises like `ask`, and `NotNow` (`not_paused`)."""
    return _done_alone(public_id, player, Ask.Kind.RESUME, now or timezone.now())


def _done_alone(public_id: str, player: User, kind: Ask.Kind, now: datetime, given: int | None = None) -> Played:
    if (change := _alone(public_id, player, kind, now, given)) is None:
        return Played(memory.current(public_id).version, repeated=True)
    _tell(change)
    return Played(change.version)


@tried_again
def _alone(public_id: str, player: User, kind: Ask.Kind, now: datetime, given: int | None) -> Change | None:
    """Do for both what a player may do without asking. None: it has been done since."""
    with transaction.atomic(durable=True):
        held = _hold(public_id, player, kind, now)
        seat = held.other if kind == Ask.Kind.TIME else held.seat
        if given is not None and given < _times_given(held, seat):
            return None
        row = Ask(
            game=held.game, seat=seat, kind=kind, version=held.table.version, deal=held.running.index,
            ply=len(held.running.by), asked_at=now,
            seconds=agreed.piece_of_time(held.table) if kind == Ask.Kind.TIME else None,
        )  # fmt: skip
        for asked in Ask.objects.filter(game=held.game, seat=seat, kind=kind, answer=""):
            if not agreed.is_open(asked, held.table, now):
                _close(asked, Ask.Answer.LAPSED, now)
            elif asked.hidden:
                row.pk = asked.pk  # who gives doesn’t learn that they were asked; who asked sees that it’s agreed
            else:
                row = asked
        return _agree(held, row, player)


def _agree(held: _Held, row: Ask, player: User) -> Change:
    """Do what was asked for, if it's still possible, and store that the players agreed."""
    if row.kind == Ask.Kind.TAKE_BACK:
        return _take_back(held, row, player)
    times = _times(held, row)
    _close(row, Ask.Answer.AGREED, held.now)
    commit.agree(held.game, held.table, times, held.now)
    return after_move.stored(changes.of_row(Kind.AGREED, held.game, by=player.pk, now=held.now, ask=row))


def _times(held: _Held, row: Ask) -> Times:
    if row.kind == Ask.Kind.TIME:
        _must_have_room(held, row.seat)
        return agreed.more_time(held.table, row.seat, held.now)
    until = held.now if row.until is None else row.until
    if row.kind == Ask.Kind.RESUME and not agreed.is_paused(held.table, held.now):
        raise refusals.NotNow("not_paused", _("The game isn’t paused."))
    return agreed.paused(held.table, until, held.now)


def _take_back(held: _Held, row: Ask, player: User) -> Change:
    step = agreed.taken_back(held.table, held.running, _ply_to_take_back(held, row.seat), held.now)
    if not commit.take_back(step):
        raise game_refusals.stale()
    _close(row, Ask.Answer.AGREED, held.now)
    return after_move.stored(
        changes.of_taken_back(held.table, step.after, by=player.pk, now=held.now, passed=step.passed, ask=row)
    )


def _end(held: _Held, row: Ask, answer: Ask.Answer, player: User) -> Change:
    """Store an answer that changes nothing in the game."""
    _close(row, answer, held.now)
    return after_move.stored(changes.of_row(Kind.REFUSED, held.game, by=player.pk, now=held.now, ask=row))


def _close(row: Ask, answer: Ask.Answer, now: datetime) -> None:
    row.answer, row.answered_at = answer, now
    row.save()


# ---- What all have in common


def _hold(public_id: str, player: User, kind: str, now: datetime) -> _Held:
    """Lock the game's row, if *player* may agree on this *kind* with the other one."""
    game = locked(public_id)
    table = memory.current(public_id)
    if (seat := table.seat_of(player.pk)) is None:
        raise game_refusals.not_seated()
    if table.status != Game.Status.PLAYING or table.running is None:
        raise game_refusals.not_playing(table.status)
    if table.frame.appointed:
        raise refusals.Forbidden("appointed", _("Tournament games keep their moves and their clock."))
    if not agreed.may_agree(table):
        raise refusals.Forbidden("two_people", _("Only two people who play each other can agree on this."))
    if table.frame.rated and kind != Ask.Kind.TIME:
        raise refusals.Forbidden("rated", _("In a rated game you can agree only on more time."))
    if table.control.kind == Clock.NONE and kind != Ask.Kind.TAKE_BACK:
        raise refusals.NotNow("no_clock", _("This game has no clock."))
    if table.is_late(now):
        raise refusals.NotNow("out_of_time", _("Time has run out."))
    return _Held(game, table, table.running, seat, now)


def _hold_ask(public_id: str, player: User, ask_id: int, now: datetime) -> tuple[_Held, Ask]:
    """Lock the game's row, and return it with an ask that is open."""
    locked(public_id)
    if (seat := memory.current(public_id).seat_of(player.pk)) is None:
        raise game_refusals.not_seated()
    row = Ask.objects.filter(game__public_id=public_id, pk=ask_id).first()
    if row is None or (row.hidden and row.seat != seat):
        raise _unknown_ask()
    held = _hold(public_id, player, row.kind, now)
    if not agreed.is_open(row, held.table, now):
        raise refusals.NotNow("answered", _("This has been answered, or it’s too late for it."))
    return held, row


def _unknown_ask() -> refusals.NotFound:
    return refusals.NotFound("unknown_ask", _("Nobody asked you for this."))


def _tell(change: Change) -> None:
    """Notify the boards and the followers, after the commit."""
    assert change.ask is not None
    if change.kind in {Kind.TAKEN_BACK, Kind.AGREED}:
        announce_row(change.public_id)
        live.show_panel(change.public_id, "asks")
    else:
        may_know = [player for player in change.players if player and (player == change.by or not change.ask.hidden)]
        live.show_panel(change.public_id, "asks", to=may_know)
    after_move.committed(change)
