"""Account deletion: we empty the account and keep its row as “Deleted player” where others need it."""

import secrets
from datetime import datetime

from allauth.account.models import EmailAddress
from django.apps import apps
from django.db import transaction
from django.utils import timezone

from accounts import browsers, database
from accounts.followers import followers
from accounts.models import User
from accounts.oauth import registry
from common.database import tried_again

KEPT = {"id", "date_joined", "is_guest"}  # columns that keep their value


def delete_account(*, user: User, now: datetime) -> None:
    """Leave running games, let every room delete its data, and anonymise the row.

    If the server stops half-way, the account still exists and its owner can try again.
    """
    leave(user)
    if _delete(user, now):
        leave(user)  # for actions started simultaneously; no new ones are possible from now on


def leave(user: User) -> None:
    """End everything that would wait for a person who is deleted or suspended. Safe to repeat."""
    for follower in followers():
        follower.leaving(user)


@tried_again
@transaction.atomic
def _delete(user: User, now: datetime) -> bool:
    """False if the account was deleted before."""
    row = database.hold(user)
    if row.deleted_at is not None:
        return False
    for follower in followers():
        follower.deleted(row)
    # Games resigned for them ended after *now*, and are rated with the players present at their end.
    _empty(row, max(now, timezone.now()))
    return True


def _empty(row: User, now: datetime) -> None:
    """Nobody can log in to the row, and nothing in it shows who they were."""
    blank = User()
    for field in User._meta.concrete_fields:
        if field.attname not in KEPT:
            setattr(row, field.attname, getattr(blank, field.attname))
    row.username = f"deleted-{secrets.token_hex(8)}"
    row.set_unusable_password()  # also ends all sessions, which contain a hash of it
    row.is_active = False
    row.deleted_at = now
    row.save()
    row.groups.clear()
    row.user_permissions.clear()
    row.vacations.all().delete()
    registry.delete_all(row)
    row.grants.all().delete()
    row.tokens.all().delete()
    browsers.end(row, row.browsers.all())
    EmailAddress.objects.filter(user=row).delete()
    if apps.is_installed("allauth.socialaccount"):
        apps.get_app_config("socialaccount").get_model("SocialAccount")._default_manager.filter(user=row).delete()
    if apps.is_installed("allauth.mfa"):
        apps.get_model("mfa", "Authenticator").objects.filter(user=row).delete()
