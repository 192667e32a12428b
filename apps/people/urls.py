from django.urls import path

from people.open_games import open_games_feed
from people.pages import again, bonds, challenge, invitations, lobby, mine, profiles

urlpatterns = [
    path("people/", mine.my_people, name="people"),
    path("people/<str:username>/", profiles.profile, name="person"),
    path("people/<str:username>/friend/", bonds.friend, name="befriend"),
    path("people/<str:username>/challenge/", challenge.challenge, name="challenge"),
    path("people/<str:username>/block/", bonds.block, name="block"),
    path("find/", profiles.find, name="find_people"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("lobby/feed.atom", open_games_feed, name="open_games_feed"),
    path("g/<slug:public_id>/invite/", invitations.invite, name="invite"),
    path("g/<slug:public_id>/invite/<str:username>/withdraw/", invitations.withdraw, name="withdraw"),
    path("g/<slug:public_id>/accept/", invitations.accept, name="accept"),
    path("g/<slug:public_id>/decline/", invitations.decline, name="decline"),
    path("g/<slug:public_id>/again/", again.again, name="again"),
    path("g/<slug:public_id>/people/", profiles.at_the_table, name="table_people"),
]
