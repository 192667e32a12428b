"""The followers of moves, joins, departures and people's events, in the order we call them; and all queues.

Each line is a room's own follower (`followers.py` there). The base classes document the methods.
"""

from typing import Any

from accounts.followers import FollowsPeople
from bots.followers import BotsAfterMove
from bots.thinking import turns
from clubs.followers import ClubsOfPeople, ClubsOfTournaments
from clubs.notifications import news
from common.queues import Queue
from family.followers import FamilyAfterMove, FamilyOfPeople
from games.after_move import FollowsGames
from games.followers import GamesAfterMove, GamesOfPeople
from games.settling import ends
from history.dump_queue import queue as dumps
from history.followers import HistoryAfterMove, HistoryOfPeople
from ladders.followers import LaddersAfterMove, LaddersOfPeople
from ladders.looking import looks
from learn.analysis.analysing import analyses
from learn.followers import LearnOfGames, LearnOfPeople
from learn.puzzles.stock import sources
from matching.followers import MatchingAfterMove, MatchingOfPeople
from matching.waiting import gatherings, orders, wishes
from moderation.actions import decisions
from moderation.followers import ModerationOfPeople
from notices.digest import digests
from notices.followers import NoticesAfterMove, NoticesOfPeople
from notices.outbox import deliveries, notices
from people.followers import BondsOfPeople, PeopleAfterMove
from people.open_games import announcements
from plans.followers import PlansAfterMove, PlansOfPeople
from plans.turns import planned_turns
from rulebook.followers import SavedRulesOfPeople
from sharing.clips.making import clips
from sharing.followers import PicturesOfPeople
from standings.followers import StandingsAfterMove, StandingsOfPeople
from talk.followers import TalkOfPeople
from tournaments.audience import FollowsTournaments
from tournaments.entries.withdrawing import departures
from tournaments.followers import TournamentsAfterMove, TournamentsOfPeople
from tournaments.life.calendar import calendar
from tournaments.life.steps import steps
from tournaments.rounds.games import starts
from tournaments.rounds.rankings import rankings

GAMES: tuple[FollowsGames, ...] = (
    GamesAfterMove(),  # sends events to players' programs; removes deleted players
    NoticesAfterMove(),  # notifications
    PlansAfterMove(),  # stores turns that we may play for a player
    BotsAfterMove(),  # stores turns of computers
    StandingsAfterMove(),  # results and ratings
    HistoryAfterMove(),  # adds finished games to the players' history
    LearnOfGames(),  # adds analyses to exports
    MatchingAfterMove(),  # a new open game may fit somebody who waits; a finished one may make room for another
    TournamentsAfterMove(),  # results of tournaments
    LaddersAfterMove(),  # results of challenges
    FamilyAfterMove(),  # score sheets of family tables
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
    MatchingOfPeople(),
    TournamentsOfPeople(),
    LaddersOfPeople(),
    ClubsOfPeople(),
    TalkOfPeople(),
    ModerationOfPeople(),
    FamilyOfPeople(),
    PicturesOfPeople(),
)
TOURNAMENTS: tuple[FollowsTournaments, ...] = (
    ClubsOfTournaments(),  # tournaments for the members of a club
)
# Queues of work to do later (common/queues). The comments say which rows wait.
QUEUES: tuple[Queue[Any], ...] = (
    planned_turns,  # turns that a plan may play
    turns,  # turns of computers
    wishes,  # people who look for a game, when there is something new to try
    gatherings,  # live games that wait for their players
    orders,  # people who want to have so many games
    steps,  # tournaments that begin, pair a round or close
    starts,  # games of a tournament's round
    departures,  # people who left a tournament, whose games are to be resigned
    looks,  # people whose vacation parks them on ladders, or who left the club of one
    ends,  # finished games, until they are settled
    analyses,  # analyses that people asked for
    notices,  # notifications whose next stage begins
    digests,  # daily mails
    deliveries,  # messages to send
    news,  # what members of clubs aren't notified of yet
    decisions,  # what moderators decided
    announcements,  # open games for the host's webhook
    clips,  # clips of finished games that somebody waits for
    sources,  # games to search for puzzles
    calendar,  # series whose next tournament opens
    rankings,  # tournaments with new results
    dumps,  # once a month: all rated public games, as files
)
