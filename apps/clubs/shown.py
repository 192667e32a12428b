"""What the pages of a club show. Each takes six queries at most, whatever the number of members.

People whom the reader blocked, or who blocked them, are left out, except from the members that organisers see.
"""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts import browsers
from accounts.models import User
from accounts.readers import Reader
from clubs import queries
from clubs.match_sheets import TeamName, teams_of
from clubs.models import Club, Membership, Request
from common.database import stored
from common.lists.paging import Page, page
from games.listed import listed_by
from games.seating import all_but_names
from games.shown.rows import Row
from games.sockets.open_sockets import hub
from people.queries import blocked_ids
from rulebook.time_control import LONGEST_BANK_NOW, LONGEST_TURN_NOW
from standings.models import Rating
from tournaments.kinds import FormatName
from tournaments.models import Entry, Team, Tournament
from tournaments.queries import Names, names
from tournaments.queries import mine as places

ON_PAGE = 50  # members, requests, ratings, tournaments
SHOWN_GAMES, SHOWN_IN_LOBBY, SHOWN_HERE, SHOWN_TOURNAMENTS, MOST_HERE = 5, 6, 24, 5, 200
# The rules are those of `games.lobby.open_tables`; the ORM would need 8,000 calls to write them. The club is the first
# that fits.
TO_JOIN = f"""
    SELECT game.id, -game.id AS place, club.public_id AS club, club.name AS club_name
    FROM games_game game JOIN accounts_user host ON host.id = game.creator_id JOIN clubs_club club ON club.id =
        (SELECT min(club_id) FROM clubs_membership WHERE player_id = host.id AND club_id {{clubs}})
    WHERE game.status = 'open' AND game.visibility = 'public' AND game.offer_ends > %s
    AND EXISTS (SELECT 1 FROM games_seat seat WHERE seat.game_id = game.id AND seat.player_id IS NULL
        AND (seat.kept_for_id IS NULL OR seat.kept_for_id = %s))
    AND (host.is_program OR EXISTS (SELECT 1 FROM accounts_browser WHERE user_id = host.id AND last_used > %s)
        OR NOT COALESCE(game.lasts_seconds <= {LONGEST_BANK_NOW}, FALSE)
        AND NOT COALESCE(game.clock = 'turn' AND game.turn_seconds <= {LONGEST_TURN_NOW}, FALSE)
        AND NOT COALESCE(game.clock = 'bank' AND game.bank_seconds <= {LONGEST_BANK_NOW}, FALSE))
    AND NOT EXISTS (SELECT 1 FROM games_seat seat WHERE seat.game_id = game.id AND (seat.player_id = %s OR EXISTS
        (SELECT 1 FROM people_block block WHERE block.by_id = seat.player_id AND block.whom_id = %s
        OR block.by_id = %s AND block.whom_id = seat.player_id)))
    ORDER BY game.id DESC LIMIT %s
"""  # noqa: S608 - our numbers
IN_MINE = "IN (SELECT club_id FROM clubs_membership WHERE player_id = %s)"
COMING = (Tournament.State.OPEN, Tournament.State.RUNNING)


@dataclass(frozen=True, slots=True)
class Seen:
    """A club as one reader sees it. *mine*: their membership."""

    club: Club
    reader: Reader
    mine: Membership | None

    @property
    def organises(self) -> bool:
        return self.mine is not None and self.mine.organises

    @property
    def owns(self) -> bool:
        return self.mine is not None and self.mine.role == Membership.Role.OWNER

    @property
    def shows_members(self) -> bool:
        """Whether the reader may know who is in the club: also by its open games, its calendar and its titles."""
        return self.mine is not None or (self.club.shows_members and not self.club.is_closed)

    @property
    def asking(self) -> int:
        """How many people ask to join, for organisers."""
        return getattr(self.mine, "asking", 0)

    @property
    def former_name(self) -> str:
        return self.club.shown_former_name(timezone.now())


def seen(public_id: str, reader: Reader) -> Seen:
    """Raises `NotFound`. Two queries at most, one for members and visitors."""
    club, mine = queries.found(public_id, reader)
    return Seen(club, reader, mine)


# ---- Members -------------------------------------------------------------------------------------
def members(here: Seen, cursor: str = "") -> Page[Membership]:
    """The members in the order in which they joined; nobody if the reader may not know. Two queries.

    Organisers see everybody: otherwise, a member who blocks them all could do in the club what they like.
    """
    if not here.shows_members:
        return Page([])
    rows = Membership.objects.filter(club=here.club)
    if not here.organises:
        rows = queries.met_by(here.reader, rows)
    return page(_with_names(rows).order_by("since", "id"), cursor, ON_PAGE)


def ratings(here: Seen, variant: str, cursor: str = "") -> Page[Rating]:
    """The members' ratings in one kind of game, or in all (""), the best first. Two queries."""
    if not here.shows_members:
        return Page([])
    rows = Rating.objects.filter(variant=variant, player__memberships__club=here.club)
    rows = queries.met_by(here.reader, rows)
    return page(_with_names(rows).order_by("-order", "id"), cursor, ON_PAGE)


