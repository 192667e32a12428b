from django.urls import path

from history import views

urlpatterns = [
    path("history/", views.history, name="history"),
    path("history/export/", views.export_games, name="export_games"),
    path("history/with/<str:username>/", views.history_with, name="history_with"),
    path("g/<slug:public_id>/text/", views.game_text, name="game_text"),
    path("g/<slug:public_id>/study/", views.study_game, name="study_game"),
    path("study/", views.studies, name="studies"),
    path("study/<slug:public_id>/", views.study, name="study"),
    path("study/<slug:public_id>/text/", views.study_as_text, name="study_text"),
    path("study/<slug:public_id>/record/", views.study_record, name="study_record"),
    path("study/<slug:public_id>/change/", views.change_study, name="change_study"),
    path("study/<slug:public_id>/delete/", views.delete_study, name="delete_study"),
]
