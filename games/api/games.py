"""Lists of games, small boards, a new game, one game as the caller sees it, its finished deals and its record."""

from dataclasses import fields
from functools import partial

from django.http import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from rest_framework.response import Response

import rules
from accounts.models import User
from common import limits
from common.api.documented import endpoint, nothing
from common.api.pages import WhichPage, page_answer
from common.brand import file_name
from games import actions, queries, seat_links
from games.after_move import HostsRated
from games.api import outputs
from games.api.base import View
from games.api.inputs import NewGame, Since, WhichBoards, WhichGames
from games.listed import away, listed_page
from games.lobby import findable
from games.models import Game
from games.positions import memory
from games.shown import small_boards
from games.viewers.watching import to_watch
from rulebook.time_control import WantedClock, agreed

A_PAGE = 50


class Games(View):
    @endpoint("games_list", "List games", outputs.PaginatedGameLineList, 404)
    def get(self, wanted: WhichGames) -> Response:
        """Public games or, with `mine`, your own; the newest first. Other people's games by link are never listed. With
        `status=open`, a page has at most three games by the same host, or one if the host is a guest. Use `by` to get
        all of them.
        """
        rating = (wanted.rating_from, wanted.rating_to)
        hosts = None if rating == (None, None) else HostsRated(*rating)
        games = findable(self.request.user, wanted, hosts, mine=wanted.mine, status=wanted.status, by=wanted.by or "")
        listing = listed_page(games, wanted.cursor, A_PAGE)
        on_vacation = away(listing, timezone.now())
        shape = outputs.PaginatedGameLineList
        return Response(page_answer(shape, self.request, listing, reader=self.request.user, away=on_vacation))

    @endpoint("games_create", "Create a game", {201: outputs.GameView}, 409, guests=True)
    def post(self, wanted: NewGame) -> Response:
        """You take seat 0."""
        limits.check("new_game", self.request)
        with self.player_or_guest(wanted.name) as player:
            game = _created(player, wanted)
        answer = self.table(game.public_id, status=201)
        answer["Location"] = reverse("api:game", args=[game.public_id])
        return answer


def _created(player: User, wanted: NewGame) -> Game:
    clock = WantedClock(**{each.name: getattr(wanted, each.name) for each in fields(WantedClock)})
    ruleset = rules.ruleset(wanted.variant, wanted.options, wanted.seats)
    return actions.create_game(
        creator=player,
        ruleset=ruleset,
        control=agreed(clock, ruleset.sides),
        terms=actions.Terms(**{each.name: getattr(wanted, each.name) for each in fields(actions.Terms)}),
        shuffle_seed=wanted.shuffle_seed,
    )


class OneGame(View):
    @endpoint("games_view", "Get a game", {200: outputs.GameView, **nothing("Nothing newer than `since`.")}, 404)
    def get(self, known: Since, public_id: str) -> Response:
        """Your view of the game. Use `since` to wait for changes without a websocket."""
        reader = seat_links.reader(self.request, public_id)
        if known.since is not None:
            now = memory.current(public_id)
            if not queries.has_news(now, now.seat_of(reader.pk), known.since, known.signals):
                return Response(status=204)
        return Response(queries.table_for(public_id, reader))


class Watch(View):
    @endpoint("games_watch", "List games to watch", outputs.PaginatedWatchedLineList, 404)
    def get(self, wanted: WhichPage) -> Response:
        """Public games in play without you: first games between people, then the most watched, then the most recently
        moved. Games of people you blocked, or who blocked you, are left out.
        """
        listing = to_watch(self.request.user, wanted.cursor)
        games = listing.page.of(lambda rows: [row.game for row in rows])
        on_vacation = away(games, timezone.now())
        shape, watchers = outputs.PaginatedWatchedLineList, listing.watchers
        return Response(
            page_answer(shape, self.request, games, reader=self.request.user, away=on_vacation, watchers=watchers)
        )


class Boards(View):
    @endpoint("boards_list", "Get the boards of several games", outputs.SmallBoards, 429)
    def get(self, wanted: WhichBoards) -> HttpResponseBase:
        """For each game: the layout of the current or last deal as watchers see it, and all you need to draw it. Before
        the first tile, your own games have your hand. Unknown ids are left out. The answer has an ETag.
        """
        charge = partial(limits.check, "boards", self.request)
        held = seat_links.held_players(self.request)
        return small_boards.packed_boards(wanted.games, self.request.user.pk, held, charge).answer(
            self.request._request, "application/json"
        )


class Deal(View):
    @endpoint("games_round", "Replay a finished deal", outputs.Replay, 404, 409, 429)
    def get(self, public_id: str, deal: int) -> HttpResponseBase:
        """Every step with all hands shown, and the data to verify the shuffle."""
        charge = partial(limits.check, "replay", self.request)
        return queries.packed_replay(public_id, deal, charge).answer(self.request._request, "application/json")


class Record(View):
    @endpoint("games_record", "Download the record of a game", outputs.Record, 404)
    def get(self, public_id: str) -> Response:
        """A file in the format dominoes/1. While the game is in play, it has only the finished deals."""
        record = queries.record(public_id)
        name = file_name(f"{record.variant}-{public_id}.json")
        return Response(record, headers={"Content-Disposition": f'attachment; filename="{name}"'})
