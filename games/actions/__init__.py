"""The actions. Players, the clock and programs change games only through these functions."""

from games.actions.agree import answer_ask, ask, give_time, resume, withdraw_ask
from games.actions.annul import annul_game
from games.actions.computers import fill_with_computers, seat_computer, send_computer_away
from games.actions.depart import forget_player, leave_all_games
from games.actions.move import (
    LONGEST_MOVE,
    PlayersMove,
    abort_game,
    adjudicate,
    play_alone,
    play_move,
    play_together,
    resign_game,
)
from games.actions.namesakes import NameTaken, alike, may_be_called, must_be_tellable_apart, show_name
from games.actions.offer import (
    OPEN_OFFERS,
    Appointed,
    Terms,
    announce_joined,
    cancel_game,
    create_game,
    expire_offer,
    join,
    join_game,
    join_instead,
    leave_game,
    start_table,
)
from games.actions.out_of_time import come_back, leave_absent, time_out
from games.actions.rematch import drop_rematch, make_account, mark_seen, merge_guest, offer_rematch
from games.actions.rest import reschedule
from games.actions.rows import Played
from games.actions.take_back import note_help, take_back

__all__ = [
    "LONGEST_MOVE",
    "OPEN_OFFERS",
    "Appointed",
    "NameTaken",
    "Played",
    "PlayersMove",
    "Terms",
    "abort_game",
    "adjudicate",
    "alike",
    "announce_joined",
    "annul_game",
    "answer_ask",
    "ask",
    "cancel_game",
    "come_back",
    "create_game",
    "drop_rematch",
    "expire_offer",
    "fill_with_computers",
    "forget_player",
    "give_time",
    "join",
    "join_game",
    "join_instead",
    "leave_absent",
    "leave_all_games",
    "leave_game",
    "make_account",
    "mark_seen",
    "may_be_called",
    "merge_guest",
    "must_be_tellable_apart",
    "note_help",
    "offer_rematch",
    "play_alone",
    "play_move",
    "play_together",
    "reschedule",
    "resign_game",
    "resume",
    "seat_computer",
    "send_computer_away",
    "show_name",
    "start_table",
    "take_back",
    "time_out",
    "withdraw_ask",
]
