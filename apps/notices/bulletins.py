"""Notifications for many people about one topic, such as a club: at most one a day reaches a person, however much
happens.
"""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from common.times.timestamps import stamp
from games.viewers import live
from notices.choices import DEFAULT, Channel, Event
from notices.models import FORGOTTEN, Notice, Wishes
from notices.times import HELD_BACK, KEPT

A_DAY = timedelta(days=1)
AT_ONCE = (Channel.PUSH, Channel.MAIL, Channel.MESSENGER)


def tell(players: Collection[int], *, event: Event, topic: str, now: datetime, words: Mapping[str, Any]) -> None:
    """Notify these people (up to 500 user ids). Call it inside a transaction.

    Somebody whose last notification of the *topic* is unread or less than a day old gets none: that one tells the news
    from now on. It is sent again over other channels once a day. A handful of statements.
    """
    said = {**words, "topic": topic, "since": stamp(now)}
    known = Notice.objects.filter(player__in=players, event=event, words__topic=topic).order_by("pk")
    last = {notice.player_id: notice for notice in known.only("pk", "player", "words", "read_at")}
    fresh = [player for player in players if player not in last]
    again: list[int] = []
    folded: dict[str, list[int]] = {}
    for player, notice in last.items():
        since = str(notice.words["since"])
        if datetime.fromisoformat(since) > now - A_DAY:
            folded.setdefault(since, []).append(notice.pk)
        elif notice.read_at is None:
            again.append(notice.pk)
        else:
            fresh.append(player)
    for since, keys in folded.items():
        Notice.objects.filter(pk__in=keys).update(words={**said, "since": since}, at=now, read_at=None)
    if again:
        Notice.objects.filter(pk__in=again).update(words=said, at=now, stage=0, due=now + HELD_BACK)
    _store(fresh, event, now, said)
    transaction.on_commit(lambda: live.tell_desks(players), robust=True)


def settle(players: Collection[int], *, topic: str, now: datetime) -> None:
    """Mark as read what these people were told of a *topic* of clubs, because it is done. Inside its transaction."""
    waiting = Notice.objects.filter(player__in=players, event=Event.CLUB, words__topic=topic, read_at=None)
    if waiting.exists() and waiting.update(read_at=now):  # mostly there is none, and reads wait for nobody
        transaction.on_commit(lambda: live.tell_desks(players), robust=True)


def forget(*, player: int, club: str) -> None:
    """Delete the player's notifications of a club that doesn't concern them any more, whatever their topic."""
    Notice.objects.filter(player=player, event=Event.CLUB, words__club=club).delete()


def forget_club(public_id: str) -> None:
    """Delete everybody's notifications of a club, which name it. Reads all of clubs, so only moderators do this."""
    Notice.objects.filter(event=Event.CLUB, words__club=public_id).delete()


def _store(players: Collection[int], event: Event, now: datetime, words: dict[str, Any]) -> None:
    """New notifications. For most people there's nothing to send, so theirs needn't wait in the queue."""
    if any(event in DEFAULT[channel] for channel in AT_ONCE):
        sent = set(players)
    else:
        chosen = Wishes.objects.filter(user__in=players).exclude(channels={}, webhook="")
        sent = set(chosen.values_list("user", flat=True))
    waits, rests = {"stage": 0, "due": now + HELD_BACK}, {"stage": FORGOTTEN, "due": now + KEPT}
    Notice.objects.bulk_create(
        Notice(player_id=player, event=event, words=words, at=now, **(waits if player in sent else rests))
        for player in players
    )
