from django.urls import path

from talk import letter_pages, pages

urlpatterns = [
    path("messages/", letter_pages.inbox, name="letters"),
    path("messages/<str:username>/", letter_pages.letter, name="letter"),
    path("messages/<str:username>/mute/", letter_pages.mute, name="mute_letters"),
    path("g/<slug:public_id>/talk/", pages.talk, name="talk"),
    path("g/<slug:public_id>/talk/mute/", pages.mute, name="mute_talk"),
    path("g/<slug:public_id>/at-felt/", pages.at_felt, name="at_felt"),
    path("g/<slug:public_id>/note/", pages.game_note, name="game_note"),
    path("people/<str:username>/note/", pages.person_note, name="person_note"),
]
