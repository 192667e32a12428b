from django.apps import AppConfig
from django.db.models.signals import post_migrate


class ModerationConfig(AppConfig):
    name = "moderation"

    def ready(self) -> None:
        from moderation.group import make_moderators

        post_migrate.connect(make_moderators, sender=self)
