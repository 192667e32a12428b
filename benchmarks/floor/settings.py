"""The site's database settings, and nothing else of it."""

import os

from dominoes_site.settings import DATABASES, LOCK_SECONDS, LOGGING, SECRET_KEY, VERSION

__all__ = ["DATABASES", "LOCK_SECONDS", "LOGGING", "SECRET_KEY", "VERSION"]

ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "benchmarks.floor.settings"
urlpatterns: list[object] = []
USE_TZ = True
VIEW_BYTES = int(os.environ.get("FLOOR_VIEW_BYTES", "2000"))
