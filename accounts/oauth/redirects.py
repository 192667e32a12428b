"""The addresses to which an app may have people sent back, with the code that signs them in."""

import re
from urllib.parse import urlsplit

from django.utils.translation import gettext as _

MOST, LONGEST = 10, 300  # addresses of an app; characters of one
PLAIN = re.compile(r"[!-~]+")
NEVER = set('#*"<>\\^`{|}')  # a fragment, a wildcard, and signs that browsers and servers read differently
LOCAL = {"127.0.0.1", "::1", "localhost"}
# A program on the person's own device can't choose its port before it runs (RFC 8252, 7.3).
ANY_PORT = re.compile(r"(http://(?:127\.0\.0\.1|\[::1\]))(?::([1-9]\d{0,4}))?([/?].*)?")
LAST_PORT = 65_535
# A domain backwards: com.example.app (RFC 8252, 7.1). The first part is of letters, or an international one.
OWN_SCHEME = re.compile(r"(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+")


class NotPossible(Exception):
    """Why an address is refused; a sentence for its app's maker."""


def check(address: str) -> None:
    """Raises `NotPossible`."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise _no(_("“%(address)s” isn’t a complete address."), address) from None
    if port == 0:
        raise _no(_("“%(address)s” isn’t a complete address."), address)
    if len(address) > LONGEST:
        raise _no(_("An address can have %(n)d characters at most."), n=LONGEST)
    if not PLAIN.fullmatch(address) or NEVER & set(address):
        raise _no(_("“%(address)s” contains a character that isn’t allowed, such as # or *."), address)
    if "@" in parts.netloc:
        raise _no(_("“%(address)s” contains a user name. Remove it."), address)
    if not (
        (parts.scheme == "https" and host)
        or (parts.scheme == "http" and host in LOCAL)
        or OWN_SCHEME.fullmatch(parts.scheme)
    ):
        raise _no(
            _(
                "“%(address)s” must begin with https://, with http://127.0.0.1 for a program on the same device, or"
                " with your own scheme, such as com.example.app:/"
            ),
            address,
        )


def matches(registered: str, sent: str) -> bool:
    """Whether the addresses are the same, sign by sign. Only the port of a program on the same device may differ."""
    if sent == registered:
        return True
    one, other = ANY_PORT.fullmatch(registered), ANY_PORT.fullmatch(sent)
    if one is None or other is None or int(other[2] or 80) > LAST_PORT:
        return False
    return (one[1], one[3]) == (other[1], other[3])


def place(address: str) -> str:
    """Where it leads, for people: a host; or, with a program on their device, the name of its scheme."""
    parts = urlsplit(address)
    if parts.scheme == "https":
        return parts.netloc
    return "" if parts.hostname in LOCAL and parts.scheme == "http" else parts.scheme


def form_action(address: str) -> list[str]:
    """Where the form of consent may lead, for its Content-Security-Policy. Chromium checks each redirect after it, and
    the app's address may redirect to another. No policy can name an IPv6 address.
    """
    parts = urlsplit(address)
    if parts.scheme == "http":
        return ["https:", "http:" if parts.hostname == "::1" else f"http://{parts.netloc}"]
    return ["https:"] if parts.scheme == "https" else ["https:", f"{parts.scheme}:"]


def _no(sentence: str, address: str = "", **values: object) -> NotPossible:
    return NotPossible(sentence % {"address": address[:60], **values})
