"""The settings, from environment variables (docs/settings.md).

Without any variable the site uses SQLite, counts in memory, and runs the clock in a child of the web process.
DATABASE_URL and REDIS_URL turn this into the production layout.
"""

import os
import re
import tomllib
from email.utils import formataddr, parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from redis.backoff import NoBackoff
from redis.retry import Retry

from dominoes_site import APPS
from dominoes_site.environment import (
    env,
    env_bool,
    env_choice,
    env_int,
    env_list,
    env_seconds,
    env_url,
    env_urls,
    secret,
    secret_address,
)

BASE_DIR = Path(__file__).resolve().parent.parent


DEBUG = env_bool("DEBUG", default=False)
WRITTEN_KEY = BASE_DIR / "var" / "secret_key"
SECRET_KEY = secret("SECRET_KEY") or (WRITTEN_KEY.read_text().strip() if os.access(WRITTEN_KEY, os.R_OK) else "")
if not SECRET_KEY:
    raise ImproperlyConfigured("Set SECRET_KEY to a long random text, or let `make setup` write var/secret_key.")

OUR_NAME = "Boneyard"
SITE_NAME = env("SITE_NAME") or OUR_NAME
SITE_LOGO = env("SITE_LOGO")  # an SVG or PNG file
if SITE_LOGO and not (Path(SITE_LOGO).suffix.lower() in {".svg", ".png"} and Path(SITE_LOGO).is_file()):
    raise ImproperlyConfigured(f"SITE_LOGO must be an SVG or PNG file that exists, not {SITE_LOGO!r}.")
VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"]
DUMPS = env("DUMPS")  # the folder of the monthly dumps of all rated public games; empty: none are written
# The footer links to this server's source, and to pages of the host's own.
SOURCE_URL, IMPRINT_URL, PRIVACY_URL = env_url("SOURCE_URL"), env_url("IMPRINT_URL"), env_url("PRIVACY_URL")
# Links in mails and QR codes and links to share begin with it. We never use the Host header of a request for them.
SITE_URL = env_url("SITE_URL", f"http://localhost:{env_int('PORT', 8000, 1, 65535)}").rstrip("/")
HTTPS = SITE_URL.startswith("https://")
BEHIND_PROXY = env_bool("BEHIND_PROXY", default=False)
HOST = urlsplit(SITE_URL).hostname or ""
OURS = (f"[{HOST}]" if ":" in HOST else HOST, "localhost", "127.0.0.1", "[::1]")
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS") or list(dict.fromkeys(OURS))
if any("/" in name for name in ALLOWED_HOSTS):
    raise ImproperlyConfigured("ALLOWED_HOSTS must be host names such as example.org, without https:// and paths.")
CSRF_TRUSTED_ORIGINS = [SITE_URL, *env_urls("CSRF_TRUSTED_ORIGINS")]

INSTALLED_APPS = [
    "daphne",
    "django.contrib.admin.apps.SimpleAdminConfig",  # shows only the tables of dominoes_site.admin
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "channels",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.idp.oidc",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "csp",
    "rules",
    "common",
    "accounts",
    "rulebook",
    "games",
    "notices",
    "plans",
    "bots",
    "standings",
    "history",
    "learn",
    "people",
    "matching",
    "tournaments",
    "talk",
    "clubs",
    "ladders",
    "moderation",
    "family",
    "sharing",
    "dominoes_site",
]

MIDDLEWARE = [
    "sharing.embeds.for_others.without_cookies",
    "common.metrics.middleware.counted",
    "dominoes_site.middlewares.policies",
    "dominoes_site.middlewares.for_other_sites",
    "common.limits.middleware.paced",
    "django.middleware.security.SecurityMiddleware",
    "dominoes_site.middlewares.StaticFiles",
    *([] if BEHIND_PROXY else ["dominoes_site.middlewares.Compression"]),
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "accounts.sessions.WhoIsLoggedIn",
    "accounts.browsers.noted",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "common.limits.middleware.SlowDown",
]

