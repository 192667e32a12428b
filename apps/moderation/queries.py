"""Read-only queries for moderators."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

import rules
from accounts.models import User
from clubs.models import Membership
from common.lists.paging import Page, page
from games import queries as games
from games.models import Game, Move, Seat
from games.positions import memory
from games.shown import table_view
from moderation.models import Action, Report
from talk.models import Message
from tournaments import words
from tournaments.entries import known
from tournaments.leagues import drops

A_PAGE, PAST, SAID, AROUND = 25, 10, 200, 10


def waiting(reader: User, cursor: str = "") -> Page[Report]:
    """A page of open reports, oldest first."""
    reports = shown_to(reader).filter(decided_at=None)
    return page(_with_people(reports).order_by("pk"), cursor, A_PAGE)


def decided(reader: User, cursor: str = "") -> Page[Report]:
    """A page of decided reports, newest first."""
    reports = shown_to(reader).filter(decided_at__isnull=False)
    return page(_with_people(reports).prefetch_related("actions").order_by("-pk"), cursor, A_PAGE)


def about(reader: User, people: list[User], *, but: Report) -> QuerySet[Report]:
    """Other reports about or by these people, newest first."""
    reports = shown_to(reader).filter(Q(player__in=people) | Q(reporter__in=people)).exclude(pk=but.pk)
    return _with_people(reports).prefetch_related("actions").order_by("-pk")[:PAST]


@dataclass(frozen=True, slots=True)
class SharedTournament:
    """A tournament in which people of these names share browsers or networks."""

    title: str
    url: str
    names: list[str]


def shared_tournaments(reader: User) -> list[SharedTournament]:
    """Tournaments with trophies whose entries may be one person's, without what concerns *reader*."""
    tournaments = []
    for each in known.shared(timezone.now()):
        names = [person.name for person in each.people if person != reader]
        if len(names) > 1:
            tournaments.append(
                SharedTournament(words.title(each.tournament), each.tournament.get_absolute_url(), names)
            )
    return tournaments


@dataclass(frozen=True, slots=True)
class WeakSeason:
    """A season of a league in which somebody was much less effective than *before*."""

    title: str
    url: str
    name: str
    before: float
    now: float


def weak_seasons(reader: User) -> list[WeakSeason]:
    """Players of leagues who may have lost on purpose, without *reader*."""
    return [
        WeakSeason(words.title(each.season), each.season.get_absolute_url(), each.player.name, each.before, each.now)
        for each in drops.drops(timezone.now())
        if each.player != reader
    ]


def actions_on(player: User) -> QuerySet[Action]:
    """The moderators' actions on *player* that the player may see, newest first."""
    return Action.objects.filter(player=player).exclude(kind=Action.Kind.DISMISS).order_by("-pk")[:PAST]


def said_around(message: Message) -> list[Message]:
    """What helps to judge a message, oldest first: of a game, both chats; elsewhere, the messages around it and no
    others, because nobody reported those.
    """
    if message.conversation_id is None:
        return said_at(message.game)
    there = Message.objects.filter(conversation=message.conversation_id).select_related("author")
    before = there.filter(pk__lte=message.pk).order_by("-pk")[: AROUND + 1]
    return [*reversed(before), *there.filter(pk__gt=message.pk).order_by("pk")[:AROUND]]


def said_at(game: Game | None) -> list[Message]:
    """The newest messages of both chats of a game, oldest first."""
    if game is None:
        return []
    return list(Message.objects.filter(game=game).select_related("author").order_by("-pk")[:SAID])[::-1]


def shown_to(reader: User) -> QuerySet[Report]:
    """All reports except those about *reader*, their games or clubs: moderators must not learn who reported them."""
    his_game = Seat.objects.filter(game=OuterRef("game"), player=reader)
    his_club = Membership.objects.filter(club=OuterRef("club"), player=reader, role__in=Membership.ORGANISES)
    return Report.objects.exclude(player=reader).exclude(Exists(his_game)).exclude(Exists(his_club))


def _with_people(reports: QuerySet[Report]) -> QuerySet[Report]:
    return reports.select_related("player", "reporter", "decided_by", "game", "club")


@dataclass(frozen=True, slots=True)
class Line:
    """A move in words. *by*: who made it, empty if the player did."""

    at: datetime
    name: str
    words: str
    by: str


def log(public_id: str) -> list[tuple[int, list[Line]]]:
    """A game's moves by round, as a spectator sees them: moderators must not see hands in play."""
    game = games.find_game(public_id)
    names = [seat.player.name if seat.player else _("Seat %(n)d") % {"n": seat.number + 1} for seat in game.seats.all()]
    deals = []
    for dealt in memory.replay(game):
        seen = rules.view_for(dealt.position, None).moves
        lines = [
            Line(move.made_at, names[move.seat], in_words(text.partition(" ")[2]), _by(move))
            for move, text in zip(dealt.moves, seen, strict=True)
        ]
        deals.append((dealt.row.number, lines))
    return deals


def _by(move: Move) -> str:
    by = Move.By(table_view.made_by_as_told(move.by, own=False))
    return "" if by == Move.By.PLAYER else str(by.label)


def in_words(text: str) -> str:
    """A move (rules.md 10) in words; other notation stays as it is."""
    verb, _space, rest = text.partition(" ")
    verb = verb.partition("@")[0]  # which tile of the boneyard
    if verb in {"draw", "pass", "resign", "timeout", "bid"}:
        sentence = {
            "draw": _("draws"),
            "pass": _("passes"),
            "resign": _("resigns"),
            "timeout": _("runs out of time"),
            "bid": _("bids %(points)s"),
        }[verb]
        return sentence % {"points": rest} if verb == "bid" else sentence
    tile, _on, end = text.partition(">")
    if not tile.replace("-", "").isdigit():
        return text
    sentence = _("plays %(tile)s on %(end)s") if end else _("plays %(tile)s")
    return sentence % {"tile": tile, "end": end}
