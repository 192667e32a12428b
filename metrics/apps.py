import sys

from django.apps import AppConfig
from django.conf import settings


class MetricsConfig(AppConfig):
    name = "metrics"

    def ready(self) -> None:
        from prometheus_client import REGISTRY, start_http_server

        from metrics import collecting, signals  # noqa: F401 - connects them

        REGISTRY.register(collecting.OfTheDatabase())
        if settings.METRICS_PORT and "worker" in sys.argv:  # which has no web server to ask
            start_http_server(settings.METRICS_PORT)
