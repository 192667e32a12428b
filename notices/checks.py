"""A check of the mail settings, run by `manage.py check` and whenever the server starts."""

from django.conf import settings
from django.core import checks


@checks.register("mail")
def mails_leave(**_kwargs: object) -> list[checks.CheckMessage]:
    """Warn if a public site has no mail server. Logging mails instead would put secret links into the log."""
    if settings.AT_HOME or settings.MAIL_SERVER or not settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        return []
    return [
        checks.Warning(
            "We can't send emails, so nobody can reset a password, and notifications by email wait.",
            hint="Set EMAIL_HOST to your mail server (docs/settings.md).",
            id="notices.W001",
        )
    ]
