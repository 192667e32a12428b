"""Queries about the analyses of finished games."""

from collections.abc import Collection, Mapping

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import NotFound
from games.models import Game, Seat
from games.shown.table_view import TableView
from learn.models import Analysis


def may_have_hints(view: TableView) -> bool:
    """Whether the reader of a game's *view* plays alone against computers, unrated and not in a tournament."""
    if view.you is None or view.rated or view.appointed or view.status != Game.Status.PLAYING:
        return False
    return all(seat.computer or seat.left or seat.seat == view.you for seat in view.seats)


def may_have_advice(view: TableView) -> bool:
    """Whether the reader of a game's *view* may have advice about its finished rounds: alone against computers, or when
    the game is finished.
    """
    return may_have_hints(view) or (view.you is not None and view.status == Game.Status.FINISHED)


def is_first_loss(game: Game, reader: User | AnonymousUser) -> bool:
    """Whether the reader is a guest who had never lost a game before. One query, none for others."""
    if not isinstance(reader, User) or not reader.is_guest:
        return False
    lost = Seat.objects.filter(player=reader, result="lost", game__finished_at__lte=game.finished_at)
    return list(lost.values_list("game", flat=True)[:2]) == [game.pk]


def analysis_of(game: Game) -> Analysis | None:
    """The game's analysis, done or in work; None if no one has asked for one.

    *found* is deferred, because it can be megabytes: read it through `learn.analysis.pieces`.
    """
    return Analysis.objects.defer("found").filter(game=game).first()


def kept_analysis(game: Game) -> Analysis:
    """The same. Raises `NotFound` if there is none."""
    analysis = analysis_of(game)
    if analysis is None:
        raise NotFound("no_analysis", _("This game hasn’t been analysed yet."))
    return analysis


def found_of(games: Collection[int]) -> dict[int, Mapping[str, object]]:
    """The *study* of each analysed game among these ids."""
    done = Analysis.objects.filter(game__in=games, done_at__isnull=False).values_list("game", "found")
    return {game: study for game, study in done if study is not None}
