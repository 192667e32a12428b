from django.apps import AppConfig


class HistoryConfig(AppConfig):
    name = "history"

    def ready(self) -> None:
        from history import signals  # noqa: F401 - connects the receivers
