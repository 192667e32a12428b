from django.urls import path

from bots import api

urlpatterns = [
    path("me/computers/", api.Mine.as_view(), name="api_my_computers"),
]
