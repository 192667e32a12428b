"""The guest's link, which opens all their games on another device."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import guests
from accounts.links import as_a_key
from accounts.models import User


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def guest_link(request: HttpRequest, token: str) -> HttpResponse:
    """Opening the page changes nothing, as link previews open it too. The button logs the browser in as the guest."""
    guest = User.objects.filter(guest_key=token, is_guest=True, is_active=True).first()
    if guest is None:
        raise Http404(_("This link doesn’t work. It’s incomplete or has been replaced."))
    if guest == request.user:
        return redirect("my_games")
    if request.method == "POST":
        guests.come_by_link(request, guest)
        messages.success(request, _("Welcome back, %(name)s.") % {"name": guest.name})
        response: HttpResponse = redirect("my_games")
    else:
        response = render(request, "accounts/guest_link.html", {"guest": guest})
    return as_a_key(response)
