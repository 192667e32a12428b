"""The texts of notifications, in the active language. Nothing here ever sees a tile."""

from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from accounts.models import User
from common.paths import path_of
from common.times.dates import moment_words
from games.listed import Listed, seats_of
from games.models import Game
from games.seating import in_play_order
from notices.choices import About, Event
from notices.listed import ListedNotice
from notices.models import Notice
from notices.of_asks import ask_text
from notices.of_clubs import club_text
from notices.of_ladders import ladder_text
from notices.of_tournaments import tournament_text
from notices.times import local
from rulebook import phrases
from rulebook.names import game_name


@dataclass(frozen=True, slots=True)
class Told:
    """*path*: its link on this site."""

    title: str
    body: str
    path: str


def notice_text(notice: Notice | ListedNotice, now: datetime, *, stage: int = 0) -> Told:
    """The notification's text, for its player. At a later *stage* of a turn it is the reminder."""
    title, body = _say(notice.events(stage)[0], notice, now)
    return Told(title, body.strip(), _path(notice))


def turn_is_over(notice: Notice) -> str:
    """The words for a turn that is over by the time its push arrives."""
    return _("It’s not your turn any more: %(game)s") % _values(notice)


def company(game: Game | Listed, player: int) -> str:
    """“with Ben and Cleo”: the other players."""
    seats = seats_of(game)
    mine = next((seat.number for seat in seats if seat.player_id == player), None)
    others = (seat.player for seat in in_play_order(seats, mine) if seat.player_id != player)
    names = [other.name for other in others if other is not None]
    if not names:
        return ""
    listed = (
        names[0] if len(names) == 1 else _("%(some)s and %(last)s") % {"some": ", ".join(names[:-1]), "last": names[-1]}
    )
    return _("with %(names)s") % {"names": listed}


def time_left(game: Game | Listed, now: datetime) -> str:
    """How long the turn may still take; empty without a clock."""
    return phrases.left(game.deadline, now) if game.deadline is not None else ""


def _say(event: Event, notice: Notice | ListedNotice, now: datetime) -> tuple[str, str]:
    game, said = notice.game, notice.words
    values = _values(notice)
    others = company(game, notice.player_id) if game else ""
    match event:
        case Event.REMINDER if game is not None and game.deadline is not None:
            until = _("until %(time)s") % {"time": _moment_for(notice.player, game.deadline)}
            title = _("Your turn, %(time)s: %(game)s") % (values | {"time": phrases.left(game.deadline, now)})
            return title, _facts(others, until)
        case Event.TURN | Event.REMINDER:
            left = time_left(game, now) if game else ""
            return _("Your turn: %(game)s") % values, _facts(_before(notice.also), others, left)
        case Event.STOOD_IN if "left" in said:
            title = _("You ran out of time, so we played a move for you: %(game)s") % values
            return title, _facts(others, phrases.missed_left(said["left"]))
        case Event.STOOD_IN:
            back = _("You ran out of time. To take over again, press “I’m back” in the game or play a move.")
            return _("A computer is playing for you: %(game)s") % values, _facts(others, back)
        case Event.STARTED:
            return _("Game started: %(game)s") % values, others
        case Event.ROUND:
            return _("Round finished: %(game)s") % values, others
        case Event.OVER if said.get("annulled"):
            return _("A moderator annulled your game: %(game)s") % values, others
        case Event.OVER if said.get("aborted"):
            return _("%(name)s aborted the game: %(game)s") % values, others
        case Event.OVER:
            return _("Game finished: %(game)s") % values, _facts(*_result(notice), others)
        case Event.INVITED | Event.ANSWERED if "ask" in said:
            return ask_text(said, values["name"], notice.player), values["game"]
        case Event.INVITED if said.get("rematch"):
            return _("%(name)s wants a rematch: %(game)s") % values, _terms(notice)
        case Event.INVITED:
            return _("%(name)s invites you: %(game)s") % values, _terms(notice)
        case Event.ANSWERED if said.get("answer") == "left":
            return _("%(name)s left your game: %(game)s") % values, ""
        case Event.ANSWERED if said.get("answer") == "declined":
            return _("%(name)s declined your invitation: %(game)s") % values, _reason(said.get("reason", ""))
        case Event.ANSWERED:
            return _("%(name)s joined your game: %(game)s") % values, ""
        case Event.EXPIRED if said.get("seek") == "games":
            return _("We stopped looking for a game"), _("You have too many games. Finish one before you look again.")
        case Event.EXPIRED if said.get("seek"):
            return _("We found nobody for your game"), _("Your search ended after 14 days. You can start another one.")
        case Event.EXPIRED if said.get("cancelled"):
            return _("%(name)s cancelled the open game: %(game)s") % values, ""
        case Event.EXPIRED:
            return _("Your open game has expired: %(game)s") % values, _("Not enough players joined in time.")
        case Event.MESSAGE if game is None:
            return _("%(name)s sent you a message") % values, ""
        case Event.MESSAGE:
            return _("%(name)s sent a message in %(game)s") % values, others
        case Event.FRIEND if said.get("accepted"):
            return _("You and %(name)s are now friends") % values, ""
        case Event.FRIEND:
            return _("%(name)s sent you a friend request") % values, ""
        case Event.TOURNAMENT if "ladder" in said:
            return ladder_text(said, notice.by.name if notice.by is not None else "", notice.player)
        case Event.TOURNAMENT:
            return tournament_text(said, notice.by.name if notice.by is not None else "", notice.player)
        case Event.CLUB:
            return club_text(said)
        case Event.SITE:
            return _about_account(About(said["about"]), notice)
        case _:
            assert_never(event)


