from channels.security.websocket import WebsocketDenier
from django.urls import path, re_path

from games.sockets.boards import DeskSocket, TableSocket
from games.sockets.programs import EventSocket

websocket_urlpatterns = [
    path("ws/games/<slug:public_id>/", TableSocket.as_asgi()),
    path("ws/me/", DeskSocket.as_asgi()),
    path("ws/events/", EventSocket.as_asgi()),
    re_path("", WebsocketDenier.as_asgi()),  # refuse other addresses without an error
]
