"""A client that openapi-python-client has made of our schema plays a whole game against a computer."""

import json
import sys
import time
from typing import TypeVar

from boneyard_client import AuthenticatedClient
from boneyard_client.api.games import games_create, games_move, games_view
from boneyard_client.models import GameView, MoveSent, NewGame, NewGameComputers, NewGameOptions, Played, Refusal

T = TypeVar("T")


def had(answer: T | Refusal | None) -> T:
    if answer is None or isinstance(answer, Refusal):
        raise SystemExit(answer and answer.message)
    return answer


site, token = sys.argv[1:]
api = AuthenticatedClient(base_url=site, token=token)
terms = NewGame(
    variant="block",
    options=NewGameOptions.from_dict({"end": "rounds:1"}),
    computers=NewGameComputers.from_dict({"1": "beginner"}),
)
view: GameView = had(games_create.sync(client=api, body=terms))
moves = 0
while view.status == "playing":
    if view.round_ and view.round_.legal:
        move = MoveSent(move=view.round_.legal[0], version=view.version)
        answer = games_move.sync(view.id, client=api, body=move)
        assert isinstance(answer, Played) or (isinstance(answer, Refusal) and answer.code == "stale"), answer
        moves += 1
    else:
        time.sleep(0.1)
    view = had(games_view.sync(view.id, client=api))
sys.stdout.write(json.dumps({"game": view.id, "status": view.status, "moves": moves, "totals": view.totals}))
