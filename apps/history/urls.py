from django.urls import path

from history.pages import exports, past, study

urlpatterns = [
    path("history/", past.history, name="history"),
    path("history/results/", past.history_results, name="history_results"),
    path("history/opponents/", past.history_opponents, name="history_opponents"),
    path("history/export/", exports.export_games, name="export_games"),
    path("history/with/<str:username>/", past.history_with, name="history_with"),
    path("dumps/", exports.dumps_index, name="dumps"),
    path("dumps/<str:file>", exports.dump_file, name="dump_file"),
    path("g/<slug:public_id>/text/", exports.game_text, name="game_text"),
    path("g/<slug:public_id>/study/", study.study_game, name="study_game"),
    path("study/", study.studies, name="studies"),
    path("study/<slug:public_id>/", study.study, name="study"),
    path("study/<slug:public_id>/text/", study.study_as_text, name="study_text"),
    path("study/<slug:public_id>/record/", study.study_record, name="study_record"),
    path("study/<slug:public_id>/change/", study.change_study, name="change_study"),
    path("study/<slug:public_id>/delete/", study.delete_study, name="delete_study"),
]
