"""Matches of clubs, and leagues of clubs: proposed, answered, joined, lined up. Then they run as tournaments do.

Changes lock the person, then the tournament. Organisers of a club act for it, whoever proposed or accepted the match.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts import database
from accounts.followers import followers
from accounts.models import User
from clubs import tournaments
from clubs.models import Club, Membership
from common import limits
from common.database import tried_again
from common.refusals import NotFound, NotNow, Unreadable
from people.naming import by_name
from people.queries import blocked_ids
from standings.models import Rating
from standings.strength import Strength
from tournaments import notifications, plans
from tournaments.entries import entering
from tournaments.formats.match import MOST_BOARDS, MOST_CLUBS, TO_ANSWER
from tournaments.life import closing, making
from tournaments.models import Entry, Member, Step, Team, Tournament
from tournaments.queries import locked

CANDIDATES = 200  # members that a line-up offers
LAST = 1_000  # behind all boards
STRONGER = 100  # points that somebody may be stronger than a player on a higher board, at most


@tried_again
def propose(*, match: Tournament, by: User, other: Club | None, now: datetime) -> Tournament:
    """Create a match of `match.club` with *other*, whose organisers have seven days to accept; without one, a league
    that clubs can join. *match*: unsaved. Raises `Unreadable`, `Forbidden`, `NotNow`.
    """
    plans.check(match)
    for follower in followers():
        follower.speaking(by, now)
    with transaction.atomic(durable=True):
        by = database.hold(by)
        making.may_make(by, now, match)
        tournaments.may_make(match, by, now)
        if other is not None and not _may_meet(match.club, other):
            raise NotNow("not_possible", _("You can’t play a match with this club."))
        match.made_by = by
        making.store(match, now)
        _add(match, match.club, by, 0, now)
        if other is None:
            tournaments.tell_members(match, match.club, by, now)
        else:
            limits.check("match", by)
            Team.objects.create(tournament=match, number=1, club=other, name=other.name)
            Step.objects.filter(tournament=match).update(due=min(now + TO_ANSWER, match.entries_end))
            notifications.to_partners(match, organisers(other, by), by, now, about="challenge")
        return match


def _may_meet(home: Club | None, other: Club) -> bool:
    """A club that a moderator has hidden meets nobody, and its organisers notify nobody else."""
    is_hidden = other.hidden_at is not None or (home is not None and home.hidden_at is not None)
    return not (other.is_closed or is_hidden or other == home)


def _add(match: Tournament, club: Club | None, captain: User, number: int, now: datetime) -> None:
    assert club is not None
    team = Team(tournament=match, number=number, club=club, captain=captain, name=club.name, accepted_at=now)
    team.save()


def organisers(club: Club | None, but: User) -> list[int]:
    """The keys of the people who organise a club, without one of them, and without those behind a block."""
    there = Membership.objects.filter(club=club, role__in=Membership.ORGANISES).exclude(player=but)
    return list(there.exclude(player__in=blocked_ids(but)).values_list("player", flat=True))


@tried_again
def answer(*, public_id: str, by: User, accepts: bool, now: datetime) -> None:
    """An organiser of the other club accepts a match, or declines. Raises `NotFound`, `Forbidden`, `NotNow`."""
    with transaction.atomic(durable=True):
        by = database.hold(by)
        match = locked(public_id)
        team = match.teams.filter(accepted_at=None).select_related("club").first()
        if team is None:
            raise NotNow("answered", _("Nobody is waiting for an answer to this match."))
        tournaments.must_organise(team.club, by)
        if not match.is_open or now >= min(match.created_at + TO_ANSWER, match.entries_end):
            raise NotNow("too_late", _("The time to answer is up."))
        if not accepts:
            closing.cancel(match, now, why="declined")
            return
        team.accepted_at, team.captain = now, by
        team.save(update_fields=["accepted_at", "captain"])
        Step.objects.filter(tournament=match).update(due=match.entries_end)
        for club in (match.club, team.club):
            tournaments.tell_members(match, club, by, now)
        host = match.teams.get(number=0)
        captain = [each for each in organisers(match.club, by) if each == host.captain_id]
        notifications.to_partners(match, captain, by, now, about="accepted")


@tried_again
def join(*, public_id: str, club: Club, by: User, now: datetime) -> None:
    """An organiser enters their club in a league that hasn't begun. Raises `NotFound`, `Forbidden`, `NotNow`."""
    with transaction.atomic(durable=True):
        by = database.hold(by)
        league = _open_league(public_id, now)
        tournaments.must_organise(club, by)
        numbers = list(league.teams.order_by("number").values_list("number", "club"))
        if club.pk in {each for _number, each in numbers}:
            raise NotNow("entered", _("Your club is in this league already."))
        if len(numbers) >= MOST_CLUBS:
            raise NotNow("tournament_full", _("This league is full: it has eight clubs."))
        _add(league, club, by, 1 + max(number for number, _club in numbers), now)
        tournaments.tell_members(league, club, by, now)


