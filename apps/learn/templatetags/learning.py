"""Template tags for hints and analyses."""

import re
from collections.abc import Sequence

from django import template

from accounts.models import User
from games.models import Game
from games.shown.table_view import TableView
from learn.analysis import charts, habits, queries, report, sentences
from learn.analysis.pieces import Pieces
from learn.puzzles import daily

register = template.Library()
register.filter(queries.may_have_hints)
TILE = re.compile(r"(\d)-(?=\d)")


@register.inclusion_tag("learn/_habits.html")
def losing_habits(person: User) -> dict[str, object]:
    """The habits that cost a player most in their analysed games."""
    losses = habits.habits_of(person)
    if losses is None:
        return {}
    return {
        "habits": losses,
        "lost_by": [(sentences.habit(habit.name), habit) for habit in losses.lost_by],
        "course": charts.course(losses.course),
        "most": max(losses.course),
        "width": charts.WIDTH,
        "height": charts.HEIGHT,
    }


@register.inclusion_tag("learn/_today.html", takes_context=True)
def todays_puzzle(context: template.Context) -> dict[str, object]:
    """The card of today's puzzle with its board, and the reader's streak; nothing without puzzles."""
    return {"today": daily.shown(context["request"])}


@register.simple_tag
def marks(game: Game, view: TableView) -> list[report.MarkShown]:
    """The costly moves of an analysed game, as static/js/look_back/costly_moves.js reads them."""
    if game.status != Game.Status.FINISHED:
        return []
    there = queries.analysis_of(game)
    return report.marks(Pieces.of(there).marks, view) if there is not None and there.done_at is not None else []


@register.filter
def unbroken(text: str) -> str:
    """Text whose tiles ("6-3") stay on one line, as `unbroken` of static/js/table/turns.js does."""
    return TILE.sub("\\1-\u2060", text)


@register.filter
def at(things: Sequence[object], number: int) -> object:
    """The item with this number."""
    return things[number]
