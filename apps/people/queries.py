"""Reads about people: blocks, friends, profiles, search, invitations. Changes nothing."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal

from django.db.models import Count, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from accounts.models import User
from accounts.readers import Reader
from common.cache.recent import kept_for
from common.database import read_rows
from common.joined import Joined
from games import game_refusals
from games.listed import ListedPlayer, listed_by
from games.models import Game, Seat
from games.queries import find_game
from games.shown.rows import Row, rows_of
from games.sockets.open_sockets import hub
from people.models import Block, Called, Friendship, Invitation, Profile, key_of

Bond = Literal["", "friends", "asked", "asks"]  # none; friends; the user asked; the other asked
INVITED = (
    "SELECT invitation.game_id AS id, -invitation.id AS place,"  # noqa: S608 - columns
    f" {', '.join(f'host.{name} AS host_{name}' for name in ListedPlayer._fields)}"
    " FROM people_invitation invitation JOIN accounts_user host ON host.id = invitation.by_id"
    " WHERE invitation.player_id = %s AND invitation.state = 'pending' ORDER BY invitation.id DESC LIMIT %s"
)
# In SQL, because profiles and lists of games ask: the ORM takes ten times as long.
BLOCKS = "SELECT by_id, whom_id FROM people_block WHERE by_id = %s OR whom_id = %s"
BLOCKED = "SELECT 1 FROM people_block WHERE by_id = %s AND whom_id = %s"
BETWEEN = """
    SELECT asker_id, since FROM people_friendship
    WHERE asker_id = %s AND asked_id = %s OR asker_id = %s AND asked_id = %s
"""
PROFILES = Joined("people_profile profile", profile=Profile)
FOUND = 8  # most search results
PLAYING = 10  # most games in a person's status
# First the newest seats, by their index: otherwise PostgreSQL would read all games.
NEWEST = """
    SELECT game.id
    FROM (
        SELECT id, game_id, over_at FROM games_seat WHERE player_id = %s AND over_at IS NOT NULL
        ORDER BY over_at DESC, id DESC LIMIT 200
    ) last JOIN games_game game ON game.id = last.game_id
    WHERE game.status = 'finished' AND (game.visibility = 'public' OR EXISTS (
        SELECT 1 FROM games_seat seat WHERE seat.game_id = game.id AND seat.player_id = %s
    ))
    ORDER BY last.over_at DESC, last.id DESC LIMIT 8
"""


# ---- Blocks -------------------------------------------------------------------------------------
def blocked_ids(user: Reader) -> set[int]:
    """The ids of people the user blocked or who blocked the user. One query."""
    if not user.is_authenticated:
        return set()
    return {person for pair in read_rows(BLOCKS, [user.pk, user.pk]) for person in pair} - {user.pk}


def blocks_among(user_id: int, others: Iterable[int]) -> list[tuple[int, int]]:
    """The blocks between one person and any of the others, in either direction: who blocked whom. One query."""
    them = list(others)
    between = Q(by=user_id, whom__in=them) | Q(by__in=them, whom=user_id)
    return list(Block.objects.filter(between).values_list("by", "whom"))


def blocks_within(people: Collection[int]) -> dict[int, set[int]]:
    """Whom each of these people blocked, or who blocked them, among those people. One query."""
    blocks: dict[int, set[int]] = {}
    for one, other in Block.objects.filter(by__in=people, whom__in=people).values_list("by", "whom"):
        blocks.setdefault(one, set()).add(other)
        blocks.setdefault(other, set()).add(one)
    return blocks


# ---- Friends ------------------------------------------------------------------------------------
def friendships(user: User) -> QuerySet[Friendship]:
    """The user's friendships, newest first, with both people loaded."""
    mine = Friendship.objects.filter(Q(asker=user) | Q(asked=user), since__isnull=False)
    return mine.select_related("asker", "asked").order_by("-pk")


