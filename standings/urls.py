from django.urls import path, register_converter

from standings import views
from standings.months import MonthConverter

register_converter(MonthConverter, "month")

urlpatterns = [
    path("standings/", views.standings, name="standings"),
    path("standings/<month:month>/", views.standings, name="standings"),
    path("standings/<slug:variant>/", views.standings, name="standings_variant"),
    path("standings/<slug:variant>/<month:month>/", views.standings, name="standings_variant"),
    path("standings/<slug:variant>/of/<str:username>/", views.person, name="standings_person"),
    path("g/<slug:public_id>/ratings/", views.of_game, name="game_ratings"),
]