def here_now(here: Seen) -> list[User]:
    """The members who are here, for members. Only people who show that they are here see each other. One query, none
    if nobody else is here.
    """
    reader = here.reader
    if here.mine is None or not isinstance(reader, User) or not reader.shows_here:
        return []
    if not hub.looking.anybody_but(reader.pk):
        return []
    members = Membership.objects.filter(club=here.club, player__shows_here=True).exclude(player=reader)
    in_browsers = browsers.of_people_here(timezone.now()).filter(user=OuterRef("player"))
    rows = _with_names(queries.met_by(reader, members.filter(Exists(in_browsers))))
    there = {each.player_id: each.player for each in rows.order_by("player__nickname", "player__username")[:MOST_HERE]}
    here_now = hub.looking.here(there)
    return [player for key, player in there.items() if key in here_now][:SHOWN_HERE]


def _with_names(rows: QuerySet) -> QuerySet:  # type: ignore[type-arg]  # of memberships or ratings
    columns = [column for column in all_but_names("player") if column != "player__is_active"]  # which links need
    return rows.select_related("player").defer(*columns)


def requests(here: Seen, cursor: str = "") -> Page[Request]:
    """Who asks to join, for organisers. Two queries, none for others."""
    if not here.organises or not isinstance(here.reader, User):
        return Page([])
    return page(queries.requests(here.club, here.reader), cursor, ON_PAGE)


# ---- Games and tournaments -----------------------------------------------------------------------
def open_games(here: Seen) -> list[Row]:
    """The newest open games of members that the reader can join, and the reader's own. One query."""
    if not here.shows_members:
        return []
    return [row for row, *_club in _to_join("= %s", here.club.pk, here.reader, SHOWN_GAMES, with_mine=True)]


@dataclass(frozen=True, slots=True)
class OfClub:
    """The open games of a club's members, for the lobby."""

    name: str
    path: str
    rows: list[Row]


def games_of_my_clubs(reader: Reader) -> list[OfClub]:
    """The newest open games of people who are in a club with the reader, by club. One query, none for people without
    clubs.
    """
    if reader.pk is None or not queries.has_clubs(reader.pk):
        return []
    found: dict[str, OfClub] = {}
    for row, public_id, name in _to_join(IN_MINE, reader.pk, reader, SHOWN_IN_LOBBY):
        path = reverse("club", args=[public_id])
        found.setdefault(public_id, OfClub(name, path, [])).rows.append(row)
    return [*found.values()]


def _to_join(clubs: str, of: int, reader: Reader, most: int, *, with_mine: bool = False) -> list[list[Any]]:
    """The newest open games of members of these clubs that the reader may join, each with its club's id and name;
    *with_mine*: also those in which they have a seat.
    """
    now, me = timezone.now(), reader.pk
    not_of = None if with_mine else me  # in SQL, nobody's seat is NULL's
    values = [of, stored(now), me, stored(now - browsers.HERE), not_of, me, me, most]
    rows = listed_by(TO_JOIN.format(clubs=clubs), values)
    return [[Row(game, now, game.seat_of(me), you=True), *club] for game, *club in rows]


def tournaments_of(here: Seen) -> QuerySet[Tournament]:
    """The club's own tournaments, and the matches that it has agreed to: for others than members without those against
    a club that hides its members, or is hidden, because a match shows who plays.
    """
    theirs = Q(club=here.club) | Q(teams__club=here.club, teams__accepted_at__isnull=False)
    found = Tournament.objects.filter(theirs).exclude(state=Tournament.State.CANCELLED).distinct()
    if here.mine is not None:
        return found
    hides = Q(club__shows_members=False) | Q(club__hidden_at__isnull=False)
    return found.exclude(Exists(Team.objects.filter(hides, tournament=OuterRef("pk"))))


def _listed(here: Seen) -> QuerySet[Tournament]:
    """The same for lists. *is_in*: the reader has entered, and it isn't over."""
    entered = places(here.reader).filter(agreed=True, tournament=OuterRef("pk"))
    return tournaments_of(here).annotate(is_in=Exists(entered))


def coming(here: Seen) -> list[Tournament]:
    """The club's tournaments that are open or running, the next to start first. One query."""
    if not here.shows_members:
        return []
    rows = _listed(here).filter(state__in=COMING)
    return list(rows.order_by("entries_end", "id")[:SHOWN_TOURNAMENTS])


@dataclass(frozen=True, slots=True)
class Dated:
    """A tournament of the club, the clubs of a match, and who won it, if it is over."""

    tournament: Tournament
    winners: list[User]
    teams: list[TeamName]


def calendar(here: Seen, cursor: str = "") -> Page[Dated]:
    """All the club's tournaments, the newest first. Four queries, and one if there are matches."""
    if not here.shows_members:
        return Page([])
    there = page(_listed(here).order_by("-id"), cursor, ON_PAGE)
    over = [each.pk for each in there if each.state == Tournament.State.OVER]
    won: dict[int, list[int]] = defaultdict(list)
    for tournament, entry in Entry.objects.filter(tournament__in=over, place=1).values_list("tournament", "pk"):
        won[tournament].append(entry)
    people = names([entry for entries in won.values() for entry in entries]) if won else Names()
    apart = blocked_ids(here.reader) if won else set()
    matches = [each for each in there if each.format == FormatName.MATCH]
    teams = teams_of(matches) if matches else {}

    def dated(rows: list[Tournament]) -> list[Dated]:
        winners = {row.pk: [each for entry in won[row.pk] for each in people.of(entry)] for row in rows}
        return [
            Dated(row, [each for each in winners[row.pk] if each.pk not in apart], teams.get(row.pk, []))
            for row in rows
        ]

    return there.of(dated)
