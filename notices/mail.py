"""Mails: plain text and simple HTML, with one click to have no more of their kind."""

import smtplib
from collections.abc import Callable
from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse

from accounts.models import User
from notices.outside import Answer

SALT = "notices.stop"


def stop_path(player: User, kind: str) -> str:
    """The signed way to have no more mails of this kind; it works without logging in."""
    return reverse("notices_stop", args=[signing.dumps([player.pk, kind], salt=SALT)])


def read_stop(token: str) -> tuple[int, str] | None:
    """Whose mails, and which kind; None if we have not signed that."""
    try:
        player, kind = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return player, kind


def letter(
    *, to: str, player: User, kind: str, subject: str, template: str, identity: str, shown: dict[str, Any]
) -> Callable[[], Answer]:
    """A mail written in the active language; calling it sends it, and needs no database.

    *identity*: the same for every try, so that mail programs show a mail once that had to be sent twice.
    """
    stop = settings.SITE_URL + stop_path(player, kind)
    wishes = settings.SITE_URL + reverse("settings_notices")
    shown |= {"site": settings.SITE_URL, "stop": stop, "settings": wishes}
    host = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "boneyard"
    mail = EmailMultiAlternatives(
        subject=" ".join(subject.split()),
        body=render_to_string(f"notices/{template}.txt", shown),
        to=[to],
        headers={
            "Message-ID": f"<{identity}@{host}>",
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    mail.attach_alternative(render_to_string(f"notices/{template}.html", shown), "text/html")

    def send() -> Answer:
        try:
            mail.send()
        except (OSError, smtplib.SMTPException) as error:
            return Answer(None, type(error).__name__)
        return Answer(200)

    return send
