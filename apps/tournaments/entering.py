"""Who plays: people enter a tournament, leave it, pause, and come back.

All changes lock rows in one order: people by their keys, then the tournament.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, F, Q
from django.utils.translation import gettext as _

from accounts import database
from accounts.models import User
from common import limits
from common.database import tried_again
from common.refusals import Forbidden, NotFound, NotNow
from games.queries import has_too_many
from people.queries import blocks_among
from standings.models import Rating
from standings.strength import Strength
from tournaments import absence, formats, known, rankings, standing, telling
from tournaments.models import Departure, Entry, Member, Pairing, Place, Step, Tournament, Trace

MOST_WAITS = 3  # times that a tournament with too few entries is put off, if it isn't of a series
SOON = timedelta(seconds=5)  # from an entry that fills a tournament to its start
NOT_AT_ONCE = timedelta(days=1)  # the same where there are trophies, so that moderators see who meets there


def find(public_id: str) -> Tournament:
    """The tournament with this id. Raises `NotFound`."""
    found = Tournament.objects.filter(public_id=public_id).select_related("series").first()
    if found is None:
        raise NotFound("unknown_tournament", _("There is no such tournament."))
    return found


def locked(public_id: str) -> Tournament:
    """The tournament, with its row locked. Raises `NotFound`."""
    found = Tournament.objects.select_for_update(of=("self",)).filter(public_id=public_id).first()
    if found is None:
        raise NotFound("unknown_tournament", _("There is no such tournament."))
    return found


# ---- In ------------------------------------------------------------------------------------------


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
        strength = may_enter(tournament, player, now)
        keys = known.must_be_alone(tournament, player) if tournament.gives_trophies else set()
        if partner is not None:
            _may_be_partner(tournament, player, partner)
        _decline_all(tournament, player, now)
        entry = Entry.objects.create(
            tournament=tournament, rating=strength.shown, entered_at=now, late=tournament.is_running
        )
        Member.objects.create(tournament=tournament, entry=entry, player=player)
        known.note(entry, keys)
        if partner is not None:
            Member.objects.create(tournament=tournament, entry=entry, player=partner, slot=1, agreed=False)
            telling.to_partners(tournament, [partner.pk], player, now, about="partner")
        if tournament.is_running:
            _join_late(tournament, entry, now)
        _count(tournament, now)
    return entry


def may_enter(tournament: Tournament, player: User, now: datetime) -> Rating | Strength:
    """The player's rating in this game. Raises `Forbidden` or `NotNow` if they can't enter."""
    if player.is_guest and tournament.entering != Tournament.Entering.LINK:
        raise Forbidden("account_needed", _("You need an account to enter. It takes a minute."))
    if player.is_guest and tournament.rated:
        raise Forbidden("account_needed", _("This tournament is rated, so you need an account to enter."))
    if player.is_program and not player.is_bot and not tournament.programs:
        raise Forbidden("no_programs", _("Programs can't enter this tournament."))
    if _is_in(tournament, player):
        raise NotNow("entered", _("You have already entered this tournament."))
    return _may_play(tournament, player, now)


def _may_play(tournament: Tournament, player: User, now: datetime) -> Rating | Strength:
    """What is asked of everybody who plays, also of a partner."""
    if tournament.gives_trophies:
        known.must_be_known(player, now)
    if (until := absence.banned_until(player, now)) is not None:
        raise NotNow("absent_before", absence.why(player, until))
    if has_too_many([player.pk]):
        raise NotNow("too_many_games", _("You have 40 games. Finish one before you enter a tournament."))
    strength = Rating.objects.filter(player=player, variant=tournament.variant).first() or Strength()
    low, high = tournament.rating_from or 0, tournament.rating_to or 10_000
    if not low <= strength.shown <= high:
        said = _("This tournament is for ratings from %(low)d to %(high)d. Yours is %(rating)d.")
        raise Forbidden("wrong_rating", said % {"low": low, "high": high, "rating": strength.shown})
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


def _may_be_partner(tournament: Tournament, player: User, partner: User) -> None:
    if not tournament.kind.seating.has_fixed_partners:
        raise NotNow("no_partners", _("In this tournament, everyone enters alone."))
    is_unwanted = partner.is_guest or (partner.is_program and not tournament.programs)
    if partner.pk == player.pk or is_unwanted or not partner.is_active:
        raise Forbidden("bad_partner", _("Choose another player with an account as your partner."))
    if blocks_among(player.pk, {partner.pk}):
        raise Forbidden("not_welcome", _("You can't enter with this player."))
    if _is_in(tournament, partner):
        raise NotNow("entered", _("Your partner has already entered this tournament."))


def _is_in(tournament: Tournament, player: User) -> bool:
    """Whether they have entered. Those who were only asked to be a partner haven't."""
    return Member.objects.filter(tournament=tournament, player=player, agreed=True).exists()


