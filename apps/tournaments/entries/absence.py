"""People who don't move: they aren't paired again, and wait before they may enter another tournament."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from accounts.models import User
from common.times.dates import moment_words
from notices.times import local
from tournaments import notifications
from tournaments.models import Absence, Entry, Member, Tournament

FIRST, LONGEST = timedelta(days=1), timedelta(days=30)  # the wait; twice as long each time


def note(tournament: Tournament, entry: Entry, now: datetime) -> bool:
    """An entry ran out of time without a single move: don't pair it again until it says that it's here.

    False if it's known to be absent, or out.
    """
    if entry.state not in {Entry.State.IN, Entry.State.PAUSED}:
        return False
    entry.state, entry.absent_in = Entry.State.ABSENT, tournament.round
    entry.save(update_fields=["state", "absent_in"])
    notifications.of_absence(tournament, entry, now)
    return True


def ban(players: Iterable[User | None], now: datetime) -> None:
    """Let these people wait before they enter again: a day, and twice as long each time."""
    people = {player.pk for player in players if player is not None and not player.is_bot}
    for player in sorted(people):  # the order in which everybody locks people
        known, is_new = Absence.objects.get_or_create(player_id=player, defaults={"until": now + FIRST})
        if not is_new:
            known.times += 1
            known.until = now + min(LONGEST, FIRST * (1 << min(known.times - 1, 10)))
            known.save(update_fields=["times", "until"])


def leave_out(tournament: Tournament, round_number: int) -> list[int]:
    """Those who were absent in an earlier round and haven't said anything since are out. Returns these entries. At an
    evening, they can say at any time that they're here.
    """
    if tournament.is_evening:
        return []
    gone = Entry.objects.filter(tournament=tournament, state=Entry.State.ABSENT, absent_in__lt=round_number)
    if out := list(gone.values_list("pk", flat=True)):
        gone.update(state=Entry.State.OUT)
    return out


def banned_until(player: User, now: datetime) -> datetime | None:
    return Absence.objects.filter(player=player, until__gt=now).values_list("until", flat=True).first()


def why(player: User, until: datetime) -> str:
    text = _("You didn’t move in a tournament, so you can enter another one from %(time)s.")
    return text % {"time": moment_words(local(player, until))}


def forgive(tournament: Tournament) -> None:
    """Forget the absences of everyone who has played a tournament to its end. An evening is too little for that."""
    if tournament.is_evening:
        return
    stayed = Member.objects.filter(entry__tournament=tournament, entry__state__in=[Entry.State.IN, Entry.State.PAUSED])
    Absence.objects.filter(player__in=stayed.values("player")).delete()
