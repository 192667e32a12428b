from django.urls import path

from games.pages import asks, lists, offers, reading, table
from games.pages.house_rules import pages as house_rules

urlpatterns = [
    path("", lists.home, name="home"),
    path("new/", offers.new_game, name="new_game"),
    path("new/estimate/", offers.new_estimate, name="new_estimate"),
    path("games/", lists.my_games, name="my_games"),
    path("watch/", lists.watch, name="watch"),
    path("next/", lists.next_game, name="next_game"),
    path("rules/", reading.rules_index, name="rules_index"),
    path("rules/<slug:variant>/", reading.rules_variant, name="rules_variant"),
    path("g/<slug:public_id>/", table.table, name="table"),
    path("g/<slug:public_id>/rules/", reading.table_rules, name="table_rules"),
    path("g/<slug:public_id>/asks/", asks.asks, name="asks"),
    path("g/<slug:public_id>/join/", offers.join, name="join"),
    path("g/<slug:public_id>/cancel/", offers.cancel, name="cancel"),
    path("g/<slug:public_id>/leave/", offers.leave, name="leave"),
    path("g/<slug:public_id>/back/", table.back, name="back"),
    path("g/<slug:public_id>/resign/", table.resign, name="resign"),
    path("g/<slug:public_id>/abort/", table.abort, name="abort"),
    path("g/<slug:public_id>/rematch/", table.rematch, name="rematch"),
    path("g/<slug:public_id>/seat/<slug:token>/", table.seat_link, name="seat_link"),
    path("g/<slug:public_id>/qr.svg", offers.qr, name="qr"),
    path("house-rules/", house_rules.house_rules, name="house_rules"),
    path("house-rules/change/<slug:variant>/", house_rules.change_rules, name="change_rules"),
    path("house-rules/<slug:public_id>/", house_rules.saved_rules, name="saved_rules"),
    path("house-rules/<slug:public_id>/rename/", house_rules.rename_rules, name="rename_rules"),
    path("house-rules/<slug:public_id>/delete/", house_rules.delete_rules, name="delete_rules"),
]