FOLLOWERS = "dominoes_site.followers"  # called after moves, joins, departures, in order
ROOT_URLCONF = "dominoes_site.urls"
ASGI_APPLICATION = "dominoes_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "builtins": ["common.templatetags.brand"],
            "loaders": [
                (
                    "common.cache.templates.Loader",
                    [
                        "django.template.loaders.filesystem.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.preferences.context",
                "notices.context.header",
            ],
        },
    },
]

# ---- Database -------------------------------------------------------------------------------
# FULL: not even a power cut loses an acknowledged move (docs/hosting.md, "Backup and restore", says what it costs).
SQLITE_SYNCHRONOUS = env_choice("SQLITE_SYNCHRONOUS", "NORMAL", "FULL")
LOCK_SECONDS = 5  # SQLite has one writer at a time; requests that wait longer get a 503
DATABASE_URL = secret_address(
    "DATABASE_URL",
    example="postgres://user:password@host/name or sqlite:////path/to/file",
    schemes=("postgres", "postgresql", "sqlite"),
    default=f"sqlite:///{BASE_DIR / 'db.sqlite3'}",
)
DATABASES = {"default": dj_database_url.parse(DATABASE_URL)}
# Connections of this process to PostgreSQL. Sockets use half of them and store their moves together; queued work uses
# these, too. Pages use the rest. With fewer, they would silently wait for each other.
DATABASE_POOL = env_int("DATABASE_POOL", 8, least=4)
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["ENGINE"] = "dominoes_site.sqlite"
    SOCKET_THREADS = 1  # SQLite has one writer: a queue beats waiting for its lock
    # Each thread has its own connection, because opening one costs more than a move or a small page.
    DATABASES["default"]["CONN_MAX_AGE"] = None
    DATABASES["default"]["OPTIONS"] = {
        # Lock when the transaction begins: better to wait than to fail half way.
        "transaction_mode": "IMMEDIATE",
        "timeout": LOCK_SECONDS,
        "init_command": f"PRAGMA journal_mode=WAL; PRAGMA synchronous={SQLITE_SYNCHRONOUS}; PRAGMA cache_size=-64000;",
    }
else:
    SOCKET_THREADS = DATABASE_POOL // 2
    DATABASES["default"]["ENGINE"] = "dominoes_site.postgresql"
    DATABASES["default"]["OPTIONS"] = {
        "prepare_threshold": 0,  # lets `dominoes_site.postgresql` prepare statements
        "connect_timeout": 2,  # seconds, like the others; an unreachable host sends no error
        "tcp_user_timeout": 4000,  # milliseconds
        # Detects a host that disappears while the clock waits for an answer. Linux's default is two hours.
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        # The same for PostgreSQL: a host that disappears within a transaction would keep its locks for two hours.
        "options": (
            "-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=3 -c tcp_keepalives_count=3 -c tcp_user_timeout=10000"
        ),
        # The threads of all requests share a pool of connections. A request that gets none in time fails with a 503.
        # `reconnect_timeout`: how long the pool tries to replace a lost one.
        "pool": {"min_size": 1, "max_size": DATABASE_POOL, "timeout": 2, "reconnect_timeout": 2},
    } | DATABASES["default"].get("OPTIONS", {})  # options in DATABASE_URL, such as sslmode
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# ---- Live -----------------------------------------------------------------------------------
REDIS_URL = secret_address(
    "REDIS_URL", example="redis://host:6379/0", schemes=("redis", "rediss", "unix", "redis+sentinel")
)
if REDIS_URL.startswith("redis+sentinel:") and not re.fullmatch(r"/[^/]+(/\d+)?", urlsplit(REDIS_URL).path):
    raise ImproperlyConfigured(
        "REDIS_URL needs the name that the Sentinels know: redis+sentinel://host,host:26379/name"
    )
