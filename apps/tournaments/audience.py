"""For whom a tournament is: the followers that know clubs, and say who may make one, enter it and manage it.

Tournaments know clubs only as a key. The list is `TOURNAMENTS` in the module that the setting `FOLLOWERS` names.
"""

from collections.abc import Collection, Sequence
from importlib import import_module
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.readers import Reader
from common.refusals import Forbidden
from tournaments.models import Entry, Tournament


class FollowsTournaments:
    """Base of a room's reactions to tournaments. Rooms override only the methods they need."""

    def making(self, tournament: Tournament, maker: User) -> None:
        """Called before a person creates this unsaved tournament. Raise `Forbidden` to refuse."""

    def clubs_of(self, _maker: User) -> Sequence[tuple[str, str]]:
        """The clubs for which a person may create tournaments: their ids and names."""
        return ()

    def of_club(self, _public_id: str, _reader: Reader) -> QuerySet[Tournament] | None:
        """The tournaments of a club that a reader may see. Raise `NotFound` for an unknown club."""
        return None

    def entering(self, tournament: Tournament, player: User) -> None:
        """Called before a person enters, with both rows locked. Raise `Forbidden` to refuse."""

    def entered(self, entry: Entry, tournament: Tournament, player: User) -> None:
        """A person has entered with this stored entry, alone or with a partner who hasn't agreed yet."""

    def outsiders(self, _tournament: Tournament) -> Collection[int]:
        """The entries of people who may not play any more, when it begins."""
        return ()

    def manages(self, _tournament: Tournament, _player: User) -> bool:
        """Whether a person may cancel or start this tournament, though they didn't create it."""
        return False


def club(public_id: str) -> Any:
    """The club with this id, None for an empty one. Raises `Forbidden`, as for a club that they don't organise."""
    if not public_id:
        return None
    there = apps.get_model("clubs.Club").objects.filter(public_id=public_id).first()
    if there is None:
        raise not_organiser()
    return there


def not_organiser() -> Forbidden:
    return Forbidden("not_organiser", _("Only the club’s organisers can do this."))


def manages(tournament: Tournament, person: User) -> bool:
    """Whether they may cancel it before it begins, or start an evening: its maker, and who else `manages` it. In a
    club, its maker may have left, or been removed.
    """
    is_maker = tournament.club_id is None and tournament.made_by_id == person.pk
    return is_maker or any(each.manages(tournament, person) for each in followers())


def outsiders(tournament: Tournament) -> set[int]:
    """The entries of people who may not play any more, when it begins."""
    return {entry for follower in followers() for entry in follower.outsiders(tournament)}


def lets_in(tournament: Tournament, player: User) -> bool:
    """Whether a person may enter, as far as the followers know."""
    try:
        for each in followers():
            each.entering(tournament, player)
    except Forbidden:
        return False
    return True


def clubs_of(maker: User) -> list[tuple[str, str]]:
    """The clubs for which a person may create tournaments: their ids and names."""
    return [each for follower in followers() for each in follower.clubs_of(maker)]


def of_club(public_id: str, state: str, reader: Reader) -> QuerySet[Tournament]:
    """The tournaments of a club in that state, the newest first. Raises `NotFound`."""
    for follower in followers():
        if (there := follower.of_club(public_id, reader)) is not None:
            return there.filter(state=state).order_by("-pk")
    return Tournament.objects.none()


def followers() -> tuple[FollowsTournaments, ...]:
    all_followers: tuple[FollowsTournaments, ...] = import_module(settings.FOLLOWERS).TOURNAMENTS
    return all_followers
