"""Asking for the analysis of a game, and working it out."""

import logging
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

import mind
from accounts import database
from accounts.models import User
from bots import minds
from common import refusals
from common.answering import Unanswered
from common.background import OneAtATime
from games.actions import note_help
from games.models import Game
from games.queries import find_game, record, table_for
from learn import limits, queries
from learn.models import Analysis, Loss

logger = logging.getLogger(__name__)
CLAIMED = timedelta(minutes=2)  # that whoever works one out has for each deal; then the next may
HINTS_WAIT = 15.0  # seconds
PATIENCE = 60.0  # seconds for one deal: a large set takes long
LONGEST_WAIT = 110.0  # … with those before it in the queue: less than it is claimed for
MOST_TRIES = 3
A_LOOK = 8  # that are looked at together

_worker = OneAtATime("an analysis")  # what waits for it is nobody's yet


def analyse(*, public_id: str, person: User, now: datetime | None = None) -> Analysis:
    """The analysis of a finished game; if there is none of today's evaluator it is worked out soon.

    Raises `NotNow`: `not_finished`, or `too_many_analyses`.
    """
    now = now or timezone.now()
    game = find_game(public_id)
    if game.status != Game.Status.FINISHED:
        raise refusals.NotNow("not_finished", _("Only a finished game can be analysed."))
    with transaction.atomic(durable=True):
        person = database.hold(person)
        there = Analysis.objects.filter(game=game).first()
        if there is not None and there.evaluator == mind.EVALUATOR and not there.failed:
            return there
        limits.check(person, now)
        asked = {"evaluator": mind.EVALUATOR, "asked_by": person, "asked_at": now, "at": now, "tries": 0}
        return Analysis.objects.update_or_create(game=game, defaults=asked | {"found": None, "done_at": None})[0]


def hints(*, public_id: str, reader: User | AnonymousUser) -> dict[str, Any]:
    """What each move of the reader is worth now, and why, and what the others can't hold (docs/minds.md), at a table
    where nobody else plays but computers.

    Raises `Forbidden` (`no_hints`), `NotNow` (`not_your_turn`; `no_answer`, if no mind has one).
    """
    view = table_for(public_id, reader)
    if not queries.may_have_hints(view):
        raise refusals.Forbidden("no_hints", _("Hints are for games that you play alone against computers."))
    if view["round"]["turn"] != view["you"]:
        raise refusals.NotNow("not_your_turn", _("It isn't your turn."))
    question = {"do": "hints", "view": view, "seed": f"{public_id}/{view['version']}"}
    try:
        said = minds.answered(question, owner=reader.pk, urgent=True, wait=HINTS_WAIT)
    except Unanswered:
        raise refusals.NotNow("no_answer", _("Nobody could think about it just now. Please try again.")) from None
    assert isinstance(reader, User)
    note_help(public_id=public_id, player=reader)
    return {"view": view, **said}


def work_out_due(now: datetime) -> int:
    """A chore: take up what has waited longest, unless we are at one; a thread of its own works it out. Returns how
    many were taken up.
    """
    taken = 0
    for analysis in Analysis.objects.filter(at__lte=now).select_related("game").order_by("at")[:A_LOOK]:
        if _worker.is_busy:
            break
        if _claim(analysis, now):
            taken += _worker.begin(work_out, analysis.pk)
    return taken


def _claim(analysis: Analysis, now: datetime) -> bool:
    free = Analysis.objects.filter(pk=analysis.pk, at=analysis.at)
    if analysis.tries >= MOST_TRIES:
        free.update(at=None)
        logger.error("The analysis of game %s has failed %d times", analysis.game.public_id, analysis.tries)
        return False
    return bool(free.update(at=now + CLAIMED, tries=F("tries") + 1))


def work_out(key: int) -> None:
    """Ask a mind deal by deal, so that whoever plays never waits long, and keep what it says."""
    analysis = Analysis.objects.select_related("game").filter(pk=key, done_at=None).first()
    if analysis is None:
        return
    played = record(analysis.game.public_id)
    studied: list[Any] = []
    for number in range(len(played["rounds"])):
        question = {"do": "study", "record": played, "deals": [number], "seed": analysis.game.public_id}
        owner = analysis.asked_by_id or analysis.game.public_id
        said = minds.answered(question, owner=owner, urgent=False, patience=PATIENCE, wait=LONGEST_WAIT)
        studied += said["deals"]
        Analysis.objects.filter(pk=key, done_at=None).update(at=timezone.now() + CLAIMED)
    found = mind.summed(analysis.game.rules, studied)
    with transaction.atomic(durable=True):
        if Analysis.objects.filter(pk=key, done_at=None).update(found=found, done_at=timezone.now(), at=None):
            _note_losses(analysis, found)


def _note_losses(analysis: Analysis, found: dict[str, Any]) -> None:
    """For the profiles of those who played, computers aside."""
    game = analysis.game
    assert game.finished_at is not None
    lines = {line["seat"]: line for line in found["seats"] if line["choices"]}
    Loss.objects.filter(analysis=analysis).delete()  # an older evaluator's
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
