"""The base of all API views of clubs."""

from rest_framework.response import Response

from accounts.api import base
from accounts.models import Token
from clubs import queries, shown
from clubs.api import outputs
from common.api.documented import nothing

DONE = nothing("Done.")
A_PAGE = 50


class View(base.View):
    writes = "account"

    def club(self, public_id: str, status: int = 200) -> Response:
        """The club as the caller sees it now. Raises `NotFound`.

        Who has the link can join and read the chat, so a token that only reads games doesn't get it.
        """
        here, auth = shown.seen(public_id, self.request.user), self.request.auth
        request = queries.request_of(here.club, self.request.user) if here.mine is None else None
        may_invite = not isinstance(auth, Token) or Token.Scope.ACCOUNT in auth.scopes
        context = {"here": here, "request": request, "may_invite": may_invite}
        return Response(outputs.ClubView(here.club, context=context).data, status=status)

    def done(self) -> Response:
        return Response(status=204)
