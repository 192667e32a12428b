from django.urls import path

from embeds import pages

urlpatterns = [
    path("embed/<slug:public_id>/", pages.board, name="embed"),
    path("embed/<slug:public_id>/view.json", pages.newest, name="embed_view"),
    path("embed/<slug:public_id>/rounds/<int:deal>/", pages.a_round, name="embed_round"),
    path("oembed/", pages.described, name="oembed"),
]
