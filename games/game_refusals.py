"""Errors that several game actions raise."""

from django.utils.translation import gettext as _

from common.refusals import Forbidden, NotFound, NotNow


def unknown_game() -> NotFound:
    return NotFound("unknown_game", _("There is no game at this address."))


def stale() -> NotNow:
    return NotNow("stale", _("The game has moved on. Here is the current position."))


def not_playing(status: str) -> NotNow:
    """The error for a move or a resignation in a game that isn't in play."""
    if status == "open":
        return NotNow("not_started", _("This game hasn’t started yet. It still has free seats."))
    return NotNow("game_over", _("This game has ended."))


def time_is_up() -> NotNow:
    return NotNow("time_is_up", _("Time is up. The current scores decide the game."))


def not_seated() -> Forbidden:
    return Forbidden("not_seated", _("Only the players of this game can do that."))
