"""The reader's finished games, any player's public ones, and head-to-head results."""

from functools import partial

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework.response import Response

from accounts import finding
from accounts.api.base import View
from accounts.models import User
from common.api.codec import AlwaysJSON
from common.api.documented import endpoint
from common.api.pages import page_answer
from history import exports, glance, past_games
from history.against import head_to_head
from history.api import shapes
from history.downloads import Download
from history.glance import WantedOpponents, WantedResults
from history.past_games import Wanted
from history.public_games import WantedGames, piece

A_PAGE = 50


class History(View):
    @endpoint("history_list", "List your past games", shapes.PastGames, 404)
    def get(self, wanted: Wanted) -> Response:
        """The newest first. Games must match all filters. With `on`, the page starts at that day: `previous` leads to
        newer games and `next` to older ones.
        """
        found = past_games.past(past_games.lines(self.player, wanted), self.player, wanted, A_PAGE)
        changes = past_games.rating_changes(self.player, found.rows)
        return Response(page_answer(shapes.PastGames, self.request, found, changes=changes))


class Results(View):
    @endpoint("history_results", "Get your results", shapes.Results)
    def get(self, player: User, wanted: WantedResults) -> Response:
        """Results by variant and by month, streaks, margins and the best win. For results by opponent, see
        `me/history/opponents/`.
        """
        found = glance.glance(player, wanted.computers, 0)
        best = None if found.computers else glance.best_win(player)
        return Response(shapes.Results(found, context={"best": best}).data)


class Opponents(View):
    @endpoint("history_opponents", "List your opponents", shapes.Opponents, 404)
    def get(self, player: User, wanted: WantedOpponents) -> Response:
        """With the results against each; those you played most come first."""
        found = glance.opponents(player, wanted, A_PAGE)
        return Response(page_answer(shapes.Opponents, self.request, found))


class Export(View):
    content_negotiation_class = AlwaysJSON  # programs ask for application/x-ndjson; refusals are JSON

    @endpoint("history_export", "Download all your games", {(200, "application/x-ndjson"): OpenApiTypes.STR})
    def get(self) -> HttpResponseBase:
        """One `dominoes/1` record per line, the newest game first. The extra key `game` has what a record leaves out.
        Games in play have only their finished deals.
        """
        return exports.response(self.request._request, self.player)


class PublicGames(View):
    content_negotiation_class = AlwaysJSON  # programs ask for application/x-ndjson; refusals are JSON

    @endpoint(
        "people_games",
        "Download a player’s public games",
        {(200, "application/x-ndjson"): OpenApiTypes.STR},
        404,
    )
    def get(self, wanted: WantedGames, username: str) -> HttpResponseBase:
        """One `dominoes/1` record per line. The extra key `game` has what a record leaves out. Only finished and
        aborted games that everybody may see; none of people you blocked, or who blocked you.
        """
        person = finding.account(username)
        return Download(self.request._request, partial(piece, self.request.user, person, wanted))


class HeadToHead(View):
    @endpoint("head_to_head", "Get your head-to-head results with a player", shapes.HeadToHead, 404)
    def get(self, username: str) -> Response:
        """Your finished games against and with each other: won, drawn and lost, streaks, and the last ten."""
        other = finding.anybody(username)
        both = head_to_head(self.player, other)
        changes = past_games.rating_changes(self.player, both.last)
        return Response(shapes.HeadToHead(both, context={"other": other, "changes": changes}).data)