def friends(user: User) -> QuerySet[User]:
    """The user's friends, sorted by name."""
    pairs = Friendship.objects.filter(since__isnull=False)
    ids = Q(pk__in=pairs.filter(asker=user).values("asked")) | Q(pk__in=pairs.filter(asked=user).values("asker"))
    return User.objects.filter(ids).order_by("nickname", "username")


def friend_ids(user: User) -> set[int]:
    """The ids of the user's friends. One query."""
    pairs = Friendship.objects.filter(Q(asker=user) | Q(asked=user), since__isnull=False).values_list("asker", "asked")
    return {person for pair in pairs for person in pair} - {user.pk}


@kept_for(60, 1000)
def has_friends(user_id: int) -> bool:
    """Whether the person has friends, as of a minute ago. One query."""
    pairs = Friendship.objects.filter(Q(asker=user_id) | Q(asked=user_id), since__isnull=False)
    return pairs.exists()


def friends_here(user: User) -> list[User]:
    """The user's friends who have a page open, by name. Only people who show that they are here see each other. One
    query if anybody else is here, and another one if there are friends among them.
    """
    if not user.shows_here or not hub.looking.anybody_but(user.pk) or not (here := hub.looking.here(friend_ids(user))):
        return []
    return list(User.objects.filter(pk__in=here, shows_here=True).order_by("nickname", "username"))


def requests_to(user: User) -> QuerySet[Friendship]:
    return Friendship.objects.filter(asked=user, since=None).select_related("asker").order_by("-pk")


def requests_by(user: User) -> QuerySet[Friendship]:
    return Friendship.objects.filter(asker=user, since=None).select_related("asked").order_by("-pk")


def bond(user: Reader, person: User) -> Bond:
    """The friendship of the user and the person, as seen by the user. One query, none for visitors."""
    for asker, since in read_rows(BETWEEN, [user.pk, person.pk, person.pk, user.pk]) if user.is_authenticated else []:
        return "friends" if since is not None else "asked" if asker == user.pk else "asks"
    return ""


def blocks(user: Reader, person: User) -> bool:
    """Whether the user blocked the person. One query, none for visitors."""
    return user.is_authenticated and bool(read_rows(BLOCKED, [user.pk, person.pk]))


def games_together(user: User, others: Collection[int]) -> dict[int, int]:
    """The number of games in progress that each of the others plays with the user, by user id."""
    mine = Seat.objects.filter(player=user, over_at=None, game__status=Game.Status.PLAYING).values("game")
    seats = Seat.objects.filter(player__in=others, over_at=None, game__in=mine).values("player").annotate(n=Count("pk"))
    return dict(seats.values_list("player", "n"))


# ---- Profiles -----------------------------------------------------------------------------------
def profile(user: User) -> Profile:
    """The user's profile, or an unsaved one with the defaults."""
    stored: list[Profile] = [theirs for [theirs] in PROFILES.rows("user_id = %s", [user.pk])]
    return stored[0] if stored else Profile(user=user)


def recent(viewer: Reader, person: User) -> list[Row]:
    """The person's newest finished games that the viewer may see: public ones, and those the viewer played in. Two
    queries.
    """
    games = [game for (game,) in read_rows(NEWEST, [person.pk, viewer.pk or 0])]
    return rows_of(person, games, you=viewer == person)


def finished_number(person: User) -> int:
    """How many games the person has finished, by counting seats. Pages use the sums of `history` instead."""
    return Seat.objects.filter(player=person, over_at__isnull=False).exclude(result="").count()


def playing(viewer: Reader, people: Collection[int]) -> dict[int, list[str]]:
    """The newest public games in play of each of these people that the viewer may see: `PLAYING` ids at most. Two
    queries, one for a visitor.
    """
    rank = Window(RowNumber(), partition_by="player", order_by="-game")
    seats = Seat.objects.filter(player__in=people, over_at=None, left=False).order_by("-game")
    public = Game.objects.public_for(viewer).filter(status=Game.Status.PLAYING)
    newest = seats.filter(game__in=public).annotate(rank=rank).filter(rank__lte=PLAYING)
    games: dict[int, list[str]] = {}
    for person, public_id in newest.values_list("player", "game__public_id"):
        games.setdefault(person, []).append(public_id)
    return games


