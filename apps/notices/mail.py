"""Mails in plain text and simple HTML, with a link to unsubscribe from their kind."""

import smtplib
from collections.abc import Callable
from datetime import timedelta
from email.utils import parseaddr

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.urls import reverse

from accounts.models import User
from notices.choices import Channel, Event
from notices.connections import OpenConnections
from notices.models import Delivery, Letter
from notices.outside import Answer

SALT = "notices.stop"
GOODBYE = 421  # the mail server accepts no more mails over this connection
LETTER_WAITS = timedelta(hours=12)  # for a mail server; a later mail would surprise more than it helps


def stop_path(player: User, kind: str) -> str:
    """The signed path that unsubscribes from this kind of mail. It works without logging in."""
    return reverse("notices_stop", args=[signing.dumps([player.pk, kind], salt=SALT)])


def read_stop(token: str) -> tuple[int, str] | None:
    """Whose mails, and which kind. None if we didn't sign the token."""
    try:
        player, kind = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return player, kind


def of_account(letter: Letter) -> Callable[[], Answer]:
    """A letter as a mail. It has no link to unsubscribe, because its readers caused it themselves."""
    mail = EmailMultiAlternatives(
        subject=letter.subject,
        body=letter.body,
        to=[letter.to],
        headers={"Message-ID": _message_id(f"letter.{letter.pk}"), "Auto-Submitted": "auto-generated"},
    )
    return _sending(mail)


def letter(
    delivery: Delivery, to: str, kind: Event | Channel, subject: str, context: dict[str, object]
) -> Callable[[], Answer]:
    """Render the mail of a *delivery* in the active language. Calling the result sends it and needs no database.

    *kind* is what its link stops: notifications of one event, or the daily mail. The message's id is the same for every
    try, so that mail programs show a mail once even if we sent it twice.
    """
    assert delivery.player is not None
    template, name = ("digest", "digest") if kind is Channel.DIGEST else ("mail", "notice")
    stop = settings.SITE_URL + stop_path(delivery.player, kind.value)
    wishes = settings.SITE_URL + reverse("settings_notices")
    context |= {"site": settings.SITE_URL, "stop": stop, "settings": wishes}
    mail = EmailMultiAlternatives(
        subject=" ".join(subject.split()),
        body=render_to_string(f"notices/{template}.txt", context),
        to=[to],
        headers={
            "Message-ID": _message_id(f"{name}.{delivery.pk}"),
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    mail.attach_alternative(render_to_string(f"notices/{template}.html", context), "text/html")
    return _sending(mail)


def _message_id(identity: str) -> str:
    host = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "boneyard"
    return f"<{identity}@{host}>"


def _connect() -> BaseEmailBackend:
    server: BaseEmailBackend = get_connection()
    server.open()
    return server


def _sending(mail: EmailMultiAlternatives) -> Callable[[], Answer]:
    """Calling the result sends the mail and needs no database."""

    def by(server: BaseEmailBackend) -> None:
        try:
            server.send_messages([mail])
        except smtplib.SMTPResponseException as refused:
            if refused.smtp_code == GOODBYE:
                raise smtplib.SMTPServerDisconnected from refused
            raise

    def send() -> Answer:
        try:
            connections.use("", _connect, by)
        except (OSError, smtplib.SMTPException) as error:
            return Answer(None, type(error).__name__)
        return Answer(200)

    return send


connections = OpenConnections[BaseEmailBackend]()
