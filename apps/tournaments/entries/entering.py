"""People enter a tournament, alone or with a partner.

All changes lock rows in one order: people by their keys, then the tournament.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, F, Q
from django.utils.translation import gettext as _

from accounts import database
from accounts.models import User
from common import limits
from common.database import tried_again
from common.refusals import Forbidden, NotNow
from games.queries import has_too_many
from standings.models import Rating
from standings.strength import Strength
from tournaments import audience, formats, notifications, plans
from tournaments.entries import absence, known, partners
from tournaments.models import REMOVED, Departure, Entry, Member, Place, Step, Tournament, Trace
from tournaments.queries import locked, there
from tournaments.rounds import rankings

SOON = timedelta(seconds=5)  # from an entry that fills a tournament to its start


@tried_again
def enter(*, public_id: str, player: User, partner: User | None = None, now: datetime) -> Entry:
    """Enter a tournament; with a *partner*, who has to agree, where two play together. Without one we find them one.

    Entering declines the requests of others. Raises `NotFound`, `Forbidden`, `NotNow`, `TooMany`.
    """
    if partner is not None:
        limits.check("partner", player)
    with transaction.atomic(durable=True):
        player = database.hold(player)
        tournament = locked(public_id)
        _must_be_open(tournament, now)
        if (back := _come_back(tournament, player, now)) is not None:
            return back
        strength = may_enter(tournament, player, now)
        keys = known.must_be_alone(tournament, player) if tournament.asks_who_enters else set()
        if partner is not None:
            partners.must_be_possible(tournament, player, partner)
        boards = _boards_of(tournament, player)
        partners.decline_all(tournament, player, now)
        entry = Entry.objects.create(
            tournament=tournament, rating=strength.shown, entered_at=now, late=tournament.is_running
        )
        Member.objects.create(tournament=tournament, entry=entry, player=player)
        known.note(entry, keys)
        for follower in audience.followers():
            follower.entered(entry, tournament, player)
        if entry.team in boards:  # they agree to that, too
            entry.board = boards[entry.team]
            entry.save(update_fields=["board"])
        if partner is not None:
            Member.objects.create(tournament=tournament, entry=entry, player=partner, slot=1, agreed=False)
            notifications.to_partners(tournament, [partner.pk], player, now, about="partner")
        if tournament.is_running:
            _join_late(tournament, entry, now)
        count(tournament, now)
    return entry


def _boards_of(tournament: Tournament, player: User) -> dict[int | None, int | None]:
    """The boards of a match for which captains have named somebody who hasn't answered, by team."""
    if not formats.of(tournament).has_teams:
        return {}
    named = Member.objects.filter(tournament=tournament, player=player, agreed=False)
    return dict(named.values_list("entry__team", "entry__board"))


def to_come_back(tournament: Tournament, player: User) -> Entry | None:
    """The entry of somebody who left an evening that runs, and may enter it again. Raises `Forbidden`."""
    if not (tournament.is_evening and tournament.is_running):
        return None
    mine = Entry.objects.filter(tournament=tournament, members__player=player, state=Entry.State.OUT)
    entry = mine.exclude(absent_in=REMOVED).first()
    for follower in audience.followers() if entry is not None else ():
        follower.entering(tournament, player)
    return entry


def _come_back(tournament: Tournament, player: User, now: datetime) -> Entry | None:
    """The entry of somebody who left an evening and enters again: with the results that it had."""
    if (entry := to_come_back(tournament, player)) is not None:
        entry.state, entry.absent_in = Entry.State.IN, None
        entry.save(update_fields=["state", "absent_in"])
        Departure.objects.filter(tournament=tournament, player=player).delete()
        count(tournament, now)
    return entry


def may_enter(tournament: Tournament, player: User, now: datetime) -> Rating | Strength:
    """The player's rating in this game. Raises `Forbidden` or `NotNow` if they can't enter."""
    if player.is_guest and tournament.rated:
        raise Forbidden("account_needed", _("This tournament is rated, so you need an account to enter."))
    if player.is_guest and not tournament.takes_guests:
        raise Forbidden("account_needed", _("You need an account to enter. It takes a minute."))
    if partners.is_in(tournament, player):
        raise NotNow("entered", _("You have already entered this tournament."))
    return _may_play(tournament, player, now)


def _may_play(tournament: Tournament, player: User, now: datetime) -> Rating | Strength:
    """What is asked of everybody who plays, also of a partner."""
    if player.is_program and not player.is_bot and not tournament.programs:
        raise Forbidden("no_programs", _("Programs can’t enter this tournament."))
    for follower in audience.followers():
        follower.entering(tournament, player)
    if tournament.asks_who_enters:
        known.must_be_known(player, now)
    until = None if tournament.is_evening else absence.banned_until(player, now)
    if until is not None:
        raise NotNow("absent_before", absence.why(player, until))
    if not tournament.is_evening and has_too_many([player.pk]):  # an evening has one game at a time
        raise NotNow("too_many_games", _("You have 40 games. Finish one before you enter a tournament."))
    strength = Rating.objects.filter(player=player, variant=tournament.variant).first() or Strength()
    low, high = tournament.rating_from or 0, tournament.rating_to or 10_000
    if not low <= strength.shown <= high:
        text = _("This tournament is for ratings from %(low)d to %(high)d. Yours is %(rating)d.")
        raise Forbidden("wrong_rating", text % {"low": low, "high": high, "rating": strength.shown})
    return strength


