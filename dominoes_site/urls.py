from django.shortcuts import redirect
from django.urls import include, path
from django.views.generic import TemplateView

from common import brand
from common.metrics import page as metrics
from dominoes_site import doctor, health
from dominoes_site.admin import site as admin
from dominoes_site.texts import catalog

handler400 = "dominoes_site.errors.bad_request"
handler404 = "dominoes_site.errors.not_there"
handler500 = "dominoes_site.errors.broken"

urlpatterns = [
    path("", include("games.urls")),
    path("", include("accounts.urls")),
    path("", include("accounts.oauth.urls")),
    path("", include("plans.urls")),
    path("", include("notices.urls")),
    path("", include("people.urls")),
    path("", include("matching.urls")),
    path("", include("tournaments.urls")),
    path("", include("bots.urls")),
    path("", include("talk.urls")),
    path("", include("clubs.urls")),
    path("", include("ladders.urls")),
    path("", include("moderation.urls")),
    path("", include("history.urls")),
    path("", include("learn.urls")),
    path("", include("standings.urls")),
    path("", include("family.urls")),
    path("", include("sharing.urls")),
    path("api/v1/", include("history.api_urls")),
    path("api/v1/", include("standings.api_urls")),
    path("api/v1/", include("people.api_urls")),
    path("api/v1/", include("matching.api_urls")),
    path("api/v1/", include("tournaments.api_urls")),
    path("api/v1/", include("talk.api_urls")),
    path("api/v1/", include("clubs.api_urls")),
    path("api/v1/", include("ladders.api_urls")),
    path("api/v1/", include("notices.api_urls")),
    path("api/v1/", include("plans.api_urls")),
    path("api/v1/", include("bots.api_urls")),
    path("api/v1/", include("learn.api_urls")),
    path("api/", include("games.api.urls")),
    path("admin/", admin.urls),
    path("jsi18n/<slug:language>.<slug:tag>.js", catalog, name="javascript-catalog"),
    path("robots.txt", TemplateView.as_view(template_name="robots.txt", content_type="text/plain")),
    path("favicon.ico", lambda _request: redirect(brand.picture("favicon.svg"))),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("doctor/seen", doctor.seen, name="doctor_seen"),
    path("metrics", metrics.show, name="metrics"),
]
