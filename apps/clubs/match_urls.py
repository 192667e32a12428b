from django.urls import path

from clubs import match_pages

ONE = "clubs/match/<slug:match>/"
urlpatterns = [
    path("clubs/<slug:club>/match/", match_pages.new, name="new_club_match"),
    path(f"{ONE}answer/", match_pages.answer, name="answer_club_match"),
    path(f"{ONE}join/", match_pages.join, name="join_club_league"),
    path(f"{ONE}leave/", match_pages.leave, name="leave_club_league"),
    path(f"{ONE}line-up/<int:team>/", match_pages.line_up, name="club_line_up"),
]
