from django.urls import path

from plans import api

urlpatterns = [path("games/<slug:public_id>/plan/", api.Plan.as_view(), name="plan_api")]
