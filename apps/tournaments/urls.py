from django.urls import path

from tournaments import pages

urlpatterns = [
    path("tournaments/", pages.tournaments, name="tournaments"),
    path("tournaments/new/", pages.new, name="new_tournament"),
    path("tournaments/of/<slug:game>/", pages.of_game, name="tournament_of_game"),
    path("tournaments/takes/", pages.takes, name="tournament_takes"),
    path("tournaments/<slug:tournament>/", pages.tournament, name="tournament"),
    path("tournaments/<slug:tournament>/round/<int:stage>/<int:number>/", pages.round_, name="tournament_round"),
    path("tournaments/<slug:tournament>/next/", pages.next_game, name="tournament_next"),
    path("tournaments/<slug:tournament>/enter/", pages.enter, name="enter_tournament"),
    path("tournaments/<slug:tournament>/leave/", pages.leave, name="leave_tournament"),
    path("tournaments/<slug:tournament>/agree/", pages.agree, name="agree_tournament"),
    path("tournaments/<slug:tournament>/pause/", pages.pause, name="pause_tournament"),
    path("tournaments/<slug:tournament>/cancel/", pages.cancel, name="cancel_tournament"),
]
