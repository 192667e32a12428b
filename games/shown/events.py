"""News about all games of a player: counts for their open pages, events for their programs. It never names a tile."""

import orjson
from django.db.models import F, Q

from common.times.timestamps import stamp
from games import queries
from games.after_move import followers
from games.changes import Change, Kind
from games.models import Game, Seat

MOST = 500  # games in a list


def desk_message(user_id: int, *, whole: bool = True) -> str:
    """The counts in the header of every page: games where it's the user's turn and, if *whole*, other rooms' counts.

    The page of a game doesn't count its own: it finds it among the *games*.
    """
    waiting, games = queries.waiting_games(user_id)
    message: dict[str, object] = {"type": "games", "waiting": waiting, "games": games}
    for follower in followers() if whole else ():
        message |= follower.desk(user_id)
    return orjson.dumps(message).decode()


def of_change(change: Change) -> list[tuple[int, dict[str, object]]]:
    """The event of a change, as (user id, event) for each person in the game who may know of it."""
    hidden = change.ask is not None and change.ask.hidden
    return [
        (player, {
            "type": "game",
            "id": change.public_id,
            "kind": _kind(change, seat),
            "version": change.version,
            "you": seat,
            "turn": change.turn,
            "deadline": stamp(change.deadline),
        })
        for seat, player in enumerate(change.people)
        if player is not None and (player == change.by or not hidden)
    ]  # fmt: skip


def _kind(change: Change, seat: int) -> str:
    """The kind of the event for this seat: “your_turn” if their turn starts."""
    goes_on = change.kind in {Kind.STARTED, Kind.MOVED}
    return "your_turn" if goes_on and change.new_turn and change.turn == seat and change.awaited else change.kind.value


def at_first(user_id: int) -> list[dict[str, object]]:
    """The messages after a connection: the list of games, then everything that waits for the player."""
    return [running(user_id), *(event for follower in followers() for event in follower.waiting_events(user_id))]


def running(user_id: int) -> dict[str, object]:
    """The user's open games and games in play: their turn first, then the least time left."""
    seats = (
        Seat.objects.filter(player=user_id, game__status__in=[Game.Status.OPEN, Game.Status.PLAYING])
        .annotate(waits=Q(game__turn=F("number"), left=False))
        .order_by("-waits", F("game__deadline").asc(nulls_last=True), "game_id")
        .values_list("number", *(f"game__{name}" for name in ("public_id", "version", "status", "turn", "deadline")))
    )
    lines = [
        {"id": public_id, "status": status, "version": version, "you": you, "turn": turn, "deadline": stamp(deadline)}
        for you, public_id, version, status, turn, deadline in seats[: MOST + 1]
    ]
    return {"type": "games", "games": lines[:MOST], "more": len(lines) > MOST}
