"""The caller's tokens. Only a session can create one, so that no token can create a stronger one."""

from dataclasses import asdict

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import tokens
from accounts.api import shapes
from accounts.api.base import View
from accounts.login import security
from accounts.models import Token
from common import limits, refusals
from common.api.documented import changes, changes_by_body, reads
from common.wishes import shape_of


class Tokens(View):
    writes = "account"

    @extend_schema(
        operation_id="tokens_list",
        summary="List your tokens",
        description="Names, scopes and dates. We show the token itself only once, when you create it.",
        responses=reads(shapes.Token(many=True)),
    )
    def get(self, _request: Request) -> Response:
        return Response(shapes.Token(tokens.own(self.player), many=True).data)

    @extend_schema(
        operation_id="tokens_create",
        summary="Create a token",
        description="For a program that acts for you. You need a logged-in session; a token can't create one. Guests "
        "can create tokens, too. Besides cookies and private links, these are their only access to their games.",
        request=shape_of(shapes.NewToken),
        responses=changes_by_body({201: shapes.TokenMade}, 409),
    )
    def post(self, request: Request) -> Response:
        chosen = self.body(shapes.NewToken)
        player = self.player
        self.must_be_the_owner()
        limits.check("token", request)
        try:
            token, text = tokens.make(user=player, now=timezone.now(), **asdict(chosen))
            security.tell(request._request, player, "token_made", token=token.name)
        except tokens.TooManyTokens:
            raise refusals.NotNow("too_many_tokens", _("You’ve reached the token limit. Revoke one first.")) from None
        return Response(shapes.TokenMade(token, context={"token": text}).data, status=201)


class OneToken(View):
    writes = "account"

    @extend_schema(
        operation_id="tokens_end",
        summary="Revoke one of your tokens",
        description="It stops working at once, and the sockets and streams that it opened end.",
        request=None,
        responses=changes({204: OpenApiResponse(description="The token is revoked.")}, 404),
    )
    def delete(self, _request: Request, token_id: int) -> Response:
        if token_id >= 2**63 or not tokens.end(user=self.player, token_id=token_id):
            raise refusals.NotFound("unknown_token", _("You have no such token."))
        return Response(status=204)


class ThisToken(View):
    writes = "read"  # every token may revoke itself

    @extend_schema(
        operation_id="token_view",
        summary="Get the token of this request",
        description="What it may do, and when it expires.",
        responses=reads(shapes.Token, 404),
    )
    def get(self, request: Request) -> Response:
        return Response(shapes.Token(self._token(request)).data)

    @extend_schema(
        operation_id="token_end",
        summary="Revoke the token of this request",
        description="It stops working at once, and the sockets and streams that it opened end.",
        request=None,
        responses=changes({204: OpenApiResponse(description="The token is revoked.")}, 404),
    )
    def delete(self, request: Request) -> Response:
        tokens.end(user=self.player, token_id=self._token(request).pk)
        return Response(status=204)

    def _token(self, request: Request) -> Token:
        token = request.auth if self.player else None
        if not isinstance(token, Token):
            raise refusals.NotFound("unknown_token", _("This request came without a token."))
        return token
