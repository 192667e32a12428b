from django.urls import path

from matching import pages

urlpatterns = [
    path("find-a-game/", pages.find, name="find"),
    path("find-a-game/end/", pages.end, name="end_wish"),
    path("find-a-game/here/", pages.here, name="here"),
    path("find-a-game/computers/", pages.computers, name="computers_in"),
    path("find-a-game/order/", pages.order, name="order"),
    path("programs/", pages.programs, name="programs"),
]
