"""Login with a password."""

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import filter_users_by_email
from django.http import HttpRequest

from accounts.models import User


class OnePassword(AuthenticationBackend):  # allauth has no types
    """Each login checks exactly one password, even for unknown names. The time it takes doesn't reveal whether an
    account exists, and an address shared by many accounts costs no more than one.
    """

    def _authenticate(self, request: HttpRequest | None, **credentials: str) -> User | None:  # noqa: ARG002 - allauth's
        user: User | None = self._check_password(_meant(**credentials), credentials["password"])
        return user


def _meant(username: str = "", email: str = "", **_others: object) -> User | None:
    """The account that has confirmed this address. Until one has, the address must belong to a single account."""
    users: list[User] = filter_users_by_email(email, prefer_verified=True, for_login=True) if email else []
    if len(users) == 1:
        return users[0]
    return User.objects.filter(username=username.replace("\0", "")).first() if username else None
