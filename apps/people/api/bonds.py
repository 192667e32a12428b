"""The API of friends and blocks."""

from django.db.models import Q
from django.utils import timezone
from rest_framework.response import Response

from accounts import finding
from accounts.models import User
from common import limits
from common.api.documented import endpoint, nothing
from people import actions
from people.api import shapes
from people.api.base import View
from people.models import Block, Friendship

GONE = nothing("Done, or nothing to change.")


class Friends(View):
    writes = "account"

    @endpoint("friends_list", "List your friends and the requests both ways", shapes.Friendlist)
    def get(self, player: User, wanted: shapes.Place) -> Response:
        """`state` says which of them are friends, and who of you asked."""
        both = Q(asker=player) | Q(asked=player)
        rows = Friendship.objects.filter(both).select_related("asker", "asked").order_by("-pk")
        return self.page(shapes.Friendlist, rows, wanted, me=player)

    @endpoint("friends_ask", "Send a friend request, or accept one", shapes.FriendLine, 404, 409, 429)
    def post(self, player: User, wanted: shapes.Who) -> Response:
        """If they asked you already, you're friends at once. Otherwise they get a notification."""
        person = finding.account(wanted.username)
        limits.check("friend", self.request)
        row = actions.ask_friend(user=player, person=person, now=timezone.now())
        return Response(shapes.FriendLine(row, context={"me": player}).data)


class OneFriend(View):
    writes = "account"

    @endpoint("friends_remove", "Remove a friend, decline a request or withdraw yours", GONE, 404)
    def delete(self, username: str) -> Response:
        """They aren't notified. Nothing happens if there is neither a friendship nor a request."""
        actions.remove_friend(user=self.player, person=finding.anybody(username))
        return Response(status=204)


class Blocks(View):
    writes = "account"

    @endpoint("blocks_list", "List the people you blocked", shapes.Blocklist)
    def get(self, player: User, wanted: shapes.Place) -> Response:
        """People you block can't invite or message you or join your games. They aren't notified."""
        rows = Block.objects.filter(by=player).select_related("whom").order_by("-pk")
        return self.page(shapes.Blocklist, rows, wanted)

    @endpoint("blocks_add", "Block a person", GONE, 404, 409)
    def post(self, player: User, wanted: shapes.Who) -> Response:
        """You can’t chat, invite each other or start new games together. We don’t notify them."""
        person = finding.anybody(wanted.username)
        actions.block(user=player, person=person, now=timezone.now())
        return Response(status=204)


class OneBlock(View):
    writes = "account"

    @endpoint("blocks_remove", "Unblock a person", GONE, 404)
    def delete(self, username: str) -> Response:
        """They can invite and message you again. You don't become friends again."""
        actions.unblock(user=self.player, person=finding.anybody(username))
        return Response(status=204)
