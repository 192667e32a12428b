"""A push service as browsers have them: it checks the signature, and passes the message to the browser that can decrypt
it.
"""

import base64
import json
import os
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def raw(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


USES = ((b"aes128gcm", 16), (b"nonce", 12))


def derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


@dataclass
class Browser:
    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = field(default_factory=lambda: os.urandom(16))
    shown: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    @property
    def p256dh(self) -> str:
        return text(self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    @property
    def auth(self) -> str:
        return text(self.secret)

    def receive(self, body: bytes) -> None:
        """Raises if the body isn't for this browser."""
        self.shown.append(json.loads(self.decrypted(body)))

    def decrypted(self, body: bytes) -> bytes:
        """As in RFC 8291, 3.4; the first five parts of the body are those of RFC 8188, 2.1."""
        salt, size, length, sender, record = body[:16], body[16:20], body[20], body[21:86], body[86:]
        assert length == 65
        assert len(record) <= int.from_bytes(size, "big") <= 4096
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        seed = derived(
            self.key.exchange(ec.ECDH(), point), self.secret, b"WebPush: info\0" + raw(self.p256dh) + sender, 32
        )
        key, nonce = (derived(seed, salt, b"Content-Encoding: %s\0" % use, n) for use, n in USES)
        plain = AESGCM(key).decrypt(nonce, record, None).rstrip(b"\0")
        assert plain.endswith(b"\2")  # the only record
        return plain[:-1]


def verified(header: str, audience: str) -> dict[str, Any]:
    """The claims of a VAPID header (RFC 8292). Fails unless the key that it names has signed it."""
    scheme, _, rest = header.partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    signed, _, signature = parts["t"].rpartition(".")
    r, s = raw(signature)[:32], raw(signature)[32:]
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw(parts["k"]))
    der = encode_dss_signature(int.from_bytes(r, "big"), int.from_bytes(s, "big"))
    key.verify(der, signed.encode(), ec.ECDSA(SHA256()))
    head, _, claims = signed.partition(".")
    assert json.loads(raw(head))["alg"] == "ES256"
    found: dict[str, Any] = json.loads(raw(claims))
    assert found["aud"] == audience
    return found | {"key": parts["k"]}


class PushService:
    """*answers*: the status for a path, if not 201. A request with a wrong signature gets 403."""

    def __init__(self) -> None:
        self.browsers: dict[str, Browser] = {}
        self.answers: dict[str, int] = {}
        self.claims: list[dict[str, Any]] = []
        self.posts: list[tuple[str, dict[str, str], bytes]] = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(service.take(self.path, dict(self.headers.items()), body))
                self.send_header("Location", "http://127.0.0.1:1/elsewhere")
                self.end_headers()

            def log_message(self, *_words: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def subscribe(self) -> Browser:
        path = f"/push/{len(self.browsers) + 1}-{os.urandom(4).hex()}"
        self.browsers[path] = Browser(self.url + path)
        return self.browsers[path]

    def take(self, path: str, headers: dict[str, str], body: bytes) -> int:
        self.posts.append((path, headers, body))
        if path in self.answers:
            return self.answers[path]
        if (browser := self.browsers.get(path)) is None:
            return 201
        try:
            self.claims.append(verified(headers["Authorization"], self.url))
        except Exception:
            return 403
        assert headers["Content-Encoding"] == "aes128gcm"
        browser.receive(body)
        browser.headers.append(headers)
        return 201

    def __enter__(self) -> "PushService":
        threading.Thread(target=self.server.serve_forever, args=[0.02], daemon=True).start()
        return self

    def __exit__(self, *_failure: object) -> None:
        self.server.shutdown()
        self.server.server_close()
