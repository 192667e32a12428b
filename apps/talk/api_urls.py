from django.urls import path

from talk import api, letters_api, reactions_api

urlpatterns = [
    path("messages/", letters_api.AllLetters.as_view(), name="letters_api"),
    path("messages/<str:username>/", letters_api.LettersOfTwo.as_view(), name="letter_api"),
    path("games/<slug:public_id>/talk/", api.Talk.as_view(), name="talk_api"),
    path("games/<slug:public_id>/reactions/", reactions_api.Reactions.as_view(), name="reactions_api"),
    path("games/<slug:public_id>/note/", api.GameNote.as_view(), name="note_api"),
]
