"""Running games for `benchmarks.correspondence`, with the sessions of their players.

The actions deal and play some; the others are copies of their rows, with tables and guests of their own. So moves work
in all of them, and ten thousand games take half a minute. `python -m … FILE '{…}'` writes the players of each game to
FILE.
"""

import json
import os
import random
import sys
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import django

PLAYED, MOVES = 60, 12  # games, and moves in each of them
BATCH = 500
DAY = 86_400  # seconds


def fill(wanted: int, variant: str) -> list[dict[str, Any]]:
    """Each as {"id", "turn", "seats": [{"cookies"}]}."""
    from games.models import Game
    from tests.live.seed import seed

    made = seed(games=min(PLAYED, wanted), variant=variant, moves=MOVES, clock="turn", turn_seconds=DAY)["games"]
    copies: list[dict[str, Any]] = []
    while (missing := wanted - len(made) - len(copies)) > 0:
        originals = Game.objects.filter(public_id__in=[game["id"] for game in made[:missing]]).order_by("pk")
        copies += _copy(list(originals))
    turns = dict(Game.objects.values_list("public_id", "turn"))
    return [game | {"turn": turns[game["id"]]} for game in [*made, *copies]]


def _copy(originals: list[Any]) -> list[dict[str, Any]]:
    """A copy of each of *originals*, with other guests."""
    from common.chances import new_public_id, new_secret
    from games.models import Move, Round, RoundScore, Seat
    from notices.models import Notice

    seats = list(Seat.objects.filter(game__in=originals).select_related("player").order_by("game", "number"))
    players = _written(
        [_like(seat.player, username=f"guest-{new_secret()[:12]}") for seat in seats if seat.player is not None]
    )
    player_of: dict[Any, int] = {seat.player_id: player.pk for seat, player in zip(seats, players, strict=True)}
    games = _written(
        [_like(game, public_id=new_public_id(), creator_id=player_of[game.creator_id]) for game in originals]
    )
    game_of = {original.pk: game.pk for original, game in zip(originals, games, strict=True)}

    def of_the_copies(model: Any, **changed: dict[Any, int]) -> list[Any]:
        """Copies of all rows of *model* about the originals; *changed* maps a column's old values to new ones."""
        by_game = {"game__in": originals} if "game_id" in changed else {"round__game__in": originals}
        return [
            _like(row, **{column: keys[getattr(row, column)] for column, keys in changed.items()})
            for row in model.objects.filter(**by_game).order_by("pk")
        ]

    _written(
        [
            _like(seat, game_id=game_of[seat.game_id], player_id=player_of[seat.player_id], token=new_secret())
            for seat in seats
        ]
    )
    rounds = list(Round.objects.filter(game__in=originals).order_by("pk"))
    new_rounds = _written(of_the_copies(Round, game_id=game_of))
    round_of = {original.pk: new.pk for original, new in zip(rounds, new_rounds, strict=True)}
    _written(of_the_copies(Move, game_id=game_of, round_id=round_of))
    _written(of_the_copies(RoundScore, round_id=round_of))
    notices = of_the_copies(Notice, game_id=game_of, player_id=player_of)
    for notice in notices:
        notice.by_id = player_of.get(notice.by_id)
    _written(notices)
    cookies = iter(_cookies(players))
    return [
        {"id": game.public_id, "seats": [{"cookies": next(cookies)} for _ in range(game.seats_number)]}
        for game in games
    ]


def _like(row: Any, **changed: Any) -> Any:
    kept = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if not field.primary_key}
    return type(row)(**kept | changed)


def _written(rows: list[Any]) -> list[Any]:
    return list(type(rows[0])._default_manager.bulk_create(rows, batch_size=BATCH)) if rows else []


def _cookies(players: list[Any]) -> list[dict[str, str]]:
    """A session for each player, last noted within the past ten minutes at random: so some visits note it again."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore
    from django.contrib.sessions.models import Session
    from django.utils import timezone

    from accounts.browsers import NOTED, USED_EVERY
    from accounts.models import Browser
    from common.chances import new_secret

    now, store = timezone.now(), SessionStore()
    sessions, browsers = [], []
    for player in players:
        key, used = new_secret()[:32].lower(), random.uniform(0, USED_EVERY)
        text = store.encode(
            {
                SESSION_KEY: str(player.pk),
                BACKEND_SESSION_KEY: "accounts.login.backend.OnePassword",
                HASH_SESSION_KEY: player.get_session_auth_hash(),
                NOTED: [key, time.time() - used],
            }
        )
        sessions.append(Session(session_key=key, session_data=text, expire_date=now + timedelta(days=400)))
        browsers.append(
            Browser(session_id=key, user=player, name=key, since=now, last_used=now - timedelta(seconds=used))
        )
    Session.objects.bulk_create(sessions, batch_size=BATCH)
    Browser.objects.bulk_create(browsers, batch_size=BATCH)
    return [{"sessionid": session.session_key} for session in sessions]


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dominoes_site.settings")
    django.setup()
    chosen = json.loads(sys.argv[2])
    Path(sys.argv[1]).write_text(json.dumps(fill(chosen["games"], chosen["variant"])))
