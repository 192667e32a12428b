"""Your first bot. It needs Python alone: no account, no token, no packages.

    python examples/first_bot.py http://localhost:8000                       creates a game; send its link to a friend
    python examples/first_bot.py http://localhost:8000/g/k3jx9a2qpm/         joins that game
    python examples/first_bot.py http://localhost:8000 --computer beginner   plays against our computer

It plays at random until the game has ended. Make it better: change `choose`, or give it an engine that chooses.
"""

import argparse
import http.cookiejar
import json
import random
import shlex
import subprocess
import time
import urllib.error
import urllib.request
import uuid

# The first change we make, creating or joining a game, makes us a guest. The server knows us again by our cookies.
cookies = http.cookiejar.CookieJar()
browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies))


def ask(path, body=None):
    """The answer of the API as Python objects. With a body we change something (POST); without, we only look (GET)."""
    headers = {"Content-Type": "application/json", "Origin": site, "Referer": f"{site}/"}
    for cookie in cookies:
        if cookie.name.endswith("csrftoken"):  # with cookies, each change needs this header; with a token it wouldn't
            headers["X-CSRFToken"] = cookie.value
    sent = None if body is None else json.dumps(body).encode()
    while True:
        try:
            request = urllib.request.Request(f"{site}/api/v1/{path}", sent, headers)
            with browser.open(request, timeout=30) as answer:
                return json.loads(answer.read() or "null")  # no news: the answer is empty
        except urllib.error.HTTPError as refused:
            if refused.code in (429, 503):  # too quick, or the server is busy: it says how long to wait
                time.sleep(int(refused.headers.get("Retry-After", 5)))
                continue
            problem = json.loads(refused.read())  # a code for programs, a message for people
            if problem["code"] == "stale":  # somebody was quicker: look at the game again
                return problem
            raise SystemExit(problem["message"]) from None


def choose(view):
    """The move to make. `view` is the game as we may see it; docs/api.md explains its fields."""
    legal = view["round"]["legal"]
    if engine is None or len(legal) == 1:
        return random.choice(legal)
    print(json.dumps({"protocol": 1, "seed": "0", **view}), file=engine.stdin, flush=True)
    answer = json.loads(engine.stdout.readline() or '{"error": "The engine has ended."}')
    if "error" in answer:
        raise SystemExit(answer["error"])
    return answer["move"]


def play(game):
    """Make moves until the game has ended; return its last view."""
    view = ask(f"games/{game}/")
    while view["status"] in ("open", "playing"):
        if view["round"] and view["round"]["legal"]:  # our turn
            move = choose(view)
            print("hand:", *view["round"]["hand"], "| I play", move, flush=True)
            # The version says which view we chose from. With the key, the same request makes the move only once.
            ask(f"games/{game}/moves/", {"move": move, "version": view["version"], "key": uuid.uuid4().hex})
            view = ask(f"games/{game}/")
        else:  # somebody else's turn: ask for a newer view until there is one
            time.sleep(arguments.wait)
            view = ask(f"games/{game}/?since={view['version']}") or view
    return view


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("address", help="the site, or the link of a game to join")
parser.add_argument("--name", default="First bot")
parser.add_argument("--variant", default="draw", help="the game to create; /api/v1/variants/ lists them")
parser.add_argument("--computer", metavar="LEVEL", help="play against our computer, such as beginner or strong")
parser.add_argument("--engine", metavar="COMMAND", help="a program that chooses the moves (docs/engines.md)")
parser.add_argument("--wait", type=float, default=1.0, help="seconds between two looks")
arguments = parser.parse_args()
engine = None
if arguments.engine:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    engine = subprocess.Popen(shlex.split(arguments.engine), **pipes)  # noqa: S603 - your own program
site, _, link = arguments.address.rstrip("/").partition("/g/")

if link:
    game = link
    ask(f"games/{game}/join/", {"name": arguments.name})
else:
    computers = {"1": arguments.computer} if arguments.computer else {}
    options = {"end": "rounds:1"}  # one round; without this, the usual length
    settings = {"variant": arguments.variant, "name": arguments.name, "computers": computers, "options": options}
    created = ask("games/", settings)
    game = created["id"]
print(f"The game: {site}/g/{game}/", flush=True)

end = play(game)
print("The game has ended:", end["status"])
if end["outcome"]:
    print("Points by side:", *end["totals"])
