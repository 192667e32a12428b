"""The caller's tokens. Only a session can create one, so that no token can create a stronger one."""

from dataclasses import asdict

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts import tokens
from accounts.api import shapes
from accounts.api.base import View
from accounts.login import security
from accounts.models import Token
from common import limits, refusals
from common.api.documented import endpoint, nothing


class Tokens(View):
    writes = "account"

    @endpoint("tokens_list", "List your tokens", shapes.Token(many=True))
    def get(self) -> Response:
        """Names, scopes and dates. We show the token itself only once, when you create it."""
        return Response(shapes.Token(tokens.own(self.player), many=True).data)

    @endpoint("tokens_create", "Create a token", {201: shapes.TokenMade}, 409)
    def post(self, chosen: shapes.NewToken) -> Response:
        """For a program that acts for you. You need a logged-in session; a token can't create one. Guests can create
        tokens, too. Besides cookies and private links, these are their only access to their games.
        """
        player = self.player
        self.must_be_the_owner()
        limits.check("token", self.request)
        try:
            token, text = tokens.make(user=player, now=timezone.now(), **asdict(chosen))
            security.tell(self.request._request, player, "token_made", token=token.name)
        except tokens.TooManyTokens:
            raise refusals.NotNow("too_many_tokens", _("You’ve reached the token limit. Revoke one first.")) from None
        return Response(shapes.TokenMade(token, context={"token": text}).data, status=201)


class OneToken(View):
    writes = "account"

    @endpoint("tokens_end", "Revoke one of your tokens", nothing("The token is revoked."), 404)
    def delete(self, token_id: int) -> Response:
        """It stops working at once, and the sockets and streams that it opened end."""
        if token_id >= 2**63 or not tokens.end(user=self.player, token_id=token_id):
            raise refusals.NotFound("unknown_token", _("You have no such token."))
        return Response(status=204)


class ThisToken(View):
    writes = "read"  # every token may revoke itself

    @endpoint("token_view", "Get the token of this request", shapes.Token, 404)
    def get(self) -> Response:
        """What it may do, and when it expires."""
        return Response(shapes.Token(self._token()).data)

    @endpoint("token_end", "Revoke the token of this request", nothing("The token is revoked."), 404)
    def delete(self) -> Response:
        """It stops working at once, and the sockets and streams that it opened end."""
        tokens.end(user=self.player, token_id=self._token().pk)
        return Response(status=204)

    def _token(self) -> Token:
        token = self.request.auth if self.player else None
        if not isinstance(token, Token):
            raise refusals.NotFound("unknown_token", _("This request came without a token."))
        return token
