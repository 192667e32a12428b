"""Reads about ladders. Changes nothing. The number of queries doesn't depend on how many people are there."""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet, prefetch_related_objects
from django.utils.translation import gettext as _

from accounts.models import User, Vacation
from accounts.readers import Reader
from clubs.models import Club, Membership
from clubs.queries import unknown as unknown_club
from common.lists.paging import Page, page
from common.refusals import NotFound
from games.models import Game, Seat
from ladders import rules
from ladders.models import Challenge, GameOf, Ladder, Rung
from rulebook import choices
from tournaments import plans
from tournaments.seating import Seating

ON_PAGE, AROUND, RESULTS = 50, 15, 10
LOOKED_BACK = timedelta(days=365)


# ---- Ladders -------------------------------------------------------------------------------------


def find(public_id: str, reader: Reader, now: datetime) -> tuple[Ladder, Rung | None]:
    """The ladder with this id, and the reader's row on it (`with_rest`). Only members find those of a club that hides
    its members.

    Raises `NotFound`. One query for people on it, up to three for others.
    """
    if reader.pk is not None and (mine := _rung(reader.pk, public_id, now)) is not None:
        return mine.ladder, mine
    ladder = Ladder.objects.select_related("club").filter(public_id=public_id).first()
    if ladder is None or not (ladder.club is None or shows(ladder.club, reader)):
        raise unknown()
    return ladder, None


def _rung(player: int, public_id: str, now: datetime) -> Rung | None:
    here = Rung.objects.filter(player=player, ladder__public_id=public_id)
    return with_rest(here, now).select_related("ladder__club").first()


def unknown() -> NotFound:
    return NotFound("unknown_ladder", _("There is no such ladder."))


def locked(public_id: str, player: User) -> Ladder:
    """The ladder, with its row locked, if the player may see it, or is on it. Raises `NotFound`."""
    there = Ladder.objects.select_for_update(of=("self",)).select_related("club")
    ladder = there.filter(public_id=public_id).first()
    if ladder is None or not (ladder.club is None or shows(ladder.club, player) or is_on(ladder, player)):
        raise unknown()
    return ladder


def is_on(ladder: Ladder, player: User) -> bool:
    return Rung.objects.filter(ladder=ladder, player=player).exists()


def shows(club: Club, reader: Reader) -> bool:
    """Whether the reader may see who is on the ladders of a club. One query if only members may."""
    return (club.shows_members and club.hidden_at is None) or is_member(club.pk, reader.pk)


def is_member(club: int, player: int | None) -> bool:
    return player is not None and Membership.objects.filter(club=club, player=player).exists()


def mine(reader: Reader) -> list[Rung]:
    """The ladders that the reader is on, the best place first. One query."""
    if reader.pk is None:
        return []
    rungs = Rung.objects.filter(player=reader.pk).select_related("ladder__club")
    return list(rungs.order_by(F("place").asc(nulls_last=True), "pk"))


def of_site() -> QuerySet[Ladder]:
    """The ladders of the site, the one with the most people first. One for each game at most, so few."""
    return Ladder.objects.filter(club=None).order_by("-size", "pk")


def of_club(club: Club) -> QuerySet[Ladder]:
    return Ladder.objects.filter(club=club).order_by("-size", "pk")


def club(public_id: str, reader: Reader) -> Club:
    """The club with this id, if the reader may see its ladders. Raises `NotFound`. Two queries at most."""
    there = Club.objects.filter(public_id=public_id).first()
    if there is None or not shows(there, reader):
        raise unknown_club()
    return there


def games() -> list[str]:
    """The games that have ladders: two can play them in single rounds."""
    return [key for key in choices.catalogue() if is_possible(key)]


def is_possible(variant: str) -> bool:
    return variant in choices.catalogue() and plans.usual_table(variant) == (Seating.DUEL, True)


# ---- Places --------------------------------------------------------------------------------------


def places(ladder: Ladder, mine: Rung | None, cursor: str, now: datetime) -> Page[Rung]:
    """A page of the list; without a cursor, the one around the reader. One query."""
    rungs = with_rest(Rung.objects.filter(ladder=ladder, place__isnull=False), now).select_related("player")
    if not cursor and mine is not None and mine.place is not None and mine.place > AROUND:
        cursor = str(mine.place - AROUND)
    return page(rungs.order_by("place"), cursor, ON_PAGE)


def with_rest(rungs: QuerySet[Rung], now: datetime) -> QuerySet[Rung]:
    """These rows with `away`: whether the person is on vacation."""
    vacations = Vacation.objects.filter(user=OuterRef("player"), starts__lte=now, ends__gt=now)
    return rungs.annotate(away=Exists(vacations))


def is_away(rung: Rung) -> bool:
    """Whether the person of a row that came `with_rest` is on vacation."""
    away: bool = rung.away  # type: ignore[attr-defined]
    return away


# ---- Challenges ----------------------------------------------------------------------------------


def known(ladder: Ladder, me: Rung, people: Iterable[Rung], now: datetime) -> rules.Known:
    """What decides whether I can challenge these people, whose rows and mine come `with_rest`. One query."""
    rungs = {each.player_id: each for each in [*people, me]}
    theirs = Q(challenger__in=rungs) | Q(challenged__in=rungs)
    my_own = Q(challenger=me.player_id) | Q(challenged=me.player_id)
    here = Challenge.objects.filter(theirs & Q(outcome="") | my_own, ladder=ladder, at__gt=now - LOOKED_BACK)
    challenges = here.select_related("challenger", "challenged")
    away = {player for player, each in rungs.items() if is_away(each)}
    return rules.known(me, ladder.size, challenges, away, now)


def with_games(challenges: Collection[Challenge]) -> None:
    """Load the games of these challenges, with their seats. Two queries, none without challenges."""
    seats = Seat.objects.only("game", "number", "player", "left")
    games = GameOf.objects.select_related("game").order_by("number").prefetch_related(Prefetch("game__seats", seats))
    prefetch_related_objects([*challenges], Prefetch("games", games))


def results(ladder: Ladder) -> list[Challenge]:
    """The last ones, the newest first. One query."""
    over = Challenge.objects.filter(ladder=ladder, over_at__isnull=False).exclude(outcome=Challenge.Outcome.ANNULLED)
    return list(over.select_related("challenger", "challenged").order_by("-over_at", "-id")[:RESULTS])


def challenges(ladder: Ladder, cursor: str) -> Page[Challenge]:
    """All challenges of a ladder, the newest first. Three queries."""
    rows = Challenge.objects.filter(ladder=ladder).select_related("challenger", "challenged")
    found = page(rows.order_by("-id"), cursor, ON_PAGE)
    with_games(found.rows)
    return found


def game_of(game: Game) -> GameOf | None:
    """The challenge that a game belongs to. One query, none for games that people agreed on."""
    if not game.appointed:
        return None
    return GameOf.objects.select_related("challenge__ladder").filter(game=game.pk).first()


def open_of(ladder: Ladder, player: User) -> QuerySet[Challenge]:
    """Their running challenges, the oldest first."""
    mine = Q(challenger=player) | Q(challenged=player)
    return Challenge.objects.filter(mine, ladder=ladder, outcome="").order_by("pk")
