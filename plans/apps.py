from django.apps import AppConfig


class PlansConfig(AppConfig):
    name = "plans"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games import chores, clock
        from plans import services, signals  # noqa: F401 - the signals connect themselves

        chores.prompt.append(services.play_due)
        clock.spared.append(services.to_be_played)
