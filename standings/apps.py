from django.apps import AppConfig


class StandingsConfig(AppConfig):
    name = "standings"

    def ready(self) -> None:
        from people import sections
        from standings import shown, signals  # noqa: F401 - connects the receivers

        sections.register(shown.profile_section)
