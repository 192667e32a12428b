"""Seats that a browser holds by private links. Each is one seat in one game, without a login.

With a guest's private link, a browser can look, move, chat and resign as that seat. Everything else of the guest needs
a login as that guest: other games, notifications, tokens, settings, and turning them into an account. The session holds
the token of the seat, and `request.user` doesn't change. Only code that calls `reader` knows about the seat.
"""

from collections.abc import Iterable

from django.contrib.sessions.backends.base import SessionBase
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts import browser
from accounts.readers import Reader
from games import queries
from games.listed import away, listed
from games.models import Game, Seat
from games.shown.rows import Row

HELD = browser.SEATS  # in the session: public id of the game → token of the seat
MOST = 100  # per browser; the oldest is dropped, but its link still works


def hold(session: SessionBase, seat: Seat) -> None:
    """Store in the session that the browser has this seat."""
    held = {key: token for key, token in session.get(HELD, {}).items() if key != seat.game.public_id}
    session[HELD] = dict([*held.items(), (seat.game.public_id, seat.token)][-MOST:])


def reader(request: HttpRequest, public_id: str) -> Reader:
    """The user a request acts as in this game. Pages, API and sockets all call this.

    A logged-in player with a seat in the game comes first. Otherwise it's the guest whose seat the browser holds, while
    the seat is a guest's and its link is unchanged. A request with a token has no browser.
    """
    user = request.user
    token = _tokens(request).get(public_id)
    if token is None or queries.seat_number(public_id, user) is not None:
        return user
    seat = opened([token]).filter(game__public_id=public_id).first()
    return user if seat is None or seat.player is None else seat.player


def held_players(request: HttpRequest) -> dict[str, int]:
    """The user ids of the guests whose seats this browser holds, by the public id of their game."""
    tokens = _tokens(request)
    seats = opened(tokens.values()) if tokens else Seat.objects.none()
    return {seat.game.public_id: seat.player_id for seat in seats if seat.player_id is not None}


def held_games(request: HttpRequest) -> list[Row]:
    """The open games and games in play in which this browser holds a seat. The link opened last comes first."""
    tokens = list(_tokens(request).values())[::-1]
    if not tokens:
        return []
    seats = opened(tokens).filter(over_at=None, game__status__in=Game.RUNNING)
    if request.user.is_authenticated:
        seats = seats.exclude(game__in=Seat.objects.filter(player=request.user).values("game"))
    held = sorted(seats.values_list("token", "game", "number"), key=lambda seat: tokens.index(seat[0]))
    now = timezone.now()
    games = listed([game for _token, game, _number in held], now)
    gone = away(games, now)
    numbers = {game: number for _token, game, number in held}
    return [Row(game, now, game.seats[numbers[game.pk]], away=gone) for game in games]


def _tokens(request: HttpRequest) -> dict[str, str]:
    """The tokens of the seats that this browser holds, by the public id of their game. A program has no browser."""
    if getattr(request, "auth", None) is not None:
        return {}
    held: dict[str, str] = request.session.get(HELD, {})
    return held


def opened(tokens: Iterable[str]) -> QuerySet[Seat]:
    """The seats of guests with these tokens. Seats of accounts need a login."""
    a_guest = Q(player__is_guest=True, player__is_active=True)
    return Seat.objects.select_related("player", "game").filter(a_guest, token__in=tokens)
