from django.urls import path

from ladders.api import views

ONE = "ladders/<slug:ladder>/"
urlpatterns = [
    path("ladders/", views.Ladders.as_view(), name="api_ladders"),
    path(ONE, views.OneLadder.as_view(), name="api_ladder"),
    path(f"{ONE}places/", views.Places.as_view(), name="api_ladder_places"),
    path(f"{ONE}challenges/", views.Challenges.as_view(), name="api_ladder_challenges"),
    path(f"{ONE}join/", views.Join.as_view(), name="api_ladder_join"),
    path(f"{ONE}leave/", views.Leave.as_view(), name="api_ladder_leave"),
]
