"""Tells people about their wishes: notifications in the transaction of the change, and events after it."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.urls import reverse

from common.times.timestamps import stamp
from games.viewers import live
from matching.models import Wish
from notices import actions as notices
from notices.choices import Event


def changed(wishes: Iterable[Wish], state: str, *, game: str = "", until: datetime | None = None) -> None:
    """After the commit: tell these people's open pages and programs that their wishes have changed.

    *state*: “waiting”, “gathering” (a live game waits for them *until* then), “found” (the *game*) or “ended”.
    """
    events = [(wish.player_id, _event(wish, state, game, until)) for wish in wishes]
    if events:
        transaction.on_commit(lambda: live.tell_programs(events), robust=True)
        transaction.on_commit(lambda: live.tell_desks([person for person, _event in events]), robust=True)


def waiting(user_id: int) -> list[dict[str, object]]:
    """Events for the live games that wait for somebody, for a program that has just connected."""
    called = Wish.objects.filter(player=user_id, gathering__isnull=False).select_related("gathering").order_by("pk")
    return [_event(wish, "gathering", "", wish.gathering.due) for wish in called if wish.gathering is not None]


def _event(wish: Wish, state: str, game: str, until: datetime | None) -> dict[str, object]:
    return {"type": "seek", "id": wish.pk, "state": state, "game": game or None, "deadline": stamp(until)}


def ended(wish: Wish, why: str, now: datetime) -> None:
    """Notify somebody that their wish has ended by itself: nobody came (“alone”) or they have too many games
    (“games”).
    """
    notices.tell(player=wish.player, event=Event.EXPIRED, now=now, seek=why, url=reverse("find"))
