"""Pairings become games, one by one, so that players' moves don't wait for them."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from common.database import tried_again
from common.queues import SOON, Meanwhile, Outcome, Queue
from common.queues.queue import Step
from games import actions as games
from games import after_move
from games.actions import Appointed
from games.changes import Change
from tournaments import notifications
from tournaments.models import Entry, Pairing, Result, Start, TableOf, Tournament
from tournaments.rounds import results
from tournaments.rounds.pairings import BETWEEN_GAMES

LEASE = timedelta(seconds=20)
LOCKED = ("is_guest", "pk")  # accounts first, as in `accounts.claiming.merge`


class Starts(Queue[Start]):
    """Games of pairings that have yet to begin. Each is a transaction of its own: killed anywhere, it goes on."""

    name = "tournament games"
    model = Start
    lane = SOON
    lease = LEASE
    order = ("due", "pk")
    most = 50

    def rows(self) -> QuerySet[Start]:
        return Start.objects.select_related("pairing__round__tournament")

    def steps(self, rows: Sequence[Start], now: datetime) -> Iterable[Step]:
        """Those of evenings one after the other: many are due when we look, and moves come between them."""
        works = [partial(self.work, row, now) for row in rows]
        return [
            partial(Meanwhile, work, pause=n * BETWEEN_GAMES) if row.pairing.round.tournament.is_evening else work
            for n, (row, work) in enumerate(zip(rows, works, strict=True))
        ]

    def work(self, start: Start, now: datetime, /) -> Outcome:
        """Begin the next game of a pairing."""
        if not begin_next(self, start, now):
            return None
        return Meanwhile(partial(self.work, start, now))


starts = Starts()


@tried_again
def begin_next(queue: Starts, start: Start, now: datetime) -> int:
    """Begin one game, and tell its people of the round before the first one. Returns how many are left to begin.

    Locks people, then the start. A game that is settled at the same time holds what we need, and waits for its
    tournament; so we lock the tournament only where no game begins.
    """
    table = Pairing.objects.select_related("round__tournament").get(pk=start.pairing_id)
    tournament, seats = table.round.tournament, _seated(table)
    with transaction.atomic(durable=True):
        locked = User.objects.select_for_update(no_key=True).filter(pk__in=seats).order_by(*LOCKED)
        people = {each.pk: each for each in locked}
        stored = queue.held(start).select_for_update().first()
        if stored is None:  # another process has it
            return 0
        out = _gone(table, people)
        if table.over or out or now >= table.last_moment or not tournament.is_running:
            queue.held(start).delete()
            _end_without_game(table, stored, out, now)
            return 0
        if stored.tell:
            notifications.of_round(tournament, table, stored.tell, now)
        change = _begin(table, [people[pk] for pk in seats], stored.number, now)
        TableOf.objects.create(game_id=change.game_id, pairing=table, number=stored.number)
        left = table.deals - stored.number - 1
        if left:
            queue.held(start).update(number=stored.number + 1, tell=[])
        else:
            queue.held(start).delete()
    after_move.committed(change)
    return left


def _seated(table: Pairing) -> list[int]:
    """The people of a table by seat; partners sit opposite each other. Without those who have left the site."""
    there = Result.objects.filter(pairing=table, entry__members__player__isnull=False)
    seats = there.order_by("entry__members__slot", "side").values_list("entry__members__player", flat=True)
    return [player for player in seats if player is not None]


def _gone(table: Pairing, people: Collection[int]) -> list[Result]:
    """The results of entries that can't play any more: they withdrew, or an account is gone. In a round robin with
    rounds, all would wait for those who didn't move before: these don't play until they say that they're here.
    """
    away = {Entry.State.OUT, Entry.State.ABSENT} if table.round.tournament.rounds else {Entry.State.OUT}
    results = table.results.select_related("entry").prefetch_related("entry__members__player")
    return [
        result
        for result in results
        if result.entry.state in away
        or not all(
            member.player is not None and member.player.is_active and member.player_id in people
            for member in result.entry.members.all()
        )
    ]


def _end_without_game(table: Pairing, start: Start, out: Sequence[Result], now: datetime) -> None:
    """No more games of this pairing begin. The running ones of somebody who has gone are resigned elsewhere."""
    tournament = Tournament.objects.select_for_update().get(pk=table.round.tournament_id)
    gone = [result.entry_id for result in out]
    Entry.objects.filter(pk__in=gone).exclude(state=Entry.State.ABSENT).update(state=Entry.State.OUT)
    table = Pairing.objects.select_related("round").prefetch_related("results__entry").get(pk=table.pk)
    if table.over or not tournament.is_running:
        return
    if out and not start.number:
        results.without_play(tournament, table, out, now)
        notifications.of_round(tournament, table, [entry for entry in start.tell if entry not in gone], now)
    else:
        results.cut(tournament, table, start.number, now)


def _begin(table: Pairing, people: Sequence[User], number: int, now: datetime) -> Change:
    """Begin one game of a pairing. The lead goes round from game to game. Lists show it as they show its tournament."""
    tournament = table.round.tournament
    kind = replace(tournament.kind, seats=len(people))
    appointed = Appointed(
        lead=number % len(people),
        last_moment=table.last_moment,
        visibility=tournament.games_visibility,
    )
    return games.start_table(
        players=people, ruleset=kind.ruleset, control=kind.control, rated=tournament.rated, now=now, appointed=appointed
    )
