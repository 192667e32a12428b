from django.apps import AppConfig
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured


class CommonConfig(AppConfig):
    name = "common"

    def ready(self) -> None:
        from common.limits import rates

        for name, text in settings.RATES.items():  # a typo must stop the server's start, not a player's move
            try:
                rates.parse_rates(text)
            except ValueError as error:
                raise ImproperlyConfigured(f"RATE_{name.upper()}: {error}") from None
