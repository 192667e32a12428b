"""API tokens: created, shown once, found by their digest, revoked. Those of apps belong to a grant (`oauth.grants`)."""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts import database
from accounts.followers import followers
from accounts.models import Grant, Token, User
from accounts.oauth.models import digest
from common.database import mere_note, tried_again

MOST = 30  # per person
LONGEST = 200  # characters; longer texts aren't tokens
LONGEST_LIFE = 3_650  # days
USED_EVERY = timedelta(hours=1)  # `last_used` is written this often at most


class TooManyTokens(Exception):
    """The user has reached the limit, and must revoke a token first."""


def own(user: User) -> QuerySet[Token]:
    """The tokens that the user created, without those of apps."""
    return user.tokens.filter(grant=None)


@tried_again
def make(*, user: User, name: str, scopes: Collection[str], days: int | None, now: datetime) -> tuple[Token, str]:
    """A new token and its text, which can't be recovered later. Every scope includes `read`.

    Raises `TooManyTokens`, and what `hold_for_a_key` raises.
    """
    text = f"bone_{secrets.token_urlsafe(30)}"
    with transaction.atomic():
        database.hold_for_a_key(user)
        if own(user).count() >= MOST:
            raise TooManyTokens
        token = Token.objects.create(
            user=user,
            name=name,
            digest=digest(text),
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
    token = Token.objects.select_related("user").filter(good, digest=digest(text), user__is_active=True).first()
    if token is not None and (token.last_used is None or token.last_used <= now - USED_EVERY):
        with mere_note():
            Token.objects.filter(pk=token.pk).update(last_used=now, last_place=place)
    return token


def in_header(value: str) -> str | None:
    """The token in an `Authorization` header: `Token …` or `Bearer …`."""
    word, _space, text = value.partition(" ")
    return text.strip() if word.lower() in {"token", "bearer"} else None


def of_app(grant: Grant, text: str, scopes: list[str], expires: datetime) -> None:
    """Store the access token *text* of an app."""
    assert grant.last_used is not None
    Token.objects.create(
        user_id=grant.user_id,
        grant=grant,
        name=grant.app.name[:50],
        digest=digest(text),
        scopes=scopes,
        created=grant.last_used,
        expires=expires,
    )


def end(*, user: User, token_id: int) -> bool:
    """Revoke one of the user's tokens and close what it opened. With a token of an app, the app's access ends. False if
    they have no such token.
    """
    ended, _rows = user.tokens.filter(pk=token_id, grant=None).delete()
    if not ended:
        ended, _rows = user.grants.filter(tokens=token_id).delete()
    if ended:
        tell(user)
    return bool(ended)


def end_all(user: User) -> int:
    """Revoke all the user's tokens and the access of apps, and return how many there were."""
    number = programs(user)
    user.grants.all().delete()
    user.tokens.all().delete()
    if number:
        tell(user)
    return number


def programs(user: User) -> int:
    """How many tokens they created, and how often they signed in to apps."""
    return own(user).count() + user.grants.count()


def tell(user: User) -> None:
    """The user's tokens ended: close what they opened."""
    for follower in followers():
        follower.tokens_ended(user)
