"""How wishes react to games and to people."""

from collections.abc import Collection, Iterable, Sequence

from django.conf import settings
from django.db.models import F
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.followers import FollowsPeople
from accounts.models import User
from common.times.timestamps import stamp
from games.after_move import FollowsGames
from games.changes import Change, Kind
from games.clocks.lost_time import LostTime
from games.models import Game
from games.queries import left_without_a_move
from matching import actions, notifications, planning, programs, queries
from matching.models import Choice, Declined, Found, Gathering, StandingOrder, Wish
from matching.planning import PRESENT
from matching.pools import Pace
from matching.waiting import GONE


class MatchingAfterMove(FollowsGames):
    kinds = frozenset({Kind.OFFERED, Kind.ABORTED})

    def stored(self, changes: Sequence[Change]) -> None:
        """A new public game: look again at the wishes that it fits. A found game that was aborted: note who did it."""
        for change in changes:
            if change.kind is Kind.OFFERED:
                game = Game.objects.select_related("creator").get(pk=change.game_id)
                if game.is_public and (key := planning.pool_key(game)):
                    actions.look_again(key, change.now)
                continue
            if change.by is not None and Found.objects.filter(game=change.game_id, player=change.by).exists():
                actions.note_declined([change.by], change.now)
            actions.look_at_orders([player for player in change.people if player is not None], change.now)

    def joining(self, game: Game, player: User, seated: Collection[int], by: User) -> None:
        """Refuse to invite a program to a game that it doesn't accept."""
        if player.is_program and not player.is_bot and by != player:
            programs.must_accept(game, player)

    def desk(self, user_id: int) -> dict[str, object]:
        """Call the person on every open page to a game that was found for them."""
        now = timezone.now()
        if (call := queries.call_for(user_id, now)) is None:
            return {}
        language = User.objects.values_list("language", flat=True).get(pk=user_id)
        alert: dict[str, object] = {"rings": True}
        with translation.override(language or settings.LANGUAGE_CODE):  # the other player's request may cause it
            if call.game:
                alert |= {"text": _("We found you a game. It has begun."), "url": reverse("table", args=[call.game])}
            else:
                text = _("A live game is waiting for you.")
                alert |= {"text": text, "url": reverse("find")}
        if call.due is not None:
            alert["seconds"] = max(0, round((call.due - now).total_seconds()))
        return {"alert": alert}

    def settled(self, game: Game) -> None:
        """Note who left a found game before their first move, and look at the players' standing orders."""
        now = game.finished_at or timezone.now()
        seats = {seat.number: seat.player_id for seat in game.seats.all() if seat.player_id is not None}
        actions.look_at_orders(seats.values(), now)
        if Found.objects.filter(game=game).exists():
            actions.note_declined(filter(None, map(seats.get, left_without_a_move(game))), now)

    def time_lost(self, lost: LostTime) -> Collection[int]:
        _move_on(lost)
        return ()

    def waiting_events(self, user_id: int) -> Iterable[dict[str, object]]:
        return notifications.waiting(user_id)


class MatchingOfPeople(FollowsPeople):
    def merged(self, guest: User, account: User) -> None:
        """A guest's wishes end: the account may wait in the same pools, and has another rating."""
        actions.end_all(guest)
        Found.objects.filter(player=account, game__in=Found.objects.filter(player=guest).values("game")).delete()
        Found.objects.filter(player=guest).update(player=account)
        Declined.objects.filter(player=guest).update(player=account)

    def leaving(self, user: User) -> None:
        actions.end_all(user)

    def deleted(self, user: User) -> None:
        actions.end_all(user)
        programs.withdraw(user)
        Found.objects.filter(player=user).update(player=None)
        Declined.objects.filter(player=user).delete()

    def on_record(self, user: User) -> dict[str, object]:
        order = StandingOrder.objects.filter(player=user).first()
        accepts = programs.accepted_by(user)
        return {
            "seeks": [
                {**_chosen(wish), "since": stamp(wish.since), "until": stamp(wish.until)}
                for wish in Wish.objects.filter(player=user).order_by("pk")
            ],
            "standing_order": {**_chosen(order), "games": order.games} if order else None,
            "accepts": {name: getattr(accepts, name) for name in ("variants", "paces", "rated", "most")}
            if accepts
            else None,
            "found_games": [
                {"id": game, "waited": waited, "at": stamp(at)}
                for game, waited, at in Found.objects.filter(player=user)
                .order_by("pk")
                .values_list("game__public_id", "waited", "at")
            ],
            "declined": [
                stamp(at) for at in Declined.objects.filter(player=user).order_by("at").values_list("at", flat=True)
            ],
        }


def _chosen(choice: Choice) -> dict[str, object]:
    return {name: getattr(choice, name) for name in ("variant", "seats", "pace", "rated")}


def _move_on(lost: LostTime) -> None:
    """Move the times of wishes and gatherings. Nobody who waits for a live game is taken to be there, or to be gone."""
    waiting = Wish.objects.filter(lost.hits("until"))
    waiting.exclude(pace=Pace.LIVE).update(until=F("until") + lost.more)
    if lost.began is None:
        return
    waiting.filter(pace=Pace.LIVE).update(until=F("until") + lost.more_live)
    were_there = Wish.objects.filter(pace=Pace.LIVE, seen_at__range=(lost.began - GONE, lost.ended - PRESENT))
    were_there.update(seen_at=lost.ended - PRESENT)
    Gathering.objects.filter(lost.hits("due")).update(due=F("due") + lost.more_live)
