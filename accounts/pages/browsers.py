"""The page that lists logged-in browsers and logs them out. For guests, also the link to all their games."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import browsers, guests
from accounts.readers import current_user

MOST_SHOWN = 100


@never_cache
@login_required
def browsers_page(request: HttpRequest) -> HttpResponse:
    user, here = current_user(request), request.session.session_key
    rows = list(browsers.in_use_by(user, timezone.now())[:MOST_SHOWN])
    context = {
        "browsers": [{"row": each, "here": each.session_id == here} for each in rows],
        "by_link": guests.came_by_link(request),
        "link": settings.SITE_URL + reverse("guest_link", args=[user.guest_key]) if user.guest_key else "",
    }
    return render(request, "accounts/browsers.html", context)


@require_POST
@login_required
def end_browser(request: HttpRequest, pk: int) -> HttpResponse:
    if not _may_end(request):
        return redirect("settings_browsers")
    if browsers.end(current_user(request), browsers.others(request, current_user(request)).filter(pk=pk)):
        messages.success(request, _("That browser was logged out."))
    return redirect("settings_browsers")


@require_POST
@login_required
def end_other_browsers(request: HttpRequest) -> HttpResponse:
    if _may_end(request):
        ended = browsers.end(current_user(request), browsers.others(request, current_user(request)))
        message = ngettext("Logged out of %(n)d other browser.", "Logged out of %(n)d other browsers.", ended)
        messages.success(request, message % {"n": ended})
    return redirect("settings_browsers")


@require_POST
@login_required
def new_guest_link(request: HttpRequest) -> HttpResponse:
    if current_user(request).is_guest and _may_end(request):
        guests.make_link(current_user(request))
        messages.success(request, _("This is your link. Older ones no longer work."))
    return redirect("settings_browsers")


def _may_end(request: HttpRequest) -> bool:
    """A browser that came by the guest's link can't lock the guest out."""
    if guests.came_by_link(request):
        messages.error(request, _("You can do this only in the browser where you started playing."))
        return False
    return True
