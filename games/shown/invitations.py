"""An invitation in words, for its page and its preview."""

from django.utils.translation import gettext as _

from accounts import guests
from games.models import Game
from rulebook.names import game_name


def invites(game: Game) -> str:
    """Who invites to which game. A name that we suggested, such as “Guest 228”, would tell a friend nothing."""
    host = game.creator
    if host is None or guests.has_suggested_name(host):
        return _("You’re invited to %(game)s") % {"game": game_name(game.variant)}
    return _("%(name)s invites you to %(game)s") % {"name": host.name, "game": game_name(game.variant)}
