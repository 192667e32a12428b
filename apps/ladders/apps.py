from django.apps import AppConfig


class LaddersConfig(AppConfig):
    name = "ladders"

    def ready(self) -> None:
        from ladders import looking  # noqa: F401 - connects its signal
