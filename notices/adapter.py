"""Mails about accounts (an address to confirm, a password forgotten, a change told of) take the way of all others.

`accounts` knows no notices, so its adapter has no outbox; this one, which the settings name, does.
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
        """Write it, and leave it to the outbox: a mail server that is away keeps nobody from signing up."""
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


def _with_our_links(context: dict[str, Any]) -> dict[str, Any]:
    """allauth's links begin with what the request calls us, which anybody may make up; they all lead to our pages."""
    links = {name: value for name, value in context.items() if name.endswith("_url")}
    return context | {name: settings.SITE_URL + _path(link) for name, link in links.items()}


def _path(link: str) -> str:
    return urlsplit(link)._replace(scheme="", netloc="").geturl()
