"""The end of a tournament: everybody's place, and trophies. Computed again if a game is annulled afterwards.

Or it's cancelled: by its maker before it begins, by a moderator, or because too few have entered.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.database import tried_again, write_rows
from common.refusals import Forbidden, NotNow
from games.models import Game
from games.queries import played_for
from tournaments import audience, formats, notifications
from tournaments.entries import absence, known
from tournaments.formats.base import AGAIN
from tournaments.leagues.founding import end_league
from tournaments.models import Entry, Member, Place, Ranking, Round, Step, Tournament, Trophy
from tournaments.queries import locked
from tournaments.rounds import pairings, standing

TROPHIES = 3
KEEP_PLACE = "UPDATE tournaments_entry SET place = %s WHERE id = %s"


def close(tournament: Tournament, now: datetime) -> datetime | None:
    """Rank everybody, and give trophies. Waits until the last games are settled."""
    if not pairings.are_all_over(tournament):
        return now + AGAIN
    give_places(tournament, now)
    tournament.state, tournament.over_at, tournament.round_ends = Tournament.State.OVER, now, None
    tournament.save()
    Round.objects.filter(tournament=tournament, over=False).update(over=True)
    Ranking.objects.filter(tournament=tournament).delete()
    absence.forgive(tournament)
    known.forget(now)
    notifications.of_end(tournament, now)
    return None


def give_places(tournament: Tournament, at: datetime) -> None:
    """Rank the last stage, place all entries, and give the trophies of a locked tournament."""
    standing.rank(tournament, tournament.stage, formats.of(tournament).tie_breaks)
    places = Place.objects.filter(tournament=tournament).select_related("entry").order_by("stage")
    newest = {place.entry_id: place for place in places}
    key = formats.of(tournament).in_order(tournament)
    order = sorted(newest.values(), key=key)
    entries: list[Entry] = []
    for number, place in enumerate(order, start=1):
        same = number > 1 and key(place) == key(order[number - 2])
        place.entry.place = entries[-1].place if same else number
        entries.append(place.entry)
    write_rows(KEEP_PLACE, [(entry.place, entry.pk) for entry in entries])
    Trophy.objects.filter(tournament=tournament).delete()
    if tournament.gives_trophies:
        _give_trophies(tournament, entries, at)


def _give_trophies(tournament: Tournament, entries: Iterable[Entry], at: datetime) -> None:
    first = {entry.pk: entry.place for entry in entries if entry.place and entry.place <= TROPHIES}
    winners = Member.objects.filter(entry__in=first, player__isnull=False, player__bot_level="")
    people = dict(winners.values_list("player", "entry"))
    away = _mostly_away(tournament, people)
    Trophy.objects.bulk_create(
        Trophy(player_id=player or 0, tournament=tournament, place=first[entry] or 0, at=at)
        for player, entry in people.items()
        if player not in away
    )


def _mostly_away(tournament: Tournament, people: Collection[int | None]) -> set[int | None]:
    """Those of these people for whom a computer played in half of their games, or more."""
    theirs = Game.objects.filter(table_of__pairing__round__tournament=tournament, status=Game.Status.FINISHED)
    games = theirs.filter(seats__player__in=people, annulled_at=None).distinct().prefetch_related("seats")
    played, away = Counter[int | None](), Counter[int | None]()
    for game in games:
        seats = list(game.seats.all())
        gone = played_for(game, seats)
        for seat in seats:
            played[seat.player_id] += 1
            away[seat.player_id] += seat.number in gone
    return {player for player in people if away[player] and 2 * away[player] >= played[player]}


# ---- Cancelled -----------------------------------------------------------------------------------


@tried_again
def cancel_own(*, public_id: str, by: User, now: datetime) -> None:
    """The maker cancels their tournament before it begins. Raises `Forbidden`, `NotNow`."""
    with transaction.atomic(durable=True):
        tournament = locked(public_id)
        if not audience.manages(tournament, by):
            raise Forbidden("not_maker", _("Only the player who made this tournament can cancel it."))
        if not tournament.is_open:
            raise NotNow("not_open", _("This tournament has begun, so it can’t be cancelled."))
        end_league(tournament)
        cancel(tournament, now)


@tried_again
def cancel_as_moderator(*, public_id: str, now: datetime) -> None:
    """Cancel a tournament that is open or running. Running games go on, but don't count for it. Raises `NotNow`."""
    with transaction.atomic(durable=True):
        tournament = locked(public_id)
        if not tournament.is_open and not tournament.is_running:
            raise NotNow("not_running", _("This tournament has ended."))
        cancel(tournament, now)


def cancel(tournament: Tournament, now: datetime, *, why: str = "") -> None:
    """End a locked tournament without a result. Running games go on by themselves."""
    tournament.state, tournament.over_at = Tournament.State.CANCELLED, now
    tournament.save()
    Step.objects.filter(tournament=tournament).delete()
    entries = list(tournament.entries.values_list("pk", flat=True))
    notifications.of_cancellation(tournament, now, why=why, entries=entries)
