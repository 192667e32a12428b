"""News about games from one process to the others, where tuples arrive as lists. It never contains a hidden tile."""

from dataclasses import dataclass, field
from datetime import datetime

from common.processes import nudges
from games.positions.memory import Newer, Stored
from games.positions.referee import Step
from games.positions.tables import Happened
from games.viewers.looking import Word

# A game with new moves: its id, its players' user ids, and the other fields of `games.positions.memory.Newer`.
Moved = tuple[str, list[int], int, str, str | None, list[tuple[int, int, int, int, str, str]], tuple[int | None, ...]]

# The process, groups it begins to follow, groups it follows no more, and whether the others should tell theirs.
Follows = tuple[str, list[str], list[str], bool]


@dataclass(slots=True)
class News(nudges.News):
    games: dict[str, list[int]] = field(default_factory=dict)  # changed games → ids of their players
    moved: list[Moved] = field(default_factory=list)  # games that changed by moves alone
    again: list[tuple[str, list[int]]] = field(default_factory=list)  # (public id, seats): new view, same version
    panels: list[tuple[str, str, list[int] | None, list[int]]] = field(default_factory=list)  # for `Hub.panel`
    desks: list[int] = field(default_factory=list)  # users whose counter changed for another reason than games
    gone: list[int] = field(default_factory=list)  # users whose sockets to close
    events: list[tuple[int, str]] = field(default_factory=list)  # (user, text) for players' programs
    looking: list[Word] = field(default_factory=list)  # who looks at which game
    follows: list[Follows] = field(default_factory=list)  # which groups of sockets a process has

    @property
    def players(self) -> set[int]:
        """The user ids of the players of all changed games."""
        return {user for users in [*self.games.values(), *(each[1] for each in self.moved)] for user in users}


def moved(step: Step) -> Moved:
    """A stored step for other processes. Its moves are in the table's tail, which everyone may see.

    Without moves of a deal between two others: we don't know its row. So the processes read all of them.
    """
    after = step.after
    rows = {running.index: running.row_id for running in (step.running, after.running) if running is not None}
    moves = [
        (each.version, rows[each.deal], each.ply, each.seat, each.move, each.by)
        for each in after.tail
        if isinstance(each, Happened) and each.version > step.before.version and each.deal in rows
    ]
    deadline = after.deadline.isoformat() if after.deadline else None
    return after.public_id, after.seated, after.version, after.status, deadline, moves, after.banks


def newer(moved: Moved) -> Newer:
    """The news of a game as another process told it."""
    public_id, _players, version, status, deadline, moves, banks = moved
    at = datetime.fromisoformat(deadline) if deadline else None
    return Newer(public_id, version, status, at, [Stored(*move) for move in moves], tuple(banks))
