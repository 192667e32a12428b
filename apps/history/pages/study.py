"""Studies: the reader's own, and those that others share."""

from functools import partial

import orjson
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from common import limits, refusals
from common.answers.attempts import attempt
from common.brand import file_name
from common.numbers import whole
from common.wishes import WishForm, posted
from history import studies as kept
from history import study_view
from history.exports import study_text

A_PAGE = 30


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def studies(request: HttpRequest) -> HttpResponse:
    """The reader's studies, and the form for a new record. An unreadable record stays in the form."""
    user = request.user
    if isinstance(user, AnonymousUser):
        return render(request, "history/studies.html", {"stranger": True})
    text, title, number = (request.POST.get(name, "") for name in ("record", "title", "game"))
    wrong = ""
    status = 200
    if request.method == "POST":
        file = request.FILES.get("file")
        try:
            limits.check("study", request)
            chosen = (whole(number) or 0) if number else None  # no file has a game 0
            found = kept.play_records(file.read(kept.LARGEST + 1) if file else text, chosen)
            stored = kept.keep_all(owner=user, found=found, title=title, now=timezone.now())
            return redirect(stored[0] if len(stored) == 1 else "studies")
        except refusals.Refused as refused:
            wrong, status = refused.counted().message, refused.status
    shown = {
        "page": kept.page_of(user, request.GET.get("cursor", ""), A_PAGE),
        "text": text,
        "title": title,
        "number": number,
        "wrong": wrong,
        "most": kept.MOST_STUDIES,
    }
    return render(request, "history/studies.html", shown, status=status)


@never_cache
@require_GET
def study(request: HttpRequest, public_id: str) -> HttpResponse:
    """The board of a finished game; `#deal.ply` in the address chooses a move."""
    seen = kept.visible(public_id, request.user)
    shown = {
        "study": seen,
        "mine": seen.owner == request.user,
        "view": study_view.look(seen, partial(limits.check, "replay", request)),
        "link": settings.SITE_URL + seen.get_absolute_url(),
        "form": WishForm(kept.ChangedStudy, initial={"title": seen.title}),
    }
    return render(request, "history/study.html", shown)


@require_GET
def study_as_text(request: HttpRequest, public_id: str) -> HttpResponseBase:
    seen = kept.visible(public_id, request.user)
    answer = study_text(seen, partial(limits.check, "replay", request)).answer(request, "text/plain; charset=utf-8")
    answer["X-Robots-Tag"] = "noindex"
    return answer


@never_cache
@require_GET
def study_record(request: HttpRequest, public_id: str) -> HttpResponse:
    seen = kept.visible(public_id, request.user)
    answer = HttpResponse(orjson.dumps(seen.record), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{file_name(f"study-{seen.public_id}.json")}"'
    return answer


@require_POST
@login_required
def study_game(request: HttpRequest, public_id: str) -> HttpResponse:
    """“Study this game” on a game's page. If that is impossible, redirects to the game."""
    assert not isinstance(request.user, AnonymousUser)
    with attempt(request):
        limits.check("study", request)
        return redirect(kept.keep_game(owner=request.user, public_id=public_id, now=timezone.now()))
    return redirect("table", public_id)


@require_POST
@login_required
def change_study(request: HttpRequest, public_id: str) -> HttpResponse:
    """Change the title, or whether others can see it."""
    assert not isinstance(request.user, AnonymousUser)
    with attempt(request):
        wanted = posted(kept.ChangedStudy, request.POST)
        kept.change(public_id=public_id, owner=request.user, wanted=wanted)
        told = _("Now anyone with the link can see it.") if wanted.shared else _("Only you can see it now.")
        messages.success(request, _("Saved.") if wanted.shared is None else told)
    return redirect("study", public_id)


@require_POST
@login_required
def delete_study(request: HttpRequest, public_id: str) -> HttpResponse:
    assert not isinstance(request.user, AnonymousUser)
    gone = kept.mine(public_id, request.user)
    gone.delete()
    messages.success(request, _("“%(title)s” was deleted.") % {"title": gone.title})
    return redirect("studies")
