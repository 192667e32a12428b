"""An evening as it is now: where a player has to go, and what the big screen shows."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.conf import settings
from django.db.models import Prefetch, Sum
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.readers import Reader
from common.cache.recent import kept_for
from common.paths import path_of
from games.models import Game
from rulebook import phrases
from tournaments import formats, plans, queries, words
from tournaments.life import beginning
from tournaments.models import Entry, Member, Pairing, Place, Result, TableOf, Tournament
from tournaments.queries import Names

ON_SCREEN = 48  # places, a page of them at a time
BOARDS, PAIRS = 6, 24
PAGE = 12  # places
MINUTE = 60
CROWD = 100  # entries from which pages ask and show results less often, as players' moves would wait for them
EVERY, EVERY_OF_CROWD = 5, 10  # seconds between two questions of a page
KEPT, KEPT_OF_CROWD = 2, 20  # seconds that a count of results may be old


# ---- Where its players go ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Where:
    """What a player does now, in a sentence. *path*: of their game; *opponents*: in it."""

    words: str = ""
    path: str = ""
    opponents: list[User] = field(default_factory=list)


def where(tournament: Tournament, member: Member | None, now: datetime, *, named: bool = True) -> Where:
    """Where this person has to go; nowhere for those who watch. One or two queries while it runs, and two more for the
    names of the opponents.
    """
    if member is None or not member.agreed or member.entry.state == Entry.State.OUT:
        return Where()
    if tournament.is_open:
        return Where(_("You’re in. Keep this page open: it takes you to your first game."))
    if not tournament.is_running:
        return Where()
    if (table := _running(tournament, member)) is not None:
        path = path_of("table", table.game.public_id)
        return Where(_("Your game against"), path, _opponents(table, member) if named else [])
    if member.entry.state == Entry.State.PAUSED:
        return Where(_("You’re taking a break, so we don’t pair you."))
    if member.entry.state == Entry.State.ABSENT:
        return Where(_("You missed a game, so we skip you until you say that you’re here."))
    return Where(_waiting(tournament, member, now))


def _running(tournament: Tournament, member: Member) -> TableOf | None:
    """The game that this person plays now. One query."""
    games = TableOf.objects.filter(
        pairing__round__tournament=tournament, game__status=Game.Status.PLAYING,
        game__seats__player=member.player_id, game__seats__left=False, game__seats__over_at=None,
    )  # fmt: skip
    return games.select_related("game", "pairing").order_by("-pk").first()


def _opponents(table: TableOf, member: Member) -> list[User]:
    others = queries.opponents_at(table.pairing, member.entry_id)
    names = queries.names(others)
    return [person for each in others for person in names.of(each)]


def _waiting(tournament: Tournament, member: Member, now: datetime) -> str:
    """For somebody who is here and has no game. Up to three queries."""
    last = Result.objects.filter(entry=member.entry_id, pairing__round__tournament=tournament)
    result = last.select_related("pairing__round").order_by("-pairing__round__stage", "-pairing__round__number").first()
    if result is not None and result.points2 is None:
        return _("Your next game begins in a moment.")
    if formats.of(tournament).next_pairing(tournament, now) is not None:
        return _("You’re free. Your next game begins as soon as someone else is free, too.")
    ends = tournament.round_ends
    is_in_rounds = formats.of(tournament).goes_on_by_results and tournament.round > 0
    if is_in_rounds and ends is not None and not _plays_no_more(tournament, member, result):
        time = _soon(ends, now)
        if result is not None and result.pairing.round.number == tournament.round and result.how != Result.How.PLAYED:
            return _("You sit this round out. The next round begins within %(time)s.") % {"time": time}
        return _("You’re free. The next round begins when all games have ended, within %(time)s.") % {"time": time}
    return _("You’re free. No more games begin this evening: see the standings below.")


def _plays_no_more(tournament: Tournament, member: Member, result: Result | None) -> bool:
    """Whether no other round comes for somebody with this last *result*: it's the last one, or they are knocked out."""
    if formats.of(tournament).is_in_last_round(tournament):
        return True
    stage = 1 if result is None else result.pairing.round.stage
    return stage < tournament.stage and not Place.objects.filter(entry=member.entry_id, stage=tournament.stage).exists()


def _soon(at: datetime, now: datetime) -> str:
    """“20 seconds”, “3 minutes”: rounded, so that the sentence seldom changes."""
    left = max(10, (at - now).total_seconds())
    rounded = -(-left // 10) * 10 if left <= MINUTE else -(-left // MINUTE) * MINUTE
    return phrases.duration(int(rounded))


def edition(tournament: Tournament, member: Member | None, at: Where) -> str:
    """Changes whenever the page of an evening does. One query once it runs, every few seconds for all."""
    played_so_far = _played_in_crowd if tournament.entered >= CROWD else _played
    played = played_so_far(tournament.pk, tournament.stage) if tournament.stage else 0
    shown = (
        tournament.state, tournament.stage, tournament.round, tournament.entered, tournament.entries_end,
        tournament.over_at, played, member and member.entry.state, at.path, at.words,
    )  # fmt: skip
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]


