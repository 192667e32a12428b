"""The “Plan ahead” panel beside the board. Without scripts it is a page of its own.

The form holds the draft; we store nothing before *Save*.
"""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from common import refusals
from games import game_refusals, seat_links
from games.pages.replies import panel
from games.positions import memory
from games.positions.tables import Table
from plans import actions, queries
from plans.draft import Draft
from plans.panel import plan_shown


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: HttpRequest, public_id: str) -> HttpResponse:
    table = memory.current(public_id)
    reader = seat_links.reader(request, public_id)
    seat = table.seat_of(reader.pk)
    if seat is None or not isinstance(reader, User):
        return _page(request, table, {}, refused=game_refusals.not_seated())
    saved = queries.plan_of(table, seat)
    if request.method != "POST":
        return _page(request, table, plan_shown(table, seat, saved=saved, draft=Draft(saved)))
    draft = Draft.sent(request.POST)
    do, what = Draft.wanted(request.POST)
    if do != "save":
        draft = Draft(saved) if do == "reset" else draft.after(do, what)
        return _page(request, table, plan_shown(table, seat, saved=saved, draft=draft, last=(do, what)))
    return _save(request, reader, table, seat, draft)


def _save(request: HttpRequest, user: User, table: Table, seat: int, draft: Draft) -> HttpResponse:
    try:
        actions.save_plan(public_id=table.public_id, player=user, lines=draft.lines)
    except refusals.Refused as refused:
        saved = queries.plan_of(table, seat)
        context = plan_shown(table, seat, saved=saved, draft=draft)
        return _page(request, table, context, refused=refused.counted())
    if "X-Panel" not in request.headers:
        return redirect("plan", table.public_id)
    after = memory.current(table.public_id)
    saved = queries.plan_of(after, seat)
    played = draft.lines != saved and after.version != table.version
    message = _("Saved. It was your turn, so we played your move.") if played else _("Saved.")
    context = plan_shown(after, seat, saved=saved, draft=Draft(saved))
    return _page(request, after, {**context, "said": message})


def _page(
    request: HttpRequest, table: Table, context: Mapping[str, object], *, refused: refusals.Refused | None = None
) -> HttpResponse:
    page = {**context, "public_id": table.public_id, "variant": table.frame.variant, "refused": refused}
    return panel(request, "plans/plan.html", page, status=refused.status if refused else 200)
