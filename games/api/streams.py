"""Follow a game, or all of your games, by Server-Sent Events."""

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework import exceptions

from common.api.codec import AlwaysJSON
from common.api.documented import endpoint
from games import queries, seat_links
from games.api.base import View
from games.sockets import streams
from games.sockets.boards import TableSocket
from games.sockets.programs import EventSocket

STREAM = {(200, streams.CONTENT_TYPE): OpenApiTypes.STR}


class GameStream(View):
    http_method_names = ["get", "options"]  # no HEAD: nobody would end the stream
    content_negotiation_class = AlwaysJSON  # clients ask for text/event-stream; refusals are JSON, as everywhere

    @endpoint("games_events", "Follow a game", STREAM, 404)
    def get(self, public_id: str) -> StreamingHttpResponse:
        """Server-Sent Events with the messages of the game's socket: the view at once, and at each change. A view's id
        is its version: with the header `Last-Event-ID`, the first view names the events since then.
        """
        queries.table_for(public_id, seat_links.reader(self.request, public_id))  # refuses as the game itself does
        return streams.response(TableSocket, self.request._request, public_id=public_id)


class EventStream(View):
    http_method_names = ["get", "options"]
    content_negotiation_class = AlwaysJSON

    @endpoint("events", "Follow all your games", STREAM)
    def get(self) -> StreamingHttpResponse:
        """Server-Sent Events with the messages of the socket `/ws/events/`: your games and invitations at once, then
        each event.
        """
        if not self.request.user.is_authenticated:
            raise exceptions.NotAuthenticated
        return streams.response(EventSocket, self.request._request)
