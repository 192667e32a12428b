"""Pages for other sites differ from all others: they may be framed, and they never learn who reads them."""

import hashlib
from collections.abc import Callable
from functools import wraps

from csp.constants import NONE, SELF
from csp.decorators import csp
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

ADDRESSES = ("/embed/", "/oembed/")
# A sandboxed page has no origin. Not every browser then takes "self" for the address it came from, so we name it, too.
OURS = [SELF, settings.SITE_URL]
POLICY = {
    "default-src": [NONE],
    "script-src": OURS,
    "style-src": OURS,
    "font-src": OURS,
    "img-src": [*OURS, "data:"],
    "connect-src": OURS,
    "base-uri": [NONE],
    "form-action": [NONE],
    "frame-ancestors": ["*"],
    # Even top-level, and in a frame without `sandbox`: no origin, so no cookies, storage or sockets of ours.
    "sandbox": ["allow-scripts", "allow-popups", "allow-popups-to-escape-sandbox"],
}

Answer = Callable[..., HttpResponseBase]


def without_cookies(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware, before all others: for these addresses, no cookie or token comes in, and no cookie goes out.

    So every reader is a stranger, and one answer fits all: shared caches may keep it.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(ADDRESSES):
            return get_response(request)
        for name in ("HTTP_COOKIE", "HTTP_AUTHORIZATION"):
            request.META.pop(name, None)
        answer = get_response(request)
        answer.cookies.clear()
        names = [name.strip() for name in answer.get("Vary", "").split(",")]
        answer["Vary"] = ", ".join(name for name in names if name not in {"", "Cookie"})
        return answer

    return middleware


def for_others(view: Answer) -> Answer:
    """A view whose answer any site may frame and read."""

    @require_safe
    @xframe_options_exempt
    @csp(POLICY)
    @wraps(view)
    def shown(*args: object, **kwargs: object) -> HttpResponseBase:
        answer = view(*args, **kwargs)
        answer["Access-Control-Allow-Origin"] = "*"
        # Browsers refuse to open a sandboxed page by itself that wants its opener kept away.
        answer["Cross-Origin-Opener-Policy"] = "unsafe-none"
        answer["X-Robots-Tag"] = "noindex"
        answer.headers.setdefault("Cache-Control", "no-store")  # refusals
        return answer

    return shown


def cached(request: HttpRequest, answer: HttpResponse, seconds: int) -> HttpResponseBase:
    """The answer for all caches, or 304 if the reader has it. *seconds*: until caches ask again."""
    tag = f'"{hashlib.sha256(answer.content).hexdigest()[:32]}"'
    answer["ETag"], answer["Cache-Control"] = tag, f"public, max-age={seconds}"
    return get_conditional_response(request, etag=tag, response=answer) or answer
