"""The list of games to watch."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.api.documented import reads
from common.api.pages import WhichPage, page_answer
from games.api import outputs
from games.api.base import View
from games.seating import away
from games.watching import to_watch


class Watch(View):
    @extend_schema(
        operation_id="games_watch",
        summary="List games to watch",
        description="Public games in play without you: first games between people, then the most watched, then the "
        "most recently moved. Games of people you blocked, or who blocked you, are left out.",
        parameters=[WhichPage],
        responses=reads(outputs.PaginatedWatchedLineList, 400, 404),
    )
    def get(self, request: Request) -> Response:
        found = to_watch(request.user, self.query(WhichPage)["cursor"])
        besides: dict[str, Any] = {
            "reader": request.user, "away": away(found.page, timezone.now()), "watchers": found.watchers,
        }  # fmt: skip
        return Response(page_answer(outputs.PaginatedWatchedLineList, request, found.page, **besides))
