from django.urls import path

from people import pages
from people.open_games import open_games_feed

urlpatterns = [
    path("people/", pages.my_people, name="people"),
    path("people/<str:username>/", pages.profile, name="person"),
    path("people/<str:username>/friend/", pages.friend, name="befriend"),
    path("people/<str:username>/challenge/", pages.challenge, name="challenge"),
    path("people/<str:username>/block/", pages.block, name="block"),
    path("find/", pages.find, name="find_people"),
    path("lobby/", pages.lobby, name="lobby"),
    path("lobby/feed.atom", open_games_feed, name="open_games_feed"),
    path("g/<slug:public_id>/invite/", pages.invite, name="invite"),
    path("g/<slug:public_id>/invite/<str:username>/withdraw/", pages.withdraw, name="withdraw"),
    path("g/<slug:public_id>/accept/", pages.accept, name="accept"),
    path("g/<slug:public_id>/decline/", pages.decline, name="decline"),
    path("g/<slug:public_id>/again/", pages.again, name="again"),
    path("g/<slug:public_id>/people/", pages.at_the_table, name="table_people"),
]
