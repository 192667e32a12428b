from django.urls.resolvers import URLPattern

from clubs.api.match_urls import urlpatterns as of_matches

urlpatterns: list[URLPattern] = [*of_matches]
