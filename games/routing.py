from django.urls import path

from games.consumers import DeskSocket, TableSocket
from games.stream import EventSocket

websocket_urlpatterns = [
    path("ws/games/<slug:public_id>/", TableSocket.as_asgi()),
    path("ws/me/", DeskSocket.as_asgi()),
    path("ws/events/", EventSocket.as_asgi()),
]