# ---- Search -------------------------------------------------------------------------------------
def found(typed: str, user: User) -> list[User]:
    """At most `FOUND` accounts whose user name or display name starts with *typed*. Leaves out the user, and everyone
    who blocked them or whom they blocked.
    """
    begins = key_of(typed)
    if not begins:
        return []
    hidden = blocked_ids(user) | {user.pk}
    rows = (
        Called.objects.filter(key__gte=begins, key__lt=begins + b"\xff", user__is_active=True)
        .exclude(user__in=hidden)
        .order_by("key")
        .select_related("user")[: 2 * FOUND]  # an account has up to two names
    )
    people = {row.user_id: row.user for row in rows}
    return list(people.values())[:FOUND]


# ---- Invitations --------------------------------------------------------------------------------
def invitations_to(user: Reader) -> QuerySet[Invitation]:
    """The user's unanswered invitations, newest first."""
    if not user.is_authenticated:
        return Invitation.objects.none()
    waiting = Invitation.objects.filter(player=user, state=Invitation.State.PENDING)
    return waiting.select_related("game", "by").prefetch_related("game__seats__player").order_by("-pk")


@dataclass(frozen=True, slots=True)
class Invited:
    """An invitation to its player: the game, and the name of the person who invites them."""

    row: Row
    by: str


def invited(user: Reader, most: int) -> tuple[list[Invited], bool]:
    """The first invitations that the user hasn't answered, and whether there are more. One query, none for a visitor;
    in SQL, because every look at one's games asks.
    """
    if not isinstance(user, User):
        return [], False
    found, now = listed_by(INVITED, [user.pk, most + 1]), timezone.now()
    rows = [(Row(game, now, game.seat_of(user.pk), you=True), ListedPlayer(*host)) for game, *host in found[:most]]
    return [Invited(row, host.name) for row, host in rows], len(found) > most


def invitations_of(game: Game) -> QuerySet[Invitation]:
    """All invitations to one game with their answers, for its host."""
    return Invitation.objects.filter(game=game).select_related("player").order_by("pk")


def invitable(players: Collection[User], by: User) -> set[int]:
    """The ids of the players that *by* can invite, by their settings, blocks and friendships. Three queries."""
    ids = {player.pk for player in players if not player.is_guest and not player.is_bot and player.is_active} - {by.pk}
    ids -= blocked_ids(by)
    wishes = dict(Profile.objects.filter(user__in=ids).values_list("user", "invites"))
    known = set(friends(by).filter(pk__in=ids).values_list("pk", flat=True))
    allowed = {Profile.Invites.EVERYBODY: ids, Profile.Invites.FRIENDS: known, Profile.Invites.NOBODY: set[int]()}
    return {pk for pk in ids if pk in allowed[Profile.Invites(wishes.get(pk, Profile.Invites.EVERYBODY))]}


# ---- Challenges ----------------------------------------------------------------------------------
def last_for_two(user: User, other: User) -> Game | None:
    """The newest game that the two have begun alone with each other. One query, and one for its seats."""
    theirs = Seat.objects.filter(player=other).values("game")
    games = Game.objects.filter(seats__player=user, pk__in=theirs, seats_number=2, started_at__isnull=False)
    return games.order_by("-pk").first()


def played(public_id: str, user: User) -> Game:
    """A game that the user played in. Raises `NotFound`, `Forbidden`."""
    game = find_game(public_id)
    if all(seat.player_id != user.pk for seat in game.seats.all()):
        raise game_refusals.not_seated()
    return game
