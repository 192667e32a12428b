"""News about games from one process to the others. It never contains a tile."""

from dataclasses import dataclass, field
from typing import Any

from common.processes import nudges


@dataclass(slots=True)
class News(nudges.News):
    games: dict[str, list[int]] = field(default_factory=dict)  # changed games → ids of their players
    again: list[list[Any]] = field(default_factory=list)  # [public id, seats]: their view changed, but not its version
    panels: list[list[Any]] = field(default_factory=list)  # the arguments of `Hub.panel`
    desks: list[int] = field(default_factory=list)  # users whose counter changed for another reason than games
    gone: list[int] = field(default_factory=list)  # users whose sockets to close
    events: list[list[Any]] = field(default_factory=list)  # [user, text] for players' programs
    looking: list[list[Any]] = field(default_factory=list)  # who looks at which game: `games.looking.Word`
