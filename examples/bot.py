"""A bot that plays at random in every game of its owner; it needs `pip install websockets` (docs/api.md).

    BONEYARD_TOKEN=bone_… python examples/bot.py http://localhost:8000 [http://localhost:8000/g/k3jx9a2qpm/ …]

It sits down at the tables it is given, then waits at the event stream until it is stopped.
"""

import asyncio
import contextlib
import json
import os
import random
import sys
import time
import urllib.request
import uuid

import websockets

site, *tables = [address.rstrip("/") for address in sys.argv[1:]]
who = {"Authorization": f"Bearer {os.environ['BONEYARD_TOKEN']}"}


def ask(path, body=None):
    """The answer; with a body it is a POST."""
    sent = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{site}/api/v1/{path}", sent, who | {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read())
    except urllib.error.HTTPError as refused:  # a code for programs and a sentence for people
        time.sleep(int(refused.headers.get("Retry-After", 0)))  # 429: that was too quick
        return json.loads(refused.read())


def play(game):
    """Move while it is our turn. If a move came too late, choose again; a repeated request makes the move once."""
    while (view := ask(f"games/{game}/")).get("round") and view["round"]["legal"]:
        move = {"move": random.choice(view["round"]["legal"]), "version": view["version"], "key": uuid.uuid4().hex}
        print(game, move["move"], ask(f"games/{game}/moves/", move), flush=True)


async def wait():
    async for socket in websockets.connect(f"ws{site.removeprefix('http')}/ws/events/", additional_headers=who):
        with contextlib.suppress(websockets.ConnectionClosedError, OSError):  # the server was away
            async for text in socket:  # the list of games first, then what happens in them
                said = json.loads(text)
                for event in said.get("games", [said]):
                    if event.get("turn") is not None and event["turn"] == event["you"]:  # talk has no turn
                        await asyncio.to_thread(play, event["id"])
        await asyncio.sleep(1)


for path, body in [("me/", None), *((f"games/{table.rpartition('/')[2]}/join/", {}) for table in tables)]:
    if (said := ask(path, body)).get("message") and said["code"] != "own_game":  # started again, it sits there already
        sys.exit(said["message"])
asyncio.run(wait())
