"""What players are refused at tables."""

from django.utils.translation import gettext as _

from common.refusals import Forbidden, NotFound, NotNow


def unknown_game() -> NotFound:
    return NotFound("unknown_game", _("There is no game at this address."))


def stale() -> NotNow:
    return NotNow("stale", _("The game has moved on since you looked; here is how it stands now."))


def not_playing(status: str) -> NotNow:
    """The sentence for a move or a resignation in a game that isn't in play."""
    if status == "open":
        return NotNow("not_started", _("The game has not started yet: seats are still free."))
    return NotNow("game_over", _("This game is over."))


def time_is_up() -> NotNow:
    return NotNow("time_is_up", _("Time is up: the current scores decide."))


def not_seated() -> Forbidden:
    return Forbidden("not_seated", _("Only the players of this game can do that."))
