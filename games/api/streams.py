"""Follow a game, or all of your games, by Server-Sent Events."""

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from common.api.codec import JSONRenderer
from common.api.documented import reads
from games import queries, seat_links
from games.api.base import View
from games.sockets import streams
from games.sockets.boards import TableSocket
from games.sockets.programs import EventSocket

STREAM = {(200, streams.CONTENT_TYPE): OpenApiTypes.STR}


class _Stream(View):
    def perform_content_negotiation(self, *_arguments: object) -> tuple[BaseRenderer, str]:
        """Clients ask for text/event-stream. Refusals are JSON, as everywhere."""
        return JSONRenderer(), JSONRenderer.media_type


class GameStream(_Stream):
    @extend_schema(
        operation_id="games_events",
        summary="Follow a game",
        description="Server-Sent Events with the messages of the game's socket: the view at once, and at each change. "
        "An event's id is the version.",
        responses=reads(STREAM, 404),
    )
    def get(self, request: Request, public_id: str) -> StreamingHttpResponse:
        queries.table_for(public_id, seat_links.reader(request, public_id))  # refuses as the game itself does
        return streams.response(TableSocket, request._request, public_id=public_id)


class EventStream(_Stream):
    @extend_schema(
        operation_id="events",
        summary="Follow all your games",
        description="Server-Sent Events with the messages of the socket `/ws/events/`: your games and invitations at "
        "once, then each event.",
        responses=reads(STREAM),
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        if not request.user.is_authenticated:
            raise exceptions.NotAuthenticated
        return streams.response(EventSocket, request._request)
