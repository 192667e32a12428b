"""Apps: registered, changed, disabled and deleted. Whatever ends an app ends the access it has."""

import secrets
from collections.abc import Iterable
from datetime import datetime

from allauth.idp.oidc.models import Client
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import database, names
from accounts.models import App, Grant, Token, User
from accounts.oauth import grants
from accounts.skeletons import folded
from common.database import tried_again

MOST = 10  # of one person
IDENTITY = ["openid", "profile", "email"]


class TooManyApps(Exception):
    """The person has reached the limit, and must delete one first."""


def check_name(name: str) -> None:
    """Raises `names.NotPossible` for a name that pretends to be ours, or that others can't read."""
    names.check_nickname(name)
    if _ours() in folded(name).replace(" ", ""):
        message = _("Choose a name without “%(site)s”, so that everyone sees that the app is yours.")
        raise names.NotPossible(message % {"site": settings.SITE_NAME})


def _ours() -> str:
    return folded(settings.SITE_NAME).replace(" ", "")


@tried_again
def register(*, owner: User, name: str, public: bool, redirects: Iterable[str]) -> tuple[App, str]:
    """A new app and its secret, which can't be recovered later; "" for a public one. Raises `TooManyApps`."""
    app = App(id=secrets.token_hex(12), owner=owner, name=name, secret="")
    app.type = Client.Type.PUBLIC if public else Client.Type.CONFIDENTIAL
    app.set_grant_types([Client.GrantType.AUTHORIZATION_CODE, Client.GrantType.REFRESH_TOKEN])
    app.set_scopes([*IDENTITY, *Token.Scope.values])
    app.set_redirect_uris(list(redirects))
    secret = "" if public else _new_secret(app)
    with transaction.atomic():
        database.hold_for_a_key(owner)
        if App.objects.filter(owner=owner).count() >= MOST:
            raise TooManyApps
        app.save(force_insert=True)
    return app, secret


def change(app: App, *, name: str, redirects: Iterable[str]) -> None:
    app.name = name
    app.set_redirect_uris(list(redirects))
    app.save(update_fields=["name", "redirect_uris"])


def renew_secret(app: App) -> str:
    """A new secret; the old one stops working. People stay connected."""
    secret = _new_secret(app)
    app.save(update_fields=["secret"])
    return secret


@tried_again
def delete(app: App) -> None:
    with transaction.atomic():
        grants.end(Grant.objects.filter(app=app))
        App.objects.filter(pk=app.pk).delete()


def delete_all(owner: User) -> None:
    for app in App.objects.filter(owner=owner):
        delete(app)


@tried_again
def stop(app: App, now: datetime) -> None:
    """A host disables the app: nobody can sign in to it, and it loses its access."""
    app.data = (app.data or {}) | {"stopped": now.isoformat()}
    with transaction.atomic():
        app.save(update_fields=["data"])
        grants.end(Grant.objects.filter(app=app))


def allow_again(app: App) -> None:
    app.data = {name: value for name, value in (app.data or {}).items() if name != "stopped"}
    app.save(update_fields=["data"])


def _new_secret(app: App) -> str:
    secret = f"bonesecret_{secrets.token_urlsafe(30)}"
    app.set_secret(secret)
    return secret
