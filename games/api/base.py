"""The base class of API views about one game."""

from rest_framework import exceptions
from rest_framework.authentication import SessionAuthentication
from rest_framework.response import Response

from accounts.api import base
from accounts.models import User
from games import game_refusals, queries, seat_links
from games.positions import memory


class View(base.View):
    def player_at(self, public_id: str) -> User:
        """The player the request acts for in this game: the caller or, with a private link, the owner of the seat.

        Raises 401 if there is neither.
        """
        reader = seat_links.reader(self.request, public_id)
        if not reader.is_authenticated:
            raise exceptions.NotAuthenticated
        if reader != self.request.user:  # REST framework checks CSRF only for logged-in callers
            SessionAuthentication().enforce_csrf(self.request)
        return reader

    def my_seat(self, public_id: str) -> int:
        """The number of the caller's seat. Raises 401 for visitors, `NotFound`, and `Forbidden` for watchers."""
        seat = queries.seat_number(public_id, self.player_at(public_id))
        if seat is None:
            memory.current(public_id)  # raises NotFound if there is no such game
            raise game_refusals.not_seated()
        return seat

    def table(self, public_id: str, status: int = 200) -> Response:
        """The game as the caller may see it."""
        reader = seat_links.reader(self.request, public_id)
        return Response(queries.table_for(public_id, reader), status=status)