def _about_account(about: About, notice: Notice | ListedNotice) -> tuple[str, str]:
    match about:
        case About.MODERATION:
            return _("A moderator made a decision about you"), _("Read what was decided and why.")
        case About.GUEST_LINK:
            body = _("%(browser)s. If that wasn’t you, create a new link. The old one will then stop working.")
            return _("The link to all your games was opened"), body % {"browser": notice.words["agent"]}
        case About.WEBHOOK:
            body = _("Your server doesn’t accept what we send. Check the address and save it again.")
            return _("We switched off your webhook"), body
        case About.MESSENGER:
            body = _("It doesn’t accept what we send. Check it in your notification settings, and turn it on again.")
            return _("We switched off %(service)s") % {"service": notice.words["service"]}, body
        case About.TEST:
            return _("It works"), _("This is how our notifications reach you.")
        case _:
            assert_never(about)


def _reason(code: str) -> str:
    """Why an invitation was declined. Words that the player added appear only in the game."""
    return {
        "not_now": _("Not now"), "no_time": _("I don’t have time"), "too_fast": _("The clock is too fast for me"),
        "too_slow": _("The clock is too slow for me"), "other_game": _("I’d rather play a different game"),
    }.get(code, "")  # fmt: skip


def _moment_for(player: User, when: datetime) -> str:
    """In the player's time zone, or in UTC if they have none."""
    words_of_it = moment_words(local(player, when))
    return words_of_it if player.time_zone else _("%(time)s UTC") % {"time": words_of_it}


def _terms(notice: Notice | ListedNotice) -> str:
    """How long an open game takes: its clock, and its last moment if it has one."""
    game = notice.game
    assert game is not None
    clock = phrases.clock_rule(game.time_control)
    if game.last_moment is None:
        return clock
    return _facts(clock, _("ends %(time)s at the latest") % {"time": _moment_for(notice.player, game.last_moment)})


def _facts(*parts: str) -> str:
    return " · ".join(filter(None, parts))


def _values(notice: Notice | ListedNotice) -> dict[str, str]:
    name = notice.by.name if notice.by is not None else _("Someone")
    return {"game": game_name(notice.game.variant) if notice.game else "", "name": name}


def _before(also: str) -> str:
    """The event right before the turn, as words."""
    return {"started": _("The game has started"), "round": _("Round finished")}.get(also, "")


def _result(notice: Notice | ListedNotice) -> tuple[str, str]:
    """How the game ended for the player, and whether by its time limit."""
    game = notice.game
    assert game is not None
    words = {"won": _("You won"), "lost": _("You lost"), "drawn": _("A draw")}
    result = next((words.get(seat.result, "") for seat in seats_of(game) if seat.player_id == notice.player_id), "")
    return result, _("The game reached its time limit") if game.reason == "adjudicated" else ""


def _path(notice: Notice | ListedNotice) -> str:
    if url := str(notice.words.get("url", "")):
        return url
    if notice.game is not None:
        return path_of("table", notice.game.public_id)
    if notice.event == Event.MESSAGE:
        return path_of("letter", notice.by.username) if notice.by is not None else reverse("letters")
    try:
        return reverse("people" if notice.event == Event.FRIEND else "notices")
    except NoReverseMatch:
        return reverse("notices")
