"""Browser push: encrypted for one browser (RFC 8291), and signed so that its push service knows us (VAPID)."""

import base64
import json
import secrets
import time
from email.utils import parseaddr
from functools import cache, lru_cache
from threading import Lock
from urllib.parse import urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_der_private_key
from django.conf import settings

from notices import outside
from notices.models import Device, ServerKey

_signing = Lock()
KEPT_SECONDS = 86_400  # how long the push service keeps a message while the browser is off
RECORD_BYTES, LAST_RECORD = 4096, b"\2"  # push services take no more than 4096 bytes
SIGNED_SECONDS, SIGNED_AGAIN = 6 * 3_600, 3_600  # how long a signature is valid; when we renew it


def public_key() -> str:
    """The key that browsers subscribe with, in base64url."""
    return _text(_point(signer()))


def signer() -> ec.EllipticCurvePrivateKey:
    """The server's key: from the environment, or generated once for all its processes.

    Raises ValueError if the environment's isn't a key of P-256 in base64url: its 32 bytes, or DER.
    """
    return _read(settings.VAPID_PRIVATE_KEY or _made())


@cache
def _made() -> str:
    fresh = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big")
    return ServerKey.objects.get_or_create(name="vapid", defaults={"private": _text(fresh)})[0].private


@cache
def _read(private: str) -> ec.EllipticCurvePrivateKey:
    if len(number := _raw(private)) != 32:
        key = load_der_private_key(number, None)  # older versions took these, too
        if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, ec.SECP256R1):
            raise ValueError("another kind of key")
        return key
    return ec.derive_private_key(int.from_bytes(number, "big"), ec.SECP256R1())


def _signature(key: ec.EllipticCurvePrivateKey, service: str) -> str:
    with _signing:  # of pushes sent in parallel, the first signs for all
        return _signed(key, service, int(time.time()) // SIGNED_AGAIN)


@lru_cache(1000)
def _signed(key: ec.EllipticCurvePrivateKey, service: str, hour: int) -> str:
    """The header Authorization that identifies us to this service for an hour (RFC 8292).

    Cached, because signing costs more than encrypting.
    """
    claims = {
        "aud": service,
        "exp": hour * SIGNED_AGAIN + SIGNED_SECONDS,
        "sub": settings.SITE_URL if settings.HTTPS else f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
    }
    return f"vapid t={jwt.encode(claims, key, algorithm='ES256')},k={_text(_point(key))}"


def sealed(device: Device, payload: dict[str, object]) -> bytes | None:
    """The body that only this browser can decrypt; None if its keys are invalid."""
    plain = json.dumps(payload).encode()
    try:
        browser, secret = _raw(device.p256dh), _raw(device.auth)
        return encrypted(plain, browser, secret, ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16))
    except ValueError:
        return None


def encrypted(plain: bytes, browser: bytes, secret: bytes, key: ec.EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """Encrypt for one browser (RFC 8291 with the one record of RFC 8188).

    *browser*: its public key, a point of 65 bytes. *secret*: its 16 bytes. *key* and *salt*, 16 bytes, are for this
    message alone. Raises ValueError if *browser* isn't a point of P-256.
    """
    ours = _point(key)
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), browser))
    seed = _derived(shared, secret, b"WebPush: info\0" + browser + ours, 32)
    content_key = _derived(seed, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(seed, salt, b"Content-Encoding: nonce\0", 12)
    record = AESGCM(content_key).encrypt(nonce, plain + LAST_RECORD, None)
    return salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(ours)]) + ours + record


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def send(device: Device, payload: dict[str, object], *, topic: str, key: ec.EllipticCurvePrivateKey) -> outside.Answer:
    """*topic*: a push service replaces a waiting message of the same topic. Needs no database."""
    body = sealed(device, payload)
    if body is None:
        return outside.Answer(410, "invalid keys")
    parts = urlsplit(device.endpoint)
    headers = {
        "Authorization": _signature(key, f"{parts.scheme}://{parts.netloc}"),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_SECONDS),
        "Topic": topic,
        "Urgency": "high",
    }
    return outside.post(device.endpoint, body=body, headers=headers)


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Its public key, in 65 bytes."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _raw(text: str) -> bytes:
    """Of base64url, with or without padding. Raises ValueError if it isn't that."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _text(key: bytes) -> str:
    return base64.urlsafe_b64encode(key).rstrip(b"=").decode()
