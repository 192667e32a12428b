"""What the page of a match shows, as values that templates only write down: all that its result follows from."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from clubs.models import Club
from rulebook import phrases
from tournaments import queries, words
from tournaments.models import Entry, Team, Tournament
from tournaments.rounds import teams
from tournaments.rounds.teams import Board, Meeting


@dataclass(frozen=True, slots=True)
class TeamName:
    """A club in a match. *club*: None if the reader may not see it, or if it's gone."""

    number: int
    name: str
    club: Club | None
    accepted: bool


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board. *sides*: its people and rating by team. *result*: “1 : 0”. *score*: the points of its games, “45 : 30”.
    *effect*: how effective the first team's player was, “+0.50”.
    """

    number: int
    sides: list[tuple[list[User], int | None]]
    result: str
    score: str
    effect: str
    how: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A match of two clubs. *sum*: “4½ : 3½”. *why*: how it was decided, if not by board points."""

    names: list[TeamName]
    sum: str
    effects: str
    is_over: bool
    winner: TeamName | None
    why: str
    boards: list[BoardLine]


@dataclass(frozen=True, slots=True)
class LeagueLine:
    place: int
    club: TeamName
    points: int
    board_points: str
    effect: str


def named_teams(match: Tournament) -> dict[int, TeamName]:
    """The teams by number. The name of a hidden club isn't shown. One query."""
    return {team.number: team for team in teams_of([match])[match.pk]}


def teams_of(matches: Iterable[Tournament]) -> dict[int, list[TeamName]]:
    """The teams of these matches, by key. One query."""
    found: dict[int, list[TeamName]] = {match.pk: [] for match in matches}
    for team in Team.objects.filter(tournament__in=found).select_related("club").order_by("number"):
        found[team.tournament_id].append(_named(team))
    return found


def _named(team: Team) -> TeamName:
    if team.club is not None and team.club.hidden_at is not None:
        return TeamName(team.number, _("Hidden club"), None, team.accepted_at is not None)
    return TeamName(team.number, team.name, team.club, team.accepted_at is not None)


def sheets(match: Tournament, meetings: Sequence[Meeting], names: Mapping[int, TeamName]) -> list[Sheet]:
    """The matches, with all boards. Two queries."""
    entries = {entry for each in meetings for board in each.boards for entry in board.entries if entry is not None}
    people = queries.names(entries)
    ratings = dict(Entry.objects.filter(pk__in=entries).values_list("pk", "rating"))
    return [
        Sheet(
            names=[names[team] for team in each.teams],
            sum=_two(words.points(match, points) for points in each.points2),
            effects=_two(_effect(effect) for effect in each.effects),
            is_over=each.is_over,
            winner=None if each.better is None or not _is_decided(match, each) else names[each.teams[each.better]],
            why=_why(match, each),
            boards=[_line(match, board, people, ratings) for board in each.boards],
        )
        for each in meetings
    ]


def _is_decided(match: Tournament, meeting: Meeting) -> bool:
    """In a league, a match that is level is a draw."""
    return meeting.is_over and (not match.rounds or meeting.points2[0] != meeting.points2[1])


def _why(match: Tournament, meeting: Meeting) -> str:
    one, other = meeting.points2
    if not meeting.is_over or match.rounds or one != other:
        return ""
    if meeting.effects[0] != meeting.effects[1]:
        return _("The board points are level, so the sum of effectiveness decides.")
    if meeting.better is None:
        return _("All boards are level: a draw.")
    out = meeting.boards_out
    text = ngettext(
        "Board points and effectiveness are level, so the lowest board doesn’t count.",
        "Board points and effectiveness are level, so the %(n)d lowest boards don’t count.",
        out,
    )
    return text % {"n": out}


def _line(match: Tournament, board: Board, people: queries.Names, ratings: Mapping[int, int]) -> BoardLine:
    sides = [(people.of(entry), ratings[entry]) if entry is not None else ([], None) for entry in board.entries]
    sums = words.on_sheet(match, board.gains) if board.gains else []
    return BoardLine(
        number=board.number,
        sides=sides,
        result=_two(words.points(match, points) for points in board.points2) if board.points2 else "",
        score=_two(phrases.number(each) for each in sums),
        effect=_effect(board.effects[0]) if sums else "",
        how=words.how(board.how) if board.points2 else "",
    )


def league_lines(match: Tournament, meetings: Sequence[Meeting], names: Mapping[int, TeamName]) -> list[LeagueLine]:
    return [
        LeagueLine(row.place, names[row.team], row.points, words.points(match, row.board_points2), _effect(row.effect))
        for row in teams.table(match, meetings)
    ]


def _two(values: Iterable[str]) -> str:
    return " : ".join(values)


def _effect(thousandths: int) -> str:
    sign = "+" if thousandths > 0 else ""
    return sign + number_format(thousandths / 1000, 2).replace("-", "−")
