"""The inbox, and the conversation of two people."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.readers import current_user
from common import refusals
from common.database import mere_note
from games.pages.replies import panel
from talk import conversations, letters
from talk.models import LONGEST_MESSAGE
from talk.queries import Talk


@never_cache
@login_required
@require_safe
def inbox(request: HttpRequest) -> HttpResponse:
    lines = letters.inbox(current_user(request), request.GET.get("before", ""))
    return render(request, "talk/letters.html", {"inbox": lines})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def letter(request: HttpRequest, username: str) -> HttpResponse:
    """The conversation with a person; POST sends a message."""
    reader = current_user(request)
    person = letters.partner(reader, username)
    if request.method != "POST":
        return _letter(request, reader, person)
    text = request.POST.get("text", "")
    try:
        letters.send(author=reader, person=person, text=text, now=timezone.now())
    except refusals.Refused as refused:
        return _letter(request, reader, person, refused=refused.counted(), draft=text)
    return _letter(request, reader, person) if "X-Panel" in request.headers else redirect("letter", person.username)


def _letter(
    request: HttpRequest, reader: User, person: User, *, refused: refusals.Refused | None = None, draft: str = ""
) -> HttpResponse:
    known = letters.with_person(reader, person)
    talk = Talk.empty() if known is None else conversations.talk(known, reader, request.GET.get("before", ""))
    if known is not None and talk.page.first and talk.seen < talk.newest:
        with mere_note():
            conversations.mark_read(conversation=known, reader=reader, newest=talk.newest, now=timezone.now())
    page: dict[str, object] = {
        "person": person,
        "reader": reader,
        "talk": talk,
        "known": known,
        "action": reverse("letter", args=[person.username]),
        "may_write": letters.may_write(reader, person),
        "closed": letters.unwanted(person).message,
        "longest": LONGEST_MESSAGE,
        "draft": draft,
        "refused": refused,
    }
    return panel(request, "talk/letter.html", page, status=refused.status if refused else 200)


@require_POST
@login_required
def mute(request: HttpRequest, username: str) -> HttpResponse:
    """Turn the notifications of a conversation off, or on again."""
    reader = current_user(request)
    person = letters.partner(reader, username)
    if (known := letters.with_person(reader, person)) is not None:
        conversations.mute(conversation=known, reader=reader, muted=request.POST.get("muted") == "1")
    return redirect("letter", person.username)
