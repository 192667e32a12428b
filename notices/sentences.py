"""What a notice says, in the language that is active. Nothing here has ever seen a tile."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from accounts.models import User
from common.dates import moment_words
from games.models import Game
from games.seating import in_play_order
from notices.choices import Event
from notices.models import Notice
from notices.times import local
from rulebook import words
from rulebook.names import game_name


@dataclass(frozen=True, slots=True)
class Told:
    """*path*: where it leads, on this site."""

    title: str
    body: str
    path: str


def notice_text(notice: Notice, now: datetime, *, stage: int = 0) -> Told:
    """The notice in words, for its player; at a later *stage* of a turn, the reminder."""
    title, body = _reminder(notice, now) if stage else _say(notice, now)
    return Told(title, body.strip(), _path(notice))


def company(game: Game, player: int) -> str:
    """“with Ben and Cleo”: the others at the table."""
    seats = list(game.seats.all())
    mine = next((seat.number for seat in seats if seat.player_id == player), None)
    others = (seat.player for seat in in_play_order(seats, mine) if seat.player_id != player)
    names = [other.name for other in others if other is not None]
    if not names:
        return ""
    listed = names[0] if len(names) == 1 else _("%(some)s and %(last)s") % {
        "some": ", ".join(names[:-1]), "last": names[-1],
    }  # fmt: skip
    return _("with %(names)s") % {"names": listed}


def time_left(game: Game, now: datetime) -> str:
    """How long the turn may still take; empty without a clock."""
    return words.left(game.deadline, now) if game.deadline is not None else ""


def _say(notice: Notice, now: datetime) -> tuple[str, str]:
    game, said = notice.game, notice.words
    values = _values(notice)
    others = company(game, notice.player_id) if game else ""
    match Event(notice.event):
        case Event.TURN if game is not None:
            return _("Your turn: %(game)s") % values, _facts(_before(notice.also), others, time_left(game, now))
        case Event.STOOD_IN if "left" in said:
            title = _("Your time was over, a move was made for you: %(game)s") % values
            return title, _facts(others, words.missed_left(said["left"]))
        case Event.STOOD_IN:
            back = _("Your time was over. Press “I'm back” at the table, or make a move, and you play yourself again.")
            return _("The computer plays on for you: %(game)s") % values, _facts(others, back)
        case Event.STARTED:
            return _("The game begins: %(game)s") % values, others
        case Event.ROUND:
            return _("A round is over: %(game)s") % values, others
        case Event.OVER if said.get("annulled"):
            return _("A moderator has annulled a game: %(game)s") % values, others
        case Event.OVER if said.get("aborted"):
            return _("%(name)s has broken the game off: %(game)s") % values, others
        case Event.OVER if game is not None:
            return _("The game is over: %(game)s") % values, _facts(
                _result(game, notice.player_id), _("Time was up") if game.reason == "adjudicated" else "", others
            )
        case Event.INVITED if said.get("rematch") and game is not None:
            return _("%(name)s wants a rematch: %(game)s") % values, _terms(game, notice)
        case Event.INVITED if game is not None:
            return _("%(name)s invites you: %(game)s") % values, _terms(game, notice)
        case Event.ANSWERED if said.get("answer") == "left":
            return _("%(name)s has left your table: %(game)s") % values, ""
        case Event.ANSWERED if said.get("answer") == "declined":
            return _("%(name)s declines your invitation: %(game)s") % values, _reason(said.get("reason", ""))
        case Event.ANSWERED:
            return _("%(name)s sits at your table: %(game)s") % values, ""
        case Event.EXPIRED if said.get("cancelled"):
            return _("%(name)s has taken the table back: %(game)s") % values, ""
        case Event.EXPIRED:
            return _("Your table is closed: %(game)s") % values, _("Not every seat was taken while it was open.")
        case Event.MESSAGE:
            return _("%(name)s has written: %(game)s") % values, others
        case Event.FRIEND if said.get("accepted"):
            return _("%(name)s is your friend now") % values, ""
        case Event.FRIEND:
            return _("%(name)s wants to be friends") % values, ""
        case Event.SITE if said.get("about") == "moderation":
            return _("A moderator has decided something"), _("It concerns you: read what, and why.")
        case Event.SITE if said.get("about") == "guest_link":
            body = _("%(browser)s. If that was not you, make a new link: the old one leads nowhere then.")
            return _("The link to all your games was opened"), body % {"browser": said["agent"]}
        case Event.SITE if said.get("about") == "webhook":
            body = _("It does not take what we send. Look at its address and save it again.")
            return _("Your webhook is switched off"), body
    return _("It works"), _("This is how notices come to you.")


def _reason(code: str) -> str:
    """Why an invitation was declined; the words somebody adds of their own stand at the table alone."""
    return {
        "not_now": _("Not now"), "no_time": _("I have no time"), "too_fast": _("The clock is too fast for me"),
        "too_slow": _("The clock is too slow for me"), "other_game": _("I would rather play another game"),
    }.get(code, "")  # fmt: skip


def _reminder(notice: Notice, now: datetime) -> tuple[str, str]:
    game, player = notice.game, notice.player
    if game is None or game.deadline is None:
        return _say(notice, now)
    until = _moment_for(player, game.deadline)
    title = _("Your turn, %(time)s: %(game)s") % (_values(notice) | {"time": words.left(game.deadline, now)})
    return title, _facts(company(game, player.pk), _("until %(time)s") % {"time": until})


def _moment_for(player: User, when: datetime) -> str:
    """By the player's clock, or, if they have none, by everybody's."""
    words_of_it = moment_words(local(player, when))
    return words_of_it if player.time_zone else _("%(time)s UTC") % {"time": words_of_it}


def _terms(game: Game, notice: Notice) -> str:
    """How long an offered game takes: its clock, and its last moment if that is known."""
    clock = words.clock_rule(game.time_control)
    if game.last_moment is None:
        return clock
    return _facts(clock, _("ends %(time)s at the latest") % {"time": _moment_for(notice.player, game.last_moment)})


def _facts(*parts: str) -> str:
    return " · ".join(filter(None, parts))


def _values(notice: Notice) -> dict[str, str]:
    name = notice.by.name if notice.by is not None else _("Somebody")
    return {"game": game_name(notice.game.variant) if notice.game else "", "name": name}


def _before(also: str) -> str:
    """What came right before the turn."""
    return {"started": _("The game begins"), "round": _("A round is over")}.get(also, "")


def _result(game: Game, player: int) -> str:
    said = {"won": _("You have won"), "lost": _("You have lost"), "drawn": _("A draw")}
    return next((said.get(seat.result, "") for seat in game.seats.all() if seat.player_id == player), "")


def _path(notice: Notice) -> str:
    if url := str(notice.words.get("url", "")):
        return url
    if notice.game is not None:
        return reverse("table", args=[notice.game.public_id])
    try:
        return reverse("people" if notice.event == Event.FRIEND else "notices")
    except NoReverseMatch:
        return reverse("notices")
