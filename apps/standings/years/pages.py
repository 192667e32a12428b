"""The page of a year, for its player and for people with its link."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from common.answers.attempts import attempt
from standings.years import looking_back, sharing


@never_cache
@require_safe
def my_year(request: HttpRequest, year: int | None = None) -> HttpResponse:
    """The reader's year, by default the newest. Only accounts have years; others see how to get one."""
    user = request.user
    if isinstance(user, AnonymousUser) or user.is_guest:
        return render(request, "standings/no_year.html")
    now = timezone.now()
    years = looking_back.years_of(user)
    if year is None:
        year = next(iter(years), now.year)
    seen = looking_back.look_back(looking_back.one_of_mine(user, year, now), user)
    link = seen.sums.public_id and settings.SITE_URL + reverse("year", args=[seen.sums.public_id])
    return render(request, "standings/my_year.html", {"seen": seen, "years": years, "link": link})


@require_POST
@login_required
def share_year(request: HttpRequest, year: int) -> HttpResponse:
    """Create or withdraw the link."""
    assert isinstance(request.user, User)
    with attempt(request):
        if request.POST.get("shared") == "yes":
            sharing.share(request.user, year)
            messages.success(request, _("Now anyone with the link can see it."))
        else:
            sharing.withdraw(request.user, year)
            messages.success(request, _("Only you can see it now."))
    return redirect("my_year", year)


@never_cache
@require_safe
def shared_year(request: HttpRequest, public_id: str) -> HttpResponse:
    """The shared version of a year, which the player can see, too."""
    kept = sharing.shared(public_id)
    context = {"seen": looking_back.as_shared(kept, request.user), "owner": request.user == kept.player}
    return render(request, "standings/shared_year.html", context)
