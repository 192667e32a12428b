"""Rows that `migrate` writes."""

from collections.abc import Callable
from datetime import datetime

from django.apps import AppConfig
from django.apps.registry import Apps
from django.apps.registry import apps as registry
from django.db import DEFAULT_DB_ALIAS
from django.db.models.signals import post_migrate
from django.utils import timezone


def after_migrate(app: AppConfig, write: Callable[[datetime], object]) -> None:
    """Call *write* with the time at the end of each `migrate`, except where it leaves tables of *app* that aren't those
    of this version. Call this in `ready`.
    """

    def receive(*, using: str, apps: Apps = registry, **_signal: object) -> None:
        if using == DEFAULT_DB_ALIAS and _columns(app, apps) == _columns(app, registry):
            write(timezone.now())

    post_migrate.connect(receive, sender=app, weak=False)


def _columns(app: AppConfig, apps: Apps) -> set[tuple[str, str | None]]:
    models = [model for model in apps.get_models() if model._meta.app_label == app.label]
    return {(model._meta.db_table, field.column) for model in models for field in model._meta.concrete_fields}
