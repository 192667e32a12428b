"""Turns changes of games into notifications, in the same transaction, and follows what happens to people."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from django.contrib import messages
from django.db import connection
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import browser
from accounts.followers import FollowsPeople
from accounts.models import User
from accounts.rest import Rest
from common.database import read_rows, write_rows
from games.after_move import FollowsGames
from games.changes import Asked, Change, Kind
from games.clocks.lost_time import LostTime
from games.models import Ask, Game, Seat
from games.viewers import live
from notices import actions, destinations, queries
from notices.choices import About, Event
from notices.models import FORGOTTEN, Device, Notice
from notices.times import HELD_BACK

KEEP_TURN = """
    INSERT INTO notices_notice (player_id, game_id, version, event, also, at, deadline, due)
    VALUES (%s, %s, %s, 'turn', %s, %s, %s, %s)
    ON CONFLICT (game_id) WHERE event = 'turn' DO UPDATE SET
        player_id = excluded.player_id, version = excluded.version, also = excluded.also, at = excluded.at,
        deadline = excluded.deadline, stage = 0, due = excluded.due, tries = 0, read_at = NULL
"""
KEEP_END = """
    INSERT INTO notices_notice (player_id, game_id, version, event, also, at, due)
    VALUES (%s, %s, %s, %s, '', %s, %s) ON CONFLICT DO NOTHING
"""
DROP_UNTOLD = """
    DELETE FROM notices_notice
    WHERE game_id = %s AND (event = 'turn' OR event IN ('started', 'round') AND stage = 0) RETURNING id
"""
DROP_DELIVERIES = "DELETE FROM notices_delivery WHERE notice_id = %s"
TurnRow = tuple[object, ...]  # the parameters of `KEEP_TURN`
ENDED = {Kind.ABORTED, Kind.ANNULLED}
ANSWERED = {Kind.STARTED, Kind.CANCELLED, Kind.EXPIRED, Kind.ABORTED}  # then nobody is asked any more


class NoticesAfterMove(FollowsGames):
    kinds = frozenset(Kind) - {Kind.FINISHED}

    def stored(self, changes: Sequence[Change]) -> None:
        """One statement for moves that begin a turn, two where a round ends. More only where a game or offer ends, or
        a player has run out of time.
        """
        for change in changes:
            if change.missed is not None:
                words = {"left": change.missed_left}
                keep([Notice(player_id=change.missed, event=Event.STOOD_IN, words=words, **_about(change))])
        self._moved([change for change in changes if change.is_plain_move])
        for change in changes:
            if not change.is_plain_move:
                self._changed(change)

    def _moved(self, moves: Sequence[Change]) -> None:
        begun = [(change, change.awaited) for change in moves if change.new_turn and change.turn is not None]
        if rows := [turn_row(change, player) for change, player in begun if player is not None]:
            keep_turns(rows)
        if nobodys := [change.game_id for change, player in begun if player is None]:
            Notice.objects.filter(event=Event.TURN, game__in=nobodys).delete()

    def _changed(self, change: Change) -> None:
        whose = change.awaited if change.new_turn else None
        begins, ends_round = change.kind is Kind.STARTED, change.rounds_over > 0
        if whose is not None:
            also = Event.STARTED if begins and not change.appointed else Event.ROUND if ends_round else ""
            keep_turns([turn_row(change, whose, also)])
        elif change.kind in ENDED:
            drop_untold(change.game_id)
        elif change.new_turn or change.kind is Kind.STOOD_IN:
            Notice.objects.filter(event=Event.TURN, game=change.game_id).delete()
        if change.kind in ANSWERED or (change.ask and change.kind is not Kind.ASKED):
            invited = Notice.objects.filter(event=Event.INVITED, game=change.game_id, read_at=None)
            if change.ask:
                invited = invited.filter(words__id=change.ask.id)
            invited.update(read_at=change.now)
        if change.kind is Kind.AGREED:  # the deadline has moved
            turn = Notice.objects.filter(event=Event.TURN, game=change.game_id)
            turn.update(deadline=change.deadline)
            turn.filter(stage__gt=0, stage__lt=FORGOTTEN).update(due=change.now)
        if ends_round:
            others = [player for player in change.people if player not in {None, whose}]  # it isn't their turn next
            keep_ends(Event.ROUND, others, change.game_id, change.version, change.now)
            return
        keep_all = keep_newest if change.ask else keep
        keep_all(
            Notice(player_id=player, event=event, by_id=by, words=words, **_about(change))
            for player, event, by, words in _others(change, whose)
        )

    def settled(self, game: Game) -> None:
        """Notifies the player of the last move, too, because it may have been planned."""
        assert game.finished_at is not None
        drop_untold(game.pk)
        if game.asked_at is not None:
            asks = Notice.objects.filter(event=Event.INVITED, game=game, read_at=None)
            asks.update(read_at=game.finished_at)
        players = (seat.player for seat in game.seats.all())
        there = [each.pk for each in players if each is not None and each.deleted_at is None and not each.is_bot]
        keep_ends(Event.OVER, there, game.pk, game.version, game.finished_at)

    def time_lost(self, lost: LostTime) -> Collection[int]:
        """Look again at reminders, because their deadlines have moved."""
        waiting = Notice.objects.filter(lost.hits("deadline"), event=Event.TURN, stage__gt=0, stage__lt=FORGOTTEN)
        waiting.update(due=lost.ended)
        return ()

    def desk(self, user_id: int) -> dict[str, object]:
        return queries.for_desk(user_id)


def keep(rows: Iterable[Notice]) -> None:
    Notice.objects.bulk_create(rows, ignore_conflicts=True)


def keep_newest(rows: Iterable[Notice]) -> None:
    """Like `keep`, but overwrite an earlier one: an ask leaves the version, so that another may have the same."""
    for row in rows:
        assert row.game_id is not None
        fresh = {"by_id": row.by_id, "words": row.words, "at": row.at, "due": row.due, "stage": 0, "read_at": None}
        Notice.objects.update_or_create(
            fresh | {"tries": 0}, player_id=row.player_id, game_id=row.game_id, version=row.version, event=row.event
        )


def _about(change: Change) -> dict[str, object]:
    """The columns that a notification takes from its change."""
    due = change.now + HELD_BACK
    return {"game_id": change.game_id, "version": change.version, "at": change.now, "due": due}


def turn_row(change: Change, player: int, also: str = "") -> TurnRow:
    stamp = connection.ops.adapt_datetimefield_value
    due = change.now + HELD_BACK
    return player, change.game_id, change.version, also, stamp(change.now), stamp(change.deadline), stamp(due)


def keep_turns(rows: Sequence[TurnRow]) -> None:
    """Store turns that have begun. Each overwrites the notification of the game's previous turn, sent or not."""
    write_rows(KEEP_TURN, rows)


