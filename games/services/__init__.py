"""Everything that changes a game goes through here: players, the clock, programs."""

from games.services.afterwards import make_account, mark_seen, merge_guest, offer_rematch
from games.services.annulling import annul_game
from games.services.farewell import forget_player, leave_all_games
from games.services.moves import LONGEST_MOVE, abort_game, play_move, resign_game, time_out
from games.services.namesakes import NameTaken, may_be_called, must_be_tellable_apart, show_name
from games.services.offers import (
    OPEN_OFFERS,
    cancel_game,
    create_game,
    expire_offer,
    join_game,
    leave_game,
)
from games.services.resting import reschedule
from games.services.rows import Played

__all__ = [
    "LONGEST_MOVE",
    "OPEN_OFFERS",
    "NameTaken",
    "Played",
    "abort_game",
    "annul_game",
    "cancel_game",
    "create_game",
    "expire_offer",
    "forget_player",
    "join_game",
    "leave_all_games",
    "leave_game",
    "make_account",
    "mark_seen",
    "may_be_called",
    "merge_guest",
    "must_be_tellable_apart",
    "offer_rematch",
    "play_move",
    "reschedule",
    "resign_game",
    "show_name",
    "time_out",
]
