"""oEmbed (oembed.com): other sites ask how to embed a link, and get the code."""

from collections.abc import Mapping
from urllib.parse import parse_qs, urlencode, urlsplit

from django.conf import settings
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _

from common.numbers import whole
from common.refusals import Forbidden, NotFound, Refused, Unreadable
from sharing import links
from sharing.embeds import code, seen

CACHE_AGE = 300  # seconds
PICTURE = 1200, 630
MOST_PIXELS = 99_999
PAGES = {"table", "embed"}  # the addresses of a game


class NotThatFormat(Refused):
    """oEmbed has a status of its own for formats that a site doesn't offer."""

    status = 501


class NotForOthers(Refused):
    """… and for links that only some people may follow."""

    status = 401


def description(asked: Mapping[str, str]) -> dict[str, object]:
    """A rich response, as oEmbed 1.0 calls it. Raises `Refused`."""
    if asked.get("format", "json") != "json":
        raise NotThatFormat("format", _("We answer in JSON only: format=json."))
    public_id, place = _game_at(asked.get("url", ""))
    try:
        game = seen.game(public_id)
    except Forbidden as refused:
        raise NotForOthers(refused.code, refused.message) from refused
    view = seen.view(game)
    shared = links.of_game(game, view, links.place_of(view, place.get("deal", ""), place.get("ply", "")))
    query = f"?{urlencode(place)}" if place else ""
    width = min(code.WIDTH, _most(asked, "maxwidth"))
    height = min(code.HEIGHT, _most(asked, "maxheight"))
    answer = {
        "version": "1.0",
        "type": "rich",
        "title": shared.title,
        "provider_name": settings.SITE_NAME,
        "provider_url": settings.SITE_URL,
        "cache_age": CACHE_AGE,
        "html": code.code(public_id, shared.title, query, width, height),
        "width": width,
        "height": height,
    }
    if _most(asked, "maxwidth") >= PICTURE[0] and _most(asked, "maxheight") >= PICTURE[1]:
        answer |= {"thumbnail_url": shared.picture, "thumbnail_width": PICTURE[0], "thumbnail_height": PICTURE[1]}
    return answer


def _game_at(url: str) -> tuple[str, dict[str, str]]:
    """The id of the game at one of our addresses, and the place in it that the address names."""
    try:
        parts = urlsplit(url)
        match = resolve(parts.path) if parts.netloc == urlsplit(settings.SITE_URL).netloc else None
    except (ValueError, Resolver404):
        match = None
    if match is None or match.url_name not in PAGES:
        message = _("Give us the address of a game here: url=%(site)s/g/…/") % {"site": settings.SITE_URL}
        raise NotFound("unknown_game", message)
    query = parse_qs(parts.query)
    named: dict[str, str] = {name: query[name][0] for name in ("deal", "ply") if name in query}
    place: dict[str, str] = {name: text for name, text in named.items() if whole(text) is not None}
    public_id: str = match.kwargs["public_id"]
    return public_id, place if "deal" in place else {}


def _most(asked: Mapping[str, str], name: str) -> int:
    """A width or height that the answer may not exceed; large if the caller names none."""
    text = asked.get(name, "")
    if not text:
        return MOST_PIXELS
    least = code.NARROWEST if name == "maxwidth" else code.LOWEST
    if (number := whole(text, MOST_PIXELS, least)) is None:
        message = _("%(name)s must be a number of pixels, %(least)d or more.") % {"name": name, "least": least}
        raise Unreadable("size", message)
    return number
