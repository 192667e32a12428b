from django.apps import AppConfig

from common.migrated import after_migrate


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from tournaments.life import calendar

        after_migrate(self, calendar.load)
