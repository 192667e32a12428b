"""Small boards of many games at once."""

from functools import partial

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from accounts.api.base import View
from common import limits
from common.api.documented import reads
from games.api import outputs
from games.api.inputs import WhichBoards
from games.shown import small_boards


class Boards(View):
    @extend_schema(
        operation_id="boards_list",
        summary="Get the boards of several games",
        description="For each game: the layout of the current or last deal as watchers see it, and all you need to "
        "draw it. Unknown ids are left out. The answer has an ETag.",
        parameters=[WhichBoards],
        responses=reads(outputs.SmallBoards, 400, 429),
    )
    def get(self, request: Request) -> HttpResponseBase:
        games = self.query(WhichBoards)["games"]
        charge = partial(limits.check, "boards", request)
        return small_boards.packed_boards(games, charge).answer(request._request, "application/json")
