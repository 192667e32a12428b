"""The end of a tournament: everybody's place, and trophies. Computed again if a game is annulled afterwards."""

from collections.abc import Iterable
from datetime import datetime

from common.database import write_rows
from tournaments import standing
from tournaments.models import Entry, Member, Place, Tournament, Trophy

TROPHIES = 3
KEEP_PLACE = "UPDATE tournaments_entry SET place = %s WHERE id = %s"


def give_places(tournament: Tournament, at: datetime) -> None:
    """Rank the last stage, place all entries, and give the trophies of a locked tournament."""
    standing.rank(tournament, tournament.stage)
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
    Trophy.objects.bulk_create(
        Trophy(player_id=player or 0, tournament=tournament, place=first[entry] or 0, at=at)
        for player, entry in winners.values_list("player", "entry")
    )
