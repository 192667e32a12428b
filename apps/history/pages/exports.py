"""Files: one game as text, all of one's games, and the monthly dumps for everybody, if the host offers them."""

from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_safe

from common import limits
from common.brand import file_name
from games.queries import find_game
from history import dumps, exports


@login_required
@require_GET
def export_games(request: HttpRequest) -> StreamingHttpResponse:
    assert not isinstance(request.user, AnonymousUser)
    return exports.response(request, request.user)


@require_GET
def game_text(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """The finished deals of a game, for everyone with its link, like its page."""
    game = find_game(public_id)
    text = exports.game_text(game, partial(limits.check, "replay", request))
    answer = text.answer(request, "text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="{file_name(f"{game.variant}-{game.public_id}.txt")}"'
    answer["X-Robots-Tag"] = "noindex"
    return answer


PIECE = 256 * 1024  # bytes


@require_safe
def dumps_index(request: HttpRequest) -> HttpResponse:
    """The files. No query: their manifests say everything."""
    if not settings.DUMPS:
        raise Http404
    shown = {"dumps": dumps.there(Path(settings.DUMPS)), "site_url": settings.SITE_URL}
    return render(request, "history/dumps.html", shown)


@require_safe
def dump_file(request: HttpRequest, file: str) -> StreamingHttpResponse:
    """A dump or its manifest. Only names of whole dumps are answered, so no other file can be asked for."""
    known = dumps.there(Path(settings.DUMPS)) if settings.DUMPS else []
    for dump in known:
        kinds = {dump.month.file: "application/gzip", dump.month.manifest: "application/json"}
        if file in kinds:
            return _sent(request, Path(settings.DUMPS, file), kinds[file], dump.sha256)
    raise Http404


def _sent(request: HttpRequest, path: Path, kind: str, digest: str) -> StreamingHttpResponse:
    """The file, sent as it is read. Each way of serving wants its own kind of iterator, or Django collects it whole."""
    pieces = _later(path) if isinstance(request, ASGIRequest) else _now(path)
    answer = StreamingHttpResponse(pieces, content_type=kind)
    answer["Content-Length"] = str(path.stat().st_size)
    answer["Cache-Control"] = "public, max-age=3600"
    answer["ETag"] = f'"{digest[:32]}"'
    answer["Content-Disposition"] = f'attachment; filename="{path.name}"'
    return answer


def _now(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            yield piece


async def _later(path: Path) -> AsyncIterator[bytes]:
    with path.open("rb") as file:
        while piece := await sync_to_async(file.read)(PIECE):
            yield piece
