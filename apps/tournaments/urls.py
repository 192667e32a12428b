from django.urls import path

from tournaments.pages import evening, views

urlpatterns = [
    path("tournaments/", views.tournaments, name="tournaments"),
    path("tournaments/new/", views.new, name="new_tournament"),
    path("tournaments/of/<slug:game>/", views.of_game, name="tournament_of_game"),
    path("tournaments/league/<slug:series>/", views.league, name="league"),
    path("tournaments/takes/", views.takes, name="tournament_takes"),
    path("tournaments/evening/", evening.new, name="new_evening"),
    path("tournaments/evening/takes/", evening.takes, name="evening_takes"),
    path("t/<slug:tournament>/", evening.short, name="tournament_short"),
    path("tournaments/<slug:tournament>/", views.tournament, name="tournament"),
    path("tournaments/<slug:tournament>/now/", evening.now, name="tournament_now"),
    path("tournaments/<slug:tournament>/qr/", evening.qr, name="tournament_qr"),
    path("tournaments/<slug:tournament>/screen/", evening.screen, name="tournament_screen"),
    path("tournaments/<slug:tournament>/start/", evening.start, name="start_tournament"),
    path("tournaments/<slug:tournament>/round/<int:stage>/<int:number>/", views.round_, name="tournament_round"),
    path("tournaments/<slug:tournament>/next/", views.next_game, name="tournament_next"),
    path("tournaments/<slug:tournament>/enter/", views.enter, name="enter_tournament"),
    path("tournaments/<slug:tournament>/leave/", views.leave, name="leave_tournament"),
    path("tournaments/<slug:tournament>/agree/", views.agree, name="agree_tournament"),
    path("tournaments/<slug:tournament>/pause/", views.pause, name="pause_tournament"),
    path("tournaments/<slug:tournament>/cancel/", views.cancel, name="cancel_tournament"),
]
