"""The settings of a live server with made-up games: each is one catalogue entry, as docs/new_game.md describes.

Each game needs another way of drawing the table; no page and no script knows its key.
"""

import rules
from dominoes_site.settings import *  # noqa: F403
from rules import Variant
from rules.house import catalogue, chosen

_PLAIN = {"hand": 5, "draw": "until", "lead_first": "draw", "lead_next": "rotate", "end": "rounds:1", "goal": "high"}

ENTRIES = (
    Variant("halves_of_six", "Halves of Six", (2,), {**_PLAIN, "hand": 7, "match": "sum:6", "end": "rounds:9"}),
    Variant(
        "last_two", "The Last Two", (2, 3),
        {**_PLAIN, "hand": 8, "reserve": 2, "auction": True, "end": "rounds:9"},
    ),
    Variant("second_thoughts", "Second Thoughts", (2,), {**_PLAIN, "hand": 12, "redeal": "ask:doubles:2"}),
    Variant("lucky_dip", "Lucky Dip", (2,), {**_PLAIN, "pick": "choose", "end": "rounds:9"}),
    Variant(
        "two_strings", "Two Strings", (2,),
        {"hand": 10, "lead_first": "draw", "lead_next": "winner", "score_out": "penalty", "score_block": "penalty",
         "winner_free": True, "end": "rounds:1", "goal": "low"},
        conduct="sausage",
    ),
    Variant(
        "whispers", "Whispers", (4, 6),
        {"pairs": True, "hand": 7, "doubles_per_turn": 2, "lead_first": "tile:1-1", "lead_next": "same",
         "end": "rounds:1", "goal": "low"},
        conduct="general",
    ),
)  # fmt: skip

for module in (rules, catalogue, chosen):
    module.VARIANTS = {**catalogue.VARIANTS, **{entry.key: entry for entry in ENTRIES}}
