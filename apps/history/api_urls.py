from django.urls import path

from history.api import past, studies

urlpatterns = [
    path("me/history/", past.History.as_view(), name="api_history"),
    path("me/history/results/", past.Results.as_view(), name="api_history_results"),
    path("me/history/opponents/", past.Opponents.as_view(), name="api_history_opponents"),
    path("me/history/export/", past.Export.as_view(), name="api_history_export"),
    path("people/<str:username>/games/", past.PublicGames.as_view(), name="api_person_games"),
    path("people/<str:username>/head-to-head/", past.HeadToHead.as_view(), name="api_head_to_head"),
    path("studies/", studies.Studies.as_view(), name="api_studies"),
    path("studies/<slug:study>/", studies.OneStudy.as_view(), name="api_study"),
    path("studies/<slug:study>/rounds/<int:deal>/", studies.StudyRound.as_view(), name="api_study_round"),
]
