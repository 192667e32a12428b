"""An engine for `python -m mind match` and `league` (docs/engines.md): it goes out, scores, or plays the most pips."""

import json
import re
import sys

# Only to show a name in tables, and to let people change settings; an engine needs neither.
PIPS = {"default": "most", "choices": ["most", "fewest"], "about": "the tiles it gets rid of first"}
ENGINE = {"name": "Reference player", "author": "the Boneyard authors", "settings": {"pips": PIPS}}


def pips(move):
    """The pips that a move lays; -1 if it lays no tile."""
    laid = [re.match(r"(\d+)-(\d+)", part) for part in move.split(",")]  # several doubles in one turn
    return sum(int(tile[1]) + int(tile[2]) for tile in laid) if all(laid) else -1


def choose(view):
    deal = view["round"]
    few = view.get("settings", {}).get("pips") == "fewest"
    points = deal["legal_taken"] or [0] * len(deal["legal"])  # for the ends, in games that score them

    def good(choice):
        move, scored = choice
        out = bool(deal["hand"]) and move.count(">") == len(deal["hand"])  # Sausage has no hands
        return out, scored, -pips(move) if few else pips(move)

    return max(zip(deal["legal"], points, strict=True), key=good)[0]


for line in sys.stdin:
    view = json.loads(line)
    answer = {"move": choose(view)} if view["protocol"] == 1 else {"error": "I know only protocol 1"}
    print(json.dumps(answer | ({"engine": ENGINE} if view.get("hello") else {})), flush=True)
