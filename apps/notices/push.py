"""Browser push: encrypted for one browser (RFC 8291), and signed so that its push service knows us (VAPID)."""

import base64
import json
import time
from email.utils import parseaddr
from functools import cache, lru_cache
from threading import Lock
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02
from pywebpush import WebPusher, WebPushException

from notices import outside
from notices.models import Device, ServerKey

_signing = Lock()
KEPT_SECONDS = 86_400  # how long the push service keeps a message while the browser is off
SIGNED_SECONDS, SIGNED_AGAIN = 6 * 3_600, 3_600  # how long a signature is valid; when we renew it


def public_key() -> str:
    """The key that browsers subscribe with, in base64url."""
    return _text(signer().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def signer() -> Vapid02:
    """The server's key: from the environment, or generated once for all its processes."""
    return _read(settings.VAPID_PRIVATE_KEY or _made())


@cache
def _made() -> str:
    fresh = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big")
    return ServerKey.objects.get_or_create(name="vapid", defaults={"private": _text(fresh)})[0].private


@cache
def _read(private: str) -> Vapid02:
    return Vapid02.from_string(private)


def _signature(key: Vapid02, service: str) -> dict[str, str]:
    with _signing:  # of pushes sent in parallel, the first signs for all
        return _signed(key, service, int(time.time()) // SIGNED_AGAIN)


@lru_cache(1000)
def _signed(key: Vapid02, service: str, hour: int) -> dict[str, str]:
    """Headers that identify us to this service for an hour. Cached, because signing costs more than encrypting."""
    claims = {
        "aud": service,
        "exp": hour * SIGNED_AGAIN + SIGNED_SECONDS,
        "sub": settings.SITE_URL if settings.HTTPS else f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
    }
    headers: dict[str, str] = key.sign(claims)
    return headers


def sealed(device: Device, payload: dict[str, object]) -> bytes | None:
    """The body that only this browser can decrypt; None if its keys are invalid."""
    keys = {"p256dh": device.p256dh, "auth": device.auth}
    try:
        encoded = WebPusher({"endpoint": device.endpoint, "keys": keys}).encode(json.dumps(payload).encode())
    except (ValueError, WebPushException, TypeError):
        return None
    body: bytes = encoded["body"]
    return body


def send(device: Device, payload: dict[str, object], *, topic: str, key: Vapid02) -> outside.Answer:
    """*topic*: a push service replaces a waiting message of the same topic. Needs no database."""
    body = sealed(device, payload)
    if body is None:
        return outside.Answer(410, "invalid keys")
    parts = urlsplit(device.endpoint)
    headers = {
        **_signature(key, f"{parts.scheme}://{parts.netloc}"),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_SECONDS),
        "Topic": topic,
        "Urgency": "high",
    }
    return outside.post(device.endpoint, body=body, headers=headers)


def _text(key: bytes) -> str:
    return base64.urlsafe_b64encode(key).rstrip(b"=").decode()
