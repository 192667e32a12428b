"""For the page of a game: how to embed it."""

from django import template
from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from games.models import Game
from games.shown.table_view import TableView
from rulebook.names import game_name
from sharing import subjects
from sharing.embeds import code, seen

register = template.Library()
register.filter(seen.may_be_embedded)


@register.simple_tag
def embed_discovery(game: Game) -> SafeString | str:
    """The link by which other sites find out how to embed this page; nothing if they can't."""
    if not seen.may_be_embedded(game):
        return ""
    asked = urlencode({"url": f"{settings.SITE_URL}{game.get_absolute_url()}", "format": "json"})
    address = f"{settings.SITE_URL}{reverse('oembed')}?{asked}"
    return format_html('<link rel="alternate" type="application/json+oembed" href="{}">', address)


@register.simple_tag
def embed_code(game: Game, view: TableView) -> SafeString:
    return code.code(game.public_id, f"{game_name(game.variant)}: {subjects.players(view)}")
