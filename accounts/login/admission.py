"""Access to the account pages. For Django a guest is logged in, but has no account."""

from django.contrib.auth.decorators import user_passes_test
from django.http import HttpRequest

from accounts.models import User
from accounts.readers import Reader


def has_account(user: Reader) -> bool:
    return user.is_authenticated and not user.is_guest


# Django counts guests as logged in, but they may sign up or log in, so the settings turn allauth's redirect off.
not_for_accounts = user_passes_test(lambda user: not has_account(user), login_url="home", redirect_field_name=None)
not_for_guests = user_passes_test(
    lambda user: not getattr(user, "is_guest", False), login_url="account_signup", redirect_field_name=None
)
for_accounts = user_passes_test(has_account, login_url="account_login")


def guest_of(request: HttpRequest) -> User | None:
    """The guest in this browser who is about to log in, or None."""
    guest = getattr(request, "guest", request.user)
    return guest if isinstance(guest, User) and guest.is_guest else None
