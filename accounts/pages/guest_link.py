"""The guest's link, which opens all their games on another device."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import guests
from accounts.links import as_a_key
from accounts.models import User


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def guest_link(request: HttpRequest, token: str) -> HttpResponse:
    guest = guest_of(token)
    page = partial(render, request, "accounts/guest_link.html", {"guest": guest})
    return come_in(request, guest, page, to=reverse("my_games"))


def guest_of(token: str) -> User:
    """The guest with this link. Raises `Http404`."""
    guest = User.objects.filter(guest_key=token, is_guest=True, is_active=True).first()
    if guest is None:
        raise link_does_not_work()
    return guest


def link_does_not_work() -> Http404:
    return Http404(_("This link doesn’t work. It’s incomplete or has been replaced."))


def come_in(request: HttpRequest, guest: User, page: Callable[[], HttpResponse], *, to: str) -> HttpResponse:
    """Opening the *page* changes nothing, as link previews open it too. Its button logs the browser in as the guest."""
    if guest == request.user:
        return redirect(to)
    if request.method == "POST":
        guests.come_by_link(request, guest)
        messages.success(request, _("Welcome back, %(name)s.") % {"name": guest.name})
        return as_a_key(redirect(to))
    return as_a_key(page())
