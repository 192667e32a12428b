"""What several pages about people share."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.models import User
from common import limits, refusals
from games import game_refusals


def me(request: HttpRequest) -> User:
    """Who is logged in, be it as a guest; the view is for nobody else."""
    assert isinstance(request.user, User)
    return request.user


def attempt(request: HttpRequest, service: Callable[..., Any], *, rate: str = "", **arguments: Any) -> bool:
    """Call the service; a refusal becomes a message. Whether it was done."""
    try:
        if isinstance(request.user, AnonymousUser):
            raise game_refusals.not_seated()
        if rate:
            limits.check(rate, request)
        service(**arguments)
    except refusals.Refused as refused:
        messages.error(request, refused.message)
        return False
    return True


def back(request: HttpRequest, otherwise: Any, *arguments: Any) -> HttpResponse:
    """To the page the form says it came from, if it is one of ours."""
    there = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(there, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        return redirect(there)
    return redirect(otherwise, *arguments)
