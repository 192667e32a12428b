"""Settings for a player's time: time zone, vacations, weekends off and quiet hours."""

from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import rest_actions
from accounts.models import User
from accounts.rest import zone_named
from accounts.rest_actions import Holiday, Hours
from common.wishes import WishForm


@never_cache
def time_settings(request: HttpRequest) -> HttpResponse:
    user = request.user
    if isinstance(user, AnonymousUser):
        return render(request, "accounts/time.html", {"stranger": True})
    hours = _hours(request, user)
    if request.method == "POST" and hours.is_valid():
        try:
            rest_actions.change_hours(user=user, wanted=hours.wish, now=timezone.now())
        except rest_actions.NotPossible as refused:
            hours.add_error(refused.field, str(refused))
        else:
            messages.success(request, _("Saved."))
            return redirect("settings_time")
    return _page(request, user, hours, WishForm(Holiday, initial=_dates(user)))


def _hours(request: HttpRequest, user: User) -> WishForm[Hours]:
    """The form. For players who haven't chosen a zone yet, it suggests the browser's."""
    now = {"weekend": user.weekend_pause, "quiet_from": user.quiet_from, "quiet_to": user.quiet_to}
    zone = user.time_zone or rest_actions.zone_of_browser(request) or "UTC"
    sent = request.POST.copy() if request.method == "POST" and "time_zone" in request.POST else None
    if sent and "weekend_pause" in sent:  # a page that was opened before 0.3.0
        sent["weekend"] = "on"
    form = WishForm(Hours, sent, initial={"time_zone": zone, **now})
    if not user.time_zone:
        form.fields["time_zone"].widget.attrs["data-guess"] = ""
    return form


def _dates(user: User) -> dict[str, object]:
    today = timezone.now().astimezone(zone_named(user.time_zone)).date()
    return {"first": today, "last": today + timedelta(days=6)}


def _page(request: HttpRequest, user: User, hours: WishForm[Hours], holiday: WishForm[Holiday]) -> HttpResponse:
    now, rest = timezone.now(), user.rest
    this_year = now.astimezone(zone_named(rest.time_zone)).year
    context = {
        "hours": hours,
        "holiday": holiday,
        "resting_until": rest.resting_until(now),
        "elsewhere": rest_actions.weekend_elsewhere(user, now),
        "local": now.astimezone(zone_named(rest.time_zone)),
        "left": [{"year": year, "days": rest_actions.days_left(rest, year)} for year in (this_year, this_year + 1)],
        "allowance": settings.VACATION_DAYS,
        "vacations": [
            {"row": vacation, "on": vacation.starts <= now} for vacation in user.vacations.all() if vacation.ends > now
        ],
    }
    return render(request, "accounts/time.html", context, status=422 if hours.errors or holiday.errors else 200)


@require_POST
def book(request: HttpRequest) -> HttpResponse:
    """Show which clocks keep running. Submitted from there (`sure`), book the vacation."""
    user = request.user
    if isinstance(user, AnonymousUser):
        return redirect("settings_time")
    form, now = WishForm(Holiday, request.POST), timezone.now()
    if form.is_valid():
        try:
            if "sure" in request.POST:
                rest_actions.book_vacation(user=user, **form.cleaned_data, now=now)
                messages.success(request, _("Your vacation is booked. You can still play."))
                return redirect("settings_time")
            starts, ends = rest_actions.span(user=user, **form.cleaned_data, now=now)
            context = {"form": form, "starts": starts, "ends": ends, "now_on": starts <= now}
            return render(request, "accounts/holiday.html", context)
        except rest_actions.NotPossible as refused:
            form.add_error("last", str(refused))
    return _page(request, user, _hours(request, user), form)


@require_POST
def end(request: HttpRequest, vacation_id: int) -> HttpResponse:
    user = request.user
    if isinstance(user, User):
        if rest_actions.end_vacation(user=user, vacation_id=vacation_id, now=timezone.now()):
            messages.success(request, _("Your clocks are running again. You can use the remaining days later."))
        else:
            messages.info(request, _("That vacation has already ended."))
    return redirect("settings_time")
