"""The page of a game's analysis, and requests for it."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from common import limits as rates
from common import refusals
from common.answers.attempts import attempt
from common.numbers import whole
from games import seat_links
from games.models import Game
from games.pages.replies import not_a_stranger, panel
from games.queries import find_game, table_for
from games.shown.table_view import TableView
from learn.analysis import actions, boards, charts, limits, queries, report, sentences
from learn.analysis.pieces import Pieces
from mind.analysis.study import can_study
from rulebook.names import game_name


@require_safe
def analysis(request: HttpRequest, public_id: str) -> HttpResponse:
    """The analysis of a finished game, for all who can see the game: a summary and one round.

    `?deal=3` chooses the round, `&ply=12` opens its choices at a move.
    """
    game = find_game(public_id)
    if game.status != Game.Status.FINISHED:
        return redirect(game)
    there = queries.analysis_of(game)
    view = table_for(public_id, request.user)
    context: dict[str, object] = {"game": game, "view": view, "analysis": there, "names": report.names_of(view)}
    context["known"] = can_study(game.rules)
    if there is not None and there.done_at is not None:
        pieces = Pieces.of(there)
        players, pictures = boards.with_boards(
            report.players(pieces.summary, view), game, partial(rates.check, "replay", request)
        )
        context |= {
            "mine": next((player for player in players if player.mine), None),
            "no_grade": queries.is_first_loss(game, request.user),
            "others": [player for player in players if not player.mine],
            "players": players,
            "pictures": pictures,
            "whole": report.whole(pieces.summary, view),
            "starts": charts.deal_starts(pieces.summary),
            "curves": charts.curves(pieces.summary, view),
            "width": charts.WIDTH,
            "height": charts.HEIGHT,
            **_one_round(pieces, request.GET.get("deal", ""), view),
            "open": "ply" in request.GET,
        }
    elif request.user.is_authenticated:
        context["left"] = limits.analyses_left(request.user, timezone.now())
    return render(request, "learn/analysis.html", context)


def _one_round(pieces: Pieces, name: str, view: TableView) -> dict[str, object]:
    """The *deal* chosen, or the first; all *rounds*, and those *before* and *after* it. Raises `NotFound`."""
    if not pieces.numbers:
        return {}
    asked = whole(name)
    number = pieces.numbers[0] if asked is None else asked
    deal = report.told(pieces.deal(number), view, pieces.summary.spread)
    rounds = pieces.summary.rounds
    place = pieces.numbers.index(number)
    return {
        "deal": deal,
        "rounds": rounds,
        "before": rounds[place - 1] if place else None,
        "after": rounds[place + 1] if place + 1 < len(rounds) else None,
    }


@require_safe
def hints(request: HttpRequest, public_id: str) -> HttpResponse:
    """The value of each move, beside the board."""
    context: dict[str, object] = {"public_id": public_id, "name": game_name(find_game(public_id).variant)}
    with attempt(request) as tried:
        rates.check("replay", request)
        try:
            view, found = actions.hints(public_id=public_id, reader=seat_links.reader(request, public_id))
            names = report.names_of(view)
            context["moves"] = report.in_order(found.moves, names, own=view.you)
            context["cannot"] = [sentences.cannot_hold(line, names) for line in found.cannot]
        except refusals.NotNow as refused:
            context["refused"] = refused.counted()
    return panel(request, "learn/hints.html", context, status=tried.status)


@require_POST
def analyse(request: HttpRequest, public_id: str) -> HttpResponse:
    with attempt(request):
        rates.check("study", request)
        actions.analyse(public_id=public_id, person=not_a_stranger(request.user))
    return redirect("analysis", public_id)
