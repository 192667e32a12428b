"""Decides what to send for a notification whose stage is due, over which channels, and when its next stage begins."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.utils import timezone

from games.models import Ask, Game, Seat
from games.positions import agreed, memory
from games.queries import waiting_counts
from notices.choices import OF_THE_BOARD, Channel, Event
from notices.models import FORGOTTEN, Delivery, Device, Messenger, Notice, Wishes
from notices.times import KEPT, part_of, quiet_until

LAST_CHANCE = timedelta(hours=1)  # the time a player needs after quiet hours to save a turn


@dataclass(slots=True)
class Situation:
    """How we can reach one player."""

    wishes: Wishes
    devices: list[Device] = field(default_factory=list)
    messengers: list[Messenger] = field(default_factory=list)  # that are on
    address: str = ""  # only a confirmed one
    waiting: int = 0  # games in which it is their turn


@dataclass(frozen=True, slots=True)
class Plan:
    """*due* is when the next *stage* begins; None deletes the notification. *news*: update the player's open pages."""

    stage: int = FORGOTTEN
    due: datetime | None = None
    deadline: datetime | None = None
    deliveries: tuple[Delivery, ...] = ()
    seen: bool = False
    news: bool = False


def situations(players: set[int]) -> dict[int, Situation]:
    """How we can reach these players; five queries."""
    if not players:
        return {}
    wishes = Wishes.objects.in_bulk(players)
    known = {player: Situation(wishes.get(player) or Wishes(user_id=player)) for player in players}
    for device in Device.objects.filter(player__in=players):
        known[device.player_id].devices.append(device)
    for messenger in Messenger.objects.filter(player__in=players, off_at=None):
        known[messenger.player_id].messengers.append(messenger)
    confirmed = EmailAddress.objects.filter(user__in=players, verified=True).order_by("primary", "-pk")
    for player, address in confirmed.values_list("user", "email"):  # the last wins: the primary one, else the oldest
        known[player].address = address
    for player, games in waiting_counts(players).items():
        known[player].waiting = games
    return known


def ways(player: int, events: Collection[Event]) -> list[Channel]:
    """How the player learns of one of these events outside the site; five queries."""
    how = situations({player})[player]
    open_to = {
        Channel.PUSH: bool(how.devices),
        Channel.MAIL: bool(how.address),
        Channel.DIGEST: bool(how.address),
        Channel.WEBHOOK: bool(how.wishes.webhook) and how.wishes.webhook_off_at is None,
        Channel.MESSENGER: bool(how.messengers),
    }
    return [channel for channel, is_open in open_to.items() if is_open and how.wishes.wants(events, channel)]


def plan(notice: Notice, how: Situation, now: datetime) -> Plan:
    if notice.stage == FORGOTTEN or is_over(notice):
        return Plan()
    if notice.event != Event.TURN:
        stage, due = FORGOTTEN, now + KEPT
        return Plan(stage, due, None, _deliveries(notice, how, now), seen=has_seen(notice), news=not has_seen(notice))
    assert notice.game is not None
    deadline = notice.game.deadline
    now_due, (stage, due) = stages(notice, how.wishes.reminders, now)
    if not now_due:
        return Plan(stage, due, deadline, seen=has_seen(notice))
    seen = has_seen(notice) and notice.stage == 0
    sent = _deliveries(notice, how, now, now_due)
    return Plan(stage, due, deadline, sent, seen=seen, news=not seen and not notice.stage)


def is_over(notice: Notice) -> bool:
    """Whether it is out of date: the turn has been played, an ask doesn't wait any more, or no seat is reserved for an
    invitation.
    """
    match notice.event:
        case Event.TURN:
            return not any(
                seat.player_id == notice.player_id and seat.number == seat.game.turn and not seat.left
                for seat in _seats(notice.game)
                if seat.game.status == Game.Status.PLAYING
            )
        case Event.INVITED if "ask" in notice.words and notice.game:
            ask = Ask.objects.filter(pk=notice.words["id"], answer="").first()
            return ask is None or not agreed.is_open(ask, memory.current(notice.game.public_id), timezone.now())
        case Event.INVITED:
            return not any(
                seat.kept_for_id == notice.player_id and seat.player_id is None
                for seat in _seats(notice.game)
                if seat.game.status == Game.Status.OPEN
            )
    return False


def has_seen(notice: Notice) -> bool:
    """Whether the player has seen the board since then, visible and focused (`Seat.seen_version`)."""
    return notice.event in OF_THE_BOARD and any(
        seat.player_id == notice.player_id and seat.seen_version >= notice.version for seat in _seats(notice.game)
    )


def _seats(game: Game | None) -> Iterator[Seat]:
    if game is not None:
        for seat in game.seats.all():
            seat.game = game  # already loaded with the notification
            yield seat


def stages(notice: Notice, parts: list[int], now: datetime) -> tuple[list[int], tuple[int, datetime]]:
    """The stages that are due now (if several were missed, only the last is sent), and the next one with its time.

    Computed from the current deadline, so that a paused clock delays the reminders, too.
    """
    assert notice.game is not None
    deadline, begun = notice.game.deadline, notice.at
    times = {0: begun}
    if deadline is not None:
        rest = notice.game.time_control.stops(notice.player.rest)
        times |= {number: part_of(rest, begun, deadline, percent) for number, percent in enumerate(parts, start=1)}
    left = {number: when for number, when in times.items() if number >= notice.stage}
    passed = [number for number, when in left.items() if when <= now]
    if deadline is not None and deadline <= now:
        passed = [number for number in passed if number == 0]  # out of time: the clock reports that
    coming = [(number, when) for number, when in left.items() if when > now]
    return passed, coming[0] if coming else (FORGOTTEN, now + KEPT)


def _deliveries(notice: Notice, how: Situation, now: datetime, stages: list[int] | None = None) -> tuple[Delivery, ...]:
    stage = stages[-1] if stages else 0
    events = notice.events(stage)
    seen = not stage and has_seen(notice)
    wanted = {channel for channel in Channel if how.wishes.wants(events, channel)}
    if Event.SITE in events:
        return ()
    last = stage == len(how.wishes.reminders)
    sent: list[Delivery] = []
    if Channel.PUSH in wanted and not seen:
        sent += [Delivery(channel=Channel.PUSH, device=device) for device in how.devices]
    if Channel.MESSENGER in wanted and not seen:
        sent += [Delivery(channel=Channel.MESSENGER, messenger=messenger) for messenger in how.messengers]
    if Channel.MAIL in wanted and not seen and how.address and (not stage or last):  # one mail a turn is enough
        sent.append(Delivery(channel=Channel.MAIL))
    quiet = _quiet_until(notice, now, stage)
    for delivery in sent:
        delivery.due = quiet or now
    if Channel.WEBHOOK in wanted and how.wishes.webhook and how.wishes.webhook_off_at is None:
        sent.append(Delivery(channel=Channel.WEBHOOK, due=now))
    for delivery in sent:
        delivery.player_id, delivery.notice, delivery.version = notice.player_id, notice, notice.version
        delivery.stage, delivery.since = stage, delivery.due
    return tuple(sent)


def _quiet_until(notice: Notice, now: datetime, stage: int) -> datetime | None:
    """When the quiet hours end that all but webhooks wait for. A reminder doesn't wait if the turn would be lost by
    then.
    """
    until = quiet_until(notice.player, now)
    if until is None or not stage or notice.game is None or notice.game.pauses:
        return until
    deadline = notice.game.deadline
    return None if deadline is not None and deadline <= until + LAST_CHANCE else until
