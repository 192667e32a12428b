"""The caller: the person behind the session or the token."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import programs
from common.api.documented import changes_by_body, reads
from games.api import outputs
from games.api.base import View
from games.api.inputs import MyMark


class Me(View):
    writes = "account"

    @extend_schema(operation_id="me", summary="Get your account", responses=reads(outputs.Me))
    def get(self, _request: Request) -> Response:
        return Response(outputs.Me(self.player).data)

    @extend_schema(
        operation_id="me_mark",
        summary="Set whether a program plays for you",
        description="Others see it next to your name.",
        request=MyMark,
        responses=changes_by_body(outputs.Me),
    )
    def put(self, _request: Request) -> Response:
        player, wanted = self.player, self.body(MyMark)
        programs.mark(player, **wanted)
        return Response(outputs.Me(player).data)