def _must_be_open(tournament: Tournament, now: datetime) -> None:
    if not takes_entries(tournament):
        raise NotNow("entries_closed", _("This tournament takes no more entries."))
    if is_full(tournament):
        raise NotNow("tournament_full", _("This tournament is full."))
    if tournament.is_running and tournament.last_day is not None and now >= tournament.last_day:
        raise NotNow("entries_closed", _("This tournament takes no more entries."))


def takes_entries(tournament: Tournament) -> bool:
    """Before it begins; those who play alone also later, if the format lets them."""
    if not tournament.is_running:
        return tournament.is_open
    return not tournament.kind.seating.has_fixed_partners and formats.of(tournament).takes_latecomers(tournament)


def _join_late(tournament: Tournament, entry: Entry, now: datetime) -> None:
    """Give a late entry its place, and what its format gives for the rounds that it missed."""
    last = Place.objects.filter(tournament=tournament, stage=tournament.stage).count()
    Place.objects.create(tournament=tournament, stage=tournament.stage, entry=entry, seed=last + 1)
    entry.seed = last + 1
    entry.save(update_fields=["seed"])
    rankings.due(tournament, now)
    formats.of(tournament).let_in(tournament, entry)


@tried_again
def agree(*, public_id: str, player: User, asked_by: User | None = None, now: datetime) -> None:
    """Agree to play with the person who asked this one to be their partner, or with the first of several. That declines
    the others. Raises `NotNow` and what `enter` raises.
    """
    with transaction.atomic(durable=True):
        player = database.hold(player)
        tournament = locked(public_id)
        requests = Member.objects.filter(tournament=tournament, player=player, agreed=False).order_by("pk")
        if asked_by is not None:
            requests = requests.filter(entry__members__player=asked_by)
        member = requests.select_related("entry").first()
        if member is None or not tournament.is_open:
            raise NotNow("not_asked", _("Nobody is waiting for your answer in this tournament."))
        strength = _may_play(tournament, player, now)
        if tournament.asks_who_enters:
            known.note(member.entry, known.must_be_alone(tournament, player, member.entry))
        member.agreed = True
        member.save(update_fields=["agreed"])
        Entry.objects.filter(pk=member.entry_id).update(rating=(F("rating") + strength.shown) / 2)
        partners.decline_all(tournament, player, now)
        notifications.to_partners(tournament, partners.partners_of(member), player, now, about="agreed")
        count(tournament, now)


def pass_on(entries: Iterable[Entry], to: Tournament, now: datetime) -> None:
    """Enter people who found no partner into another, locked tournament, and notify them."""
    there = Member.objects.filter(tournament=to, agreed=True).values("player")
    members = Member.objects.filter(entry__in=entries, agreed=True, player__is_active=True)
    moved = []
    for member in members.exclude(player__in=there).select_related("entry"):
        Member.objects.filter(tournament=to, player=member.player_id).delete()  # requests to be a partner
        entry = Entry.objects.create(tournament=to, rating=member.entry.rating, entered_at=now)
        Member.objects.create(tournament=to, entry=entry, player_id=member.player_id)
        Trace.objects.filter(entry=member.entry).update(tournament=to, entry=entry)
        moved.append(entry.pk)
    count(to, now)
    notifications.of_delay(to, now, moved)


def count(tournament: Tournament, now: datetime) -> None:
    """Count the entries again after one came or went; a full tournament begins soon."""
    tournament.entered = there(tournament).exclude(state=Entry.State.OUT).count()
    tournament.save(update_fields=["entered"])
    if begins_at_once(tournament):
        begins = now + (plans.NOT_AT_ONCE if tournament.gives_trophies else SOON)
        Step.objects.filter(tournament=tournament, due__gt=begins).update(due=begins)


def waits_for_enough(tournament: Tournament) -> bool:
    """Whether an evening begins as soon as enough have entered: it's late."""
    return tournament.is_evening and tournament.waits > 0


def begins_at_once(tournament: Tournament) -> bool:
    """Whether a tournament begins before its time, as nobody else is awaited. An evening keeps its time."""
    if tournament.is_evening:
        return tournament.is_open and waits_for_enough(tournament) and tournament.entered >= tournament.least
    return tournament.is_open and is_full(tournament)


def is_full(tournament: Tournament) -> bool:
    """Whether it has its most entries. Where two play together, two people who came alone count as one entry."""
    if not tournament.kind.seating.has_fixed_partners or tournament.entered < tournament.most:
        return tournament.entered >= tournament.most
    agreed = Count("members", filter=Q(members__agreed=True))
    entries = Entry.objects.filter(tournament=tournament).exclude(state=Entry.State.OUT).annotate(agreed=agreed)
    whole = entries.filter(agreed=tournament.kind.seating.members).count()
    return whole + (tournament.entered - whole) // 2 >= tournament.most
