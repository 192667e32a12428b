"""Pages whose address is a key: a guest's link, or a seat's link."""

from django.http import HttpResponse


def as_a_key(response: HttpResponse) -> HttpResponse:
    """Send other sites only our origin (without any, CSRF checks would fail), and keep search engines out."""
    response["Referrer-Policy"] = "strict-origin"
    response["X-Robots-Tag"] = "noindex"
    return response
