"""Who visits a page about people, and the way back to where they came from."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme


def back(request: HttpRequest, otherwise: str, *arguments: str) -> HttpResponse:
    """Redirect to the page in the form's `next` if it is on this site, or else to *otherwise*."""
    there = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(there, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        return redirect(there)
    return redirect(otherwise, *arguments)
