"""/api/: a page to try it; /api/v1/: the API."""

from django.urls import URLPattern, URLResolver, include, path, re_path

from common.api import documents
from games.api import asks, games, play, streams, variants

app_name = "api"
ANYTHING = re_path(r"^(?P<address>[\s\S]*)\Z", documents.Nothing.as_view())  # line breaks, too

one_game: list[URLPattern | URLResolver] = [
    path("", games.OneGame.as_view(), name="game"),
    path("join/", play.JoinGame.as_view(), name="join"),
    path("leave/", play.LeaveGame.as_view(), name="leave"),
    path("cancel/", play.CancelGame.as_view(), name="cancel"),
    path("moves/", play.Moves.as_view(), name="moves"),
    path("back/", play.BackGame.as_view(), name="back"),
    path("take-back/", play.TakeBack.as_view(), name="take_back"),
    path("resign/", play.ResignGame.as_view(), name="resign"),
    path("abort/", play.AbortGame.as_view(), name="abort"),
    path("rematch/", play.RematchGame.as_view(), name="rematch"),
    path("asks/", asks.Asks.as_view(), name="asks"),
    path("asks/<int:ask>/", asks.OneAsk.as_view(), name="ask"),
    path("more-time/", asks.MoreTime.as_view(), name="more_time"),
    path("pause/", asks.Pause.as_view(), name="pause"),
    path("computers/", play.Computers.as_view(), name="computers"),
    path("computers/<int:seat>/", play.OneComputer.as_view(), name="computer"),
    path("seen/", play.SeenGame.as_view(), name="seen"),
    path("rounds/<int:deal>/", games.Deal.as_view(), name="round"),
    path("record/", games.Record.as_view(), name="record"),
    path("events/", streams.GameStream.as_view(), name="game_events"),
]
v1: list[URLPattern | URLResolver] = [
    path("games/", games.Games.as_view(), name="games"),
    path("games/<slug:public_id>/", include(one_game)),
    path("events/", streams.EventStream.as_view(), name="events"),
    path("boards/", games.Boards.as_view(), name="boards"),
    path("watch/", games.Watch.as_view(), name="watch"),
    path("variants/", variants.Variants.as_view(), name="variants"),
    path("variants/<slug:key>/", variants.OneVariant.as_view(), name="variant"),
    path("", include("accounts.api.urls")),
    path("schema/", documents.Schema.as_view(), name="schema"),
    ANYTHING,
]
urlpatterns: list[URLPattern | URLResolver] = [
    path("", documents.TryIt.as_view(), name="try_it"),
    path("v1/", include(v1)),
    ANYTHING,
]