REDIS_OPTIONS: dict[str, Any] = {"socket_timeout": 1, "socket_connect_timeout": 1, "retry": Retry(NoBackoff(), 0)}
CACHES = {
    "default": (
        {
            "BACKEND": "common.cache.forgiving.ForgivingRedisCache",
            "LOCATION": [REDIS_URL],  # a list: in a text, commas would part addresses
            "OPTIONS": REDIS_OPTIONS | {"pool_class": "common.processes.redis_wire.Pool"},
        }
        if REDIS_URL
        else {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": 50_000},  # with fewer, we would drop counts that still matter
        }
    )
}
# The clock and the queues run in a child of the server, in its threads, or in `manage.py worker`.
WORKER = env_choice("WORKER", "child", "thread", "none", default="none" if REDIS_URL else "child")
WEB_BEATS = WORKER == "none"  # the worker is a process of its own, which must know whether web processes are there
if "WORKER_IN_PROCESS" in os.environ:
    raise ImproperlyConfigured("Set WORKER to child, thread or none: there is no WORKER_IN_PROCESS any more.")
# Games of 20 kB that a process keeps in memory. If more are in play, each visit costs a replay (docs/growth.md).
REMEMBERED = env_int("REMEMBERED", 12000, least=1)
SWEEP_SECONDS = env_int("SWEEP_SECONDS", 5, 1, 30)  # after a minute without a sweep, a worker counts as dead
# The series of tournaments that a new site has (docs/tournaments.md); empty for none.
TOURNAMENT_CALENDAR = env("TOURNAMENT_CALENDAR", str(APPS / "tournaments/calendar.toml"))
# The first seconds of a turn, which a time bank isn't charged. Conditional moves come within them, at random.
HEAD_START_SECONDS = env_seconds("HEAD_START_SECONDS", 10, most=300)
# Child processes that compute computers' moves; 0: another process does (`manage.py worker --minds 2`).
MINDS = env_int("MINDS", 0 if REDIS_URL else 2, 0, 256)
# 19: lowest priority, so that pages stay fast. On a single core, even 10 slows them down.
MINDS_NICENESS = env_int("MINDS_NICENESS", 19, 0, 19)
# From the start of a computer's turn to its move.
COMPUTER_PAUSE_SECONDS = env_seconds("COMPUTER_PAUSE_SECONDS", 0.25, most=60)
ANALYSES_A_DAY = env_int("ANALYSES_A_DAY", 40)  # for each person
GUEST_ANALYSES_A_DAY = env_int("GUEST_ANALYSES_A_DAY", 5)  # for all guests of one address together
MINDS_FIND_PUZZLES = env_bool("MINDS_FIND_PUZZLES", default=True)
COMPUTER_GAMES = env_int("COMPUTER_GAMES", 10)  # running games with computers, for each person
VACATION_DAYS = env_int("VACATION_DAYS", 30, 0, 366)  # for each person and calendar year

