"""Whom we know: what we ask of people before they create a tournament, or play for a trophy.

One person can make accounts by the dozen. A confirmed address, games against people and some days make each of them
dear, and of one browser or network only one entry plays for a trophy.
"""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from accounts.common_traces import traces
from accounts.models import User
from common.refusals import Forbidden, NotNow
from common.times.dates import moment_words
from games.models import Game, Seat
from notices.times import local
from tournaments.models import Entry, Member, Tournament, Trace

GAMES_BEFORE = 10  # finished against people
PLAYED_FOR = timedelta(days=3)  # since the first of them
SHOWN, SHOWN_FOR = 100, timedelta(days=30)  # tournaments that moderators look at: the newest, and after their end


def must_be_known(player: User, now: datetime) -> None:
    """Raise `Forbidden` or `NotNow`, with what is missing: an address, games, or days."""
    if not EmailAddress.objects.filter(user=player, verified=True).exists():
        raise Forbidden("address_needed", _("Confirm your email address first."))
    people = Seat.objects.filter(game=OuterRef("game"), player__isnull=False, player__bot_level="")
    finished = Seat.objects.filter(player=player, over_at__isnull=False, game__status=Game.Status.FINISHED)
    finished = finished.filter(Exists(people.exclude(player=player)), game__annulled_at=None)
    over = [at for at in finished.order_by("over_at", "pk").values_list("over_at", flat=True)[:GAMES_BEFORE] if at]
    if len(over) < GAMES_BEFORE:
        text = _("Finish ten games against people first. You have finished %(n)d.")
        raise Forbidden("too_few_games", text % {"n": len(over)})
    if over and (until := over[0] + PLAYED_FOR) > now:
        text = _("You finished your first game against a person less than three days ago. Come back %(time)s.")
        raise NotNow("too_new", text % {"time": moment_words(local(player, until))})


def must_be_alone(tournament: Tournament, player: User, entry: Entry | None = None) -> set[str]:
    """The player's traces in a locked tournament. Raise `NotNow` if another entry than *entry* has one of them."""
    mine = traces([player.pk])[player.pk]
    others = Trace.objects.filter(tournament=tournament, key__in=mine).exclude(entry=entry)
    if others.exclude(entry__state=Entry.State.OUT).exists():
        text = _(
            "Somebody has entered from your browser or network. Only one can play in a rated tournament. Family, "
            "friends and clubs can play unrated ones."
        )
        raise NotNow("shared_network", text)
    return mine


@dataclass(frozen=True, slots=True)
class Shared:
    """People of several entries of one tournament who share browsers or networks, by their keys."""

    tournament: Tournament
    people: list[User]


def shared(now: datetime) -> list[Shared]:
    """The newest tournaments with trophies in which entries share browsers or networks: when they entered, or by now.
    The number of queries is fixed.
    """
    recent = Tournament.objects.filter(rated=True, entering=Tournament.Entering.OPEN, programs=False, minutes=0)
    recent = recent.exclude(state=Tournament.State.CANCELLED).exclude(over_at__lt=now - SHOWN_FOR).order_by("-pk")
    there = {each.pk: each for each in recent[:SHOWN]}
    active = Member.objects.filter(tournament__in=there, player__is_active=True).select_related("player")
    members = [(each, each.player) for each in active.order_by("pk") if each.player is not None]
    now_known = traces({player.pk for _member, player in members})
    by_key: dict[tuple[int, str], set[int]] = defaultdict(set)
    for tournament, entry, key in Trace.objects.filter(tournament__in=there).values_list("tournament", "entry", "key"):
        by_key[tournament, key].add(entry)
    for member, player in members:
        for key in now_known[player.pk]:
            by_key[member.tournament_id, key].add(member.entry_id)
    together: dict[int, set[int]] = defaultdict(set)
    for (tournament, _key), entries in by_key.items():
        together[tournament] |= entries if len(entries) > 1 else set()
    return [
        Shared(there[pk], [player for member, player in members if member.entry_id in entries])
        for pk, entries in sorted(together.items(), reverse=True)
        if entries
    ]


def forget(now: datetime) -> None:
    """Delete the traces of tournaments that moderators look at no longer."""
    Trace.objects.filter(tournament__over_at__lt=now - SHOWN_FOR).delete()


def note(entry: Entry, keys: set[str]) -> None:
    """Store from where an entry came."""
    Trace.objects.bulk_create(Trace(tournament_id=entry.tournament_id, entry=entry, key=key) for key in sorted(keys))
