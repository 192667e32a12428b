"""News about games from one process to the others, where tuples arrive as lists. It never contains a tile."""

from dataclasses import dataclass, field

from common.processes import nudges
from games.looking import Word


@dataclass(slots=True)
class News(nudges.News):
    games: dict[str, list[int]] = field(default_factory=dict)  # changed games → ids of their players
    again: list[tuple[str, list[int]]] = field(default_factory=list)  # (public id, seats): new view, same version
    panels: list[tuple[str, str, list[int] | None, list[int]]] = field(default_factory=list)  # for `Hub.panel`
    desks: list[int] = field(default_factory=list)  # users whose counter changed for another reason than games
    gone: list[int] = field(default_factory=list)  # users whose sockets to close
    events: list[tuple[int, str]] = field(default_factory=list)  # (user, text) for players' programs
    looking: list[Word] = field(default_factory=list)  # who looks at which game
