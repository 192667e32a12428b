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
    every = view["options"].get("ends", 5)  # where the ends score, they score at multiples of this
    counts = deal["legal_counts"] or [None] * len(deal["legal"])

    def good(choice):
        move, count = choice
        out = bool(deal["hand"]) and move.count(">") == len(deal["hand"])  # Sausage has no hands
        points = count if count and count % every == 0 else 0
        return out, points, pips(move)

    return max(zip(deal["legal"], counts, strict=True), key=good)[0]


for line in sys.stdin:
    view = json.loads(line)
    known = view["protocol"] == 1
    print(json.dumps({"move": choose(view)} if known else {"error": "I know only protocol 1"}), flush=True)
