from django.urls import path

from learn.analysis import pages
from learn.lessons import pages as lesson_pages
from learn.puzzles import pages as puzzle_pages

urlpatterns = [
    path("learn/", lesson_pages.index, name="lessons"),
    path("learn/<slug:variant>/", lesson_pages.lesson, name="lesson"),
    path("puzzles/", puzzle_pages.index, name="puzzles"),
    path("puzzles/next/", puzzle_pages.another, name="next_puzzle"),
    path("puzzles/<slug:public_id>/", puzzle_pages.puzzle, name="puzzle"),
    path("puzzles/<slug:public_id>/solve/", puzzle_pages.solve, name="solve_puzzle"),
    path("g/<slug:public_id>/analysis/", pages.analysis, name="analysis"),
    path("g/<slug:public_id>/rounds/<int:deal>/puzzle/", puzzle_pages.lost_round, name="lost_round"),
    path("g/<slug:public_id>/hints/", pages.hints, name="hints"),
    path("g/<slug:public_id>/analyse/", pages.analyse, name="analyse"),
]
