from django.urls import path, register_converter

from standings import pages
from standings.months import MonthConverter

register_converter(MonthConverter, "month")

urlpatterns = [
    path("standings/", pages.standings, name="standings"),
    path("standings/of/<str:username>/", pages.person, name="standings_of"),
    path("standings/<month:month>/", pages.standings, name="standings"),
    path("standings/<slug:variant>/", pages.standings, name="standings_variant"),
    path("standings/<slug:variant>/<month:month>/", pages.standings, name="standings_variant"),
    path("standings/<slug:variant>/of/<str:username>/", pages.person, name="standings_person"),
    path("g/<slug:public_id>/ratings/", pages.of_game, name="game_ratings"),
]
