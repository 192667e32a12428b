"""The chat and the announcements of a club, for its members' programs."""

from dataclasses import dataclass
from typing import Annotated

from django.utils import timezone
from rest_framework import serializers
from rest_framework.response import Response

from accounts.api.base import View
from clubs import board, chat
from clubs.models import LONGEST_POST, Club, Post
from common.api.documented import endpoint, nothing
from common.api.shapes import Moment, Shape
from common.lists.paging import Page
from common.wishes import Between, shape_of
from talk.api import Before
from talk.letters_api import Letters, LetterShown, Listening, Write, listen

GONE = nothing("Removed.")


@dataclass(frozen=True, slots=True)
class NewPost:
    text: Annotated[str, Between(1, LONGEST_POST), "Plain text; links aren’t links."]


class PostShown(Shape):
    id = serializers.IntegerField()
    author = serializers.CharField(help_text="The author’s user name; empty if they left the site.")
    name = serializers.CharField(help_text="The author’s display name.")
    text = serializers.CharField()
    at = Moment()

    def author_of(self, post: Post) -> str:
        return post.author.username if post.author is not None else ""

    def name_of(self, post: Post) -> str:
        return post.author.name if post.author is not None else ""


class PostList(Shape):
    """Newest first."""

    results = PostShown(many=True, source="rows")
    next = serializers.IntegerField(allow_null=True, help_text="Pass it as `before` for older ones. Null: none.")

    def next_of(self, page: Page[Post]) -> int | None:
        return int(page.next) if page.next else None


class OfMembers(View):
    reads = writes = "talk"

    def club(self, club: str) -> Club:
        """The club, for its members alone."""
        return chat.found(club, self.player)[0]

    def before(self) -> str:
        return self.query(Before).cursor


class Chat(OfMembers):
    @endpoint("club_chat_read", "Get the chat of a club", Letters, 400, 404, parameters=[shape_of(Before)])
    def get(self, club: str) -> Response:
        """For members. People who blocked each other don’t see each other’s messages."""
        return Response(Letters(chat.read(self.club(club), self.player, self.before())).data)

    @endpoint("club_chat_say", "Write to the chat of a club", {201: LetterShown}, 404)
    def post(self, sent: Write, club: str) -> Response:
        """For members. Nobody gets a notification."""
        message = chat.say(club=self.club(club), author=self.player, text=sent.text, now=timezone.now())
        return Response(LetterShown(message).data, status=201)

    @endpoint("club_chat_listen", "Mark the chat of a club as read, or mute the club", Letters, 404)
    def put(self, wanted: Listening, club: str) -> Response:
        """We send no notifications about a club that you muted."""
        found = self.club(club)
        listen(self, chat.conversation(found), wanted)
        return Response(Letters(chat.read(found, self.player)).data)


class OneMessage(OfMembers):
    @endpoint("club_chat_remove", "Remove a message from the chat of a club", GONE, 404)
    def delete(self, club: str, message: int) -> Response:
        """For organisers."""
        chat.remove(club=self.club(club), message_id=message, by=self.player, now=timezone.now())
        return Response(status=204)


class Posts(OfMembers):
    @endpoint("club_posts_list", "List the announcements of a club", PostList, 400, 404, parameters=[shape_of(Before)])
    def get(self, club: str) -> Response:
        """For members."""
        return Response(PostList(board.listed(self.club(club), self.before())).data)

    @endpoint("club_posts_add", "Announce something to the members of a club", {201: PostShown}, 404, 409)
    def post(self, sent: NewPost, club: str) -> Response:
        """For organisers. Members get one notification a day at most from a club."""
        made = board.post(public_id=club, by=self.player, text=sent.text, now=timezone.now())
        return Response(PostShown(made).data, status=201)


class OnePost(OfMembers):
    @endpoint("club_posts_remove", "Remove an announcement", GONE, 404, 409)
    def delete(self, club: str, post: int) -> Response:
        """For organisers."""
        board.remove(public_id=club, post_id=post, by=self.player, now=timezone.now())
        return Response(status=204)
