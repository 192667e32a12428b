"""Asking for the analysis of a game, and for hints."""

from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

import mind
from accounts import database
from accounts.models import User
from bots.minds import pool as minds
from bots.minds.children import Unanswered
from common import refusals
from common.database import tried_again
from games.actions import note_help
from games.models import Game
from games.queries import find_game, record, table_for
from games.shown.table_view import TableView
from learn.analysis import limits, queries
from learn.models import Analysis
from mind.analysis.findings import Coached, Hints
from mind.analysis.study import can_study

HINTS_WAIT = 15.0  # seconds
ADVICE_WAIT = 5.0  # seconds; meanwhile the player gets no hint
ADVICE_KEPT = 86_400  # seconds; the advice about a finished deal never changes


@tried_again
def analyse(*, public_id: str, person: User, now: datetime | None = None) -> Analysis:
    """Return the analysis of a finished game, or queue one if the current evaluator hasn't made it.

    In a long game this queues `DEALS_AT_ONCE` deals. Another request, once these are done, queues the next ones.

    Raises `NotNow`: `not_finished`, `no_analyses` for a game that we can't study, or `too_many_analyses`.
    """
    now = now or timezone.now()
    game = find_game(public_id)
    if game.status != Game.Status.FINISHED:
        raise refusals.NotNow("not_finished", _("You can analyse a game once it’s finished."))
    if not can_study(game.rules):
        raise refusals.NotNow("no_analyses", _("We can’t analyse this game yet."))
    with transaction.atomic(durable=True):
        person = database.hold(person)
        there = Analysis.objects.filter(game=game).first()
        is_ours = there is not None and there.evaluator == mind.EVALUATOR
        if there is not None and is_ours and (there.due is not None or not there.left):
            return there
        limits.check(person, now)
        there = there or Analysis(game=game)
        if not is_ours:
            there.evaluator, there.deals, there.studied = mind.EVALUATOR, game.rounds.count(), 0
            there.found = there.done_at = None
        there.asked_by, there.asked_at, there.due, there.tries = person, now, now, 0
        there.wanted = min(there.deals, there.studied + limits.DEALS_AT_ONCE)
        there.save()
        if not is_ours:
            there.pieces.all().delete()
        return there


def hints(*, public_id: str, reader: User | AnonymousUser) -> tuple[TableView, Hints]:
    """Return the view; the worth of each of the reader's moves, why, and what the others can't hold (docs/minds.md).

    Only for games in which all other players are computers, outside tournaments. Raises `Forbidden` (`no_hints`).
    Raises `NotNow`: `not_your_turn`; `still_thinking` while we work on another hint for the reader; `no_answer`.
    """
    view = table_for(public_id, reader)
    if not queries.may_have_hints(view):
        raise refusals.Forbidden(
            "no_hints", _("You can get hints only when all other players are computers, and not in tournaments.")
        )
    if view.round is None or view.round.turn != view.you:
        raise refusals.NotNow("not_your_turn", _("It isn’t your turn."))
    assert isinstance(reader, User)
    question = {"do": "hints", "view": view, "seed": f"{public_id}/{view.version}"}
    answer = _answer(question, reader, urgent=True, wait=HINTS_WAIT)
    note_help(public_id=public_id, player=reader)
    return view, mind.from_json(Hints, answer)


def coach(*, public_id: str, deal: int, reader: User | AnonymousUser) -> tuple[TableView, Coached]:
    """Return the view, and what a finished deal teaches the reader (docs/minds.md).

    It may come while the next deal is in play, because the mind gets finished deals only, and their hands have been
    shown. So it isn't a hint, and wins still count.

    Raises `Forbidden` (`no_advice`) for watchers, and for players of a running game with other people; `NotFound`
    (`unknown_round`); `NotNow`: `still_thinking` while we work on a hint for the reader; `no_answer`.
    """
    view = table_for(public_id, reader)
    if not queries.may_have_advice(view):
        why_not = _("You get advice about your own games: against computers, or once the game has ended.")
        raise refusals.Forbidden("no_advice", why_not)
    assert isinstance(reader, User)
    key = f"coached:{mind.EVALUATOR}:{public_id}:{deal}:{view.you}"
    if (answer := cache.get(key)) is None:
        played = record(public_id)
        if deal >= len(played.rounds):
            raise refusals.NotFound("unknown_round", _("This game has no such round."))
        question = {"do": "coach", "record": played, "deal": deal, "seat": view.you, "seed": public_id}
        answer = _answer(question, reader, urgent=False, wait=ADVICE_WAIT)
        cache.set(key, answer, ADVICE_KEPT)
    return view, mind.from_json(Coached, answer)


def _answer(question: minds.Question, reader: User, *, urgent: bool, wait: float) -> dict[str, object]:
    """A mind's answer. A person has one question at a time. Raises `NotNow`."""
    try:
        with limits.one_question(reader, wait):
            return minds.answered(question, owner=reader.queue, urgent=urgent, wait=wait)
    except Unanswered:
        raise refusals.NotNow("no_answer", _("We couldn’t work out a hint just now. Please try again.")) from None
