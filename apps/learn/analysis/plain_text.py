"""An analysis as plain text, after the game's text."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.shown.table_view import TableView
from learn.analysis import pieces, report
from mind.analysis.findings import Study

WIDTH = 24  # of the column of names


def paragraphs(study: Study, view: TableView) -> Iterator[str]:
    """The cost of each player's moves, the costly ones, and luck, in the words of the page."""
    deals = [report.told(deal, view, study.spread) for deal in study.deals]
    yield "\n".join([_("What the moves cost").upper(), *map(_player, report.players(pieces.summary(study), view))])
    costly = [_choice(choice) for deal in deals for choice in deal.choices if choice.step]
    yield "\n".join(costly or [_("No clear mistakes.")])
    head = f"{'':5}{'':{WIDTH}}" + _figures([_("Hand"), _("Draws"), _("Without luck"), _("Result")])
    rows = [f"{deal.round:3}. {side.names[:WIDTH]:{WIDTH}}{_luck(side)}" for deal in deals for side in deal.sides]
    yield "\n".join([_("Luck").upper(), head, *rows])


def _player(player: report.Player) -> str:
    if not player.choices:
        return f"{player.name}: " + _("Every move was forced.")
    cost = ngettext("%(loss)s points lost in %(n)s move", "%(loss)s points lost in %(n)s moves", player.choices)
    line = f"{player.name}: " + cost % {"loss": player.loss, "n": player.choices} + "."
    if not player.level:
        return line
    return f"{line} " + _("Played about as well as the %(level)s computer.") % {"level": player.level}


def _choice(choice: report.Choice) -> str:
    where = _("Round %(round)s, move %(n)s") % {"round": choice.round, "n": choice.ply}
    values = {"name": choice.name, "move": choice.move, "best": choice.best, "points": choice.points}
    cost = _("%(name)s played %(move)s. %(best)s was worth about %(points)s more.") % values
    return f"{where}, {choice.step_words}: {cost}"


def _luck(side: report.Side) -> str:
    return _figures([side.deal, side.draws, side.without, side.result])


def _figures(cells: list[str]) -> str:
    return "".join(f"{cell:>14}" for cell in cells)
