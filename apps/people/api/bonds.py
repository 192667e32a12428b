"""The API of friends and blocks."""

from django.db.models import Q
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import finding
from common import limits
from common.api.documented import changes, changes_by_body, reads
from common.wishes import shape_of
from people import actions
from people.api import shapes
from people.api.base import View
from people.models import Block, Friendship

GONE = {204: OpenApiResponse(description="Done, or nothing to change.")}


class Friends(View):
    writes = "account"

    @extend_schema(
        operation_id="friends_list",
        summary="List your friends and the requests both ways",
        description="`state` says which of them are friends, and who of you asked.",
        parameters=[shape_of(shapes.Place)],
        responses=reads(shapes.Friendlist, 400),
    )
    def get(self, _request: Request) -> Response:
        me = self.player
        rows = Friendship.objects.filter(Q(asker=me) | Q(asked=me)).select_related("asker", "asked").order_by("-pk")
        return self.page(shapes.Friendlist, rows, me=me)

    @extend_schema(
        operation_id="friends_ask",
        summary="Send a friend request, or accept one",
        description="If they asked you already, you're friends at once. Otherwise they get a notification.",
        request=shape_of(shapes.Who),
        responses=changes_by_body(shapes.FriendLine, 404, 409, 429),
    )
    def post(self, _request: Request) -> Response:
        me, person = self.player, finding.account(self.body(shapes.Who).username)
        limits.check("friend", self.request)
        row = actions.ask_friend(user=me, person=person, now=timezone.now())
        return Response(shapes.FriendLine(row, context={"me": me}).data)


class OneFriend(View):
    writes = "account"

    @extend_schema(
        operation_id="friends_remove",
        summary="Remove a friend, decline a request or withdraw yours",
        description="They aren't notified. Nothing happens if there is neither a friendship nor a request.",
        request=None,
        responses=changes(GONE, 404),
    )
    def delete(self, _request: Request, username: str) -> Response:
        actions.remove_friend(user=self.player, person=finding.anybody(username))
        return Response(status=204)


class Blocks(View):
    writes = "account"

    @extend_schema(
        operation_id="blocks_list",
        summary="List the people you blocked",
        description="People you block can't invite or message you or join your games. They aren't notified.",
        parameters=[shape_of(shapes.Place)],
        responses=reads(shapes.Blocklist, 400),
    )
    def get(self, _request: Request) -> Response:
        rows = Block.objects.filter(by=self.player).select_related("whom").order_by("-pk")
        return self.page(shapes.Blocklist, rows)

    @extend_schema(
        operation_id="blocks_add",
        summary="Block a person",
        description="You can’t chat, invite each other or start new games together. We don’t notify them.",
        request=shape_of(shapes.Who),
        responses=changes_by_body(GONE, 404, 409),
    )
    def post(self, _request: Request) -> Response:
        me, person = self.player, finding.anybody(self.body(shapes.Who).username)
        actions.block(user=me, person=person, now=timezone.now())
        return Response(status=204)


class OneBlock(View):
    writes = "account"

    @extend_schema(
        operation_id="blocks_remove",
        summary="Unblock a person",
        description="They can invite and message you again. You don't become friends again.",
        request=None,
        responses=changes(GONE, 404),
    )
    def delete(self, _request: Request, username: str) -> Response:
        actions.unblock(user=self.player, person=finding.anybody(username))
        return Response(status=204)
