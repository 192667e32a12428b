from django.urls import path  # noqa: F401
from django.urls.resolvers import URLPattern

urlpatterns: list[URLPattern] = []
