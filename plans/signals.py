from datetime import datetime
from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import deleted
from games.changes import Change, stored
from games.clock import sweeping
from plans import services


@receiver(stored)
def note_turn(change: Change, **_kwargs: Any) -> None:
    services.note_turn(change)


@receiver(sweeping)
def play_due(now: datetime, **_kwargs: Any) -> int:
    return services.play_due(now)


@receiver(deleted)
def forget_player(user: User, **_kwargs: Any) -> None:
    services.forget_player(user)
