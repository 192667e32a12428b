"""The API of programs: which games one accepts, and those that accept some."""

from dataclasses import asdict, dataclass
from typing import Annotated

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.response import Response

from accounts.api.base import View
from accounts.models import User
from common.api.documented import endpoint, nothing
from common.api.shapes import Shape
from common.refusals import NotFound
from common.wishes import Between, Most
from games.queries import MOST_GAMES
from matching import programs
from matching.api.shapes import PACE
from matching.pools import Pace

MOST_NAMED = 100  # variants of one program


@dataclass(frozen=True, slots=True)
class NewAccepts:
    """The games to which people may invite you."""

    variants: Annotated[
        tuple[Annotated[str, Between(1, 40)], ...],
        Most(MOST_NAMED),
        "Keys of `variants/`. Empty: none, so people can't invite you.",
    ]
    paces: Annotated[tuple[Pace, ...], Most(len(Pace)), PACE + " We take the nearest."]
    rated: Annotated[bool, "False: unrated games only."] = True
    most: Annotated[int, Between(1, MOST_GAMES), "With so many games in play you can't be invited."] = MOST_GAMES


class AcceptsView(Shape):
    """The games to which people may invite a program."""

    variants = serializers.ListField(child=serializers.CharField())
    paces = serializers.ListField(child=serializers.ChoiceField(Pace.choices), help_text=PACE)
    rated = serializers.BooleanField(help_text="False: unrated games only.")
    most = serializers.IntegerField(help_text="How many games at once.")


class ProgramLine(AcceptsView):
    """A program that people may invite."""

    username = serializers.CharField()
    name = serializers.CharField()
    rating = serializers.IntegerField(allow_null=True, help_text="Over all games; null: no rated game yet.")
    ratings = serializers.DictField(
        child=serializers.IntegerField(), help_text="By variant, for those of `variants` that it has played rated."
    )


class MyGames(View):
    @endpoint("accepts_view", "Get the games that you accept", AcceptsView, 404)
    def get(self) -> Response:
        """The games to which people may invite your program. 404 until you say which."""
        if (said := programs.accepted_by(self.player)) is None:
            raise NotFound("not_set", _("You haven’t said which games you accept."))
        return Response(AcceptsView(said).data)

    @endpoint("accepts_save", "Say which games you accept", AcceptsView)
    def put(self, player: User, wanted: NewAccepts) -> Response:
        """For programs. We refuse other invitations, and list you in `programs/`."""
        said = programs.accept(player=player, **asdict(wanted))
        return Response(AcceptsView(said).data)

    @endpoint("accepts_end", "Don't say any more which games you accept", nothing("It is gone."))
    def delete(self) -> Response:
        """People may invite you to any game then, and we don't list you."""
        programs.withdraw(self.player)
        return Response(status=204)


class Programs(View):
    @endpoint("programs_list", "List the programs that you can invite", ProgramLine(many=True))
    def get(self) -> Response:
        """They said which games they accept. Invite one to such a game."""
        return Response([ProgramLine(_line(each)).data for each in programs.listed(self.request.user)])


def _line(listed: programs.Listed) -> dict[str, object]:
    said, overall = listed.said, listed.overall
    shown = {name: getattr(said, name) for name in ("variants", "paces", "rated", "most")}
    return shown | {
        "username": said.player.username,
        "name": said.player.name,
        "rating": overall.shown if overall else None,
        "ratings": {variant: rating.shown for variant, rating in listed.games if rating},
    }
