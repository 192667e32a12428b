"""Tells people about their tournaments: notifications in the transaction of the change, and events after it."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from common.database import in_parts
from common.times.timestamps import stamp
from games.viewers import live
from notices import actions as notices
from notices.choices import Event
from tournaments.models import Entry, Member, Pairing, Result, Tournament


def of_round(tournament: Tournament, table: Pairing, entries: Collection[int], now: datetime) -> None:
    """Notify these entries of a round: whom they meet, in how many games, until when unless it's live. Those whose
    opponents have gone sit out.
    """
    in_round = Result.objects.filter(pairing__round=table.round_id, pairing__deals__gt=0, entry__in=entries)
    tables: dict[int, list[int]] = {entry: [] for entry in entries}
    for pairing, entry in in_round.values_list("pairing", "entry"):
        tables[entry].append(pairing)
    opponents = _people_at({pairing for each in tables.values() for pairing in each})
    of_byes(tournament, [entry for entry, mine in tables.items() if not mine], now)
    notify = _announce_to if tournament.is_evening and table.round.number > 1 else _notify  # then all are on the site
    for entry, player in _people([entry for entry, mine in tables.items() if mine]):
        mine = tables[entry]
        others = {each for pairing in mine for of_entry, each in opponents[pairing] if of_entry != entry}
        notify(
            tournament, [player], now, by=others.pop() if len(others) == 1 else None, about="round",
            stage=tournament.stage, round=table.round.number, tables=len(mine), games=len(mine) * table.deals,
            until=None if tournament.kind.is_live else stamp(table.round.ends),
        )  # fmt: skip


def _people_at(pairings: Collection[int]) -> dict[int, list[tuple[int, int]]]:
    """The people at these tables, each with their entry."""
    people: dict[int, list[tuple[int, int]]] = {pairing: [] for pairing in pairings}
    rows = Result.objects.filter(pairing__in=pairings, entry__members__player__isnull=False)
    for pairing, entry, player in rows.values_list("pairing", "entry", "entry__members__player"):
        assert player is not None
        people[pairing].append((entry, player))
    return people


def of_byes(tournament: Tournament, entries: Collection[int], now: datetime) -> None:
    if tournament.is_evening:
        return
    _tell(tournament, entries, now, about="bye", stage=tournament.stage, round=tournament.round)


def of_absence(tournament: Tournament, entry: Entry, now: datetime) -> None:
    _tell(tournament, [entry.pk], now, about="absent")


def of_delay(tournament: Tournament, now: datetime, entries: Collection[int]) -> None:
    _tell(tournament, entries, now, about="delay", until=stamp(tournament.entries_end))


def of_cancellation(tournament: Tournament, now: datetime, *, why: str, entries: Collection[int]) -> None:
    """Notify these entries, and the captains of a match's teams."""
    people = {player for _entry, player in _people(entries)}
    here = tournament.teams.filter(captain__isnull=False, captain__deleted_at=None)
    captains = here.values_list("captain", flat=True)
    _notify(tournament, people | {captain for captain in captains if captain}, now, about="cancelled", why=why)


def of_the_lonely(tournament: Tournament, now: datetime, entries: Collection[int], about: str) -> None:
    """It began without those who have no partner, or without reserves."""
    _tell(tournament, entries, now, about=about)


def of_end(tournament: Tournament, now: datetime) -> None:
    """Everybody's place. Entries that it began without have none, and hear nothing."""
    by_place: dict[int, list[int]] = {}
    placed = Entry.objects.filter(tournament=tournament, place__isnull=False)
    for entry, place in placed.values_list("pk", "place"):
        by_place.setdefault(place or 0, []).append(entry)
    number = sum(map(len, by_place.values()))  # those who have left the tournament have places, too
    for place, entries in by_place.items():
        _tell(tournament, entries, now, about="over", place=place, of=number)


def to_partners(tournament: Tournament, people: Collection[int], by: User, now: datetime, **words: Any) -> None:
    """*by* asks these people to be their partner, has agreed, or left. In *words*, `about` says which."""
    notices.tell_all(people, event=Event.TOURNAMENT, now=now, by=by.pk, **_about(tournament), **words)
    _announce(tournament, people, by=by.username, **words)


def _tell(tournament: Tournament, entries: Collection[int], now: datetime, **words: Any) -> None:
    _notify(tournament, [player for _entry, player in _people(entries)], now, **words)


def _notify(
    tournament: Tournament, people: Collection[int], now: datetime, *, by: int | None = None, **words: Any
) -> None:
    notices.tell_all(people, event=Event.TOURNAMENT, now=now, by=by, **_about(tournament), **words)
    _announce(tournament, people, **words)


def _announce_to(
    tournament: Tournament, people: Collection[int], _now: datetime, *, by: int | None = None, **words: Any
) -> None:
    """`_notify` without a notification."""
    del by  # programs get no names
    _announce(tournament, people, **words)


def _announce(tournament: Tournament, people: Collection[int], **words: Any) -> None:
    """After the commit, send an event with these words to the programs of these people."""
    event = {"type": "tournament", "id": tournament.public_id, **words}
    transaction.on_commit(lambda: live.tell_programs([(person, event) for person in people]), robust=True)


def _about(tournament: Tournament) -> dict[str, Any]:
    """What all sentences about a tournament need; no name that somebody typed, because mails can go astray."""
    return {
        "format": tournament.format,
        "seating": tournament.seating,
        "variant": tournament.variant,
        "number": tournament.number,
        "url": tournament.get_absolute_url(),
    }


def _people(entries: Iterable[int]) -> list[tuple[int, int]]:
    """The people of these entries, each with their entry; no computers, nobody who has left the site."""
    here = Member.objects.filter(player__isnull=False, player__bot_level="", player__deleted_at=None)
    rows = here.order_by("entry", "slot").values_list("entry", "player")
    members = (row for part in in_parts(entries) for row in rows.filter(entry__in=part))
    return [(entry, player) for entry, player in members if player is not None]
