from django.apps import AppConfig


class HouseRulesConfig(AppConfig):
    name = "houserules"

    def ready(self) -> None:
        from houserules import signals  # noqa: F401 - connects the receivers