def drop_untold(game_id: int) -> None:
    """The game has ended: delete what we haven't sent about it yet.

    Notifications go first: a worker that adds deliveries locks its notification, so we wait for it and find those, too.
    """
    write_rows(DROP_DELIVERIES, read_rows(DROP_UNTOLD, [game_id]))


def keep_ends(event: Event, players: Iterable[int | None], game_id: int, version: int, now: datetime) -> None:
    """Notify these players that a round or the game has ended."""
    at, due = (connection.ops.adapt_datetimefield_value(when) for when in (now, now + HELD_BACK))
    write_rows(KEEP_END, [(player, game_id, version, str(event), at, due) for player in players])


def _others(change: Change, whose: int | None) -> Iterator[tuple[int, Event, int | None, Mapping[str, object]]]:
    """Who else to notify: (player, event, caused by, words). The player *whose* turn it is gets one notification of
    all.
    """
    seated = [player for player in change.people if player is not None]
    others = [player for player in seated if player != change.by]
    match change.kind:
        case Kind.STARTED if not change.appointed:
            yield from ((player, Event.STARTED, None, {}) for player in others if player != whose)
        case Kind.STOOD_IN:
            assert change.turn is not None
            if (away := change.players[change.turn]) is not None:
                yield away, Event.STOOD_IN, None, {}
        case Kind.ABORTED:
            yield from ((player, Event.OVER, change.by, {"aborted": True}) for player in others)
        case Kind.ANNULLED:
            yield from ((player, Event.OVER, None, {"annulled": True}) for player in seated)
        case Kind.EXPIRED:
            yield from ((player, Event.EXPIRED, None, {}) for player in seated)
        case Kind.CANCELLED:
            yield from ((player, Event.EXPIRED, change.by, {"cancelled": True}) for player in others)
        case Kind.JOINED | Kind.LEFT | Kind.DECLINED:
            host = Game.objects.values_list("creator", flat=True).get(pk=change.game_id)
            if host in others:
                yield host, Event.ANSWERED, change.by, {"answer": change.kind.value}
        case Kind.ASKED | Kind.REFUSED | Kind.AGREED if change.ask is not None and not change.ask.hidden:
            if change.ask.answer != Ask.Answer.WITHDRAWN:
                event = Event.INVITED if change.kind is Kind.ASKED else Event.ANSWERED
                yield from ((player, event, change.by, _words(change.ask)) for player in others)
        case Kind.OFFERED:
            kept = Seat.objects.filter(game=change.game_id, game__rematch_of__isnull=False, kept_for__isnull=False)
            for player in kept.exclude(kept_for=change.by).values_list("kept_for", flat=True):
                yield player, Event.INVITED, change.by, {"rematch": True}


