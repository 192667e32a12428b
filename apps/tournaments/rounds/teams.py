"""What a match of teams stands at: board by board, match by match, team by team. A function of the results alone."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import pairing
from pairing import HalfPoints
from tournaments.models import Entry, Pairing, Result, Team, Tournament
from tournaments.rounds import scoring, standing
from tournaments.seating import DRAW, LOSS, WIN

STAGE = 1  # a match has no other


def duels(tournament: Tournament) -> list[list[tuple[int, int]]]:
    """Which teams meet, by round. One query."""
    numbers = list(Team.objects.filter(tournament=tournament).order_by("number").values_list("number", flat=True))
    return [[(numbers[one], numbers[other]) for one, other in round_] for round_ in pairing.duels(len(numbers))]


def players(tournament: Tournament) -> dict[tuple[int | None, int | None], int]:
    """The entries that play, by team and board. One query."""
    there = Entry.objects.filter(tournament=tournament, seed__isnull=False)
    return {(team, board): entry for entry, team, board in there.values_list("pk", "team", "board")}


@dataclass(frozen=True, slots=True)
class Board:
    """A board of a match. By team: *entries*, None where nobody plays; *points2*, None while it's played; *gains* of
    the finished games, and *effects* in thousandths.
    """

    number: int
    entries: tuple[int | None, int | None]
    points2: tuple[HalfPoints, HalfPoints] | None
    gains: tuple[float, float] | None = None
    effects: tuple[int, int] = (0, 0)
    how: str = Result.How.PLAYED


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match of two *teams*, by their numbers."""

    round: int
    teams: tuple[int, int]
    boards: Sequence[Board]

    @property
    def is_over(self) -> bool:
        return all(board.points2 is not None for board in self.boards)

    @property
    def points2(self) -> tuple[HalfPoints, HalfPoints]:
        """Board points × 2."""
        return _sum(board.points2 or (0, 0) for board in self.boards)

    @property
    def effects(self) -> tuple[int, int]:
        return _sum(board.effects for board in self.boards)

    @property
    def better(self) -> int | None:
        """Which of the two is ahead, 0 or 1: by board points, by effectiveness, by board points without the lowest
        board, without the two lowest, and so on. None if all that is level.
        """
        for one, other in (self.points2, self.effects, *self._without):
            if one != other:
                return int(other > one)
        return None

    @property
    def _without(self) -> Iterable[tuple[HalfPoints, HalfPoints]]:
        """Board points × 2 without the lowest board, without the two lowest, and so on."""
        shorter = (self.boards[:most] for most in range(len(self.boards) - 1, 0, -1))
        return (_sum(board.points2 or (0, 0) for board in boards) for boards in shorter)

    @property
    def boards_out(self) -> int:
        """How many of the lowest boards don't count, so that one is ahead."""
        return next((out for out, (one, other) in enumerate(self._without, start=1) if one != other), 0)


@dataclass(frozen=True, slots=True)
class Row:
    """A team in the table. *points*: of matches, 2 for a win and 1 for a draw."""

    team: int
    place: int
    points: int
    board_points2: HalfPoints
    effect: int


def meetings(tournament: Tournament) -> list[Meeting]:
    """The matches of all rounds that have begun, in order. Four queries."""
    seated = players(tournament)
    played: dict[tuple[int, int], tuple[Pairing, dict[int, Result]]] = {}
    rounds = dict(tournament.all_rounds.values_list("pk", "number"))
    for table, results in standing.tables_of(tournament, STAGE):
        for result in results:
            played[rounds[table.round_id], result.entry_id] = table, {each.entry_id: each for each in results}
    return [
        Meeting(number, duel, [_board(board, number, duel, seated, played) for board in _boards(tournament)])
        for number, round_ in enumerate(duels(tournament)[: tournament.round], start=1)
        for duel in round_
    ]


def _boards(tournament: Tournament) -> range:
    return range(1, tournament.group_size + 1)


def _board(
    number: int,
    round_: int,
    duel: tuple[int, int],
    seated: Mapping[tuple[int | None, int | None], int],
    played: Mapping[tuple[int, int], tuple[Pairing, dict[int, Result]]],
) -> Board:
    entries = seated.get((duel[0], number)), seated.get((duel[1], number))
    one = next((entry for entry in entries if entry is not None), None)
    if one is None:
        return Board(number, entries, (LOSS, LOSS), how=Result.How.FORFEIT)
    table, results = played[round_, one]
    mine = [results.get(entry or 0) for entry in entries]
    if not all(mine):  # one of them is alone, and has won
        points = tuple(WIN if result else LOSS for result in mine)
        return Board(number, entries, (points[0], points[1]), how=Result.How.FORFEIT)
    sides = [result.side for result in mine if result]
    scores, points2 = standing.scores_of(table), [result.points2 for result in mine if result]
    sums = scoring.totals(scores)
    return Board(
        number,
        entries,
        None if None in points2 else (points2[0] or 0, points2[1] or 0),
        (sums[sides[0]], sums[sides[1]]) if sums else None,
        _sum((score.effects[sides[0]], score.effects[sides[1]]) for score in scores),
        results[one].how,
    )


def _sum(pairs: Iterable[tuple[int, int]]) -> tuple[int, int]:
    there = list(pairs)
    return sum(one for one, _other in there), sum(other for _one, other in there)


def table(tournament: Tournament, played: Sequence[Meeting] | None = None) -> list[Row]:
    """The teams, the first one first; equal ones share a place. A match of two goes by what makes one `better`."""
    played = meetings(tournament) if played is None else played
    sums = {number: [0, 0, 0] for number in tournament.teams.order_by("number").values_list("number", flat=True)}
    is_league = len(sums) > 2
    for match in played:
        for side, team in enumerate(match.teams):
            mine, theirs = match.points2[side], match.points2[1 - side]
            level = DRAW if mine == theirs else WIN if mine > theirs else LOSS
            decided = DRAW if match.better is None else WIN if match.better == side else LOSS
            won = level if is_league else decided
            sums[team] = [
                sums[team][0] + won * match.is_over,
                sums[team][1] + mine,
                sums[team][2] + match.effects[side],
            ]
    order = sorted(sums, key=lambda team: ([-each for each in _key(sums[team], is_league)], team))
    keys = [_key(sums[team], is_league) for team in order]
    return [Row(team, 1 + keys.index(_key(sums[team], is_league)), *sums[team]) for team in order]


def _key(sums: Sequence[int], is_league: bool) -> tuple[int, ...]:
    """What places go by. In a match of two, its points have decided already."""
    return tuple(sums) if is_league else tuple(sums[:1])
