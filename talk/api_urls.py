from django.urls import path

from talk import api

urlpatterns = [
    path("games/<slug:public_id>/talk/", api.Talk.as_view(), name="talk_api"),
    path("games/<slug:public_id>/note/", api.GameNote.as_view(), name="note_api"),
]
