from django.urls import path

from sharing.embeds import pages as boards
from sharing.pictures import pages

urlpatterns = [
    path("embed/<slug:public_id>/", boards.board, name="embed"),
    path("embed/<slug:public_id>/view.json", boards.newest, name="embed_view"),
    path("embed/<slug:public_id>/rounds/<int:deal>/", boards.a_round, name="embed_round"),
    path("oembed/", boards.described, name="oembed"),
    path("pictures/site/<slug:edition>/<str:name>", pages.brand_picture, name="brand_picture"),
    path("pictures/<str:language>/g/<slug:public_id>/<slug:edition>.png", pages.game, name="game_picture"),
    path(
        "pictures/<str:language>/g/<slug:public_id>/<int:deal>.<int:ply>/<slug:edition>.png",
        pages.replay,
        name="replay_picture",
    ),
    path("pictures/<str:language>/g/<slug:public_id>/clip.<str:kind>/<slug:edition>", pages.clip, name="clip_picture"),
    path("pictures/<str:language>/people/<str:username>/<slug:edition>.png", pages.person, name="person_picture"),
    path(
        "pictures/<str:language>/house-rules/<slug:public_id>/<slug:edition>.png",
        pages.house_rules,
        name="rules_picture",
    ),
    path(
        "pictures/<str:language>/tournaments/<slug:tournament>/<slug:edition>.png",
        pages.tournament,
        name="tournament_picture",
    ),
    path(
        "pictures/<str:language>/tournaments/<slug:tournament>/podium.<int:entry>/<slug:edition>.png",
        pages.podium,
        name="podium_picture",
    ),
    path("pictures/<str:language>/years/<slug:public_id>/<slug:edition>.png", pages.year, name="year_picture"),
]
