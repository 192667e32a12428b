"""The end of a tournament: everybody's place, and trophies. Computed again if a game is annulled afterwards."""

from collections import Counter
from collections.abc import Collection, Iterable
from datetime import datetime

from common.database import write_rows
from games.models import Game
from games.queries import played_for
from tournaments import formats, standing
from tournaments.models import Entry, Member, Place, Tournament, Trophy

TROPHIES = 3
KEEP_PLACE = "UPDATE tournaments_entry SET place = %s WHERE id = %s"


def give_places(tournament: Tournament, at: datetime) -> None:
    """Rank the last stage, place all entries, and give the trophies of a locked tournament."""
    standing.rank(tournament, tournament.stage, formats.of(tournament).tie_breaks)
    places = Place.objects.filter(tournament=tournament).select_related("entry").order_by("stage")
    newest = {place.entry_id: place for place in places}
    order = sorted(newest.values(), key=_order)
    entries: list[Entry] = []
    for number, place in enumerate(order, start=1):
        same = number > 1 and _order(place) == _order(order[number - 2])
        place.entry.place = entries[-1].place if same else number
        entries.append(place.entry)
    write_rows(KEEP_PLACE, [(entry.place, entry.pk) for entry in entries])
    Trophy.objects.filter(tournament=tournament).delete()
    if tournament.gives_trophies:
        _give_trophies(tournament, entries, at)


def _order(place: Place) -> tuple[int, int]:
    """Those of a later stage come first; of one stage, the places in their groups decide."""
    return -place.stage, place.place


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
