"""The followers of moves, joins, departures and people's events, in the order we call them.

Each line is a room's own follower (`followers.py` there). The base classes document the methods.
"""

from accounts.followers import FollowsPeople
from bots import playing
from bots import thinking as bots
from bots.followers import BotsAfterMove
from common.chores import Chore, Watch
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
from plans import actions as plans
from plans.followers import PlansAfterMove, PlansOfPeople
from rulebook.followers import SavedRulesOfPeople
from standings.followers import StandingsAfterMove, StandingsOfPeople
from talk.followers import TalkOfPeople

GAMES: tuple[FollowsGames, ...] = (
    GamesAfterMove(),  # the players' programs hear of it; who has gone leaves
    NoticesAfterMove(),  # whose turn it is, what has ended, who was invited
    PlansAfterMove(),  # a turn that may be played for somebody is noted
    BotsAfterMove(),  # … and a turn that a computer has
    StandingsAfterMove(),  # who won is counted and rated
    HistoryAfterMove(),  # a game that is over is in everybody's book
    LearnOfGames(),  # analyses are in what is exported
    PeopleAfterMove(),  # who sits down has accepted; nobody meets whom they have blocked
)
PEOPLE: tuple[FollowsPeople, ...] = (
    GamesOfPeople(),  # seats change hands before anybody counts them
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
# Beside the clock, again and again; those that players wait for every second.
CHORES: tuple[Chore, ...] = (moderation.carry_out_all, outbox.sweep, puzzles.fill_stock)
PROMPT_CHORES: tuple[Chore, ...] = (plans.play_due, bots.play_due, settling.settle_due, learn.work_out_due)
# By workers alone, more often than that.
WATCHES: tuple[Watch, ...] = (playing.keep_looking,)
