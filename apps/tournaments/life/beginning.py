"""A tournament begins, or waits for more entries."""

from collections import defaultdict
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import computers
from accounts.models import User
from common.database import tried_again, write_rows
from common.refusals import Forbidden, NotNow
from tournaments import audience, formats, notifications
from tournaments.entries import entering, partners, withdrawing
from tournaments.life import calendar, closing
from tournaments.models import Entry, Member, Step, Tournament
from tournaments.queries import locked

MOST_WAITS = 3  # times that a tournament with too few entries is put off, if it isn't of a series
MOST_COMPUTERS = 4  # entries, if too few people enter
EVENING_WAITS = timedelta(minutes=10)  # each time
KEEP_SEED = "UPDATE tournaments_entry SET seed = %s WHERE id = %s"


def begin_or_wait(tournament: Tournament, now: datetime) -> datetime | None:
    """Begin a locked tournament that is full, or that enough have entered. Returns when to look again if it waits."""
    format_ = formats.of(tournament)
    if why := format_.why_never(tournament, now):
        closing.cancel(tournament, now, why=why)
        return None
    if now < tournament.entries_end and not entering.begins_at_once(tournament):
        return tournament.entries_end
    if (again := format_.not_before(tournament, now)) is not None:
        return again
    if tournament.kind.seating.has_fixed_partners:
        _take_out_outsiders(tournament, now)
    whole, alone = _ready(tournament)
    number = len(whole) + len(alone) // 2
    if not _is_enough(tournament, number):  # before its time, it looked full because of people who are alone, or gone
        return tournament.entries_end if now < tournament.entries_end else _put_off(tournament, now)
    entries = [*format_.seated(tournament, whole), *partners.paired(alone)]
    lacking = 0 if format_.has_teams else tournament.least - number
    _begin(tournament, entries + _computers(tournament, lacking, now), now)
    return None


def _take_out_outsiders(tournament: Tournament, now: datetime) -> None:
    """Withdraw people who may not play any more, so that their partners are alone and find others."""
    theirs = Member.objects.filter(entry__in=audience.outsiders(tournament)).select_related("player").order_by("pk")
    for member in theirs:
        if member.player is not None and not audience.lets_in(tournament, member.player):
            withdrawing.withdraw(tournament, member.player, now)


def _is_enough(tournament: Tournament, entries: int) -> bool:
    """Whether a tournament can begin with so many entries: computers fill it if a few are missing."""
    if formats.of(tournament).has_teams:
        return True
    lacking = tournament.least - entries
    return lacking <= 0 or bool(tournament.computers and entries and lacking <= MOST_COMPUTERS)


@tried_again
def start_now(*, public_id: str, by: User, now: datetime) -> None:
    """The maker of an evening starts it, once enough have entered. Raises `NotFound`, `Forbidden`, `NotNow`."""
    with transaction.atomic(durable=True):
        tournament = locked(public_id)
        if not may_start(tournament, by):
            raise Forbidden("not_maker", _("Only the player who made this evening can start it."))
        if not tournament.is_open:
            raise NotNow("not_open", _("This tournament has begun already."))
        if missing(tournament):
            raise NotNow("too_few_entries", _("Too few have entered. It takes %(n)d.") % {"n": tournament.least})
        _begins_at(tournament, now)


def _begins_at(tournament: Tournament, now: datetime) -> None:
    tournament.entries_end = min(now, tournament.entries_end)
    tournament.save(update_fields=["entries_end"])
    Step.objects.filter(tournament=tournament, due__gt=now).update(due=now)


def may_start(tournament: Tournament, by: User) -> bool:
    """Whether this person may start it before its time."""
    return tournament.is_evening and audience.manages(tournament, by)


def missing(tournament: Tournament) -> int:
    """How many people more it takes, so that an evening can begin: with partners, or computers."""
    whole, alone = _ready(tournament)
    fewest = max(1, tournament.least - MOST_COMPUTERS) if tournament.computers else tournament.least
    return max(0, tournament.kind.seating.members * (fewest - len(whole)) - len(alone))


