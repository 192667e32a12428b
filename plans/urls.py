from django.urls import path

from plans import views

urlpatterns = [path("g/<slug:public_id>/plan/", views.plan, name="plan")]
