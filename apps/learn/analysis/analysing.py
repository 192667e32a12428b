"""Works out the analyses that people asked for."""

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

import mind
from bots.minds import pool as minds
from common.database import tried_again
from common.queues import Later, Meanwhile, Outcome, Queue
from games.queries import record
from games.shown.records import Record
from learn.models import Analysis, Loss, StudiedDeal
from mind.analysis import findings
from mind.analysis.findings import Study

A_TURN = 5  # deals; then another person's analysis gets a turn
LATELY = timedelta(hours=1)  # how far back we look for when a person was last served
PATIENCE = 60.0  # seconds per deal: a large set takes long


@dataclass(frozen=True, slots=True)
class Portion:
    """A claimed analysis, the record of its game, the deals of its turn, and whether more are left after it."""

    analysis: Analysis
    played: Record
    deals: Sequence[int]
    more: bool


class Analyses(Queue[Analysis]):
    """Analyses to work out, deal by deal, so that computer players never wait long."""

    name = "analyses"
    model = Analysis
    lease = timedelta(minutes=2)  # per deal
    tries = 3
    most = 1
    seconds = 1.0

    def rows(self) -> QuerySet[Analysis]:
        return Analysis.objects.select_related("game", "asked_by")

    def first(self, now: datetime, most: int) -> Sequence[Analysis]:
        """Those of the person served longest ago. Guests of one address count as one person. One person's analyses come
        in the order of their requests.
        """
        if not self.any_due(now):
            return ()
        lately = Analysis.objects.filter(served_at__gt=now - LATELY).select_related("asked_by").defer("found")
        served = {analysis.queue: analysis.served_at for analysis in lately.order_by("served_at")}
        free = self.due(self.rows(), now).defer("found").order_by("asked_at", "pk")
        return sorted(free, key=lambda each: served.get(each.queue) or now - LATELY)[:most]

    def work(self, analysis: Analysis, now: datetime, /) -> Outcome:
        there = set(analysis.pieces.values_list("number", flat=True))
        missing = [number for number in range(analysis.studied, analysis.wanted) if number not in there]
        played = record(analysis.game.public_id)
        return self._ask(Portion(analysis, played, missing[:A_TURN], bool(missing[A_TURN:])), now)

    def _ask(self, portion: Portion, now: datetime) -> Outcome:
        """Have a mind study the portion's next deal."""
        if not portion.deals and portion.more:
            return Later(now)
        if not portion.deals:
            self._keep(portion.analysis)
            return None
        seed = portion.analysis.game.public_id
        question = {"do": "study", "record": portion.played, "deals": [portion.deals[0]], "seed": seed}
        answer = minds.ask(question, owner=portion.analysis.queue, urgent=False, patience=PATIENCE)
        return Meanwhile(partial(self._store, portion, answer, now), answer)

    @tried_again
    def _store(self, portion: Portion, answer: "Future[bytes]", now: datetime) -> Outcome:
        deal = next(iter(minds.answer_of(answer.result(timeout=0))["deals"]), None)
        served = timezone.now()
        with transaction.atomic():
            if not self.renew(portion.analysis, max(now, served), served_at=served, tries=0):
                return None  # another worker has claimed it
            StudiedDeal.objects.create(analysis=portion.analysis, number=portion.deals[0], found=deal)
        return self._ask(Portion(portion.analysis, portion.played, portion.deals[1:], portion.more), now)

    @tried_again
    def _keep(self, analysis: Analysis) -> None:
        """Store the whole analysis: all wanted deals are finished."""
        pieces = [piece.found for piece in analysis.pieces.order_by("number") if piece.found is not None]
        deals = [*(analysis.found["deals"] if analysis.found else ()), *pieces]
        study = mind.summed(analysis.game.rules, [mind.from_json(findings.StudiedDeal, deal) for deal in deals])
        with transaction.atomic(durable=True):
            done = {"found": mind.to_json(study), "studied": analysis.wanted, "done_at": timezone.now()}
            if self.held(analysis).update(due=None, **done):
                analysis.pieces.all().delete()
                _note_losses(analysis, study)

    def give_up(self, analysis: Analysis, _now: datetime, /) -> None:
        self.held(analysis).update(due=None)


analyses = Analyses()


def _note_losses(analysis: Analysis, study: Study) -> None:
    """Store losses for the profiles of the human players."""
    game = analysis.game
    assert game.finished_at is not None
    lines = {line.seat: line for line in study.seats if line.choices}
    Loss.objects.filter(analysis=analysis).delete()  # those of an older evaluator
    Loss.objects.bulk_create(
        Loss(
            analysis=analysis,
            player=seat.player,
            variant=game.variant,
            over_at=game.finished_at,
            choices=line.choices,
            loss=line.loss,
            spread=study.spread,
            habits=line.habits,
        )
        for seat in game.seats.filter(player__bot_level="", player__deleted_at=None).select_related("player")
        if (line := lines.get(seat.number)) is not None and seat.player is not None
    )