def _words(ask: Asked) -> dict[str, object]:
    """What a notification says about an ask (`notices.of_asks`)."""
    until = ask.until.isoformat() if ask.until else None
    return {"ask": ask.kind, "id": ask.id, "answer": ask.answer, "until": until, "seconds": ask.seconds}


class NoticesOfPeople(FollowsPeople):
    def claimed(self, user: User, here: str) -> None:
        actions.keep_only(player=user, here=here)

    def merged(self, guest: User, account: User) -> None:
        actions.merge_guest(guest=guest, account=account)

    def came_by_link(self, guest: User, agent: str) -> None:
        """Shown at once on the guest's open pages, because it may have been somebody else."""
        url = reverse("settings_browsers")
        actions.tell(player=guest, event=Event.SITE, now=timezone.now(), about=About.GUEST_LINK, agent=agent, url=url)
        live.tell_desks([guest.pk])

    def rest_changed(self, user: User, before: Rest, now: datetime) -> None:
        """Reschedule the daily mail and the reminders, because their morning and their deadlines may have moved."""
        actions.plan_digest(player=user, now=now)
        Notice.objects.filter(player=user, event=Event.TURN, stage__gt=0, stage__lt=FORGOTTEN).update(due=now)

    def address_changed(self, user: User) -> None:
        actions.plan_digest(player=user, now=timezone.now())

    def logged_out(self, user: User, here: str) -> None:
        """The next person at this browser must not read their notifications."""
        if here:
            Device.objects.filter(player=user, session=here).delete()

    def password_changed(self, request: HttpRequest, user: User, *, reset: bool) -> None:
        """Delete unsent reset links. The old password's sessions end, and so do their push notifications; browsers that
        a token added stay, as the token does. After a reset we also remove the webhook, the messengers and the calendar
        link: somebody else may have known the old password and set them.
        """
        actions.burn_password_links(player=user)
        if reset and actions.end_webhook(player=user):
            messages.info(
                request, _("We also removed your webhook. If it was yours, add it again in your notification settings.")
            )
        if reset and destinations.end_all(user):
            sentence = _(
                "We also removed your messengers and your calendar link. Add them again in your notification settings."
            )
            messages.info(request, sentence)
        here = "" if reset else browser.known(request.session)  # after a reset they have to log in here again, too
        Device.objects.filter(player=user).exclude(session__in=["", here]).delete()

    def browsers_ended(self, user: User, names: list[str]) -> None:
        Device.objects.filter(player=user, session__in=names).delete()

    def tokens_ended(self, user: User) -> None:
        """Remove every browser that a token added, because we don't store which token it was."""
        Device.objects.filter(player=user, session="").delete()

    def deleted(self, user: User) -> None:
        actions.forget(player=user)

    def on_record(self, user: User) -> dict[str, object]:
        """Their settings, and where notifications go; of a messenger only its name, because its address is a secret."""
        wishes = queries.wishes(user)
        return {
            "notifications": {
                "events": wishes.table(),
                "reminders": wishes.reminders,
                "digest_hour": wishes.digest_hour,
                "webhook": wishes.webhook,
                "browsers": list(user.devices.values("name", "created_at")),
                "messengers": list(user.messengers.values("service", "created_at")),
            }
        }
