"""Who asks: the person behind the session or the token."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.api.documented import reads
from games.api import outputs
from games.api.base import View


class Me(View):
    @extend_schema(operation_id="me", summary="Who am I?", responses=reads(outputs.Me))
    def get(self, _request: Request) -> Response:
        return Response(outputs.Me(self.player).data)
