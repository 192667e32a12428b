"""The evening that is near: home and the list of tournaments name it first."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments import queries, words
from tournaments.entries import entering
from tournaments.models import Member, Tournament

NEAR = timedelta(hours=12)  # before it begins


@dataclass(frozen=True, slots=True)
class Tonight:
    """An evening that is near. *mine*: the reader is in."""

    tournament: Tournament
    mine: bool

    @property
    def words(self) -> str:
        return words.title(self.tournament) if self.mine else words.tonight(self.tournament)


def tonight(mine: Collection[tuple[Member, int]], listed: Iterable[Tournament], now: datetime) -> Tonight | None:
    """The first evening that the reader is in, if it's near; else the next one of those listed that they can enter."""
    own = [member.tournament for member, _turns in mine if member.agreed and _is_near(member.tournament, now)]
    if own:
        return Tonight(min(own, key=lambda each: (each.is_open, each.entries_end)), mine=True)
    others = queries.not_mine(listed, mine)
    return next((Tonight(each, mine=False) for each in others if _is_near(each, now) and takes_more(each)), None)


def takes_more(tournament: Tournament) -> bool:
    """Whether a list offers to enter it: before it begins, an evening also later."""
    is_there = tournament.is_open or (tournament.is_evening and entering.takes_entries(tournament))
    return is_there and tournament.entered < tournament.most


def _is_near(evening: Tournament, now: datetime) -> bool:
    return evening.is_evening and (evening.is_running or (evening.is_open and evening.entries_end - now <= NEAR))
