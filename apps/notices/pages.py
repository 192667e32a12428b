"""The list of notifications, their settings, and the one-click unsubscribe of mails."""

from datetime import UTC, datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts import guests
from accounts.login.security import asks_again, tell
from accounts.models import User
from accounts.readers import current_user
from common import limits
from common.database import mere_note
from common.numbers import whole
from notices import actions, mail, push, queries, services
from notices.choices import CHOSEN, Channel, Event
from notices.forms import WishesForm
from notices.models import CalendarLink, Device, Notice
from notices.sentences import notice_text
from notices.webhook import standard_secret

ON_A_PAGE = 30


@never_cache
@login_required
def notices(request: HttpRequest) -> HttpResponse:
    page = queries.page_of(current_user(request), request.GET.get("before", ""), ON_A_PAGE)
    until = page.rows[0].notice.at.isoformat() if page.rows else ""
    return render(request, "notices/notices.html", {"page": page, "until": until})


@login_required
def open_notice(request: HttpRequest, pk: int) -> HttpResponse:
    """Mark a notification as read, and go where it leads."""
    notice = get_object_or_404(
        Notice.objects.select_related("game", "by", "player"), pk=pk, player=current_user(request)
    )
    with mere_note():
        actions.mark_read(player=notice.player, now=timezone.now(), notices=[pk])
    path = notice_text(notice, timezone.now()).path
    return redirect(path if url_has_allowed_host_and_scheme(path, allowed_hosts=None) else "notices")


@require_POST
@login_required
def read_all(request: HttpRequest) -> HttpResponse:
    """Mark all as read, or those that a row has gathered."""
    row = [whole(text) or 0 for text in request.POST.getlist("notice")] or None
    actions.mark_read(player=current_user(request), now=_until(request.POST.get("until", "")), notices=row)
    return redirect("notices")


def _until(text: str) -> datetime:
    """Notifications that came after the page was rendered stay unread."""
    try:
        return min(datetime.fromisoformat(text), timezone.now()).astimezone(UTC)
    except (ValueError, TypeError, OverflowError):  # not a time, without a zone, or out of range
        return timezone.now()


# ---- Notification settings ---------------------------------------------------------------------------


@never_cache
@login_required
def settings_notices(request: HttpRequest) -> HttpResponse:
    player = current_user(request)
    wishes, by_link = queries.wishes(player), guests.came_by_link(request)
    form = WishesForm(request.POST or None, wishes=wishes)
    if request.method == "POST" and form.is_valid():
        webhook = None if by_link else form.cleaned_data["webhook"]  # a webhook would outlast the link
        is_another = bool(webhook) and webhook != wishes.webhook
        keep = asks_again(_keep_wishes) if is_another else _keep_wishes
        return keep(request, form, webhook, is_another)
    context = {
        "form": form,
        "wishes": wishes,
        "standard_secret": standard_secret(wishes.webhook_secret),
        "by_link": by_link,
        "channels": Channel,
        "address": queries.address(player),
        "devices": Device.objects.filter(player=player),
        "push_key": push.public_key(),
        "messengers": player.messengers.all(),
        "may_add": bool(services.offered()),
        "calendar_link": CalendarLink.objects.filter(user=player).first(),
    }
    return render(request, "notices/settings.html", context)


def _keep_wishes(request: HttpRequest, form: WishesForm, webhook: str | None, is_another: bool) -> HttpResponse:
    player = current_user(request)
    wanted = actions.NewWishes(form.table(), form.reminders, form.cleaned_data["digest_hour"], webhook)
    actions.wish(player=player, wanted=wanted, now=timezone.now())
    if webhook and is_another:
        tell(request, player, "webhook_set", webhook=webhook)
    messages.success(request, _("Saved."))
    return redirect("settings_notices")


@require_POST
@login_required
def remove_device(request: HttpRequest, pk: int) -> HttpResponse:
    Device.objects.filter(pk=pk, player=current_user(request)).delete()
    messages.success(request, _("That browser won’t get push notifications any more."))
    return redirect("settings_notices")


@require_POST
@login_required
def try_out(request: HttpRequest) -> HttpResponse:
    limits.check("notice_test", request)
    actions.try_out(player=current_user(request), now=timezone.now())
    messages.success(request, _("Test sent. It should arrive within ten seconds."))
    return redirect("settings_notices")


@csrf_exempt  # mail programs post here without a token; the address is signed
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Unsubscribe from one kind of mail. GET changes nothing, because some mail programs open every link."""
    known = mail.read_stop(token)
    player = User.objects.filter(pk=known[0], deleted_at=None).first() if known else None
    if known is None or player is None:
        raise Http404(_("This link doesn’t work. It’s incomplete."))
    kind = known[1]
    if request.method == "POST":
        actions.stop(player=player, kind=kind, now=timezone.now())
    with override(player.language or get_language()):
        what = _("the daily email") if kind == Channel.DIGEST else Event(kind).label if kind in CHOSEN else kind
        context = {"what": what, "digest": kind == Channel.DIGEST, "done": request.method == "POST"}
        answer = render(request, "notices/stop.html", context)
    answer.headers["Referrer-Policy"] = "no-referrer"
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer
