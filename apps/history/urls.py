from django.urls import path

from history import pages

urlpatterns = [
    path("history/", pages.history, name="history"),
    path("history/results/", pages.history_results, name="history_results"),
    path("history/opponents/", pages.history_opponents, name="history_opponents"),
    path("history/export/", pages.export_games, name="export_games"),
    path("history/with/<str:username>/", pages.history_with, name="history_with"),
    path("dumps/", pages.dumps_index, name="dumps"),
    path("dumps/<str:file>", pages.dump_file, name="dump_file"),
    path("g/<slug:public_id>/text/", pages.game_text, name="game_text"),
    path("g/<slug:public_id>/study/", pages.study_game, name="study_game"),
    path("study/", pages.studies, name="studies"),
    path("study/<slug:public_id>/", pages.study, name="study"),
    path("study/<slug:public_id>/text/", pages.study_as_text, name="study_text"),
    path("study/<slug:public_id>/record/", pages.study_record, name="study_record"),
    path("study/<slug:public_id>/change/", pages.change_study, name="change_study"),
    path("study/<slug:public_id>/delete/", pages.delete_study, name="delete_study"),
]
