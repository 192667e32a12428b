from django.urls import path

from clubs.api import matches

ONE = "club-matches/<slug:match>/"
urlpatterns = [
    path("clubs/<slug:club>/matches/", matches.Matches.as_view(), name="api_club_matches"),
    path(ONE, matches.OneMatch.as_view(), name="api_club_match"),
    path(f"{ONE}answer/", matches.AnswerMatch.as_view(), name="api_answer_club_match"),
    path(f"{ONE}join/", matches.JoinLeague.as_view(), name="api_join_club_league"),
    path(f"{ONE}leave/", matches.LeaveLeague.as_view(), name="api_leave_club_league"),
    path(f"{ONE}line-up/<int:team>/", matches.LineUps.as_view(), name="api_club_line_up"),
]
