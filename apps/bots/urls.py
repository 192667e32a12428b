from django.urls import path

from bots import pages

urlpatterns = [
    path("computers/", pages.computers, name="computers"),
    path("computers/<slug:level>/", pages.level, name="computer"),
    path("computers/<slug:level>/<slug:variant>/", pages.level, name="computer_in_game"),
    path("g/<slug:public_id>/computers/", pages.fill, name="fill_with_computers"),
    path("g/<slug:public_id>/computers/<int:seat>/away/", pages.send_away, name="send_computer_away"),
]
