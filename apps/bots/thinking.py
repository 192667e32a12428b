"""The queue of computers' turns: show a mind what its seat sees, and play its answer with the action for all moves.

Any process can do that, and another one can start again, because a move names the version it was chosen for. Each reply
comes a whole number of pauses after its turn began, one if the mind is quick. So the time doesn't show whether there
was a choice, and people can follow three replies in a row.
"""

import logging
from collections.abc import Hashable, Iterator
from concurrent.futures import Future
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

import mind
from accounts.models import User
from bots.minds import pool as minds
from bots.minds.children import Unanswered
from bots.models import Turn
from common import refusals
from common.queues import PROMPT, Meanwhile, Outcome, Queue
from games.actions import leave_absent, play_move
from games.actions.move import resign_game
from games.models import Move
from games.positions import memory
from games.positions.tables import Table
from games.shown import table_view

logger = logging.getLogger(__name__)
LOOK_SECONDS = 0.1  # between two looks for turns of servers without minds
IN_VAIN = timedelta(seconds=2)  # after this time of a turn we ask no more minds: the player has waited enough
MOST_MINDS = 3  # asked about one turn; then the plain level plays, in this process
PLAIN = User.Level.SOLID  # the best level that imagines no worlds; takes microseconds


class Turns(Queue[Turn]):
    """Turns that computers play."""

    name = "computers"
    model = Turn
    lane = PROMPT
    lease = timedelta(seconds=6)
    tries = 3
    names = ("game_id", "version")

    @property
    def seconds(self) -> float:
        return 1.0 if settings.MINDS else LOOK_SECONDS

    def rows(self) -> QuerySet[Turn]:
        return Turn.objects.select_related("game")

    def work(self, turn: Turn, _now: datetime, /) -> Outcome:
        if (table := _table_at(turn)) is None:
            Turn.objects.filter(game=turn.game_id, version=turn.version).delete()
        elif not people_left(table):
            end_without_people(table)
        else:
            return self._ask(turn, table, minds_before=0)
        return None

    def _ask(self, turn: Turn, table: Table, *, minds_before: int) -> Outcome:
        """Ask a mind what to play."""
        assert table.turn is not None
        level, view = table.turn_levels[table.turn] or PLAIN, table_view.view(table, table.turn)
        answer = minds.ask_for_a_move(view, level=level, seed=seed_of(turn), owner=whose(table))
        return Meanwhile(partial(self._answered, turn, table, answer, minds_before + 1), answer)

    def _answered(self, turn: Turn, table: Table, answer: "Future[bytes]", asked: int) -> Outcome:
        """Wait for the end of the pause. If the mind died, ask another one."""
        thought = timezone.now() - turn.began
        died = answer.done() and answer.exception() is not None
        if died and thought < IN_VAIN and asked < MOST_MINDS:
            return self._ask(turn, table, minds_before=asked)
        return Meanwhile(partial(_play, turn, table, answer), pause=rest_of_the_pause(thought))

    def give_up(self, turn: Turn, _now: datetime, /) -> None:
        """Play without a mind."""
        if (table := _table_at(turn)) is None:
            self.held(turn).delete()
        else:
            _play(turn, table, None)


turns = Turns()


def room() -> timedelta:
    """How long a computer waits before it plays for an absent player: their planned moves come first, and they can come
    back. It is the same for every turn.
    """
    return timedelta(seconds=settings.HEAD_START_SECONDS)


def rest_of_the_pause(thought: timedelta) -> timedelta:
    """How long a reply still waits: to the end of its pause, or of a later one if thinking took longer."""
    pause = timedelta(seconds=settings.COMPUTER_PAUSE_SECONDS)
    if thought <= pause:
        return min(pause - thought, pause)  # the clock may have been set back
    return -thought % pause if pause else timedelta()


def seed_of(turn: Turn) -> str:
    """The seed for a computer's choice: the same in every process, secret, and different for every turn."""
    return salted_hmac("bots", f"{turn.game.public_id}/{turn.version}").hexdigest()


def whose(table: Table) -> Hashable:
    """The owner of a mind's work for this game: games of one person wait for each other, not for those of others. All
    guests of one address count as one person.
    """
    people = [queue for queue, level in zip(table.queues, table.computers, strict=True) if level is None]
    return people[0] if people else table.game_id


# ---- The move ------------------------------------------------------------------------------------


def _table_at(turn: Turn) -> Table | None:
    """The table, if it is still a computer's turn there."""
    table = memory.table_at(turn.game.public_id, turn.version)
    return table if table.stands_as_at(turn.version) and _is_a_computers(table, table.turn) else None


def _is_a_computers(table: Table, seat: int | None) -> bool:
    return seat is not None and table.turn is not None and table.turn_levels[seat] is not None


def _play(turn: Turn, table: Table, answer: "Future[bytes] | None") -> None:
    """Play the answer. If it isn't a legal move, play what the plain level chooses."""
    public_id, seat = table.public_id, table.turn
    assert seat is not None
    version, key = table.version, turn.key
    for text in _choices(turn, table, answer):
        try:
            play_move(public_id=public_id, seat=seat, text=text, version=version, key=key, by=Move.By.BOT)
        except refusals.Refused as refused:
            now = memory.current(public_id)
            if not now.stands_as_at(turn.version) or not _is_a_computers(now, seat):
                logger.info("A computer's move in game %s was not made: %s", public_id, refused.code)
                return  # the game has changed, and its new turn has a row of its own
            logger.exception("A mind's answer in game %s is no legal move: %s", public_id, text)
        else:
            return


def _choices(turn: Turn, table: Table, answer: "Future[bytes] | None") -> Iterator[str]:
    """The move to play, then others in case it is refused."""
    if answer is not None:
        try:
            yield minds.move_of(answer.result(timeout=0))
        except (Unanswered, minds.NoMove, TimeoutError) as silent:
            logger.warning("No mind answered in game %s: %s", table.public_id, silent)
    view = table_view.view(table, table.turn)
    try:
        yield mind.choose(mind.read_view(mind.to_json(view)), PLAIN, seed_of(turn))
    except Exception:
        logger.exception("The plain level failed in game %s", table.public_id)
    yield from view.round.legal[:1] if view.round else ()


# ---- A game without people -----------------------------------------------------------------------


def people_left(table: Table) -> bool:
    """Whether a person still plays, without a computer standing in for them."""
    return any(place.is_there for place in table.frame.seats)


def end_without_people(table: Table) -> None:
    """End a game that only computers would play on. First the absent people leave, then the computers, until the game
    ends; the best one by points stays.
    """
    leave_absent(public_id=table.public_id, now=timezone.now())
    if people_left(memory.current(table.public_id)):  # somebody has come back meanwhile
        return
    players = User.objects.in_bulk([player for player in table.players if player is not None])
    for place in table.worst_first(table.frame.seats):
        player = table.players[place.seat]
        try:
            if place.computer and not place.left and player is not None:
                resign_game(public_id=table.public_id, player=players[player])
        except refusals.NotNow:  # the game has ended
            return
