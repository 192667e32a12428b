"""Readers of pages and callers of the API: users, guests and visitors without a login."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from accounts.models import User

Reader = User | AnonymousUser


def current_user(request: HttpRequest) -> User:
    """The logged-in user, who may be a guest. Call only in views that require one."""
    assert isinstance(request.user, User)
    return request.user
