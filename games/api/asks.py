"""What the two players of a game ask of each other."""

from dataclasses import dataclass
from datetime import date
from typing import Annotated

from django.utils import timezone
from rest_framework.response import Response

from common import limits
from common.api.documented import endpoint, nothing
from common.api.shapes import Shape
from games import actions, seat_links
from games.api import outputs
from games.api.base import View
from games.models import Ask
from games.positions import memory
from games.shown import asks

TO_ASK_FOR = [kind.value for kind in Ask.Kind if kind != Ask.Kind.RESUME]  # nobody has to ask for that
AskShown = outputs.shape_of(asks.AskShown)


@dataclass(frozen=True, slots=True)
class AskSent:
    """What the caller asks for."""

    what: Annotated[str, TO_ASK_FOR, "“take_back”, “pause” or “time”."]
    until: Annotated[
        date | None, "For “pause”: the day on which the clocks run again, from tomorrow to 30 days from now."
    ] = None


@dataclass(frozen=True, slots=True)
class AskAnswer:
    """The answer to an ask."""

    agree: bool


class AsksShown(Shape):
    asks = AskShown(many=True)


class Asks(View):
    @endpoint("asks_list", "Get what the players asked of each other", AsksShown, 404)
    def get(self, public_id: str) -> Response:
        """The oldest first. Watchers see what was agreed."""
        table = memory.current(public_id)
        reader = seat_links.reader(self.request, public_id)
        return Response({"asks": asks.asks_shown(table, table.seat_of(reader.pk), timezone.now())})

    @endpoint("asks_ask", "Ask your opponent for something", {201: AskShown}, 404, 409)
    def post(self, wanted: AskSent, public_id: str) -> Response:
        """Works in games of two people, outside tournaments: to take back your last move, to pause the clocks until a
        day, or for more time. In rated games you can ask only for time. An ask lapses after three days, and one to take
        back a move with the next move. More time is a turn's time, or half of what a time bank starts with, three times
        a game at most.
        """
        limits.check("ask", self.request)
        player = self.player_at(public_id)
        row = actions.ask(public_id=public_id, player=player, kind=wanted.what, until=wanted.until)
        return Response(asks.AskShown.of(row, row.answer), status=201)


class OneAsk(View):
    @endpoint("asks_answer", "Agree or decline", outputs.GameView, 404, 409)
    def post(self, wanted: AskAnswer, public_id: str, ask: int) -> Response:
        """Answers what your opponent asks for. If you decline, they can't ask for it again before the next move."""
        actions.answer_ask(public_id=public_id, player=self.player_at(public_id), ask_id=ask, agree=wanted.agree)
        return self.table(public_id)

    @endpoint("asks_withdraw", "Withdraw an ask", nothing("Withdrawn."), 404, 409)
    def delete(self, public_id: str, ask: int) -> Response:
        """Works for your own, until it's answered."""
        actions.withdraw_ask(public_id=public_id, player=self.player_at(public_id), ask_id=ask)
        return Response(status=204)


class MoreTime(View):
    @endpoint("asks_give_time", "Give your opponent more time", outputs.GameView, 404, 409)
    def post(self, public_id: str) -> Response:
        """Works without being asked, on their turn; with time banks at any time. It answers what they asked for."""
        limits.check("ask", self.request)
        actions.give_time(public_id=public_id, player=self.player_at(public_id))
        return self.table(public_id)


class Pause(View):
    @endpoint("asks_end_pause", "End the pause of a game", outputs.GameView, 404, 409)
    def delete(self, public_id: str) -> Response:
        """Either player can. The clocks run again at once, with the time that was left."""
        actions.resume(public_id=public_id, player=self.player_at(public_id))
        return self.table(public_id)
