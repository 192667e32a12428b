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
from accounts.pages.time_forms import HolidayForm, HoursForm
from accounts.rest import zone_named


@never_cache
def time_settings(request: HttpRequest) -> HttpResponse:
    user = request.user
    if isinstance(user, AnonymousUser):
        return render(request, "accounts/time.html", {"stranger": True})
    hours = HoursForm(request.POST or None, initial=_hours(request, user), guess=not user.time_zone)
    if request.method == "POST" and hours.is_valid():
        chosen = hours.cleaned_data
        try:
            rest_actions.change_hours(
                user=user,
                time_zone=chosen["time_zone"],
                weekend=chosen["weekend_pause"],
                quiet=hours.quiet,
                now=timezone.now(),
            )
        except rest_actions.NotPossible as refused:
            hours.add_error("quiet_to", str(refused))
        else:
            messages.success(request, _("Saved."))
            return redirect("settings_time")
    return _page(request, user, hours, HolidayForm(initial=_dates(user)))


def _hours(request: HttpRequest, user: User) -> dict[str, object]:
    return {
        "time_zone": user.time_zone or rest_actions.zone_of_browser(request) or "UTC",
        "weekend_pause": user.weekend_pause,
        "quiet_from": user.quiet_from,
        "quiet_to": user.quiet_to,
    }


def _dates(user: User) -> dict[str, object]:
    today = timezone.now().astimezone(zone_named(user.time_zone)).date()
    return {"first": today, "last": today + timedelta(days=6)}


def _page(request: HttpRequest, user: User, hours: HoursForm, holiday: HolidayForm) -> HttpResponse:
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
    form, now = HolidayForm(request.POST), timezone.now()
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
    return _page(request, user, HoursForm(initial=_hours(request, user), guess=not user.time_zone), form)


@require_POST
def end(request: HttpRequest, vacation_id: int) -> HttpResponse:
    user = request.user
    if isinstance(user, User):
        if rest_actions.end_vacation(user=user, vacation_id=vacation_id, now=timezone.now()):
            messages.success(request, _("Your clocks are running again. You can use the remaining days later."))
        else:
            messages.info(request, _("That vacation has already ended."))
    return redirect("settings_time")