# ---- Accounts -------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.login.backend.OnePassword"]
PASSWORD_HASHERS = [
    "accounts.login.hashers.FewAtOnce",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
PASSWORDS_AT_ONCE = env_int("PASSWORDS_AT_ONCE", 2, least=1)  # in one process; each check takes 100 MB for a moment
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
REGISTRATION = env_choice("REGISTRATION", "open", "invited", "closed")  # accounts.registration says what each means
# Sign-in by the host's own provider (accounts/login/provider.py); without it, none of its code is loaded.
OIDC_ISSUER, OIDC_NAME = env_url("OIDC_ISSUER").rstrip("/"), env("OIDC_NAME") or "OpenID Connect"
OIDC_CLIENT_ID, OIDC_CLIENT_SECRET = env("OIDC_CLIENT_ID"), secret("OIDC_CLIENT_SECRET")
OIDC_REGISTERS = env_bool("OIDC_REGISTERS", default=False)
if bool(OIDC_ISSUER) != bool(OIDC_CLIENT_ID):
    raise ImproperlyConfigured("Sign-in by a provider needs both OIDC_ISSUER and OIDC_CLIENT_ID.")
if OIDC_ISSUER:
    INSTALLED_APPS += ["allauth.socialaccount", "allauth.socialaccount.providers.openid_connect"]
    OIDC_APP = {
        "provider_id": "host",
        "name": OIDC_NAME,
        "client_id": OIDC_CLIENT_ID,
        "secret": OIDC_CLIENT_SECRET,
        "settings": {"server_url": OIDC_ISSUER, "oauth_pkce_enabled": True},
    }
    SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": [OIDC_APP]}}
SOCIALACCOUNT_ADAPTER = "accounts.login.provider.Adapter"
SOCIALACCOUNT_AUTO_SIGNUP = False  # people choose a name: the provider's may be their real one
SOCIALACCOUNT_EMAIL_AUTHENTICATION = False  # an email address never opens an account; people connect it themselves
SOCIALACCOUNT_EMAIL_VERIFICATION = "optional"
SOCIALACCOUNT_FORMS = {"signup": "accounts.login.provider.SignupForm"}
SOCIALACCOUNT_REQUESTS_TIMEOUT = 5  # seconds
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_ADAPTER = "notices.adapter.AccountAdapter"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""  # mails carry our name anyway
PASSWORD_RESET_TIMEOUT = 86_400  # a day; we try to send the mail for at most half of it (notices/mail.py)
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_PREVENT_ENUMERATION = "strict"  # sign-up doesn't reveal whether an address is known
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # to change the email address; lasts for five minutes
ACCOUNT_EMAIL_NOTIFICATIONS = True  # about a new password, address or second factor; AccountAdapter chooses the address
ACCOUNT_FORMS = {
    "login": "accounts.login.forms.LoginForm",
    "signup": "accounts.login.forms.SignupForm",
    "change_password": "accounts.pages.password_forms.ChangeForm",
    "set_password": "accounts.pages.password_forms.SetForm",
    "reset_password_from_key": "accounts.pages.password_forms.ResetForm",
}
# Apps that people sign in to with their account here (accounts/oauth).
IDP_OIDC_ADAPTER = "accounts.oauth.provider.Adapter"
OIDC_PRIVATE_KEY = secret("OIDC_PRIVATE_KEY").replace("\\n", "\n")  # RSA, as PEM; if empty, the server creates one
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_FORMS = {"add_webauthn": "accounts.login.forms.AddKeyForm"}
MFA_TOTP_ISSUER = SITE_NAME
MFA_TOTP_TOLERANCE = 1  # codes; phone clocks aren't exact
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # browsers allow passkeys without TLS only on localhost
# Guests are logged in but may sign up. accounts.login.admission redirects all other logged-in users.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_USER_DISPLAY = "accounts.models.display_name"
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 400  # the longest browsers keep one: a guest's games live here
SESSION_SAVE_EVERY_REQUEST = False

MAIL_SERVER = env("EMAIL_HOST")
EMAIL_HOST, EMAIL_PORT = MAIL_SERVER or "localhost", env_int("EMAIL_PORT", 25, 1, 65535)
# Mails contain login links, so we log them only on a local site. Elsewhere they wait for a server.
AT_HOME = urlsplit(SITE_URL).hostname in {"localhost", "127.0.0.1", "::1"}
LOGGED_OR_SENT = "console" if AT_HOME and not MAIL_SERVER else "smtp"
EMAIL_BACKEND = env("EMAIL_BACKEND", f"django.core.mail.backends.{LOGGED_OR_SENT}.EmailBackend")
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = env("EMAIL_HOST_USER"), secret("EMAIL_HOST_PASSWORD")
# At port 465, TLS begins at once; at others, a plain connection changes to it (STARTTLS).
EMAIL_USE_SSL = EMAIL_PORT == 465
EMAIL_USE_TLS = env_bool("EMAIL_USE_TLS", default=False) and not EMAIL_USE_SSL
EMAIL_TIMEOUT = 10  # seconds; we retry a silent mail server later
SENDER, SENDS_FROM = parseaddr(env("DEFAULT_FROM_EMAIL") or "boneyard@localhost")
if not re.fullmatch(r"[^@\s]+@[^@\s]+", SENDS_FROM):
    raise ImproperlyConfigured("DEFAULT_FROM_EMAIL must be an email address, such as Our club <club@example.org>.")
DEFAULT_FROM_EMAIL = formataddr((SENDER or SITE_NAME, SENDS_FROM))

# ---- Notifications --------------------------------------------------------------------------
VAPID_PRIVATE_KEY = secret("VAPID_PRIVATE_KEY")  # 32 bytes in base64url; if empty, the server creates one
# Webhooks and pushes use TLS and go to public addresses. A private server may allow addresses in its own network.
NOTICES_TO_PRIVATE_ADDRESSES = env_bool("NOTICES_TO_PRIVATE_ADDRESSES", default=False)
# The messengers that players may add, by the beginning of their addresses (notices/services.py). "usual": our list;
# "none": none.
NOTICE_SERVICES = env("NOTICE_SERVICES", "usual")
# Each new open game is posted there; the secret signs it as in Standard Webhooks.
OPEN_GAMES_WEBHOOK, OPEN_GAMES_WEBHOOK_SECRET = env_url("OPEN_GAMES_WEBHOOK"), secret("OPEN_GAMES_WEBHOOK_SECRET")
# After this time, another worker sends the notifications of a killed one.
NOTICE_CLAIM_SECONDS = env_int("NOTICE_CLAIM_SECONDS", 120, least=1)

# ---- Security -------------------------------------------------------------------------------
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"  # a private link must never be sent in a Referer header
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SECURE_SSL_REDIRECT = env_bool("SSL_REDIRECT", default=True) and HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_HSTS_SECONDS = env_int("HSTS_SECONDS", 31536000 if HTTPS else 0)
# Off by default: we may not own all names below ours, and it's hard to leave the browsers' built-in list again.
SECURE_HSTS_INCLUDE_SUBDOMAINS = env_bool("HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = env_bool("HSTS_PRELOAD", default=False)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # they require both
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "style-src": [SELF],
        "script-src": [SELF],
        # Safari before 15.4 doesn't count sockets of our own host as "self".
        "connect-src": [SELF, f"ws{'s' if HTTPS else ''}://{urlsplit(SITE_URL).netloc}"],
        "object-src": [NONE],
        "base-uri": [SELF],
        # The button that leads to the provider is a form, and browsers check where it ends.
        "form-action": [SELF, *filter(None, ["/".join(OIDC_ISSUER.split("/")[:3])])],
        "frame-ancestors": [NONE],
    },
}
# The largest body of a request in bytes, by the start of its address; the first match counts. Longer bodies are cut
# off before they are stored anywhere (dominoes_site/bodies.py).
KILOBYTE = 1024
LARGEST_RECORD = env_int("LARGEST_RECORD", 1024 * KILOBYTE, least=KILOBYTE)  # of a record to study
LARGEST_BODIES = {
    "/healthz": 0,
    "/readyz": 0,
    "/metrics": 0,
    "/static/": 0,
    "/ws/": 0,
    "/study/": LARGEST_RECORD + 64 * KILOBYTE,
    "/api/v1/studies/": LARGEST_RECORD + 64 * KILOBYTE,
    "/api/": 64 * KILOBYTE,
    "/oauth/": 16 * KILOBYTE,
    "/": 256 * KILOBYTE,  # forms
}
DATA_UPLOAD_MAX_MEMORY_SIZE = max(LARGEST_BODIES.values())

