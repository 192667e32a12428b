"""The followers of moves, joins, departures and people's events, in the order we call them.

Each line is a room's own follower (`followers.py` there). The base classes document the methods.
"""

from typing import Any

from accounts.followers import FollowsPeople
from bots import playing
from bots import thinking as bots
from bots.followers import BotsAfterMove
from common.chores import Chore, Watch
from common.queues import Queue
from games import settling
from games.after_move import FollowsGames
from games.followers import GamesAfterMove, GamesOfPeople
from history.followers import HistoryAfterMove, HistoryOfPeople
from learn import actions as learn
from learn import puzzles
from learn.followers import LearnOfGames, LearnOfPeople
from moderation import actions as moderation
from moderation.followers import ModerationOfPeople
from notices import outbox
from notices.followers import NoticesAfterMove, NoticesOfPeople
from people.followers import BondsOfPeople, PeopleAfterMove
from pictures.followers import PicturesOfPeople
from plans.followers import PlansAfterMove, PlansOfPeople
from plans.turns import planned_turns
from rulebook.followers import SavedRulesOfPeople
from standings.followers import StandingsAfterMove, StandingsOfPeople
from talk.followers import TalkOfPeople

GAMES: tuple[FollowsGames, ...] = (
    GamesAfterMove(),  # sends events to players' programs; removes deleted players
    NoticesAfterMove(),  # notifications
    PlansAfterMove(),  # stores turns that we may play for a player
    BotsAfterMove(),  # stores turns of computers
    StandingsAfterMove(),  # results and ratings
    HistoryAfterMove(),  # adds finished games to the players' history
    LearnOfGames(),  # adds analyses to exports
    PeopleAfterMove(),  # joining accepts an invitation; blocked people can't join
)
PEOPLE: tuple[FollowsPeople, ...] = (
    GamesOfPeople(),  # first: seats get their new owner before others count them
    SavedRulesOfPeople(),
    NoticesOfPeople(),
    PlansOfPeople(),
    StandingsOfPeople(),
    HistoryOfPeople(),
    LearnOfPeople(),
    BondsOfPeople(),
    TalkOfPeople(),
    ModerationOfPeople(),
    PicturesOfPeople(),
)
QUEUES: tuple[Queue[Any], ...] = (planned_turns,)
# Background work (common/chores.py). Players wait for the prompt chores, so they run every second.
CHORES: tuple[Chore, ...] = (moderation.carry_out_all, outbox.sweep, puzzles.fill_stock)
PROMPT_CHORES: tuple[Chore, ...] = (bots.play_due, settling.settle_due, learn.work_out_due)
# These run even more often, and only in workers.
WATCHES: tuple[Watch, ...] = (playing.keep_looking,)
