from django.apps import AppConfig

from common.migrated import after_migrate


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from tournaments import series

        after_migrate(self, series.load)