# ---- Rate limits (common/limits/rates.py describes their form) ------------------------------------------------
LIMITS = env_bool("LIMITS", default=True)
# Logged-in users count by name, strangers by address. A school class shares one address; so does a script that
# creates guests endlessly, each with its own rates.
RATES = {
    "api": "1200/m 6000/m/address",
    "ask": "10/m 30/h 100/d",  # of one's opponent: a pause, more time, a move back
    "app": "600/m/address",  # what apps ask for people who sign in: tokens, names
    "boards": "120/m 600/m/address",  # requests for small boards that we must replay
    "farewell": "10/h",
    "find": "20/m 150/h",
    "flood": "60/s",  # of one socket; beyond it we close the socket and refuse its address for a while
    "friend": "20/m 100/d",
    "guest": "30/m/address 200/h/address",
    "invite": "20/m 150/d",
    "letter": "10/d",  # first messages to people who aren't friends
    "message": "20/s",  # of one player's sockets
    "new_game": "20/m 150/h",
    "board": "60/h 150/d",  # players named in matches of clubs
    "clip": "6/m/address 60/h/address",  # of finished games; each is made once
    "crowd": "600/s/address",  # of all sockets of an address; beyond it we close the busiest ones, as for a flood
    "club": "10/m 60/h",  # asked to join
    "club_invite": "20/d",  # to clubs
    "remove": "20/h 60/d",  # members of a club, by an organiser who doesn't own it
    "new_club": "6/d",  # its name stays taken when it closes
    "match": "10/d",  # proposed to other clubs, whose organisers are notified
    "export": "6/m 60/h 30/m/address",  # reads all games of a player
    "page": "240/m 200/10s/address",  # of one browser, in one process; enough for thirty people at one address
    "notice_test": "5/m 30/h",  # it makes us post to an address the user chooses
    "partner": "5/h 20/d",  # asked to enter a tournament together
    "picture": "30/m/address 300/h/address",  # for shared links; each is drawn once
    "reaction": "20/m 300/h",
    "rematch": "10/m 100/h",
    "replay": "30/m 120/m/address",  # deals that aren't cached, which we must replay
    "report": "5/m 20/d",
    "post": "5/h 10/d",  # announcements to the members of a club
    "request": "1000/20s/address",  # any request to one process; those beyond it are delayed by a second, not refused
    "sign_in": "60/m 600/h 600/m/address",  # to an app
    "schema": "60/m/address",  # half a megabyte
    "socket": "600/m/address",  # opened
    "study": "20/m 200/d 30/30s/address",  # we replay each record
    "talk": "10/m 200/h",
    "token": "10/m 50/d",
    # Milliseconds of CPU for pages and API answers, in one process (docs/design/limits.md says why). A browser or a
    # program gets a fifth of a processor; so do all other clients of an address together. An address gets two fifths.
    "work": "2000/10s 4000/10s/address",
}
RATES = {name: env(f"RATE_{name.upper()}", rate) for name, rate in RATES.items()}
SOCKETS_PER_ADDRESS = env_int("SOCKETS_PER_ADDRESS", 300, least=1)  # in one process
CONNECTIONS_PER_ADDRESS = env_int("CONNECTIONS_PER_ADDRESS", 200, least=1)  # by HTTP; a browser opens six
DOWNLOADS_AT_ONCE = env_int("DOWNLOADS_AT_ONCE", 2, least=1)  # of one caller from one process: files of many games
FLOOD_PAUSE_SECONDS = env_int("FLOOD_PAUSE_SECONDS", 5, least=1)  # after a flood; doubles each time
# Proxies in front of us. Each appends its client's address to X-Forwarded-For.
PROXIES = env_int("PROXIES", 1, least=1)
if not BEHIND_PROXY:
    PROXIES = 0
