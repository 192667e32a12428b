"""A bare Django page that shows who is logged in: the baseline of benchmarks/pages.py."""

from django.http import HttpRequest, HttpResponse
from django.template import Context, Engine
from django.urls import path

template = Engine().from_string("<!doctype html><title>Hello</title><p>You are {{ user.username }}.</p>")


def hello(request: HttpRequest) -> HttpResponse:
    return HttpResponse(template.render(Context({"user": request.user})))


urlpatterns = [path("bare/", hello)]
