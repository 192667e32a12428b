"""Chat, reactions and notes on the game page."""

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games import queries as games
from games.models import Game
from talk import at_felt, letters, queries
from talk.models import Reaction

register = template.Library()


@register.inclusion_tag("games/_panel.html", takes_context=True)
def talk_panel(context: Context, game: Game) -> dict[str, object]:
    reader = context["reader"]  # the player of this seat or the user; set by games.seat_links
    seated = games.seat_of(game, reader) is not None
    if seated and games.only_computers(game):
        return {"name": "talk", "url": "", "title": ""}  # computers don't read the chat
    news = queries.news(game, reader)
    return {
        "name": "talk",
        "url": reverse("talk", args=[game.public_id]),
        "title": _("Chat") if seated else _("Spectator chat"),
        "count": news.unread,
        "is_more": news.is_more,
    }


@register.inclusion_tag("talk/_at_felt.html", takes_context=True)
def talk_at_felt(context: Context, game: Game) -> dict[str, object]:
    """The chat's button and the reactions, at the edge of the felt; the last message comes later (`pages.at_felt`)."""
    return {"corner": at_felt.in_page(game, context["reader"]), "csrf_token": context.get("csrf_token")}


@register.simple_tag
def all_signs() -> list[Reaction.Sign]:
    """The reactions, in their places."""
    return list(Reaction.Sign)


@register.simple_tag(takes_context=True)
def may_message(context: Context, person: User) -> bool:
    """Whether the reader can send this person a message. One query, none for visitors."""
    return letters.may_write(context["request"].user, person)


@register.inclusion_tag("games/_panel.html")
def note_about(person: User) -> dict[str, object]:
    """The panel with the reader's note about a person."""
    return {"name": "note", "url": reverse("person_note", args=[person.username]), "title": _("My note")}


@register.inclusion_tag("games/_panel.html")
def note_panel(game: Game) -> dict[str, object]:
    return {"name": "note", "url": reverse("game_note", args=[game.public_id]), "title": _("My note")}
