"""The links of a family: a guest's own one, and the permanent one on paper."""

from functools import partial

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.links import as_a_key
from accounts.models import User
from accounts.pages.guest_link import come_in, guest_of, link_does_not_work
from family import queries
from games.pages.replies import qr_code


def private_address(person: User) -> str:
    """The full private link of a guest; “” for accounts, which log in instead."""
    return settings.SITE_URL + reverse("family_name", args=[person.guest_key]) if person.guest_key else ""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def private_link(request: HttpRequest, token: str) -> HttpResponse:
    """A guest's own link, to the newest table where they have a name."""
    person = guest_of(token)
    member = person.family_names.select_related("family").order_by("-pk").first()
    if member is None:
        raise link_does_not_work()
    page = partial(render, request, "family/private_link.html", {"member": member})
    return come_in(request, person, page, to=member.family.get_absolute_url())


@never_cache
@require_safe
def to_print(request: HttpRequest, family: str) -> HttpResponse:
    """The link as a sheet of paper."""
    return as_a_key(render(request, "family/print.html", {"family": queries.find(family)}))


@require_safe
def qr(_request: HttpRequest, family: str) -> HttpResponse:
    """The link as a QR code."""
    return qr_code(queries.find(family).link)
