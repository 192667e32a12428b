"""Who logs in with a password."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import filter_users_by_email
from django.http import HttpRequest

from accounts.models import User


class OnePassword(AuthenticationBackend):  # allauth has no types
    """A login tries one password, whoever is meant, and one where nobody is: how long it takes tells nobody whether
    there is such an account, and many accounts with one address cost no more than one.
    """

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> Any:  # noqa: ARG002 - allauth's
        return self._check_password(_meant(**credentials), credentials["password"])


def _meant(username: str = "", email: str = "", **_others: Any) -> User | None:
    """An address is the account's that has confirmed it; until somebody has, it is good while only one has it."""
    found: list[User] = filter_users_by_email(email, prefer_verified=True, for_login=True) if email else []
    if len(found) == 1:
        return found[0]
    return User.objects.filter(username=username.replace("\0", "")).first() if username else None
