from django.urls import path

from learn.analysis import api
from learn.lessons import api as lesson_api
from learn.puzzles import api as puzzle_api

urlpatterns = [
    path("lessons/", lesson_api.AllLessons.as_view(), name="api_lessons"),
    path("lessons/<slug:variant>/", lesson_api.OneLesson.as_view(), name="api_lesson"),
    path("puzzles/today/", puzzle_api.Today.as_view(), name="api_puzzle_today"),
    path("puzzles/next/", puzzle_api.Next.as_view(), name="api_puzzle_next"),
    path("puzzles/<slug:public_id>/", puzzle_api.OnePuzzle.as_view(), name="api_puzzle"),
    path("games/<slug:public_id>/analysis/", api.OneAnalysis.as_view(), name="api_analysis"),
    path("games/<slug:public_id>/rounds/<int:deal>/coach/", api.Coach.as_view(), name="api_coach"),
    path("games/<slug:public_id>/hints/", api.HintsNow.as_view(), name="api_hints"),
]
