"""Player actions in a game, and the host's before it starts. Each address hands one request to one action."""

from django.conf import settings
from rest_framework.response import Response

from common import limits
from common.api.documented import endpoint, nothing
from games import actions, queries
from games.api import outputs
from games.api.base import View
from games.api.inputs import Abort, Fill, Join, MoveSent, Seen, TakenBack


class JoinGame(View):
    @endpoint("games_join", "Join a game", outputs.GameView, 404, 409, guests=True)
    def post(self, wanted: Join, public_id: str) -> Response:
        """The player who takes the last seat starts the game."""
        invited = settings.REGISTRATION == "invited"  # only then it matters how a guest came here
        by_link = invited and queries.find_game(public_id).invites_guests
        with self.player_or_guest(wanted.name, by_link=by_link) as player:
            actions.join_game(public_id=public_id, player=player, seat=wanted.seat, shuffle_seed=wanted.shuffle_seed)
        return self.table(public_id)


class LeaveGame(View):
    @endpoint("games_leave", "Leave a game", outputs.GameView, 404, 409)
    def post(self, public_id: str) -> Response:
        """Works before the start. The host can't leave, but can cancel."""
        actions.leave_game(public_id=public_id, player=self.player_at(public_id))
        return self.table(public_id)


class CancelGame(View):
    @endpoint("games_cancel", "Cancel your open game", outputs.GameView, 404, 409)
    def post(self, public_id: str) -> Response:
        """Only the host can, before the start. The other players get a notification."""
        actions.cancel_game(public_id=public_id, player=self.player_at(public_id))
        return self.table(public_id)


class Computers(View):
    @endpoint("games_computers_seat", "Add computers", outputs.GameView, 404, 409)
    def post(self, wanted: Fill, public_id: str) -> Response:
        """Fills one free seat of your open game, or all that aren't reserved. The last one starts the game."""
        limits.check("new_game", self.request)
        host = self.player_at(public_id)
        if wanted.seat is None:
            actions.fill_with_computers(public_id=public_id, host=host, level=wanted.level)
        else:
            actions.seat_computer(public_id=public_id, host=host, seat=wanted.seat, level=wanted.level)
        return self.table(public_id)


class OneComputer(View):
    @endpoint("games_computers_send_away", "Remove a computer", outputs.GameView, 404, 409)
    def delete(self, public_id: str, seat: int) -> Response:
        """Works before the game starts. The seat becomes free."""
        actions.send_computer_away(public_id=public_id, host=self.player_at(public_id), seat=seat)
        return self.table(public_id)


class BackGame(View):
    @endpoint("games_back", "Take over from the computer", outputs.GameView, 404, 409)
    def post(self, public_id: str) -> Response:
        """Use it when a computer plays for you because you ran out of time. Making a move has the same effect."""
        actions.come_back(public_id=public_id, player=self.player_at(public_id))
        return self.table(public_id)


class ResignGame(View):
    @endpoint("games_resign", "Resign a game", outputs.GameView, 404, 409)
    def post(self, public_id: str) -> Response:
        """With two sides the other side wins; with more, they play on."""
        actions.resign_game(public_id=public_id, player=self.player_at(public_id))
        return self.table(public_id)


class AbortGame(View):
    @endpoint("games_abort", "Abort a game", outputs.GameView, 404, 409)
    def post(self, wanted: Abort, public_id: str) -> Response:
        """Ends the game without a result. This works before the players' second move. You can abort one rated game a
        day (UTC). If you abort another, you get the error `abort_is_loss`. With `loss`, you resign it instead.
        `games/<id>/ratings/` shows which of the two it would be.
        """
        actions.abort_game(public_id=public_id, player=self.player_at(public_id), as_loss=wanted.loss)
        return self.table(public_id)


class Moves(View):
    @endpoint("games_move", "Make a move", outputs.Played, 404, 409)
    def post(self, sent: MoveSent, public_id: str) -> Response:
        """Play, draw, pass or bid. After your move, we make every draw, pass and turn-over that is forced."""
        played = actions.play_move(
            public_id=public_id,
            seat=self.my_seat(public_id),
            text=sent.move,
            version=sent.version,
            key=sent.key,
        )
        answer: dict[str, object] = {"version": played.version}
        if sent.view:
            answer["view"] = queries.table_for(public_id, self.player_at(public_id))
        return Response(answer)


class TakeBack(View):
    @endpoint("games_take_back", "Take back your last move", outputs.Played, 404, 409)
    def post(self, wanted: TakenBack, public_id: str) -> Response:
        """Works when you play alone against computers. It undoes the last move you chose in the current deal, and every
        move after it. The tiles are not shuffled again. If you then win, the game doesn't count in your results against
        computers.
        """
        taken = actions.take_back(public_id=public_id, player=self.player_at(public_id), version=wanted.version)
        return Response({"version": taken.version})


class RematchGame(View):
    @endpoint("games_rematch", "Offer or accept a rematch", outputs.GameView, 404, 409)
    def post(self, public_id: str) -> Response:
        """Works for seven days after the end. Returns the new game. Every player moves up one seat."""
        limits.check("rematch", self.request)
        return self.table(actions.offer_rematch(public_id=public_id, player=self.player).public_id)

    @endpoint("games_rematch_drop", "Withdraw or decline a rematch", outputs.GameView, 404, 409)
    def delete(self, public_id: str) -> Response:
        """Works until the rematch starts. The player who asked cancels it; a player who has accepted leaves it, and may
        accept again; a player who was asked declines. Returns the game that has ended.
        """
        limits.check("rematch", self.request)
        actions.drop_rematch(public_id=public_id, player=self.player)
        return self.table(public_id)


class SeenGame(View):
    @endpoint("games_seen", "Mark a version as seen", nothing("Noted."), 404)
    def post(self, wanted: Seen, public_id: str) -> Response:
        """From then on, `since` in your view lists only what happened after this version."""
        actions.mark_seen(public_id=public_id, seat=self.my_seat(public_id), version=wanted.version)
        return Response(status=204)
