from django.urls import path

from moderation import pages

urlpatterns = [
    path("report/", pages.report, name="report"),
    path("moderation/", pages.queue, name="moderation"),
    path("moderation/<int:number>/", pages.moderate, name="moderate"),
]
