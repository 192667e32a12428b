"""`python -m tests.live.seed '{"guests": ["Ada"], "games": 2}'`: people and games in the database of a live server.

Prints JSON. Without an argument, it reads {"seed": {…}} or {"manage": ["shell", …]} from each line of its input, and
prints one line per answer, so that Django is loaded only once. The keys of "seed":
  guests   names; each comes back as {"id", "name", "cookies"}
  accounts the same for people with an account, each with a new username
  games    the number of games to start, each with new guests (or with *players*, names of the people above)
  variant, options, seats, clock, turn_seconds    of those games
  moves    the number of random moves to make in each game
"""

import contextlib
import gc
import io
import json
import os
import random
import secrets
import sys
import traceback
from importlib import import_module
from typing import Any

import django
from django.core.management import execute_from_command_line

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dominoes_site.settings")
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")  # different names at each table


def cookies(user: Any) -> dict[str, str]:
    """The cookies of a logged-in user's browser."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from accounts.sessions import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "accounts.login.backend.OnePassword"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return {"sessionid": str(session.session_key)}


def guest(name: str) -> tuple[Any, dict[str, Any]]:
    from accounts.models import new_guest

    user = new_guest(name)
    return user, {"id": user.pk, "name": name, "cookies": cookies(user)}


def account(name: str) -> tuple[Any, dict[str, Any]]:
    from accounts.models import User

    user = User.objects.create_user(username=f"{name.lower()}-{secrets.token_hex(3)}", nickname=name)
    return user, {"id": user.pk, "name": name, "username": user.username, "cookies": cookies(user)}


def play(public_id: str, moves: int, rng: random.Random) -> None:
    """Make random moves for every player in turn, through the service that all moves use."""
    from games import actions
    from games.positions import memory

    for _ in range(moves):
        table = memory.current(public_id)
        if table.running is None or (seat := table.turn) is None:
            return
        move = rng.choice(table.running.position.legal)
        actions.play_move(public_id=public_id, seat=seat, text=str(move), version=table.version)


def seed(
    guests: tuple[str, ...] = (),
    accounts: tuple[str, ...] = (),
    games: int = 0,
    players: tuple[str, ...] = (),
    variant: str = "brettspielnetz",
    seats: int = 2,
    moves: int = 0,
    random_seed: int = 1,
    **settings: Any,
) -> dict[str, Any]:
    from games import actions, settling
    from tests.creating import create_game

    rng = random.Random(random_seed)
    made: dict[str, list[Any]] = {"guests": [], "accounts": [], "games": []}
    known = {}
    for kind, names, come_in in (("guests", guests, guest), ("accounts", accounts, account)):
        for name in names:
            known[name] = come_in(name)
            made[kind].append(known[name][1])
    for number in range(games):
        people = [known[name] for name in players] if players else [guest(NAMES[i]) for i in range(seats)]
        share = f"{random_seed}n{number}"  # other tiles for each, where chance has no share (same_tiles)
        game = create_game(creator=people[0][0], variant=variant, seats=seats, shuffle_seed=share, **settings)
        for user, _shown in people[1:]:
            actions.join_game(public_id=game.public_id, player=user)
        play(game.public_id, moves, rng)
        settling.settle(game.pk)  # this process ends before its lane may have done it
        made["games"].append({"id": game.public_id, "seats": [shown for _user, shown in people]})
    return made


def answer(line: str) -> None:
    """Execute one line of input. Prints its output, its errors, and whether it failed."""
    asked = json.loads(line)
    printed, complaints, failed = io.StringIO(), io.StringIO(), False
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(complaints):
        try:
            if "manage" in asked:
                execute_from_command_line(["manage.py", *asked["manage"]])
            else:
                printed.write(json.dumps(seed(**asked["seed"])))
        except SystemExit as end:
            failed = bool(end.code)
        except Exception:
            failed = True
            traceback.print_exc()
    told = {"printed": printed.getvalue(), "complaints": complaints.getvalue(), "failed": failed}
    sys.stdout.write(json.dumps(told))


def answer_lines() -> None:
    """Answer each line in a new process without state from earlier lines. The answer is complete when that process
    ends.
    """
    for name in ("accounts.sessions", "dominoes_site.followers", "games.actions"):
        import_module(name)  # otherwise each process would load it
    gc.freeze()
    for line in sys.stdin:
        if os.fork() == 0:
            return answer(line)
        _pid, status = os.wait()
        if status:
            sys.exit("the helper failed")
        sys.stdout.write("\n")
        sys.stdout.flush()
    return None


if __name__ == "__main__":
    django.setup()
    if len(sys.argv) > 1:
        sys.stdout.write(json.dumps(seed(**json.loads(sys.argv[1]))))
    else:
        answer_lines()
