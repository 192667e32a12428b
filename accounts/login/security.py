"""Protects accounts: asks for the password again, and mails about changes. allauth mails about the others."""

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.internal.flows.reauthentication import is_reauthentication_required
from django.http import HttpRequest

from accounts.models import User

# A view that changes something asks for the password or a passkey again, unless that was minutes ago. Who has neither,
# as guests, isn't asked. What was sent is kept meanwhile.
asks_again = reauthentication_required(allow_get=True)
asks_again_to_look = reauthentication_required()


def must_ask_again(request: HttpRequest) -> bool:
    """The same for who can't be sent to another page."""
    return bool(is_reauthentication_required(request, app=""))


def tell(request: HttpRequest, user: User, what: str, **said: str) -> None:
    """Send a mail if the account has an address. *what* names the templates."""
    get_adapter(request).send_notification_mail(f"account/email/{what}", user, said)
