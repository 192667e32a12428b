"""Asking for the analysis of a game, and working it out."""

import logging
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

import mind
from accounts import database
from accounts.models import User
from common import refusals
from common.processes.background import OneAtATime
from games.actions import note_help
from games.models import Game
from games.queries import find_game, record, table_for
from learn import limits, queries
from learn.models import Analysis, Loss, StudiedDeal
from minds import pool as minds
from minds.children import Unanswered

logger = logging.getLogger(__name__)
CLAIMED = timedelta(minutes=2)  # per deal; then another worker may claim the analysis
A_TURN = 5  # deals; then another person's analysis gets a turn
LATELY = timedelta(hours=1)  # how far back we look for when a person was last served
HINTS_WAIT = 15.0  # seconds
PATIENCE = 60.0  # seconds per deal: a large set takes long
LONGEST_WAIT = 110.0  # seconds with the queue before it; less than CLAIMED
MOST_TRIES = 3

_worker = OneAtATime("an analysis")  # jobs still waiting for it are unclaimed


def analyse(*, public_id: str, person: User, now: datetime | None = None) -> Analysis:
    """Return the analysis of a finished game, or queue one if the current evaluator hasn't made it.

    In a long game this queues `DEALS_AT_ONCE` deals. Another request, once these are done, queues the next ones.

    Raises `NotNow`: `not_finished`, or `too_many_analyses`.
    """
    now = now or timezone.now()
    game = find_game(public_id)
    if game.status != Game.Status.FINISHED:
        raise refusals.NotNow("not_finished", _("You can analyse a game once it’s finished."))
    with transaction.atomic(durable=True):
        person = database.hold(person)
        there = Analysis.objects.filter(game=game).first()
        is_ours = there is not None and there.evaluator == mind.EVALUATOR
        if there is not None and is_ours and (there.at is not None or not there.left):
            return there
        limits.check(person, now)
        there = there or Analysis(game=game)
        if not is_ours:
            there.evaluator, there.deals, there.studied = mind.EVALUATOR, game.rounds.count(), 0
            there.found = there.done_at = None
        there.asked_by, there.asked_at, there.at, there.tries = person, now, now, 0
        there.wanted = min(there.deals, there.studied + limits.DEALS_AT_ONCE)
        there.save()
        if not is_ours:
            there.pieces.all().delete()
        return there


def hints(*, public_id: str, reader: User | AnonymousUser) -> dict[str, Any]:
    """Return the worth of each of the reader's moves, the reasons, and what the others can't hold (docs/minds.md).

    Only for games in which all other players are computers; otherwise raises `Forbidden` (`no_hints`).
    Raises `NotNow`: `not_your_turn`; `still_thinking` while we work on another hint for the reader; `no_answer`.
    """
    view = table_for(public_id, reader)
    if not queries.may_have_hints(view):
        raise refusals.Forbidden("no_hints", _("You can get hints only when all other players are computers."))
    if view["round"]["turn"] != view["you"]:
        raise refusals.NotNow("not_your_turn", _("It isn't your turn."))
    assert isinstance(reader, User)
    question = {"do": "hints", "view": view, "seed": f"{public_id}/{view['version']}"}
    try:
        with limits.one_question(reader, HINTS_WAIT):
            said = minds.answered(question, owner=reader.queue, urgent=True, wait=HINTS_WAIT)
    except Unanswered:
        raise refusals.NotNow("no_answer", _("We couldn’t work out a hint just now. Please try again.")) from None
    note_help(public_id=public_id, player=reader)
    return {"view": view, **said}


def work_out_due(now: datetime) -> int:
    """A chore: start the next analysis in a thread, for one turn, unless this process already works on one.

    Returns how many were started.
    """
    if _worker.is_busy:
        return 0
    for analysis in waiting(now):
        if _claim(analysis, now):
            return int(_worker.begin(work_out, analysis.pk))
    return 0


def waiting(now: datetime) -> list[Analysis]:
    """Analyses that can be claimed, those of the person served longest ago first.

    Guests of one address count as one person. One person's analyses come in the order of their requests.
    """
    lately = Analysis.objects.filter(served_at__gt=now - LATELY).select_related("asked_by").defer("found")
    served = {analysis.queue: analysis.served_at for analysis in lately.order_by("served_at")}
    free = Analysis.objects.filter(at__lte=now).select_related("game", "asked_by").defer("found")
    return sorted(free.order_by("asked_at", "pk"), key=lambda each: served.get(each.queue) or now - LATELY)


def _claim(analysis: Analysis, now: datetime) -> bool:
    free = Analysis.objects.filter(pk=analysis.pk, at=analysis.at)
    if analysis.tries >= MOST_TRIES:
        free.update(at=None)
        logger.error("The analysis of game %s has failed %d times", analysis.game.public_id, analysis.tries)
        return False
    return bool(free.update(at=now + CLAIMED, tries=F("tries") + 1))


def work_out(key: int) -> None:
    """Analyse and store deal by deal, so that computer players never wait long. After a turn, release the claim."""
    analysis = Analysis.objects.select_related("game", "asked_by").filter(pk=key, at__isnull=False).first()
    if analysis is None:
        return
    ours = Analysis.objects.filter(pk=key, at__isnull=False, wanted=analysis.wanted)
    there = set(analysis.pieces.values_list("number", flat=True))
    missing = [number for number in range(analysis.studied, analysis.wanted) if number not in there]
    played = record(analysis.game.public_id)
    for number in missing[:A_TURN]:
        question = {"do": "study", "record": played, "deals": [number], "seed": analysis.game.public_id}
        said = minds.answered(question, owner=analysis.queue, urgent=False, patience=PATIENCE, wait=LONGEST_WAIT)
        piece = StudiedDeal(analysis=analysis, number=number, found=next(iter(said["deals"]), None))
        StudiedDeal.objects.bulk_create([piece], ignore_conflicts=True)  # a slower worker may have stored it, too
        now = timezone.now()
        ours.update(at=now + CLAIMED, served_at=now, tries=0)
    if missing[A_TURN:]:
        ours.update(at=timezone.now())
    else:
        _keep(analysis, ours)


def _keep(analysis: Analysis, ours: QuerySet[Analysis]) -> None:
    """Store the whole analysis: all wanted deals are finished."""
    pieces = [piece.found for piece in analysis.pieces.order_by("number") if piece.found is not None]
    found = mind.summed(analysis.game.rules, [*(analysis.found["deals"] if analysis.found else ()), *pieces])
    with transaction.atomic(durable=True):
        if ours.update(found=found, studied=analysis.wanted, done_at=timezone.now(), at=None):
            analysis.pieces.all().delete()
            _note_losses(analysis, found)


def _note_losses(analysis: Analysis, found: dict[str, Any]) -> None:
    """Store losses for the profiles of the human players."""
    game = analysis.game
    assert game.finished_at is not None
    lines = {line["seat"]: line for line in found["seats"] if line["choices"]}
    Loss.objects.filter(analysis=analysis).delete()  # those of an older evaluator
    Loss.objects.bulk_create(
        Loss(
            analysis=analysis,
            player=seat.player,
            variant=game.variant,
            over_at=game.finished_at,
            choices=line["choices"],
            loss=line["loss"],
            spread=found["spread"],
            habits=line["habits"],
        )
        for seat in game.seats.filter(player__bot_level="", player__deleted_at=None).select_related("player")
        if (line := lines.get(seat.number)) is not None and seat.player is not None
    )
