"""Pages to add and remove messengers and the calendar link, and the calendar itself."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import guests
from accounts.links import as_a_key
from accounts.login.security import asks_again, tell
from accounts.readers import current_user
from common import limits
from common.refusals import Refused
from notices import calendar as calendars
from notices import destinations, services

Page = Callable[..., HttpResponse]


class AddressForm(forms.Form):
    address = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=500,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )


def for_the_owner(page: Page) -> Page:
    """Not for visitors, nor for browsers that came by a guest's link: what these add would outlast the link."""

    @login_required
    @wraps(page)
    def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if guests.came_by_link(request):
            messages.error(request, _("You can do this only in the browser where the guest started playing."))
            return redirect("settings_notices")
        return page(request, *args, **kwargs)

    return cast(Page, asked)


@never_cache
@for_the_owner
def messengers(request: HttpRequest) -> HttpResponse:
    """Choose a service, see what its address looks like, and add one."""
    offered = {service.name: service for service in services.offered().values()}
    chosen = offered.get(request.GET.get("service", ""))
    form = AddressForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        added: HttpResponse = _add(request, form, chosen, offered)
        return added
    return _messengers(request, form, chosen, offered)


def _messengers(
    request: HttpRequest, form: AddressForm, chosen: services.Service | None, offered: dict[str, services.Service]
) -> HttpResponse:
    context = {"form": form, "chosen": chosen, "services": offered.values()}
    return render(request, "notices/messengers.html", context, status=422 if form.is_bound else 200)


@asks_again
def _add(
    request: HttpRequest, form: AddressForm, chosen: services.Service | None, offered: dict[str, services.Service]
) -> HttpResponse:
    limits.check("notice_test", request)
    player = current_user(request)
    try:
        added = destinations.add_messenger(player=player, typed=form.cleaned_data["address"], now=timezone.now())
    except Refused as refused:
        form.add_error("address", refused.counted().message)
        return _messengers(request, form, chosen, offered)
    tell(request, player, "messenger_added", service=added.service)
    messages.success(request, _("Added. Send a test to see whether it arrives."))
    return redirect(reverse("settings_notices") + "#messengers")


@require_POST
@for_the_owner
def messenger_on(request: HttpRequest, pk: int) -> HttpResponse:
    if destinations.turn_on(player=current_user(request), pk=pk):
        messages.success(request, _("Turned on. Send a test to see whether it arrives."))
    return redirect(reverse("settings_notices") + "#messengers")


@require_POST
@for_the_owner
def messenger_remove(request: HttpRequest, pk: int) -> HttpResponse:
    if destinations.remove_messenger(player=current_user(request), pk=pk):
        messages.success(request, _("Removed."))
    return redirect(reverse("settings_notices") + "#messengers")


# ---- Calendar ----------------------------------------------------------------------------------------


@never_cache
@require_POST
@for_the_owner
@asks_again
def calendar_link(request: HttpRequest) -> HttpResponse:
    """Create a link, or replace it. We show it only in this answer."""
    limits.check("token", request)
    player = current_user(request)
    token = destinations.make_calendar_link(player=player, now=timezone.now())
    tell(request, player, "calendar_link_made")
    link = settings.SITE_URL + reverse("calendar", args=[token])
    context = {"link": link, "webcal": "webcal://" + link.partition("://")[2]}
    return as_a_key(render(request, "notices/calendar_link.html", context))


@require_POST
@for_the_owner
def calendar_link_end(request: HttpRequest) -> HttpResponse:
    if destinations.end_calendar_link(player=current_user(request)):
        messages.success(request, _("Your calendar link doesn’t work any more."))
    return redirect(reverse("settings_notices") + "#calendar")


@require_safe
def calendar(_request: HttpRequest, token: str) -> HttpResponse:
    """A player's calendar, for a program that knows the link. It uses no cookie."""
    owner = destinations.owner_of(token)
    if owner is None:
        raise Http404(_("This link doesn’t work. It’s incomplete or has been replaced."))
    with override(owner.language or settings.LANGUAGE_CODE):
        answer = HttpResponse(calendars.text_of(owner, timezone.now()), content_type="text/calendar; charset=utf-8")
    patch_cache_control(answer, private=True, max_age=300)
    answer.headers["Content-Disposition"] = 'inline; filename="calendar.ics"'
    return as_a_key(answer)
