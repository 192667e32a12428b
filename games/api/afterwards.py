"""Finished deals with all hands shown, and the record of a game. Anyone with the link can read them."""

from functools import partial

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import View
from common import limits
from common.api.documented import reads
from common.brand import file_name
from games import queries
from games.api import outputs


class Deal(View):
    @extend_schema(
        operation_id="games_round",
        summary="Replay a finished deal",
        description="Every step with all hands shown, and the data to verify the shuffle.",
        responses=reads(outputs.Replay, 404, 409, 429),
    )
    def get(self, request: Request, public_id: str, deal: int) -> HttpResponseBase:
        charge = partial(limits.check, "replay", request)
        return queries.packed_replay(public_id, deal, charge).answer(request._request, "application/json")


class Record(View):
    @extend_schema(
        operation_id="games_record",
        summary="Download the record of a game",
        description="A file in the format dominoes/1. While the game is in play, it has only the finished deals.",
        responses=reads(outputs.Record, 404),
    )
    def get(self, _request: Request, public_id: str) -> Response:
        record = queries.record(public_id)
        name = file_name(f"{record.variant}-{public_id}.json")
        return Response(record, headers={"Content-Disposition": f'attachment; filename="{name}"'})
