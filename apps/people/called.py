"""Keeps the index of names for search."""

from collections.abc import Collection

from django.db.models.signals import post_save
from django.dispatch import receiver

from accounts.models import User
from people.models import Called, key_of

NAMES = {"username", "nickname", "is_guest", "is_active", "deleted_at"}


@receiver(post_save, sender=User)
def list_names(
    instance: User, update_fields: Collection[str] | None = None, raw: bool = False, **_kwargs: object
) -> None:
    """Update the names under which search finds this account. Ignores saves of other fields."""
    if raw or (update_fields is not None and not NAMES & set(update_fields)):
        return
    hidden = instance.is_guest or not instance.is_active or instance.deleted_at is not None
    keys = set() if hidden else {key_of(instance.username), key_of(instance.nickname)} - {b""}
    known = {bytes(row.key): row.pk for row in Called.objects.filter(user=instance)}
    if gone := [pk for key, pk in known.items() if key not in keys]:
        Called.objects.filter(pk__in=gone).delete()
    Called.objects.bulk_create(Called(user=instance, key=key) for key in sorted(keys - known.keys()))
