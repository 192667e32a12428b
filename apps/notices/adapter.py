"""Sends mails about accounts (confirm an address, reset a password, report a change) through the outbox.

`accounts` can't import `notices`, so its own adapter has no outbox; the settings name this one instead.
"""

from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from django.conf import settings
from django.utils import timezone

from accounts.login.adapter import AccountAdapter as WithoutOutbox
from notices import actions


class AccountAdapter(WithoutOutbox):
    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Render the mail and queue it, so that people can sign up while the mail server is down."""
        site = SimpleNamespace(name=settings.SITE_NAME, domain=settings.SITE_URL)
        shown = {"request": self.request, "email": email, "current_site": site} | _with_our_links(context)
        mail = self.render_mail(template_prefix, email, shown)
        known = EmailAddress.objects.filter(email__iexact=email).select_related("user").first()
        actions.write(
            to=email,
            player=context.get("user") or (known and known.user),
            kind=template_prefix.rpartition("/")[2],
            subject=str(mail.subject),
            body=str(mail.body),
            now=timezone.now(),
        )


def _with_our_links(context: dict[str, object]) -> dict[str, object]:
    """Point allauth's links to our address. They use the request's Host header, which anybody can forge."""
    links = {name: value for name, value in context.items() if name.endswith("_url")}
    return context | {name: settings.SITE_URL + _path(str(link)) for name, link in links.items()}


def _path(link: str) -> str:
    return urlsplit(link)._replace(scheme="", netloc="").geturl()
