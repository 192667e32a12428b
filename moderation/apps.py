from django.apps import AppConfig
from django.db.models.signals import post_migrate


class ModerationConfig(AppConfig):
    name = "moderation"

    def ready(self) -> None:
        from games.chores import chores
        from moderation import services, signals

        chores.append(services.carry_out_all)
        post_migrate.connect(signals.make_moderators, sender=self)
