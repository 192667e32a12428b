from django.urls import path

from plans import pages

urlpatterns = [path("g/<slug:public_id>/plan/", pages.plan, name="plan")]
