"""Pages of puzzles: today's, the next suitable one, one to try, and its explanation."""

from collections.abc import Sequence
from random import SystemRandom
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import mind
from accounts.models import User
from common import limits as rates
from common import refusals
from common.answers.attempts import attempt
from games import seat_links
from games.shown.table_view import TableView
from learn.analysis import actions, report
from learn.models import Puzzle, Try
from learn.puzzles import board, daily, sights, solving, stock
from mind.seen import seen
from rulebook import choices
from rulebook.lessons.stronger import move_words


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Today's puzzle, the reader's progress, and puzzles by game."""
    solver = solving.solver_of(request.user) if request.user.is_authenticated else None
    context = {
        "today": daily.shown(request),
        "solver": solver,
        "latest": solving.latest(request.user),
        "streak": solver.streak_on(daily.today_of(request)) if solver else 0,
        "games": [game for game in choices.catalogue().values() if game.key in stock.variants()],
    }
    return render(request, "learn/puzzles.html", context)


@require_safe
def another(request: HttpRequest) -> HttpResponse:
    """Redirect to the next puzzle for the reader, by choice of one game, easier or harder."""
    person = request.user if request.user.is_authenticated else None
    variant, than = request.GET.get("variant", ""), request.GET.get("than", "")
    variant, than = variant if variant in choices.catalogue() else "", than if than in solving.AIMS else ""
    puzzle = solving.one_for(person, variant, than, rng=SystemRandom(), seen=sights.of_browser(request))
    return redirect(_address(puzzle, variant)) if puzzle else redirect("puzzles")


@require_safe
def puzzle(request: HttpRequest, public_id: str) -> HttpResponse:
    """The position to solve; after the reader's try also the explanation."""
    there = solving.find_puzzle(public_id)
    tried = solving.try_of(there, request.user) if request.user.is_authenticated else None
    return _page(request, there, tried.move if tried else None, tried)


@require_POST
def solve(request: HttpRequest, public_id: str) -> HttpResponse:
    """The reader's move. A stranger gets an answer, too, but we don't store it."""
    there, move = solving.find_puzzle(public_id), request.POST.get("move", "")
    if not request.user.is_authenticated:
        rates.check("replay", request)
        if move not in solving.view_of(there).round.legal:
            return _page(request, there, None, None)
        response = _page(request, there, move, None)
        if not sights.of_browser(request) & sights.bit(there):
            daily.note(request, response, there, right=move == there.solution)
        return response
    with attempt(request):
        rates.check("replay", request)
        solving.solve(
            public_id=public_id,
            person=request.user,
            move=move,
            now=timezone.now(),
            today=daily.today_of(request),
            seen=sights.of_browser(request),
        )
    return redirect(_address(there, request.GET.get("variant", "")))


def _address(puzzle: Puzzle, variant: str) -> str:
    """Of its page; with *variant*, the next one is of this game again."""
    return puzzle.get_absolute_url() + (f"?{urlencode({'variant': variant})}" if variant else "")


@require_http_methods(["GET", "HEAD", "POST"])
def lost_round(request: HttpRequest, public_id: str, deal: int) -> HttpResponse:
    """The only move that would have won a round that the reader lost, as a puzzle; we store no tries."""
    with attempt(request):
        rates.check("replay", request)
        reader = seat_links.reader(request, public_id)
        view, found = actions.coach(public_id=public_id, deal=deal, reader=reader)
        if found.puzzle is None:
            raise refusals.NotFound("unknown_puzzle", solving.none_there())
        there = Puzzle(
            variant=view.variant,
            options=view.options,
            seats=len(view.seats),
            view=mind.to_json(found.puzzle.view),
            solution=found.puzzle.solution,
            margin=found.puzzle.margin,
            moves=mind.to_json(found.puzzle.moves),
        )
        move = request.POST.get("move", "")
        legal = move in solving.view_of(there).round.legal
        return _page(request, there, move if legal else None, None, of_game=view)
    return redirect("table", public_id)


def _made(line: str, names: Sequence[str]) -> tuple[str, str]:
    """The player who made a move, and the move in words. A draw keeps the rules' notation, which names the tile."""
    seat, _space, text = line.partition(" ")
    return names[int(seat)], text if " " in text else move_words(text)


def _page(
    request: HttpRequest, there: Puzzle, move: str | None, tried: Try | None, of_game: TableView | None = None
) -> HttpResponse:
    """*of_game*: the game in which the reader missed it, and which knows the players' names."""
    view = solving.view_of(there)
    table = board.table(there, seen(view), view, report.names_of(of_game) if of_game else board.NAMES)
    names = [seat.name for seat in table.seats]
    context: dict[str, object] = {
        "puzzle": there,
        "game": of_game,
        "theme": there.variant if request.GET.get("variant") == there.variant else "",
        "link": "" if of_game else request.build_absolute_uri(there.get_absolute_url()),
        "view": view,
        "table": table,
        "players": board.around(table.seats, view.you),
        "moves": [(text, move_words(text)) for text in view.round.legal],
        "course": [_made(text, names) for text in view.round.moves],
        "move": move,
        "right": move == there.solution,
        "tried": tried,
        "change": solving.change_by(tried) if tried and tried.rated else None,
    }
    if move is not None:
        context["weighed"] = report.in_order(solving.moves_of(there), names, made=move)
        context["answer"] = board.answer(there, move, names)
        context["latest"] = solving.latest(request.user)
    elif isinstance(person := request.user, User) and not of_game:
        solver = solving.solver_of(person)
        context["known"] = not solving.may_be_rated(there, person, solver, sights.of_browser(request))
    response = render(request, "learn/puzzle.html", context)
    if move is not None and not of_game:
        sights.note(request, response, there)
    return response
