"""Checks of the settings, run by `manage.py check` and whenever the server starts."""

from django.conf import settings
from django.core import checks
from standardwebhooks.webhooks import Webhook

from common.refusals import Unreadable
from notices import outside, services


@checks.register("mail")
def mails_leave(**_kwargs: object) -> list[checks.CheckMessage]:
    """Warn if a public site has no mail server. Logging mails instead would put secret links into the log."""
    if settings.AT_HOME or settings.MAIL_SERVER or not settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        return []
    return [
        checks.Warning(
            "We can't send emails, so nobody can confirm an address, reset a password or create a tournament.",
            hint="Set EMAIL_HOST to your mail server (docs/settings.md).",
            id="notices.W001",
        )
    ]


@checks.register("settings")
def webhook_can_be_used(**_kwargs: object) -> list[checks.CheckMessage]:
    """The host's webhook of open games follows the rules of players' webhooks."""
    messages: list[checks.CheckMessage] = []
    if settings.OPEN_GAMES_WEBHOOK:
        try:
            outside.must_be_allowed(settings.OPEN_GAMES_WEBHOOK)
        except Unreadable as refused:
            messages.append(checks.Error(f"OPEN_GAMES_WEBHOOK: {refused.message}", id="notices.E002"))
    if settings.OPEN_GAMES_WEBHOOK_SECRET:
        try:
            Webhook(settings.OPEN_GAMES_WEBHOOK_SECRET)
        except (ValueError, RuntimeError):
            hint = "Use whsec_ and 24 to 64 random bytes in base64: echo whsec_$(openssl rand -base64 32)"
            sentence = "OPEN_GAMES_WEBHOOK_SECRET is no secret of Standard Webhooks."
            messages.append(checks.Error(sentence, hint=hint, id="notices.E003"))
    return messages


@checks.register("settings")
def services_are_known(**_kwargs: object) -> list[checks.CheckMessage]:
    """Messengers that a host lists by a name that we don't know, or that we refuse because it isn't safe."""
    if not (names := services.unknown()):
        return []
    return [
        checks.Error(
            f"NOTICE_SERVICES names what we can't offer: {', '.join(names)}.",
            hint=f"Choose from: usual, none, {', '.join(services.BY_SCHEMA)} (docs/settings.md).",
            id="notices.E001",
        )
    ]
