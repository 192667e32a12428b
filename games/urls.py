from django.urls import path

from games import views

urlpatterns = [
    path("", views.home, name="home"),
    path("new/", views.new_game, name="new_game"),
    path("new/estimate/", views.new_estimate, name="new_estimate"),
    path("games/", views.my_games, name="my_games"),
    path("next/", views.next_game, name="next_game"),
    path("rules/", views.rules_index, name="rules_index"),
    path("rules/<slug:variant>/", views.rules_variant, name="rules_variant"),
    path("g/<slug:public_id>/", views.table, name="table"),
    path("g/<slug:public_id>/rules/", views.table_rules, name="table_rules"),
    path("g/<slug:public_id>/join/", views.join, name="join"),
    path("g/<slug:public_id>/cancel/", views.cancel, name="cancel"),
    path("g/<slug:public_id>/leave/", views.leave, name="leave"),
    path("g/<slug:public_id>/resign/", views.resign, name="resign"),
    path("g/<slug:public_id>/abort/", views.abort, name="abort"),
    path("g/<slug:public_id>/rematch/", views.rematch, name="rematch"),
    path("g/<slug:public_id>/seat/<slug:token>/", views.seat_link, name="seat_link"),
    path("g/<slug:public_id>/qr.svg", views.qr, name="qr"),
]
