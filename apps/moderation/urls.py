from django.urls import path

from moderation import pages

urlpatterns = [
    path("report/", pages.report, name="report"),
    path("moderation/", pages.queue, name="moderation"),
    path("moderation/pairs/", pages.pairs, name="moderation_pairs"),
    path("moderation/pairs/<int:one>/<int:other>/", pages.pair, name="moderation_pair"),
    path("moderation/<int:number>/", pages.moderate, name="moderate"),
]
