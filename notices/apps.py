from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "notices"

    def ready(self) -> None:
        import metrics
        from games import chores, live
        from notices import checks, outbox, queries, signals  # noqa: F401 - connects the receivers and the check

        chores.chores.append(outbox.sweep)
        metrics.waiting["notices"] = queries.waiting_deliveries
        live.more_for_desks.append(queries.for_desk)
