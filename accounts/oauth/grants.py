"""Grants: given by a person, exchanged for tokens by an app, renewed, ended."""

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts import database, tokens
from accounts.models import App, Grant, Token, User
from accounts.oauth.models import digest, new_family
from common.database import tried_again

CODE_LASTS = timedelta(minutes=1)
ACCESS_LASTS = timedelta(hours=1)
REFRESH_LASTS = timedelta(days=90)  # without use
MOST = 10  # of one person for one app: the devices where they use it
BEGINS = "boneref_"  # a refresh token


def give(*, user: User, app: App, scopes: Iterable[str], code: str, asked: dict[str, str], now: datetime) -> Grant:
    """Store what the person lets the app do, until it exchanges the code. Call in a transaction.

    Raises what `hold_for_a_key` raises.
    """
    database.hold_for_a_key(user)
    user.grants.filter(until__lte=now).delete()
    end(user.grants.filter(pk__in=list(user.grants.filter(app=app).values_list("pk", flat=True)[MOST - 1 :])))
    return Grant.objects.create(
        user=user, app=app, scopes=list(scopes), code=digest(code), asked=asked, created=now, until=now + CODE_LASTS
    )


def asked_with(code: object) -> Grant | None:
    """The grant of a code that isn't exchanged yet."""
    return Grant.objects.filter(code=digest(code), last_used=None).first() if isinstance(code, str) else None


def by_code(code: str, app: App, now: datetime) -> Grant | None:
    """The grant whose code the app exchanges, locked until the transaction ends. A code that comes a second time was
    stolen, so it ends its grant.
    """
    grant = _held().filter(code=digest(code), app=app).first()
    if grant is not None and grant.last_used is not None:
        end(Grant.objects.filter(pk=grant.pk))
        return None
    return grant if grant is not None and grant.until > now and grant.user.is_active else None


def by_refresh_token(text: str, app: App, now: datetime) -> Grant | None:
    """The grant that the app renews, locked until the transaction ends. A refresh token that was used before ends it:
    one of the two who have it is a thief.
    """
    family, _dot, _rest = text.removeprefix(BEGINS).partition(".")
    grant = _held().filter(family=digest(family), app=app).first()
    if grant is not None and grant.refresh != digest(text):
        end(Grant.objects.filter(pk=grant.pk))
        return None
    return grant if grant is not None and grant.until > now and grant.user.is_active else None


def renew(grant: Grant, *, access_token: str, scopes: Iterable[str], before: str, place: str, now: datetime) -> str:
    """Store a new access token, and return a new refresh token. *before*: the old one, or ""."""
    family = before.removeprefix(BEGINS).partition(".")[0] or new_family()
    text = f"{BEGINS}{family}.{secrets.token_urlsafe(30)}"
    grant.family, grant.refresh, grant.asked = digest(family), digest(text), {}
    grant.until, grant.last_used, grant.last_place = now + REFRESH_LASTS, now, place
    grant.save(update_fields=["family", "refresh", "asked", "until", "last_used", "last_place"])
    grant.tokens.filter(expires__lte=now).delete()
    tokens.of_app(grant, access_token, [scope for scope in Token.Scope.values if scope in scopes], now + ACCESS_LASTS)
    return text


def known_by(token: str, app: App) -> QuerySet[Grant]:
    """The app's grant to which this access or refresh token belongs."""
    family = token.removeprefix(BEGINS).partition(".")[0]
    return Grant.objects.filter(app=app).filter(
        Q(refresh=digest(token), family=digest(family)) | Q(tokens__digest=digest(token))
    )


def live(user: User) -> QuerySet[Grant]:
    """The grants that apps can use now, with their apps and makers."""
    used = user.grants.filter(last_used__isnull=False, until__gt=timezone.now(), app__owner__is_active=True)
    return used.select_related("app__owner")


@tried_again
def end(ended: QuerySet[Grant]) -> bool:
    """End these grants and their tokens, and close what the tokens opened. False if there were none."""
    with transaction.atomic():
        people = list(User.objects.filter(pk__in=list(ended.values_list("user", flat=True))))
        ended.delete()
        for person in people:
            tokens.tell(person)
    return bool(people)


def _held() -> QuerySet[Grant]:
    return Grant.objects.select_for_update(of=("self",)).select_related("user", "app")
