"""The pages. They read through queries, change through services, and tell a refusal as a message."""

from games.views.estimates import new_estimate
from games.views.lists import home, my_games
from games.views.next_game import next_game
from games.views.offers import cancel, join, leave, new_game, qr
from games.views.reading import rules_index, rules_variant
from games.views.table import abort, rematch, resign, seat_link, table
from games.views.table_rules import table_rules

__all__ = [
    "abort", "cancel", "home", "join", "leave", "my_games", "new_estimate", "new_game", "next_game", "qr", "rematch",
    "resign", "rules_index", "rules_variant", "seat_link", "table", "table_rules",
]  # fmt: skip