# allauth counts sign-ups, logins and password resets. We use its defaults for the others.
ACCOUNT_RATE_LIMITS = {"signup": "20/m/ip,100/h/ip", "login": "30/m/ip"} if LIMITS else {"signup": None, "login": None}

# ---- API ------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_THROTTLE_CLASSES": ["common.limits.throttling.Throttle"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "common.api.errors.answer",
}
SPECTACULAR_SETTINGS = {
    "TITLE": f"{SITE_NAME} API",
    "DESCRIPTION": "Play dominoes by correspondence. Every answer shows what the caller may see, and no more.",
    "VERSION": VERSION,
    "OAS_VERSION": "3.1.0",  # its shapes are plain JSON Schema, so tests can check real answers against them
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVERS": [{"url": SITE_URL}],
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "CONTACT": {"name": SITE_NAME, "url": IMPRINT_URL or SITE_URL},
    "WEBHOOKS": ["notices.api.NOTIFIED", "people.api.shapes.GAME_OPENED"],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "common.api.examples.add_to",
        "common.api.schema_hooks.with_one_word_for_ids",
        "common.api.schema_hooks.with_versions",
        "common.api.schema_hooks.with_headers_of_webhooks",
    ],
    "ENUM_NAME_OVERRIDES": {
        "Status": "games.models.Game.Status",
        "AskKind": "games.models.Ask.Kind",
        "AskAnswered": "games.models.Ask.Answer",
        "ClockKind": "rulebook.time_control.Clock",
        "Visibility": "games.models.Game.Visibility",
        "Result": "games.models.Seat.Result",
        "PastResult": "history.models.Meeting.Result",
        "By": "games.models.Move.By",
        "ComputerLevel": "accounts.models.User.Level",
        "InvitationState": "people.models.Invitation.State",
        "Reaction": "talk.models.Reaction.Sign",
        "Friendship": ["friends", "asked", "asks"],
        "Pace": "matching.pools.Pace",
        "TournamentFormat": "tournaments.kinds.FormatName",
        "TournamentPace": "tournaments.kinds.Pace",
        "TournamentState": "tournaments.models.Tournament.State",
        "EntryState": "tournaments.models.Entry.State",
        "ClubColour": "clubs.models.Club.Colour",
        "ClubJoining": "clubs.models.Club.Joining",
        "RoleInClub": "clubs.models.Membership.Role",
    },
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

