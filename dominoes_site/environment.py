"""Reads the environment variables for `dominoes_site.settings`, and knows the names of all that it has read.

Each function names a variable, its kind and its bounds, and raises `ImproperlyConfigured` with a sentence that begins
with the variable's name.
"""

import os
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

KNOWN: set[str] = set()  # all names that the settings read, secrets too
SECRETS: set[str] = set()  # those that may be in a file (NAME_FILE)
ALIKE = 0.8  # from 0 (nothing in common) to 1 (the same); TEST_REDIS_URL and REDIS_URL have 0.78


def env(name: str, default: str = "") -> str:
    KNOWN.add(name)
    return os.environ.get(name, default)


def env_bool(name: str, *, default: bool) -> bool:
    value = env(name).lower()
    if value not in {"", "0", "1", "false", "true", "no", "yes"}:
        raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")
    return value in {"1", "true", "yes"} if value else default


def env_int(name: str, default: int, least: int = 0, most: int | None = None) -> int:
    try:
        value = int(env(name) or default)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {env(name)!r}.") from None
    _must_be_between(name, value, least, most)
    return value


def env_seconds(name: str, default: float, most: int) -> float:
    try:
        value = float(env(name) or default)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a number of seconds, not {env(name)!r}.") from None
    _must_be_between(name, value, 0, most)
    return value


def _must_be_between(name: str, value: float, least: int, most: int | None) -> None:
    if most is None and not value >= least:
        raise ImproperlyConfigured(f"{name} must be {least} or more, not {value}.")
    if most is not None and not least <= value <= most:  # also refuses "nan"
        raise ImproperlyConfigured(f"{name} must be between {least} and {most}, not {value}.")


def env_choice(name: str, *choices: str, default: str = "") -> str:
    """One of the *choices*; the first if nothing is set and there is no default."""
    value = env(name) or default or choices[0]
    if value not in choices:
        raise ImproperlyConfigured(f"{name} must be {', '.join(choices[:-1])} or {choices[-1]}, not {value!r}.")
    return value


def env_list(name: str) -> list[str]:
    """The values between commas."""
    return [value.strip() for value in env(name).split(",") if value.strip()]


def env_url(name: str, default: str = "") -> str:
    value = env(name) or default
    _must_be_url(name, value)
    return value


def env_urls(name: str) -> list[str]:
    values = env_list(name)
    for value in values:
        _must_be_url(name, value)
    return values


def _must_be_url(name: str, value: str) -> None:
    if value and not (value.startswith(("https://", "http://")) and _host(value)):
        raise ImproperlyConfigured(f"{name} must be an address such as https://example.org/page, not {value!r}.")


def _host(address: str) -> str | None:
    """The address's host, or None if it has none or can't be read."""
    try:
        split = urlsplit(address)
        _port = split.port  # raises, too
    except ValueError:
        return None
    return split.hostname


def secret(name: str) -> str:
    """The variable *name*, or the content of the file in *name*_FILE: containers and systemd keep secrets in files."""
    SECRETS.add(name)
    value, path = env(name), env(f"{name}_FILE")
    if not path:
        return value
    if value:
        raise ImproperlyConfigured(f"Set {name} or {name}_FILE, not both.")
    try:
        return Path(path).read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(f"{name}_FILE: can't read {path!r} ({error}).") from None


def secret_address(name: str, example: str, schemes: Iterable[str], default: str = "") -> str:
    """The address of a database or Redis, which may have a password. No sentence repeats the address."""
    address = secret(name) or default
    if not address:
        return ""
    scheme, sign, rest = address.partition("://")
    if scheme not in schemes or not sign:
        raise ImproperlyConfigured(f"{name} must be an address such as {example}.")
    login = rest.partition("?")[0].rpartition("@")[0]
    try:
        split = urlsplit(address)
        _port = split.port  # raises, too
    except ValueError:
        readable = False
    else:
        readable = not split.fragment and not any(sign in login for sign in "/#@")
    if not readable:
        raise ImproperlyConfigured(
            f"{name} can't be read. In a password, write # as %23, / as %2F, : as %3A, ? as %3F and @ as %40."
        )
    return address


def misspelt(names: Iterable[str]) -> dict[str, str]:
    """Those of the names that no setting has but that resemble one, and the one that each resembles."""
    unknown = sorted(set(names) - KNOWN)
    resembling = {name: get_close_matches(name, KNOWN, n=1, cutoff=ALIKE) for name in unknown}
    return {name: alike[0] for name, alike in resembling.items() if alike}
