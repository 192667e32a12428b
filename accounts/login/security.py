"""Protects accounts: asks for the password again, and mails about changes. allauth mails about the others."""

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.internal.flows.reauthentication import is_reauthentication_required
from django.http import HttpRequest

from accounts.models import User

# Views that change security settings require a recent password or passkey, and resume the request afterwards.
# People with neither, such as guests, aren't asked.
asks_again = reauthentication_required(allow_get=True)
asks_again_to_look = reauthentication_required()


def must_ask_again(request: HttpRequest) -> bool:
    """The same for requests that can't be redirected."""
    return bool(is_reauthentication_required(request, app=""))


def tell(request: HttpRequest, user: User, what: str, **values: str) -> None:
    """Send a mail if the account has an address. *what* names the templates."""
    get_adapter(request).send_notification_mail(f"account/email/{what}", user, values)
