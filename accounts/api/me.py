"""The caller: the person behind the session or the token."""

from dataclasses import dataclass
from typing import Annotated

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import followers, programs
from accounts.api.base import View
from accounts.models import User
from common.api.documented import changes_by_body, reads
from common.api.shapes import Shape
from common.wishes import shape_of


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

    @extend_schema(
        operation_id="me",
        summary="Get your account",
        description="Your names, whether you are a guest or a program, and in how many games it's your turn.",
        responses=reads(Me),
    )
    def get(self, _request: Request) -> Response:
        return Response(Me(self.player).data)

    @extend_schema(
        operation_id="me_mark",
        summary="Set whether a program plays for you",
        description="Others see it next to your name.",
        request=shape_of(MyMark),
        responses=changes_by_body(Me),
    )
    def put(self, _request: Request) -> Response:
        player, wanted = self.player, self.body(MyMark)
        programs.mark(player, program=wanted.program)
        return Response(Me(player).data)
