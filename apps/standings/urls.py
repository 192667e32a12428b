from django.urls import path, register_converter

from standings import pages
from standings.months import MonthConverter
from standings.years import pages as years

register_converter(MonthConverter, "month")

urlpatterns = [
    path("standings/", pages.standings, name="standings"),
    path("standings/of/<str:username>/", pages.person, name="standings_of"),
    path("standings/<month:month>/", pages.standings, name="standings"),
    path("standings/<slug:variant>/", pages.standings, name="standings_variant"),
    path("standings/<slug:variant>/<month:month>/", pages.standings, name="standings_variant"),
    path("standings/<slug:variant>/of/<str:username>/", pages.person, name="standings_person"),
    path("year/", years.my_year, name="my_year"),
    path("year/<int:year>/", years.my_year, name="my_year"),
    path("year/<int:year>/share/", years.share_year, name="share_year"),
    path("year/of/<slug:public_id>/", years.shared_year, name="year"),
    path("g/<slug:public_id>/ratings/", pages.of_game, name="game_ratings"),
]
