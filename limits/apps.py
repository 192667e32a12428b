from django.apps import AppConfig


class LimitsConfig(AppConfig):
    name = "limits"

    def ready(self) -> None:
        from django.conf import settings

        from limits import rates, signals  # noqa: F401 - the signals connect themselves

        for text in settings.RATES.values():
            rates.read(text)  # a misspelled one stops the server's start, not somebody's move
