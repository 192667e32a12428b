"""Programs of the demo, with tokens and with games that wait for them: for authors of programs (docs/api.md)."""

from dataclasses import dataclass
from datetime import datetime

import rules
from accounts import tokens
from accounts.models import Token, User, taken
from games import actions
from games.models import Game
from matching import programs
from matching.pools import Pace
from rulebook.time_control import Clock, WantedClock, agreed

PROGRAMS = {"ratchet": "Ratchet", "sprocket": "Sprocket", "widget": "Widget"}
NAME = "demo"  # of their tokens
UNRATED = actions.Terms(visibility="public", rated=False)
AGAINST_US = actions.Terms(visibility="public", rated=False, computers={1: User.Level.BEGINNER})


@dataclass(frozen=True, slots=True)
class Ready:
    """*tokens*: by user name. In *begun* the first program plays against our computer. *offered* is its open game."""

    tokens: dict[str, str]
    begun: Game
    offered: Game


def add(now: datetime) -> Ready | None:
    """Create the programs that are missing, replace their tokens, and let them have new games. None if one of their
    names belongs to somebody else; nothing has changed then.
    """
    there = {person.username: person for person in User.objects.filter(username__in=PROGRAMS)}
    if any(not person.is_program or person.nickname != PROGRAMS[name] for name, person in there.items()):
        return None
    if any(taken(name) for name in PROGRAMS.keys() - there.keys()):
        return None
    players = [there.get(name) or _new(name, nickname) for name, nickname in PROGRAMS.items()]
    Token.objects.filter(user__in=players, name=NAME).delete()
    scopes = [Token.Scope.PLAY, Token.Scope.TALK, Token.Scope.ACCOUNT]
    made = {each.username: tokens.make(user=each, name=NAME, scopes=scopes, days=None, now=now)[1] for each in players}
    return Ready(made, _game(players[0], AGAINST_US), _game(players[0], UNRATED))


def _new(username: str, nickname: str) -> User:
    program = User(username=username, nickname=nickname, is_program=True)
    program.set_unusable_password()
    program.save()
    programs.accept(player=program, variants=[*rules.VARIANTS], paces=[*Pace], rated=False, most=20)
    return program


def _game(host: User, terms: actions.Terms) -> Game:
    """One round of Draw, a day for each move."""
    ruleset = rules.ruleset("draw", {"end": "rounds:1"}, 2)
    control = agreed(WantedClock(Clock.TURN, 86_400), ruleset.sides)
    return actions.create_game(creator=host, ruleset=ruleset, control=control, terms=terms)
