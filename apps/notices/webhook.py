"""Webhooks: a signed POST to a player's program, with our own headers and those of standardwebhooks.com. Every retry
has the same id.
"""

import base64
import hashlib
import hmac
import json
from datetime import datetime

from django.conf import settings
from standardwebhooks import Webhook

from common.times.timestamps import stamp
from notices import outside
from notices.models import Delivery, Notice, Wishes


def body_of(delivery: Delivery, notice: Notice, title: str, path: str) -> bytes:
    """The JSON body. *id* is the same for every try."""
    game = notice.game
    body = {
        "id": str(delivery.pk),
        "event": "reminder" if delivery.stage else notice.event,
        "also": notice.also or None,
        "game": game.public_id if game else None,
        "version": notice.version if game else None,
        "url": settings.SITE_URL + path,
        "deadline": stamp(game.deadline) if game else None,
        "at": stamp(notice.at),
        "title": title,
    }
    return json.dumps(body).encode()


def send(wishes: Wishes, identity: str, body: bytes, now: datetime) -> outside.Answer:
    """Post the body. Needs no database."""
    at = int(now.timestamp())
    standard = Webhook(standard_secret(wishes.webhook_secret))
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Boneyard",
        "X-Boneyard-Id": identity,
        "X-Boneyard-Signature": signature(wishes.webhook_secret, body, at),
        "webhook-id": identity,
        "webhook-timestamp": str(at),
        "webhook-signature": standard.sign(identity, now, body.decode()),
    }
    return outside.post(wishes.webhook, body=body, headers=headers)


def signature(secret: str, body: bytes, at: int) -> str:
    """“t=…,v1=…”: HMAC-SHA256 over the time, a full stop, and the body, in hex."""
    signed = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={signed}"


def standard_secret(secret: str) -> str:
    """The same secret as the libraries of standardwebhooks.com read it."""
    return f"whsec_{base64.b64encode(secret.encode()).decode()}"
