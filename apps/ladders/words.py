"""Sentences about ladders: what they are, how they go, and what happened on them."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.models import Game
from ladders import rules
from ladders.kinds import kind
from ladders.models import Challenge, Ladder, Rung
from rulebook import phrases
from rulebook.names import ladder_title
from rulebook.time_control import DAY


def title(ladder: Ladder) -> str:
    """“Draw Dominoes ladder”."""
    return ladder_title(ladder.variant)


def people(ladder: Ladder) -> str:
    return ngettext("%(n)s player", "%(n)s players", ladder.size) % {"n": ladder.size}


def place(rung: Rung) -> str:
    """“Place 5”, in a list of one's ladders."""
    return _("Parked") if rung.place is None else _("Place %(n)s") % {"n": rung.place}


def clock(ladder: Ladder) -> str:
    return phrases.time_rule(kind(ladder.variant).control)


def how_it_goes(ladder: Ladder) -> list[str]:
    """The rules, for somebody who has never played on a ladder."""
    lasts = phrases.duration(int(rules.LASTS.total_seconds()) // DAY * DAY)
    return [
        _("Challenge one of the ten players above you. If you win, you take their place, and those between move down."),
        _("A challenge is two games at once, rated; each of you leads in one. Level? Nobody moves."),
        _("A challenge can’t be declined, and it ends after %(time)s at the latest.") % {"time": lasts},
        _("You have up to three challenges at a time, made and received."),
        _(
            "The same two can meet again once a week has passed and the challenger has met three other players. On a "
            "small ladder, everyone else is enough."
        ),
        _("If you run out of time without a single move in a challenge, you lose it and go to the bottom."),
        _(
            "On vacation, you can’t be challenged, but the clocks of running challenges go on. After thirty days of "
            "vacation, we park you: you lose your place."
        ),
        _("You start at the bottom, also when you come back after you left or were parked."),
        *_of_joining(ladder),
    ]


def _of_joining(ladder: Ladder) -> list[str]:
    if ladder.club is not None:
        return [_("This ladder is for members. If you leave the club, you resign your challenges and lose your place.")]
    return [
        _(
            "To join, you need a confirmed email address and ten finished games against people, the first at least "
            "three days ago. Only one player of a browser or network can join."
        )
    ]


@dataclass(frozen=True, slots=True)
class MyGame:
    number: int  # from 1
    path_id: str
    waits: bool  # it's the reader's turn
    is_over: bool


@dataclass(frozen=True, slots=True)
class MyChallenge:
    """A running challenge of the reader. *made*: by them."""

    other: User | None
    made: bool
    ends: datetime
    games: list[MyGame]

    @property
    def waits(self) -> bool:
        return any(game.waits for game in self.games)


def my_challenge(challenge: Challenge, reader: int) -> MyChallenge:
    """A challenge that came `queries.with_games`."""
    made = challenge.challenger_id == reader
    seat = 0 if made else 1
    games = [
        MyGame(
            number=each.number + 1,
            path_id=each.game.public_id,
            waits=each.game.status == Game.Status.PLAYING and each.game.turn == seat,
            is_over=each.game.status != Game.Status.PLAYING,
        )
        for each in challenge.games.all()
    ]
    return MyChallenge(challenge.challenged if made else challenge.challenger, made, challenge.ends, games)


def result(challenge: Challenge) -> str:
    """“takes place 5 from” or “doesn’t get past”, between the names of both."""
    if challenge.moved:
        return _("takes place %(n)s from") % {"n": challenge.to_place}
    match challenge.outcome:
        case Challenge.Outcome.WON:
            return _("beats")
        case Challenge.Outcome.DRAWN:
            return _("is level with")
        case _:
            return _("doesn’t get past")