def _decline_all(tournament: Tournament, player: User, now: datetime) -> None:
    """Decline all requests to be a partner."""
    for request in Member.objects.filter(tournament=tournament, player=player, agreed=False).select_related("entry"):
        telling.to_partners(tournament, _partners_of(request), player, now, about="left", stays=True)
        request.delete()


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
        if tournament.gives_trophies:
            known.note(member.entry, known.must_be_alone(tournament, player, member.entry))
        member.agreed = True
        member.save(update_fields=["agreed"])
        Entry.objects.filter(pk=member.entry_id).update(rating=(F("rating") + strength.shown) / 2)
        _decline_all(tournament, player, now)
        telling.to_partners(tournament, _partners_of(member), player, now, about="agreed")
        _count(tournament, now)


def _count(tournament: Tournament, now: datetime) -> None:
    """Count the entries again after one came or went; a full tournament begins soon."""
    entries = Entry.objects.filter(tournament=tournament).exclude(state=Entry.State.OUT)
    tournament.entered = entries.count()
    tournament.save(update_fields=["entered"])
    if tournament.is_open and is_full(tournament):
        begins = now + (NOT_AT_ONCE if tournament.gives_trophies else SOON)
        Step.objects.filter(tournament=tournament, due__gt=begins).update(due=begins)


def is_full(tournament: Tournament) -> bool:
    """Whether it has its most entries. Where two play together, two people who came alone count as one entry."""
    if not tournament.kind.seating.has_fixed_partners or tournament.entered < tournament.most:
        return tournament.entered >= tournament.most
    agreed = Count("members", filter=Q(members__agreed=True))
    entries = Entry.objects.filter(tournament=tournament).exclude(state=Entry.State.OUT).annotate(agreed=agreed)
    whole = entries.filter(agreed=tournament.kind.seating.members).count()
    return whole + (tournament.entered - whole) // 2 >= tournament.most


# ---- Out -----------------------------------------------------------------------------------------


@tried_again
def leave(*, public_id: str, player: User, now: datetime) -> None:
    """Take an entry back before the start, or withdraw: then running games are resigned.

    In groups, if less than half of the entry's games are over, they count for nobody. Raises `NotFound`, `NotNow`.
    """
    with transaction.atomic(durable=True):
        player = database.hold(player)
        tournament = locked(public_id)
        depart(tournament, player, now)


def depart(tournament: Tournament, player: User, now: datetime) -> None:
    """`leave` within a transaction that has locked the person and the tournament."""
    withdraw(tournament, player, now)
    if tournament.is_running:
        Departure.objects.get_or_create(tournament=tournament, player=player, defaults={"due": now})


def withdraw(tournament: Tournament, player: User, now: datetime) -> None:
    """`depart` for somebody whose running games are resigned elsewhere."""
    mine = Member.objects.filter(tournament=tournament, player=player).select_related("entry")
    member = mine.order_by("-agreed", "pk").first()
    if member is None or member.entry.state == Entry.State.OUT:
        raise NotNow("not_entered", _("You aren't in this tournament."))
    if not member.agreed:
        _decline_all(tournament, player, now)
        return
    entry = member.entry
    if tournament.kind.seating.has_fixed_partners:
        telling.to_partners(tournament, _partners_of(member), player, now, about="left", stays=tournament.is_open)
    if tournament.is_open:
        _take_back(member)
    elif tournament.is_running:
        entry.state = Entry.State.OUT
        entry.save(update_fields=["state"])
        if _is_struck_out(tournament, entry):
            Place.objects.filter(stage=tournament.stage, entry=entry).update(struck_out=True)
            standing.recount(tournament, tournament.stage, formats.of(tournament).tie_breaks)
    else:
        raise NotNow("not_running", _("This tournament has ended."))
    _count(tournament, now)


def _partners_of(member: Member) -> list[int]:
    """The keys of people who have agreed to play with them, at most one."""
    others = Member.objects.filter(entry=member.entry_id, agreed=True, player__isnull=False).exclude(pk=member.pk)
    return [*others.values_list("player", flat=True)]


def _take_back(member: Member) -> None:
    """One person of an entry goes before the start; a partner who has agreed stays alone."""
    others = Member.objects.filter(entry=member.entry_id).exclude(pk=member.pk)
    if not others.filter(agreed=True).exists():
        member.entry.delete()
        return
    member.delete()
    others.update(slot=0)


def _is_struck_out(tournament: Tournament, entry: Entry) -> bool:
    """Whether less than half of the entry's games in its group are over."""
    if not formats.of(tournament).strikes_out:
        return False
    tables = Pairing.objects.filter(results__entry=entry, round__stage=tournament.stage)
    played = sum(len(table.scores) for table in tables)
    return 2 * played < sum(table.deals for table in tables)