def _ready(tournament: Tournament) -> tuple[list[Entry], list[Entry]]:
    """The entries of a locked tournament that can begin, and those who are alone where two play together."""
    agreed: dict[int, list[User | None]] = defaultdict(list)
    for member in Member.objects.filter(tournament=tournament, agreed=True).select_related("player"):
        agreed[member.entry_id].append(member.player)
    entries = Entry.objects.filter(tournament=tournament).order_by("pk")
    here = [
        entry
        for entry in entries.exclude(pk__in=audience.outsiders(tournament))
        if agreed[entry.pk] and all(each is not None and each.is_active for each in agreed[entry.pk])
    ]
    if not tournament.kind.seating.has_fixed_partners:
        return here, []
    whole = [entry for entry in here if len(agreed[entry.pk]) == tournament.kind.seating.members]
    return whole, [entry for entry in here if len(agreed[entry.pk]) < tournament.kind.seating.members]


def _computers(tournament: Tournament, number: int, now: datetime) -> list[Entry]:
    """Entries of computers, as many as a group lacks."""
    seated: list[int] = []
    made = []
    for _number in range(number):
        entry = Entry.objects.create(tournament=tournament, rating=0, entered_at=now)
        for slot in range(tournament.kind.seating.members):
            computer = computers.free_computer(tournament.computers, seated)
            seated.append(computer.pk)
            Member.objects.create(tournament=tournament, entry=entry, player=computer, slot=slot)
        made.append(entry)
    return made


def _begin(tournament: Tournament, entries: list[Entry], now: datetime) -> None:
    """Seed the entries, and make the first stage."""
    entries.sort(key=lambda entry: (-entry.rating, entry.pk))
    for seed, entry in enumerate(entries, start=1):
        entry.seed = seed
    write_rows(KEEP_SEED, [(entry.seed, entry.pk) for entry in entries])
    number = len(entries)
    tournament.state, tournament.starts_at = Tournament.State.RUNNING, now
    tournament.stage, tournament.round, tournament.entered = 0, 0, number
    formats.of(tournament).begin(tournament, [entry.pk for entry in entries])
    tournament.last_day = now + tournament.round_lasts * formats.of(tournament).rounds_at_most(tournament, number)
    tournament.save()
    _let_others_wait(tournament, now)


def _let_others_wait(tournament: Tournament, now: datetime) -> None:
    """Nobody stays in a tournament that began without them. Who lacks a partner waits in the next one of the series,
    which opens at once if this one began early.
    """
    left = Entry.objects.filter(tournament=tournament, seed=None)
    alone = left.filter(members__player__is_active=True).exclude(pk__in=_outsiders(tournament)).distinct()
    if now < tournament.entries_end and tournament.series_id is not None:
        calendar.open_another(tournament.series_id, now)
    following = calendar.next_of(tournament.series, now) if alone else None
    if following is not None:
        entering.pass_on(alone, following, now)
    elif alone:
        about = "reserve" if formats.of(tournament).has_teams else "alone"
        notifications.of_the_lonely(tournament, now, [entry.pk for entry in alone], about)
    left.delete()


def _outsiders(tournament: Tournament) -> set[int]:
    """The entries of people who may not play any more, so they needn't hear of it. Pairs have lost theirs by then."""
    return set() if tournament.kind.seating.has_fixed_partners else audience.outsiders(tournament)


def _put_off(tournament: Tournament, now: datetime) -> datetime | None:
    """Too few have entered: wait for more until the next date, or give up. Returns when to look again.

    The entries stay. The tournament of a series waits for as long as its series takes; one that somebody made waits as
    long as before, three times, and so does the last one of a series that is off. An evening waits ten minutes, three
    times, whoever made it.
    """
    series = tournament.series if tournament.series is not None and tournament.series.active else None
    if tournament.is_evening:
        wait = EVENING_WAITS
    elif series is not None:
        wait = timedelta(days=series.every_days)
    else:
        wait = max(timedelta(days=1), (tournament.entries_end - tournament.created_at) / (1 + tournament.waits))
    if series is None or tournament.is_evening:
        tournament.waits += 1
        if tournament.waits > MOST_WAITS:
            closing.cancel(tournament, now, why="too_few")
            return None
    while tournament.entries_end <= now:
        tournament.entries_end += wait
    tournament.save()
    waiting = tournament.entries.exclude(pk__in=_outsiders(tournament))
    notifications.of_delay(tournament, now, list(waiting.values_list("pk", flat=True)))
    return tournament.entries_end