# ---- Language, time, static -----------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", "English"),
    ("de", "Deutsch"),
    ("es", "Español"),
    ("pt", "Português"),
    ("ru", "Русский"),
    ("uk", "Українська"),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"
STATIC_URL = "static/"
STATIC_ROOT = env("STATIC_ROOT", str(BASE_DIR / "staticfiles"))
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = DEBUG  # while developing, serve the files as they are
WHITENOISE_AUTOREFRESH = DEBUG
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "dominoes_site.storage.BundledStaticFilesStorage"
    },
}

LOG_FORMAT = env_choice("LOG_FORMAT", "line", "json")
SENTRY_DSN = secret("SENTRY_DSN")  # errors go there, without anything private (dominoes_site/sentry.py)
METRICS_TOKEN = secret("METRICS_TOKEN")  # for /metrics; without it, only a local site shows them, to its own machine
# Where a worker serves its metrics, without a token.
METRICS_ADDRESS, METRICS_PORT = env("METRICS_ADDRESS", "127.0.0.1"), env_int("METRICS_PORT", 0, 0, 65535)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "common.logs.Line",
            "format": "%(asctime)s %(levelname)s %(name)s [%(request_id)s] %(message)s",
        },
        "json": {"()": "common.logs.Json"},
    },
    "filters": {
        "request_id": {"()": "common.logs.RequestId"},
        "once_a_minute": {
            "()": "common.logs.OnceAMinute",
            "silence": env_seconds("LOG_SILENCE_SECONDS", 60, most=86_400),
        },
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["request_id", "once_a_minute"],
        },
    },
    "root": {
        "handlers": ["console"],
        "level": env_choice("LOG_LEVEL", "INFO", "DEBUG", "WARNING", "ERROR", "CRITICAL"),
    },
    "loggers": {
        "daphne": {"level": "WARNING"},
        "django.channels.server": {"level": "WARNING"},
        "oauthlib": {"level": "INFO"},
        "apprise": {"level": "CRITICAL", "propagate": False},  # it logs addresses, which are secrets
    },
}
