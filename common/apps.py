from django.apps import AppConfig
from django.conf import settings


class CommonConfig(AppConfig):
    name = "common"

    def ready(self) -> None:
        from common.limits import rates

        for text in settings.RATES.values():
            rates.parse_rates(text)  # a typo must stop the server's start, not a player's move
