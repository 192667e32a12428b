"""The caller: the person behind the session or the token."""

from dataclasses import dataclass
from typing import Annotated

from rest_framework import serializers
from rest_framework.response import Response

from accounts import followers, programs
from accounts.api.base import View
from accounts.models import User
from common.api.documented import endpoint
from common.api.shapes import Shape


class Me(Shape):
    name = serializers.CharField(help_text="The name that other players see.")
    username = serializers.CharField()
    guest = serializers.BooleanField(source="is_guest", help_text="Whether you play without an account.")
    program = serializers.BooleanField(source="is_program", help_text="Whether a program plays for your account.")
    waiting = serializers.IntegerField(help_text="The number of games where it's your turn.")

    def waiting_of(self, user: User) -> int:
        return sum(follower.waiting(user) for follower in followers.followers())


@dataclass(frozen=True, slots=True)
class MyMark:
    """The mark that others see next to your name."""

    program: Annotated[bool, "Whether a program plays for you."]


class MyAccount(View):
    writes = "account"

    @endpoint("me", "Get your account", Me)
    def get(self) -> Response:
        """Your names, whether you are a guest or a program, and in how many games it's your turn."""
        return Response(Me(self.player).data)

    @endpoint("me_mark", "Set whether a program plays for you", Me)
    def put(self, player: User, wanted: MyMark) -> Response:
        """Others see it next to your name."""
        programs.mark(player, program=wanted.program)
        return Response(Me(player).data)
