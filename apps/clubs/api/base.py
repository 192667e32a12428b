"""The base of all API views of clubs."""

from rest_framework.response import Response

from accounts.api import base
from clubs import queries, shown
from clubs.api import outputs
from common.api.documented import nothing

DONE = nothing("Done.")
A_PAGE = 50


class View(base.View):
    writes = "account"

    def club(self, public_id: str, status: int = 200) -> Response:
        """The club as the caller sees it now. Raises `NotFound`."""
        here = shown.seen(public_id, self.request.user)
        request = queries.request_of(here.club, self.request.user) if here.mine is None else None
        return Response(outputs.ClubView(here.club, context={"here": here, "request": request}).data, status=status)

    def done(self) -> Response:
        return Response(status=204)
