"""The pages. They read through queries, change through actions, and show refusals as messages."""

from games.pages.lists import home, my_games, next_game, watch
from games.pages.offers import cancel, join, leave, new_estimate, new_game, qr
from games.pages.reading import rules_index, rules_variant, table_rules
from games.pages.table import abort, back, rematch, resign, seat_link, table

__all__ = [
    "abort", "back", "cancel", "home", "join", "leave", "my_games", "new_estimate", "new_game", "next_game", "qr",
    "rematch", "resign", "rules_index", "rules_variant", "seat_link", "table", "table_rules",
    "watch",
]  # fmt: skip
