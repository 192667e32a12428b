"""What several pages about people share."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.models import User


def me(request: HttpRequest) -> User:
    """Who is logged in, be it as a guest; the view is for nobody else."""
    assert isinstance(request.user, User)
    return request.user


def back(request: HttpRequest, otherwise: Any, *arguments: Any) -> HttpResponse:
    """To the page the form says it came from, if it is one of ours."""
    there = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(there, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        return redirect(there)
    return redirect(otherwise, *arguments)
