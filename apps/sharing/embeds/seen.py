"""Which games other sites may show, and what they show. Everybody gets a stranger's view, even a player of the game."""

from collections.abc import Mapping

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from common.refusals import Forbidden, NotFound
from games import queries
from games.models import Game
from games.shown.table_view import TableView

SHOWN = (Game.Status.PLAYING, Game.Status.FINISHED, Game.Status.ABORTED)
# Fields that change while nothing on the board does, or that it doesn't draw. Without them, equal boards are equal
# bytes, so caches can tell.
LEFT_OUT = {
    "clock", "commitment", "created", "deadline", "host", "last_moment", "now", "outage", "rematch", "seen", "signals",
    "since",
}  # fmt: skip


def may_be_embedded(game: Game) -> bool:
    """Whether the game is public and has begun."""
    return game.is_public and game.status in SHOWN


def game(public_id: str) -> Game:
    """The game with its seats and players. One query. Raises `NotFound` or `Forbidden`."""
    row = queries.seated_game(public_id)
    if not row.is_public:
        raise Forbidden("not_public", _("Only people with the link can see this game, so other sites can’t show it."))
    if not may_be_embedded(row):
        raise NotFound("no_board", _("This game has no board to show."))
    return row


def view(row: Game) -> TableView:
    """The game as a stranger sees it."""
    return queries.table_of(row, AnonymousUser())


def drawn(table: TableView) -> Mapping[str, object]:
    """The fields of the view that the board draws."""
    return {name: value for name, value in vars(table).items() if name not in LEFT_OUT}
