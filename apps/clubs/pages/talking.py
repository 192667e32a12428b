"""The chat and the board of a club, for its members."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.readers import current_user
from clubs import board
from clubs import chat as talking
from clubs.models import LONGEST_POST, Club, Membership
from common import refusals
from common.answers.attempts import attempt
from common.numbers import whole
from games.pages.replies import panel
from talk import conversations
from talk.models import LONGEST_MESSAGE


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def chat(request: HttpRequest, club: str) -> HttpResponse:
    """The chat; POST sends a message."""
    reader = current_user(request)
    here, mine = talking.found(club, reader)
    if request.method != "POST":
        return _chat(request, here, mine)
    text = request.POST.get("text", "")
    try:
        talking.say(club=here, author=reader, text=text, now=timezone.now())
    except refusals.NotFound:
        raise
    except refusals.Refused as refused:
        return _chat(request, here, mine, refused=refused.counted(), draft=text)
    return _chat(request, here, mine) if "X-Panel" in request.headers else redirect("club_chat", club)


def _chat(
    request: HttpRequest,
    here: Club,
    mine: Membership,
    *,
    refused: refusals.Refused | None = None,
    draft: str = "",
) -> HttpResponse:
    reader = current_user(request)
    talk = talking.look(here, reader, request.GET.get("before", ""), timezone.now())
    page: dict[str, object] = {
        "club": here,
        "reader": reader,
        "talk": talk,
        "action": reverse("club_chat", args=[here.public_id]),
        "removing": reverse("remove_club_message", args=[here.public_id]) if mine.organises else "",
        "may_write": True,
        "longest": LONGEST_MESSAGE,
        "draft": draft,
        "refused": refused,
    }
    return panel(request, "clubs/chat.html", page, status=refused.status if refused else 200)


@require_POST
@login_required
def remove_message(request: HttpRequest, club: str) -> HttpResponse:
    """An organiser removes a message."""
    by = current_user(request)
    here, mine = talking.found(club, by)

    def remove() -> None:
        number = whole(request.POST.get("message", "")) or 0
        talking.remove(club=here, message_id=number, by=by, now=timezone.now())

    if "X-Panel" not in request.headers:
        return _done(request, "club_chat", club, remove)
    try:
        remove()
    except refusals.NotFound:
        raise
    except refusals.Refused as refused:
        return _chat(request, here, mine, refused=refused.counted())
    return _chat(request, here, mine)


@require_POST
@login_required
def mute(request: HttpRequest, club: str) -> HttpResponse:
    """A member turns off what we notify them of about a club, or on again."""
    reader = current_user(request)
    here, _mine = talking.found(club, reader)
    talk = talking.conversation(here)
    conversations.mute(conversation=talk, reader=reader, muted=request.POST.get("muted") == "1")
    return redirect("club_posts", club)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def posts(request: HttpRequest, club: str) -> HttpResponse:
    """The announcements; POST is an organiser's new one."""
    reader = current_user(request)
    here, mine = talking.found(club, reader)
    text, status = "", 200
    board.note_read(here, reader, timezone.now())
    if request.method == "POST":
        text = request.POST.get("text", "")
        with attempt(request) as tried:
            board.post(public_id=club, by=reader, text=text, now=timezone.now())
            return redirect("club_posts", club)
        status = tried.status
    page = {
        "club": here,
        "posts": board.listed(here, request.GET.get("before", "")),
        "organises": mine.organises,
        "muted": talking.is_muted(here, reader),
        "longest": LONGEST_POST,
        "draft": text,
    }
    return render(request, "clubs/posts.html", page, status=status)


@require_POST
@login_required
def remove_post(request: HttpRequest, club: str) -> HttpResponse:
    """An organiser removes an announcement."""
    by, number = current_user(request), whole(request.POST.get("post", "")) or 0
    return _done(
        request, "club_posts", club,
        lambda: board.remove(public_id=club, post_id=number, by=by, now=timezone.now()),
    )  # fmt: skip


def _done(request: HttpRequest, back: str, club: str, action: Callable[[], object]) -> HttpResponse:
    with attempt(request):
        action()
    return redirect(back, club)
