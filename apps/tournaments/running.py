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
    arena,
    closing,
    entering,
    groups,
    known,
    making,
    plans,
    rounds,
    standing,
    swiss,
    telling,
)
from tournaments.formats import Format, Seating
from tournaments.models import Entry, Member, Ranking, Round, Step, Tournament

LEASE = timedelta(minutes=2)  # a round of 10,000 entries is paired within seconds
AGAIN = timedelta(seconds=2)  # until we look again whether the last games are settled
SMALL = 8  # entries that play as one group instead of a Swiss
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
    assert tournament.last_day is not None
    last = Round.objects.filter(tournament=tournament, stage=tournament.stage).order_by("-number").first()
    if tournament.format == Format.ARENA:
        return _close(tournament, now) if now >= tournament.last_day else arena.pair(tournament, last, now)
    if last is None:
        return _pair(tournament, now)
    if not tournament.is_in_groups:
        return _go_on_with_swiss(tournament, last, now)
    if rounds.are_all_over(tournament):
        return _go_on_with_groups(tournament, last, now)
    return last.ends if now < last.ends else now + AGAIN  # the last moment of its games has come: the clock ends them


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
        for slot in range(Seating(tournament.seating).members):
            computer = computers.free_computer(tournament.computers, seated)
            seated.append(computer.pk)
            Member.objects.create(tournament=tournament, entry=entry, player=computer, slot=slot)
        made.append(entry)
    return made


def _begin(tournament: Tournament, entries: list[Entry], now: datetime) -> datetime:
    """Seed the entries, and make the first stage."""
    entries.sort(key=lambda entry: (-entry.rating, entry.pk))
    for seed, entry in enumerate(entries, start=1):
        entry.seed = seed
    write_rows(KEEP_SEED, [(entry.seed, entry.pk) for entry in entries])
    number = len(entries)
    days = tournament.round_lasts * plans.rounds_at_most(tournament, number)
    if tournament.format == Format.SWISS:
        tournament.rounds = 0 if number <= _small(tournament) else min(tournament.rounds, number // 2)
    if now < tournament.entries_end and tournament.series_id is not None:
        making.open_another(tournament.series_id, now)
    tournament.state, tournament.starts_at, tournament.last_day = Tournament.State.RUNNING, now, now + days
    tournament.stage, tournament.round, tournament.entered = 0, 0, number
    groups.begin_stage(tournament, groups.first(tournament, [entry.pk for entry in entries]))
    tournament.save()
    _let_others_wait(tournament, now)
    return arena.pair(tournament, None, now) if tournament.format == Format.ARENA else _pair(tournament, now)


def _let_others_wait(tournament: Tournament, now: datetime) -> None:
    """Nobody stays in a tournament that began without them. Who lacks a partner waits in the next one of the series."""
    left = Entry.objects.filter(tournament=tournament, seed=None)
    alone = left.filter(members__player__is_active=True).distinct()
    if alone and not entering.pass_on(alone, making.next_of(tournament.series, now), now):
        telling.of_the_lonely(tournament, now, [entry.pk for entry in alone])
    left.delete()


def _small(tournament: Tournament) -> int:
    """Entries that are too few for a Swiss."""
    return SMALL if Seating(tournament.seating).is_of_two else 2 * tournament.seats - 1


def _pair(tournament: Tournament, now: datetime) -> datetime:
    """Pair the first round. Returns when it ends."""
    return groups.pair(tournament, now) if tournament.is_in_groups else swiss.pair(tournament, now)


# ---- It goes on ----------------------------------------------------------------------------------


def _go_on_with_swiss(tournament: Tournament, last: Round, now: datetime) -> datetime | None:
    assert tournament.last_day is not None
    everybody_is_done = rounds.are_all_over(tournament)
    if last.number < tournament.rounds:
        if now < last.ends and not everybody_is_done:
            return last.ends
        Round.objects.filter(pk=last.pk).update(over=True)
        absence.leave_out(tournament, last.number)
        standing.rank(tournament, tournament.stage)
        return swiss.pair(tournament, now)
    if everybody_is_done:
        return _close(tournament, now)
    return tournament.last_day if now < tournament.last_day else now + AGAIN


def _go_on_with_groups(tournament: Tournament, last: Round, now: datetime) -> datetime | None:
    """All of the round is over: play the next round or stage, or close."""
    Round.objects.filter(pk=last.pk).update(over=True)
    if groups.has_another_round(tournament):
        return groups.pair(tournament, now)
    standing.rank(tournament, tournament.stage)
    if (through := groups.following(tournament)) is None:
        return _close(tournament, now)
    groups.begin_stage(tournament, through)
    return groups.pair(tournament, now)


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
