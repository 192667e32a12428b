from django.urls import path

from talk import views

urlpatterns = [
    path("g/<slug:public_id>/talk/", views.talk, name="talk"),
    path("g/<slug:public_id>/talk/mute/", views.mute, name="mute_talk"),
    path("g/<slug:public_id>/note/", views.game_note, name="game_note"),
    path("people/<str:username>/note/", views.person_note, name="person_note"),
]
