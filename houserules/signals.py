from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import guest_merged
from houserules.models import SavedRules


@receiver(guest_merged)
def saved_rules_come_along(guest: User, user: User, **_kwargs: Any) -> None:
    """Who logs in to his account keeps the rules he saved as a guest."""
    SavedRules.objects.filter(owner=guest).update(owner=user)