@tried_again
def leave(*, public_id: str, club: Club, by: User, now: datetime) -> None:
    """An organiser takes their club out of a league that hasn't begun, with all who wanted to play for it. Raises
    `NotFound`, `Forbidden`, `NotNow`.
    """
    with transaction.atomic(durable=True):
        by = database.hold(by)
        league = _open_league(public_id, now)
        tournaments.must_organise(club, by)
        team = league.teams.filter(club=club).first()
        if team is None or team.number == 0:
            raise NotNow("not_entered", _("Only clubs that joined a league can leave it. Its host can cancel it."))
        Entry.objects.filter(tournament=league, team=team.number).delete()
        team.delete()
        entering.count(league, now)


def _open_league(public_id: str, now: datetime) -> Tournament:
    league = locked(public_id)
    if not league.rounds or not league.is_open or now >= league.entries_end:
        raise NotNow("entries_closed", _("This league takes no more clubs."))
    return league


# ---- The line-up ---------------------------------------------------------------------------------


@tried_again
def line_up(*, public_id: str, team: int, players: Sequence[User], by: User, now: datetime) -> bool:
    """An organiser names the players of a team by board, the first board first. People who haven't entered are asked,
    and play once they agree. True if anybody was asked.

    Raises `NotFound`, `Forbidden`, `NotNow`, `Unreadable`, `TooMany`.
    """
    with transaction.atomic(durable=True):
        by = database.hold(by)
        match = locked(public_id)
        named = side(match, team)
        tournaments.must_organise(named.club, by)
        if not match.is_open or named.accepted_at is None:
            raise NotNow("not_open", _("Players are named after both clubs have agreed, and before the match begins."))
        ratings = _ratings(match, named, players)
        _must_be_in_order(ratings)
        asked = _store(match, named, players, ratings, now)
        apart = blocked_ids(by) if asked else set()
        for player in asked:
            limits.check("board", by)
            if player.pk in apart:
                continue  # the page of the match asks them, without a name
            board = 1 + players.index(player)
            notifications.to_partners(match, [player.pk], by, now, about="board", board=board)
        return bool(asked)


def side(match: Tournament, number: int) -> Team:
    """The team with this number, with its club. Raises `NotFound`."""
    here = Team.objects.filter(tournament=match, number=min(number, LAST)).select_related("club", "tournament")
    if (there := here.first()) is None:
        raise NotFound("unknown_team", _("There is no such team."))
    return there


def _ratings(match: Tournament, team: Team, players: Sequence[User]) -> list[int]:
    """The ratings of these players. Raises `Unreadable` or `NotNow` if they can't play for this team."""
    if len(players) > match.group_size or len(set(players)) < len(players):
        raise bad_line_up()
    elsewhere = Member.objects.filter(tournament=match, player__in=players, agreed=True).exclude(
        entry__team=team.number
    )
    elsewhere_ids = set(elsewhere.values_list("player", flat=True))
    here = Membership.objects.filter(club=team.club_id, player__in=players, since__lte=match.created_at)
    members = set(here.values_list("player", flat=True))
    for player in players:
        is_possible = player.is_active and not player.is_program and not (player.is_guest and match.rated)
        if not is_possible or player.pk not in members or player.pk in elsewhere_ids:
            text = _("%(name)s can’t play for your club in this match.")
            raise NotNow("bad_player", text % {"name": player.name})
    known = Rating.objects.filter(player__in=players, variant=match.variant)
    ratings = {each.player_id: each.shown for each in known}
    return [ratings.get(player.pk, Strength().shown) for player in players]