@tried_again
def pause(*, public_id: str, player: User, paused: bool) -> None:
    """Get no new pairings, or get them again; also for somebody who was absent (*I'm here*). Raises `NotNow`."""
    with transaction.atomic(durable=True):
        player = database.hold(player)
        tournament = locked(public_id)
        mine = Entry.objects.filter(members__player=player, members__agreed=True)
        entry = mine.filter(tournament=tournament).first()
        if entry is None or entry.state == Entry.State.OUT:
            raise NotNow("not_entered", _("You aren't in this tournament."))
        if not tournament.is_running:
            raise NotNow("not_running", _("This tournament isn’t running."))
        if paused and formats.of(tournament).has_groups:
            raise NotNow("no_pauses", _("You can’t pause in this tournament."))
        entry.state = Entry.State.PAUSED if paused else Entry.State.IN
        entry.absent_in = None
        entry.save(update_fields=["state", "absent_in"])


# ---- Before it begins ----------------------------------------------------------------------------


def ready(tournament: Tournament) -> tuple[list[Entry], list[Entry]]:
    """The entries of a locked tournament that can begin, and those who are alone where two play together."""
    agreed: dict[int, list[User | None]] = defaultdict(list)
    for member in Member.objects.filter(tournament=tournament, agreed=True).select_related("player"):
        agreed[member.entry_id].append(member.player)
    entries = Entry.objects.filter(tournament=tournament).order_by("pk")
    here = [entry for entry in entries if all(each is not None and each.is_active for each in agreed[entry.pk])]
    if not tournament.kind.seating.has_fixed_partners:
        return here, []
    whole = [entry for entry in here if len(agreed[entry.pk]) == tournament.kind.seating.members]
    return whole, [entry for entry in here if len(agreed[entry.pk]) < tournament.kind.seating.members]


def with_partners(alone: Sequence[Entry]) -> list[Entry]:
    """Give people a partner who came without one: the strongest with the weakest. Leaves one out of an odd number."""
    left = sorted(alone, key=lambda entry: (-entry.rating, entry.pk))
    joined = []
    while len(left) > 1:
        strong, weak = left.pop(0), left.pop()
        joined.append(_joined(strong, weak))
    return joined


def _joined(entry: Entry, other: Entry) -> Entry:
    """Make one entry of two people who came alone."""
    Member.objects.filter(entry__in=[entry, other], agreed=False).delete()
    Member.objects.filter(entry=other).update(entry=entry, slot=1)
    Trace.objects.filter(entry=other).update(entry=entry)
    other.delete()
    entry.rating = (entry.rating + other.rating) // 2
    entry.save(update_fields=["rating"])
    return entry


def pass_on(entries: Iterable[Entry], to: Tournament | None, now: datetime) -> bool:
    """Enter people who found no partner into a locked tournament, and notify them. False if there is none."""
    if to is None:
        return False
    there = Member.objects.filter(tournament=to, agreed=True).values("player")
    members = Member.objects.filter(entry__in=entries, agreed=True, player__is_active=True)
    moved = []
    for member in members.exclude(player__in=there).select_related("entry"):
        Member.objects.filter(tournament=to, player=member.player_id).delete()  # requests to be a partner
        entry = Entry.objects.create(tournament=to, rating=member.entry.rating, entered_at=now)
        Member.objects.create(tournament=to, entry=entry, player_id=member.player_id)
        Trace.objects.filter(entry=member.entry).update(tournament=to, entry=entry)
        moved.append(entry.pk)
    _count(to, now)
    telling.of_delay(to, now, moved)
    return True


def put_off(tournament: Tournament, now: datetime) -> datetime | None:
    """Too few have entered: wait for more until the next date, or give up. Returns when to look again.

    The entries stay. The tournament of a series waits for as long as its series takes; one that somebody made waits as
    long as before, three times.
    """
    if tournament.series is not None:
        wait = timedelta(days=tournament.series.every_days)
    else:
        wait = max(timedelta(days=1), (tournament.entries_end - tournament.created_at) / (1 + tournament.waits))
        tournament.waits += 1
        if tournament.waits > MOST_WAITS:
            cancel(tournament, now, why="too_few")
            return None
    while tournament.entries_end <= now:
        tournament.entries_end += wait
    tournament.save()
    telling.of_delay(tournament, now, list(tournament.entries.values_list("pk", flat=True)))
    return tournament.entries_end


def cancel(tournament: Tournament, now: datetime, *, why: str = "") -> None:
    """End a locked tournament without a result. Running games go on by themselves."""
    tournament.state, tournament.over_at = Tournament.State.CANCELLED, now
    tournament.save()
    Step.objects.filter(tournament=tournament).delete()
    telling.of_cancellation(tournament, now, why=why, entries=list(tournament.entries.values_list("pk", flat=True)))
