from django.urls import path

from tournaments.api import changing, reading

ONE = "tournaments/<slug:tournament>/"
urlpatterns = [
    path("tournaments/", changing.Tournaments.as_view(), name="api_tournaments"),
    path("me/tournaments/", reading.MyTournaments.as_view(), name="api_my_tournaments"),
    path(ONE, changing.OneTournament.as_view(), name="api_tournament"),
    path(f"{ONE}entries/", reading.Entries.as_view(), name="api_tournament_entries"),
    path(f"{ONE}standings/", reading.Standings.as_view(), name="api_tournament_standings"),
    path(f"{ONE}rounds/", reading.Rounds.as_view(), name="api_tournament_rounds"),
    path(f"{ONE}rounds/<int:stage>/<int:number>/", reading.OneRound.as_view(), name="api_tournament_round"),
    path(f"{ONE}games/", reading.MyGames.as_view(), name="api_tournament_games"),
    path(f"{ONE}next/", reading.NextGame.as_view(), name="api_tournament_next"),
    path(f"{ONE}enter/", changing.Enter.as_view(), name="api_tournament_enter"),
    path(f"{ONE}leave/", changing.Leave.as_view(), name="api_tournament_leave"),
    path(f"{ONE}agree/", changing.Agree.as_view(), name="api_tournament_agree"),
    path(f"{ONE}pause/", changing.Pause.as_view(), name="api_tournament_pause"),
    path(f"{ONE}start/", changing.StartNow.as_view(), name="api_tournament_start"),
    path(f"{ONE}cancel/", changing.Cancel.as_view(), name="api_tournament_cancel"),
]
