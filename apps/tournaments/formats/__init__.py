"""The formats of tournaments: a class each."""

from tournaments.formats.arena import Arena
from tournaments.formats.base import Format
from tournaments.formats.cup import Cup
from tournaments.formats.knockout import Knockout
from tournaments.formats.league import League
from tournaments.formats.match import Match
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.swiss import Swiss
from tournaments.kinds import FormatName
from tournaments.models import Terms

FORMATS: dict[FormatName, Format] = {
    FormatName.CUP: Cup(),
    FormatName.SWISS: Swiss(),
    FormatName.ARENA: Arena(),
    FormatName.ROUND_ROBIN: RoundRobin(),
    FormatName.KNOCKOUT: Knockout(),
    FormatName.MATCH: Match(),
    FormatName.LEAGUE: League(),
}


def of(terms: Terms) -> Format:
    """The format of a tournament, or of the terms of one."""
    return FORMATS[FormatName(terms.format)]
