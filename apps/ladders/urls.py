from django.urls import path

from ladders import pages

urlpatterns = [
    path("ladders/", pages.ladders, name="ladders"),
    path("ladders/join/", pages.join_site, name="join_site_ladder"),
    path("ladders/game/<slug:game>/", pages.of_game, name="ladder_of_game"),
    path("ladders/of/<slug:club>/", pages.of_club, name="club_ladders"),
    path("ladders/of/<slug:club>/open/", pages.open_for_club, name="open_club_ladder"),
    path("ladders/<slug:ladder>/", pages.ladder, name="ladder"),
    path("ladders/<slug:ladder>/join/", pages.join, name="join_ladder"),
    path("ladders/<slug:ladder>/leave/", pages.leave, name="leave_ladder"),
    path("ladders/<slug:ladder>/challenge/", pages.challenge, name="challenge_on_ladder"),
]
