from django.urls import path

from moderation import views

urlpatterns = [
    path("report/", views.report, name="report"),
    path("moderation/", views.queue, name="moderation"),
    path("moderation/<int:number>/", views.moderate, name="moderate"),
]
