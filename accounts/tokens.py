"""API tokens: created, shown once, found by their digest, revoked."""

import hashlib
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from accounts import database
from accounts.followers import followers
from accounts.models import Token, User
from common.database import mere_note, tried_again

MOST = 30  # per person
LONGEST = 200  # characters; longer texts aren't tokens
LONGEST_LIFE = 3_650  # days
USED_EVERY = timedelta(hours=1)  # `last_used` is written this often at most


class TooManyTokens(Exception):
    """The user has reached the limit, and must revoke a token first."""


@tried_again
def make(*, user: User, name: str, scopes: Collection[str], days: int | None, now: datetime) -> tuple[Token, str]:
    """A new token and its text, which can't be recovered later. Every scope includes `read`.

    Raises `TooManyTokens`, and what `hold_for_a_key` raises.
    """
    text = f"bone_{secrets.token_urlsafe(30)}"
    with transaction.atomic():
        database.hold_for_a_key(user)
        if user.tokens.count() >= MOST:
            raise TooManyTokens
        token = Token.objects.create(
            user=user,
            name=name,
            digest=_digest(text),
            scopes=[scope for scope in Token.Scope.values if scope == Token.Scope.READ or scope in scopes],
            created=now,
            expires=now + timedelta(days=days) if days else None,
        )
    return token, text


def find(text: str, now: datetime, place: str = "") -> Token | None:
    """The token with its user, if it is valid at *now*. Records the use and its network."""
    if len(text) > LONGEST:
        return None
    good = Q(expires=None) | Q(expires__gt=now)
    token = Token.objects.select_related("user").filter(good, digest=_digest(text), user__is_active=True).first()
    if token is not None and (token.last_used is None or token.last_used <= now - USED_EVERY):
        with mere_note():
            Token.objects.filter(pk=token.pk).update(last_used=now, last_place=place)
    return token


def in_header(value: str) -> str | None:
    """The token in an `Authorization` header: `Token …` or `Bearer …`."""
    word, _space, text = value.partition(" ")
    return text.strip() if word.lower() in {"token", "bearer"} else None


def end(*, user: User, token_id: int) -> bool:
    """Revoke one of the user's tokens and close what it opened. False if they have no such token."""
    ended, _rows = user.tokens.filter(pk=token_id).delete()
    if ended:
        _tell(user)
    return bool(ended)


def end_all(user: User) -> int:
    """Revoke all the user's tokens, and return how many there were."""
    ended, _rows = user.tokens.all().delete()
    if ended:
        _tell(user)
    return ended


def _tell(user: User) -> None:
    for follower in followers():
        follower.tokens_ended(user)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
