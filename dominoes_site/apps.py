import sys

from django.apps import AppConfig
from django.conf import settings


class SiteConfig(AppConfig):
    name = "dominoes_site"

    def ready(self) -> None:
        from prometheus_client import REGISTRY, start_http_server

        from dominoes_site import checks, gauges, sentry  # noqa: F401  checks: registers them

        if settings.SENTRY_DSN:
            sentry.start(settings.SENTRY_DSN, release=settings.VERSION, site=settings.SITE_URL)
        REGISTRY.register(gauges.OfTheDatabase())
        REGISTRY.register(gauges.OfRedis())
        if settings.METRICS_PORT and "worker" in sys.argv:  # it has no web server for /metrics
            start_http_server(settings.METRICS_PORT, settings.METRICS_ADDRESS)
