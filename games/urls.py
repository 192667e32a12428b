from django.urls import path

from games import pages
from games.pages.house_rules import pages as house_rules

urlpatterns = [
    path("", pages.home, name="home"),
    path("new/", pages.new_game, name="new_game"),
    path("new/estimate/", pages.new_estimate, name="new_estimate"),
    path("games/", pages.my_games, name="my_games"),
    path("watch/", pages.watch, name="watch"),
    path("next/", pages.next_game, name="next_game"),
    path("rules/", pages.rules_index, name="rules_index"),
    path("rules/<slug:variant>/", pages.rules_variant, name="rules_variant"),
    path("g/<slug:public_id>/", pages.table, name="table"),
    path("g/<slug:public_id>/rules/", pages.table_rules, name="table_rules"),
    path("g/<slug:public_id>/join/", pages.join, name="join"),
    path("g/<slug:public_id>/cancel/", pages.cancel, name="cancel"),
    path("g/<slug:public_id>/leave/", pages.leave, name="leave"),
    path("g/<slug:public_id>/back/", pages.back, name="back"),
    path("g/<slug:public_id>/resign/", pages.resign, name="resign"),
    path("g/<slug:public_id>/abort/", pages.abort, name="abort"),
    path("g/<slug:public_id>/rematch/", pages.rematch, name="rematch"),
    path("g/<slug:public_id>/seat/<slug:token>/", pages.seat_link, name="seat_link"),
    path("g/<slug:public_id>/qr.svg", pages.qr, name="qr"),
    path("house-rules/", house_rules.house_rules, name="house_rules"),
    path("house-rules/change/<slug:variant>/", house_rules.change_rules, name="change_rules"),
    path("house-rules/<slug:public_id>/", house_rules.saved_rules, name="saved_rules"),
    path("house-rules/<slug:public_id>/rename/", house_rules.rename_rules, name="rename_rules"),
    path("house-rules/<slug:public_id>/delete/", house_rules.delete_rules, name="delete_rules"),
]