def bad_line_up() -> Unreadable:
    return Unreadable("bad_line_up", _("Name each player once, and no more players than boards."))


def _must_be_in_order(ratings: Sequence[int]) -> None:
    """Raise `Unreadable` if somebody is more than 100 points stronger than a player on a higher board."""
    for board, rating in enumerate(ratings, start=1):
        weakest = min(ratings[:board])
        if rating > weakest + STRONGER:
            text = _(
                "The player on board %(board)d (%(rating)d) is more than 100 points stronger than one on a higher board"
                " (%(weakest)d)."
            )
            raise Unreadable("bad_order", text % {"board": board, "rating": rating, "weakest": weakest})


def _store(match: Tournament, team: Team, players: Sequence[User], ratings: Sequence[int], now: datetime) -> list[User]:
    """Store a line-up. Returns those who are asked for the first time."""
    there = {member.player_id: member for member in _members(match, team.number)}
    wanted = {player.pk for player in players}
    dropped = [each.entry_id for pk, each in there.items() if pk not in wanted and not each.agreed]
    Entry.objects.filter(pk__in=dropped).delete()
    Entry.objects.filter(tournament=match, team=team.number).update(board=None)
    asked = []
    for board, (player, rating) in enumerate(zip(players, ratings, strict=True), start=1):
        if player.pk in there:
            Entry.objects.filter(pk=there[player.pk].entry_id).update(board=board, rating=rating)
            continue
        entry = Entry.objects.create(
            tournament=match, team=team.number, board=board, rating=rating, entered_at=now
        )  # fmt: skip
        Member.objects.create(tournament=match, entry=entry, player=player, agreed=False)
        asked.append(player)
    return asked


def _members(match: Tournament, team: int) -> QuerySet[Member]:
    return Member.objects.filter(tournament=match, entry__team=team, player__isnull=False)


def line(match: Tournament, team: int) -> list[Member]:
    """The line-up of a team: named players by board, then others who have entered, the strongest first."""
    there = _members(match, team).select_related("entry", "player")
    return sorted(there, key=lambda each: (each.entry.board or LAST, -each.entry.rating, each.pk))


def candidates(match: Tournament, team: Team) -> list[tuple[User, int]]:
    """Members who may play for a team, with their ratings, the strongest first; so many that a page stays small."""
    possible = {"player__is_active": True, "player__is_program": False}
    members = Membership.objects.filter(club=team.club_id, since__lte=match.created_at, **possible)
    if match.rated:
        members = members.filter(player__is_guest=False)
    rated = Rating.objects.filter(variant=match.variant, player__in=members.values("player")).order_by("-mu")
    known = {each.player_id: each.shown for each in rated[:CANDIDATES]}
    first = members.filter(player__in=known).select_related("player")
    others = members.exclude(player__in=known).select_related("player").order_by("pk")
    there = [each.player for each in (*first, *others[: CANDIDATES - len(known)])]
    return sorted(((each, known.get(each.pk, Strength().shown)) for each in there), key=lambda pair: -pair[1])


def people(typed: Sequence[str]) -> list[User]:
    """The people with these user names or names. Raises `Unreadable`."""
    if len(typed) > MOST_BOARDS:  # before we look for any of them
        raise bad_line_up()
    return [_person(each) for each in typed]


def _person(typed: str) -> User:
    """Guests can play, but only accounts have a name of their own."""
    guest = User.objects.filter(username=typed, is_guest=True, is_active=True).first()
    try:
        return guest or by_name(typed)
    except NotFound as nobody:
        raise Unreadable(nobody.code, nobody.message) from None
