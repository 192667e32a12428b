"""What time does with a tournament, one step after the other: it begins, rounds are paired and end, it closes.

Each step is one transaction, which locks the tournament's row and moves its `Step` on. So a killed process leaves a
tournament before or after a step, and two workers do each step once.
"""

from datetime import datetime, timedelta

from django.db import transaction

from accounts import computers
from common.database import tried_again, write_rows
from common.queues import SOON, Outcome, Queue
from tournaments import (
    absence,
    closing,
    entering,
    formats,
    known,
    making,
    rounds,
    telling,
)
from tournaments.formats.base import AGAIN
from tournaments.models import Entry, Member, Ranking, Round, Step, Tournament

LEASE = timedelta(minutes=2)  # a round of 10,000 entries is paired within seconds
KEEP_SEED = "UPDATE tournaments_entry SET seed = %s WHERE id = %s"
MOST_COMPUTERS = 4  # entries, if too few people enter


class Steps(Queue[Step]):
    """Tournaments for which it's time to go on."""

    name = "tournaments"
    model = Step
    lane = SOON
    lease = LEASE

    @tried_again
    def work(self, step: Step, now: datetime, /) -> Outcome:
        with transaction.atomic(durable=True):
            tournament = Tournament.objects.select_for_update().get(pk=step.tournament_id)
            if not self.held(step).exists():  # another process has done it, or it's due again already
                return None
            due = go_on(tournament, now)
            if due is None:
                self.held(step).delete()
            else:
                self.put_off(step, due)
        return None


steps = Steps()


def go_on(tournament: Tournament, now: datetime) -> datetime | None:
    """Do the next step of a locked tournament. Returns when the one after it is due; None after the last."""
    if tournament.is_open:
        return _begin_or_wait(tournament, now)
    if not tournament.is_running:  # cancelled
        return None
    last = Round.objects.filter(tournament=tournament, stage=tournament.stage).order_by("-number").first()
    return _play(tournament, last, now)


def _play(tournament: Tournament, last: Round | None, now: datetime) -> datetime | None:
    """Go on after the *last* round as the format says, or close after everything is played."""
    due = formats.of(tournament).go_on(tournament, last, now)
    return _close(tournament, now) if due is None else due


# ---- It begins -----------------------------------------------------------------------------------


def _begin_or_wait(tournament: Tournament, now: datetime) -> datetime | None:
    if now < tournament.entries_end and not entering.is_full(tournament):
        return tournament.entries_end
    whole, alone = entering.ready(tournament)
    number = len(whole) + len(alone) // 2
    lacking = tournament.least - number
    if lacking > 0 and not (tournament.computers and number and lacking <= MOST_COMPUTERS):
        return entering.put_off(tournament, now)
    entries = whole + entering.with_partners(alone)
    return _begin(tournament, entries + _computers(tournament, lacking, now), now)


def _computers(tournament: Tournament, number: int, now: datetime) -> list[Entry]:
    """Entries of computers, as many as a group lacks."""
    seated: list[int] = []
    made = []
    for _ in range(number):
        entry = Entry.objects.create(tournament=tournament, rating=0, entered_at=now)
        for slot in range(tournament.kind.seating.members):
            computer = computers.free_computer(tournament.computers, seated)
            seated.append(computer.pk)
            Member.objects.create(tournament=tournament, entry=entry, player=computer, slot=slot)
        made.append(entry)
    return made


def _begin(tournament: Tournament, entries: list[Entry], now: datetime) -> datetime | None:
    """Seed the entries, and make the first stage."""
    entries.sort(key=lambda entry: (-entry.rating, entry.pk))
    for seed, entry in enumerate(entries, start=1):
        entry.seed = seed
    write_rows(KEEP_SEED, [(entry.seed, entry.pk) for entry in entries])
    number = len(entries)
    format_ = formats.of(tournament)
    days = tournament.round_lasts * format_.rounds_at_most(tournament, number)
    if now < tournament.entries_end and tournament.series_id is not None:
        making.open_another(tournament.series_id, now)
    tournament.state, tournament.starts_at, tournament.last_day = Tournament.State.RUNNING, now, now + days
    tournament.stage, tournament.round, tournament.entered = 0, 0, number
    format_.begin(tournament, [entry.pk for entry in entries])
    tournament.save()
    _let_others_wait(tournament, now)
    return _play(tournament, None, now)


def _let_others_wait(tournament: Tournament, now: datetime) -> None:
    """Nobody stays in a tournament that began without them. Who lacks a partner waits in the next one of the series."""
    left = Entry.objects.filter(tournament=tournament, seed=None)
    alone = left.filter(members__player__is_active=True).distinct()
    if alone and not entering.pass_on(alone, making.next_of(tournament.series, now), now):
        telling.of_the_lonely(tournament, now, [entry.pk for entry in alone])
    left.delete()


# ---- It closes -----------------------------------------------------------------------------------


def _close(tournament: Tournament, now: datetime) -> datetime | None:
    """Rank everybody, and give trophies. Waits until the last games are settled."""
    if not rounds.are_all_over(tournament):
        return now + AGAIN
    closing.give_places(tournament, now)
    tournament.state, tournament.over_at, tournament.round_ends = Tournament.State.OVER, now, None
    tournament.save()
    Round.objects.filter(tournament=tournament, over=False).update(over=True)
    Ranking.objects.filter(tournament=tournament).delete()
    absence.forgive(tournament)
    known.forget(now)
    telling.of_end(tournament, now)
    return None
