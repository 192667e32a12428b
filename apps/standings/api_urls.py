from django.urls import path

from standings import api
from standings.years import api as years

urlpatterns = [
    path("standings/", api.AllGames.as_view(), name="api_standings"),
    path("standings/<slug:variant>/", api.OneGame.as_view(), name="api_standings_variant"),
    path("leaders/", api.FirstOfEachGame.as_view(), name="api_leaders"),
    path("games/<slug:public_id>/ratings/", api.RatingsAtTable.as_view(), name="api_game_ratings"),
    path("people/<str:username>/ratings/", api.Ratings.as_view(), name="api_ratings"),
    path("me/years/<int:year>/", years.MyYear.as_view(), name="api_my_year"),
    path("years/<slug:public_id>/", years.SharedYear.as_view(), name="api_year"),
    path("people/<str:username>/ratings/games/", api.GamesOfPlayer.as_view(), name="api_rated_games"),
    path("people/<str:username>/ratings/way/", api.WayOfRating.as_view(), name="api_rating_way"),
]
