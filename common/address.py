"""The client's address, as far as we can trust it."""

import ipaddress

from asgiref.typing import WebSocketScope
from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac


def of_request(request: HttpRequest) -> str:
    return believed(request.META.get("HTTP_X_FORWARDED_FOR", ""), request.META.get("REMOTE_ADDR", ""))


def of_socket(scope: WebSocketScope) -> str:
    forwarded = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
    peer = scope.get("client") or [""]
    return believed(forwarded.decode("latin1"), peer[0])


def origin(address: str) -> str:
    """A keyed hash of the caller's address. It shows which callers share an address, but not where they are. "" if
    unknown.
    """
    return "" if address == "unknown" else salted_hmac("common.address.origin", address).hexdigest()[:16]


def neighbourhood(address: str) -> str:
    """The network of an address. We store and show only this: enough for people to recognise their own places."""
    try:
        wide = 24 if ipaddress.ip_address(address).version == 4 else 48
    except ValueError:
        return ""
    return str(ipaddress.ip_network((address, wide), strict=False))


def believed(forwarded: str, peer: str) -> str:
    """The caller's address. For IPv6 its network, because one household has billions of addresses there.

    Each trusted proxy appends the address of its client to X-Forwarded-For. We trust the last PROXIES entries, as
    clients can forge the others.
    """
    named = [name.strip() for name in forwarded.split(",") if name.strip()]
    nearest = named[-settings.PROXIES] if 0 < settings.PROXIES <= len(named) else peer
    try:
        address = ipaddress.ip_address(nearest)
    except ValueError:
        return "unknown"
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False).network_address)
    return str(address)
