"""Pages whose address is a key: the link of a guest, the link of a seat."""

from django.http import HttpResponse


def as_a_key(response: HttpResponse) -> HttpResponse:
    """No more of the page's address than the site's name may travel on (no origin at all would fail CSRF), and no
    search engine keeps it.
    """
    response["Referrer-Policy"] = "strict-origin"
    response["X-Robots-Tag"] = "noindex"
    return response
