from django.urls import path

from tournaments import pages

urlpatterns = [
    path("tournaments/", pages.tournaments, name="tournaments"),
    path("tournaments/new/", pages.new, name="new_tournament"),
    path("tournaments/takes/", pages.takes, name="tournament_takes"),
    path("tournaments/<slug:public_id>/", pages.tournament, name="tournament"),
    path("tournaments/<slug:public_id>/round/<int:stage>/<int:number>/", pages.round_, name="tournament_round"),
    path("tournaments/<slug:public_id>/next/", pages.next_game, name="tournament_next"),
    path("tournaments/<slug:public_id>/enter/", pages.enter, name="enter_tournament"),
    path("tournaments/<slug:public_id>/leave/", pages.leave, name="leave_tournament"),
    path("tournaments/<slug:public_id>/agree/", pages.agree, name="agree_tournament"),
    path("tournaments/<slug:public_id>/pause/", pages.pause, name="pause_tournament"),
    path("tournaments/<slug:public_id>/cancel/", pages.cancel, name="cancel_tournament"),
]
