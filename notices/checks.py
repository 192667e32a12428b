"""What `manage.py check`, and every start of the server, has to say about mails."""

from typing import Any

from django.conf import settings
from django.core import checks


@checks.register("mail")
def mails_leave(**_kwargs: Any) -> list[checks.CheckMessage]:
    """A site with an address has a mail server: the log must not get links that let in whoever reads them."""
    if settings.AT_HOME or settings.MAIL_SERVER or not settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        return []
    return [
        checks.Warning(
            "No mail leaves: passwords can't be reset by mail, and notices by mail wait.",
            hint="Set EMAIL_HOST to your mail server (README, Settings).",
            id="notices.W001",
        )
    ]
