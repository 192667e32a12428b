"""The parts of an installable web app: the manifest, the service worker, and the page shown offline."""

import hashlib

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from common import brand

SHELL = ["css/bundles/site.css", "css/pages.css"]
ICONS = [("icon-192.png", "192x192", "any"), ("icon-512.png", "512x512", "any")]
ICONS += [("maskable-512.png", "512x512", "maskable")]
PAPER = "#f5f6f9"  # --bg of tokens.css in the light theme


@require_safe
@cache_control(public=True, max_age=3_600)
@vary_on_headers("Cookie", "Accept-Language")
def manifest(_request: HttpRequest) -> JsonResponse:
    content = {
        "id": "/",
        "name": _("%(site)s: dominoes by correspondence") % {"site": settings.SITE_NAME},
        "short_name": settings.SITE_NAME,
        "description": _("Play dominoes with friends over hours or days."),
        "lang": get_language(),
        "start_url": reverse("my_games"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["games"],
        "icons": [
            {"src": brand.picture(name), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in ICONS
        ],
        "shortcuts": [
            {"name": _("My games"), "url": reverse("my_games")},
            {"name": _("New game"), "url": reverse("new_game")},
        ],
    }
    return JsonResponse(content, content_type="application/manifest+json")


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """Served from the root, because it handles all pages. It changes with each release, as the names of files do."""
    icon = brand.picture("icon-192.png")
    files = [reverse("offline"), *map(static, SHELL), brand.picture("favicon.svg"), icon]
    context = {
        "files": files,
        "offline": files[0],
        "icon": icon,
        "site": settings.SITE_NAME,
        "static": settings.STATIC_URL,
        "release": hashlib.sha256(" ".join([*files, static("js/app/site.js")]).encode()).hexdigest()[:12],
    }
    return render(request, "notices/service-worker.js", context, content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """Cached by the service worker. It shows nothing personal, because anybody at this browser can read it."""
    return render(request, "notices/offline.html")
