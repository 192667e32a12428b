"""The site's settings in a test process: nothing runs by itself, nothing is limited, no file has to be collected.

Tests that need it otherwise say so with pytest-django's `settings`. Servers that tests start as processes of their own
read `dominoes_site.settings`, as a host's do.
"""

import os
import tempfile
from pathlib import Path

os.environ.setdefault("SECRET_KEY", "only-for-tests")
os.environ.pop("DJANGO_SETTINGS_MODULE", None)  # processes started by tests use the site's settings

from dominoes_site.settings import *  # noqa: F403
from dominoes_site.settings import DATABASES, STORAGES

# A file, because threads share it. The process's id in its name allows two test runs at once.
_NAME = f"test_boneyard_{os.getpid()}"
_IS_SQLITE = DATABASES["default"]["ENGINE"] == "dominoes_site.sqlite"
DATABASES["default"]["TEST"] = {"NAME": str(Path(tempfile.gettempdir(), f"{_NAME}.sqlite3")) if _IS_SQLITE else _NAME}

WORKER = "none"
WEB_BEATS = False  # no server runs beside the tests
MINDS = 0
MINDS_FIND_PUZZLES = False
LIMITS = False
TOURNAMENT_CALENDAR = ""
ACCOUNT_RATE_LIMITS = {"signup": None, "login": None}
WHITENOISE_AUTOREFRESH = True  # otherwise each test client would search all static files
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
