"""Reactions: six signs without words, shown for some seconds at the sender's seat, on all boards of the game.

They must say nothing about a hand. Players have one for each turn, which is the time between two changes of the game.
Players with a partner can only be polite until the game ends, because their partner would understand the other signs.
Nothing here reads a position, so what a player can send never depends on a tile.

Each seat has one row, its last reaction. `shown` leaves it out once the game has moved on.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts import database
from accounts.followers import followers
from accounts.models import User
from accounts.readers import Reader
from common import limits, refusals
from common.database import tried_again
from games import game_refusals, queries
from games.models import Game, Seat
from games.viewers import live
from people.queries import blocked_ids
from talk.models import Reaction, Reading

Sign = Reaction.Sign
POLITE = (Sign.HELLO, Sign.WELL_PLAYED)
A_TURN, AFTER_THE_END = 1, 3  # per player
SAME_AGAIN = timedelta(seconds=8)  # while it is shown, the same one again is a double tap or a retry
LONGEST = timedelta(days=1)  # then it's gone, even if nobody has moved


def possible(game: Game, seat: Seat) -> list[Sign]:
    """The reactions that the player of *seat* has in the game as it is now, whether or not they have sent one.

    *game* comes from `find_game`. Empty before the start, and if only computers would see it.
    """
    if game.started_at is None or queries.only_computers(game):
        return []
    return list(POLITE if game.status in Game.RUNNING and _has_partner(game, seat) else Sign)


def _has_partner(game: Game, seat: Seat) -> bool:
    others = [other for other in game.seats.all() if other.side == seat.side and other.number != seat.number]
    return any(other.player is not None and not other.player.is_bot for other in others)


def sendable(game: Game, player: Reader) -> list[Sign]:
    """The reactions that *player* may send now: `possible`, or none if they have used up those of this turn."""
    seat = queries.seat_of(game, player)
    if seat is None or _left(game, Reaction.objects.filter(seat=seat).first()) <= 0:
        return []
    return possible(game, seat)


def _left(game: Game, last: Reaction | None) -> int:
    most = A_TURN if game.status in Game.RUNNING else AFTER_THE_END
    return most if last is None or last.version < game.version else most - last.number


@tried_again
def send(*, game: Game, player: User, sign: str, now: datetime) -> Reaction:
    """Show *sign* at the player's seat of *game* (from `find_game`). Returns their reaction.

    The same one again within `SAME_AGAIN` changes nothing. Raises `Unreadable`, `Forbidden`, `NotNow` or `TooMany`.
    """
    if sign not in Sign.values:
        raise refusals.Unreadable("unknown_reaction", _("There is no such reaction."))
    if (seat := queries.seat_of(game, player)) is None:
        raise game_refusals.not_seated()
    if not (signs := possible(game, seat)):
        raise _nobody_sees_it(game)
    if sign not in signs:
        message = _("Until the game ends, you can only say “Hello!” or “Well played”, because your partner sees it.")
        raise refusals.Forbidden("partner_sees_it", message)
    with transaction.atomic():
        player = database.hold(player)  # one reaction at a time for each player
        if not player.is_active:
            raise game_refusals.not_seated()
        for follower in followers():
            follower.speaking(player, now)
        last = Reaction.objects.filter(seat=seat).first()
        if last is not None and last.sign == sign and last.at > now - SAME_AGAIN:
            return last
        if _left(game, last) <= 0:
            raise _used_up(game)
        limits.check("reaction", player)
        number = last.number + 1 if last is not None and last.version >= game.version else 1
        sent = {"sign": sign, "version": game.version, "number": number, "at": now}
        reaction, _made = Reaction.objects.update_or_create(seat=seat, defaults=sent)
        but = [*blocked_ids(player), *_deaf(game)]
    live.show_panel(game.public_id, "reactions", but=but)
    return reaction


def _nobody_sees_it(game: Game) -> refusals.Refused:
    if game.started_at is None:
        return refusals.NotNow("not_started", _("You can react once the game has started."))
    return refusals.Forbidden("nobody_there", _("Computers can’t see reactions."))


def _used_up(game: Game) -> refusals.NotNow:
    if game.status in Game.RUNNING:
        return refusals.NotNow("reacted", _("You already reacted. You can react again after the next move."))
    return refusals.NotNow("reacted", _("That was your last reaction in this game."))


def shown(game: Game, reader: Reader, now: datetime) -> list[Reaction]:
    """The reactions of this turn, and those sent moments ago, that *reader* may see: by seat.

    Spectators see them, too. We leave out people whom the reader blocked or who blocked the reader, and all of them if
    the reader muted the game's chat.
    """
    if reader.is_authenticated and Reading.objects.filter(game=game, reader=reader, muted=True).exists():
        return []
    fresh = Q(at__gt=now - SAME_AGAIN) | Q(version__gte=game.version, at__gt=now - LONGEST)
    reactions = Reaction.objects.filter(fresh, seat__game=game).select_related("seat").order_by("seat__number")
    hidden = blocked_ids(reader)
    return [each for each in reactions if each.seat.player_id not in hidden]


def _deaf(game: Game) -> list[int]:
    return list(Reading.objects.filter(game=game, muted=True).values_list("reader", flat=True))
