"""An engine for `python -m mind match` and `league` (docs/engines.md): it goes out, scores, or plays the most pips."""

import json
import re
import sys


def pips(move):
    """The pips that a move lays; -1 if it lays no tile."""
    laid = [re.match(r"(\d+)-(\d+)", part) for part in move.split(",")]  # several doubles in one turn
    return sum(int(tile[1]) + int(tile[2]) for tile in laid) if all(laid) else -1


def choose(view):
    deal = view["round"]
    points = deal["legal_taken"] or [0] * len(deal["legal"])  # for the ends, in games that score them

    def good(choice):
        move, scored = choice
        out = bool(deal["hand"]) and move.count(">") == len(deal["hand"])  # Sausage has no hands
        return out, scored, pips(move)

    return max(zip(deal["legal"], points, strict=True), key=good)[0]


for line in sys.stdin:
    view = json.loads(line)
    known = view["protocol"] == 1
    print(json.dumps({"move": choose(view)} if known else {"error": "I know only protocol 1"}), flush=True)
