from django.apps import AppConfig

from common.migrated import after_migrate


class HistoryConfig(AppConfig):
    name = "history"

    def ready(self) -> None:
        from history import dump_queue

        after_migrate(self, dump_queue.load)
