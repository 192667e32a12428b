"""Names with links, the fields for inviting, and invitations, for templates of all rooms."""

from collections.abc import Iterable

from django import template
from django.db.models import QuerySet
from django.http import QueryDict
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts import finding
from accounts.models import User
from common.times.dates import month_within
from common.wishes import WishForm
from games.lobby import Filters
from games.models import Game
from people import queries
from people.models import Invitation, Profile
from rulebook.templatetags.faces import named

register = template.Library()
register.filter(month_within, expects_localtime=True)

ON_HOME = 6  # invitations shown at once
OFFERED = 24  # friends to tick


@register.simple_tag
def person(user: User) -> SafeString:
    """The name with its face. Links accounts to their profile and computers to the page of their level."""
    if user.is_bot:
        return format_html('<a href="{}">{}</a>', reverse("computer", args=[user.bot_level]), named(user))
    if not has_page(user):
        return named(user)
    return format_html('<a href="{}">{}</a>', reverse("person", args=[user.username]), named(user))


@register.filter
def has_page(user: User) -> bool:
    return not user.is_guest and not user.is_bot and user.is_active


@register.inclusion_tag("people/_invite_fields.html", takes_context=True)
def invite_fields(context: Context, game: Game | None = None) -> dict[str, object]:
    """Friends to tick and a field for a name. Keeps what the request has chosen already."""
    request = context["request"]
    user = request.user
    if not user.is_authenticated or user.is_guest:
        return {"hidden": True}
    sent = request.POST if request.method == "POST" else request.GET
    chosen = sent.getlist("invite")
    friends = queries.friends(user).exclude(profile__invites=Profile.Invites.NOBODY)
    if game is not None:
        friends = friends.exclude(seats__game=game).exclude(pk__in=game.invitations.values("player"))
    offered = list(friends[:OFFERED])
    known = {friend.username for friend in offered}
    wished = accounts_of(set(chosen) - known)
    return {
        "friends": [{"person": each, "chosen": each.username in chosen} for each in [*wished, *offered]],
        "typed": sent.get("invite_name", ""),
    }


@register.simple_tag(takes_context=True)
def challenged(context: Context) -> str:
    """The names of the people in a link such as `/new/?invite=ben`, separated by commas."""
    return ", ".join(each.name for each in accounts_of(context["request"].GET.getlist("invite")[:OFFERED]))


def accounts_of(usernames: Iterable[str]) -> QuerySet[User]:
    """The accounts with these user names; skips unknown ones. PostgreSQL refuses queries with a NUL."""
    return finding.accounts().filter(username__in=[name for name in usernames if "\0" not in name])


@register.inclusion_tag("people/_filters.html")
def lobby_filters() -> dict[str, object]:
    """The filters of the lobby, nothing chosen."""
    return {"form": WishForm(Filters, QueryDict())}


@register.inclusion_tag("people/_invitations.html", takes_context=True)
def my_invitations(context: Context) -> dict[str, object]:
    """The first invitations that the reader hasn't answered."""
    user = context["request"].user
    waiting, more = queries.invited(user, ON_HOME)
    return {
        "invitations": waiting,
        "more": more,
        "csrf_token": context.get("csrf_token"),
        "live": user.is_authenticated,
        "user": user,
    }


@register.inclusion_tag("people/_invited.html", takes_context=True)
def invited(context: Context, game: Game) -> dict[str, object]:
    """For the host: the invitations to this game with their answers, and the fields for inviting more."""
    return {
        "request": context["request"],
        "csrf_token": context.get("csrf_token"),
        "game": game,
        "invitations": list(queries.invitations_of(game)),
        "room": bool(context.get("free")),
    }


@register.inclusion_tag("people/_friends_here.html", takes_context=True)
def friends_here(context: Context) -> dict[str, object]:
    """The reader's friends who are here, each with a button to challenge them; or how they would see each other."""
    user = context["request"].user
    here = [] if user.is_guest else queries.friends_here(user)  # guests have none
    hidden = not user.is_guest and not user.shows_here and queries.has_friends(user.pk)
    return {"friends": here[:ON_HOME], "hidden": hidden}


@register.simple_tag(takes_context=True)
def my_invitation(context: Context, game: Game) -> Invitation | None:
    """The reader's unanswered invitation to this game, or None."""
    return queries.invitations_to(context["request"].user).filter(game=game).first()
