from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NoticesConfig(AppConfig):
    name = "notices"
    verbose_name = _("Notifications")

    def ready(self) -> None:
        from notices import checks  # noqa: F401 - registers the check of the mail settings