@kept_for(KEPT)
def _played(tournament: int, stage: int) -> int:
    """The pairings of all entries that have been counted, as they were a moment ago."""
    there = Place.objects.filter(tournament=tournament, stage=stage)
    return there.aggregate(played=Sum("played"))["played"] or 0


@kept_for(KEPT_OF_CROWD)
def _played_in_crowd(tournament: int, stage: int) -> int:
    return _played(tournament, stage)


# ---- The big screen ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """A place on the screen."""

    place: str
    name: str
    points: str
    played: int


@dataclass(frozen=True, slots=True)
class Board:
    """A pairing that runs. *game*: its board; without one, it begins in a moment."""

    table: int
    sides: list[str]
    game: Game | None


def on_screen(tournament: Tournament) -> dict[str, object]:
    """The values of the screen. Up to five queries."""
    if not tournament.stage:
        entries = list(Entry.objects.filter(tournament=tournament).order_by("-pk")[:ON_SCREEN])
        names = queries.names([each.pk for each in entries])
        return _usual(tournament) | {"here": [_name(names, each.pk) for each in entries]}
    there = Place.objects.filter(tournament=tournament, stage=tournament.stage)
    places = list(there.select_related("entry").order_by("group", "place", "seed", "id")[:ON_SCREEN])
    running = _pairings(tournament) if tournament.is_running else []
    seated = [result.entry_id for each in running for result in each.results.all()]
    names = queries.names({*seated, *(each.entry_id for each in places)})
    boards = [_board(each, names) for each in running]
    with_board = [each for each in boards if each.game is not None][:BOARDS]
    return _usual(tournament) | {
        "pages": _pages([_line(tournament, each, names) for each in places]),
        "boards": with_board,
        "pairs": [each for each in boards if each not in with_board],
        "podium": [_line(tournament, each, names) for each in places if 0 < each.place <= queries.PODIUM],
    }


def _usual(tournament: Tournament) -> dict[str, object]:
    has_rounds = formats.of(tournament).goes_on_by_results
    return {
        "title": words.title(tournament),
        "facts": words.facts(tournament),
        "ends": plans.last_day(tournament),
        "next_round": tournament.round_ends if tournament.is_running and has_rounds else None,
        "more": max(0, tournament.entered - ON_SCREEN),
    }


def _pairings(tournament: Tournament) -> list[Pairing]:
    """Those that run, the newest first. Three queries."""
    games = TableOf.objects.select_related("game").only(
        "pairing", "number", "game__public_id", "game__status", "game__variant", "game__options", "game__seats_number"
    )
    running = Pairing.objects.filter(
        round__tournament=tournament, round__stage=tournament.stage, over=False, deals__gt=0
    )
    running = running.prefetch_related("results", Prefetch("tables", games.order_by("number")))
    return list(running.order_by("-round__number", "table")[: BOARDS + PAIRS])


def _board(pairing: Pairing, names: Names) -> Board:
    results = sorted(pairing.results.all(), key=lambda each: each.side)
    playing = [each.game for each in pairing.tables.all() if each.game.status == Game.Status.PLAYING]
    return Board(pairing.table, [_name(names, each.entry_id) for each in results], playing[0] if playing else None)


def _line(tournament: Tournament, place: Place, names: Names) -> Line:
    return Line(
        place=str(place.place) if place.place and place.played else "–",
        name=_name(names, place.entry_id),
        points=words.points(tournament, place.points2),
        played=place.played,
    )


def _name(names: Names, entry: int) -> str:
    return " & ".join(person.name for person in names.of(entry)) or _("Deleted player")


def _pages(lines: Sequence[Line]) -> list[Sequence[Line]]:
    return [lines[first : first + PAGE] for first in range(0, len(lines), PAGE)]


# ---- Its page ------------------------------------------------------------------------------------


def on_page(tournament: Tournament, member: Member | None, reader: Reader, now: datetime) -> dict[str, object]:
    """What the page of an evening has more than that of other tournaments. Up to six queries."""
    at = where(tournament, member, now)
    is_over = tournament.over_at is not None
    may_start = isinstance(reader, User) and tournament.is_open and beginning.may_start(tournament, reader)
    return {
        "where": at,
        "edition": edition(tournament, member, at),
        "every": EVERY_OF_CROWD if tournament.entered >= CROWD else EVERY,
        "here": words.entries(tournament),
        "may_start": may_start,
        "missing": beginning.missing(tournament) if may_start else 0,
        "podium": queries.podium(tournament, member.entry_id if member else 0) if is_over else [],
        "my_place": my_place(tournament, member) if is_over else "",
        "link": settings.SITE_URL + tournament.get_absolute_url(),
    }


def my_place(tournament: Tournament, member: Member | None) -> str:
    """“You took place 3 of 12.” Those who left early have places, too. One query, none for those who watch."""
    if member is None or member.entry.place is None:
        return ""
    placed = Entry.objects.filter(tournament=tournament, place__isnull=False).count()
    return _("You took place %(place)d of %(n)d.") % {"place": member.entry.place, "n": placed}
