"""The API of matches of clubs. A match is a tournament, too: people enter, agree and leave there."""

from collections.abc import Mapping

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.response import Response

from accounts.models import User
from clubs import match_sheets, matches, queries, tournaments
from clubs.match_wishes import ClubAnswer, LineUp, NewMatch, WhichClub
from clubs.models import Club
from common import limits
from common.api.documented import endpoint
from common.api.shapes import Shape, numbers
from common.refusals import NotFound
from people.api.shapes import Somebody
from tournaments.api import outputs
from tournaments.api.reading import View
from tournaments.models import Team, Tournament
from tournaments.queries import Names, find, names
from tournaments.rounds import teams
from tournaments.rounds.teams import Board, Meeting

EFFECT = "By team: how effective the players were in their games, in thousandths, summed."


def _halves(help_text: str) -> serializers.ListField:
    return serializers.ListField(child=serializers.FloatField(), help_text=help_text, allow_null=True)


class MatchTeam(Shape):
    """A club in a match."""

    number = serializers.IntegerField(help_text="From 0.")
    club = serializers.CharField(source="club.public_id", allow_null=True, help_text="Null: hidden, or gone.")
    name = serializers.CharField()
    accepted = serializers.BooleanField(help_text="Whether the club has agreed to play.")

    def club_of(self, team: match_sheets.TeamName) -> str | None:
        return team.club.public_id if team.club else None


@extend_schema_field(
    {"type": "array", "items": {"oneOf": [{"$ref": "#/components/schemas/Somebody"}, {"type": "null"}]}}
)
class PeopleOrNobody(serializers.ListField):
    """The schema would forget that a child may be null."""

    child = Somebody()


class MatchBoard(Shape):
    """A board of a match. Its lists are by team. Needs `names` as context."""

    board = serializers.IntegerField(source="number")
    people = PeopleOrNobody(help_text="Null: nobody plays there, or they have deleted their account.")
    points = _halves("1, 0.5 or 0. Null: it's still played.")
    gains = _halves("The points of its finished games: more is better. Null: none has finished.")
    effects = numbers(EFFECT)

    def people_of(self, board: Board) -> list[User | None]:
        there: Names = self.context["names"]
        people = [there.of(entry)[:1] if entry is not None else [] for entry in board.entries]
        return [each[0] if each else None for each in people]

    def points_of(self, board: Board) -> list[float] | None:
        return [each / 2 for each in board.points2] if board.points2 else None


class ClubMeeting(Shape):
    """Two clubs that meet."""

    round = serializers.IntegerField()
    teams = numbers("The numbers of the two teams.")
    points = _halves("Board points.")
    effects = numbers(EFFECT)
    over = serializers.BooleanField(source="is_over")
    better = serializers.IntegerField(
        allow_null=True,
        help_text="Which of the two is ahead, 0 or 1: by board points, then effectiveness, then board points without "
        "the lowest boards. In a league, level board points are a draw.",
    )
    boards = MatchBoard(many=True)

    def points_of(self, meeting: Meeting) -> list[float]:
        return [each / 2 for each in meeting.points2]


class MatchRow(Shape):
    """A club in the table."""

    team = serializers.IntegerField()
    place = serializers.IntegerField()
    points = serializers.IntegerField(help_text="2 for a match won, 1 for a draw.")
    board_points = serializers.FloatField()
    effect = serializers.IntegerField(help_text="In thousandths.")

    def board_points_of(self, row: teams.Row) -> float:
        return row.board_points2 / 2


class ClubMatch(Shape):
    """A match of clubs. Its terms and dates are those of the tournament with this id."""

    id = serializers.CharField()
    teams = MatchTeam(many=True)
    meetings = ClubMeeting(many=True, help_text="Of the rounds that have begun.")
    table = MatchRow(many=True)


class LineUpPlayer(Shape):
    """Somebody who is to play."""

    board = serializers.IntegerField(source="entry.board", allow_null=True, help_text="Null: they entered themselves.")
    player = Somebody()
    rating = serializers.IntegerField(source="entry.rating")
    agreed = serializers.BooleanField(help_text="False: they were asked.")


class LineUpView(Shape):
    players = LineUpPlayer(many=True)


def _view(match: Tournament) -> Mapping[str, object]:
    named = match_sheets.named_teams(match)
    meetings = teams.meetings(match) if match.stage else []
    entries = {entry for each in meetings for board in each.boards for entry in board.entries if entry is not None}
    shown = {
        "id": match.public_id,
        "teams": [*named.values()],
        "meetings": meetings,
        "table": teams.table(match, meetings) if named else [],
    }
    return ClubMatch(shown, context={"names": names(entries)}).data


class OfMatch(View):
    def match(self, public_id: str) -> Response:
        """Raises `NotFound`, also for other tournaments."""
        there = find(public_id)
        if not Team.objects.filter(tournament=there).exists():
            raise NotFound("unknown_tournament", _("There is no such match."))
        return Response(_view(there))


class Matches(View):
    @endpoint("club_matches_create", "Propose a match of clubs", {201: outputs.TournamentView}, 404, 409)
    def post(self, player: User, wish: NewMatch, club: str) -> Response:
        """For organisers of the club. The other club's organisers have seven days to accept. Without an opponent, it's
        a league, which three to eight clubs can join until it starts.
        """
        home, now = queries.find(club, player), timezone.now()
        other = queries.find(wish.opponent, player) if wish.opponent else None
        tournaments.must_organise(home, player)
        limits.check("find", self.request)
        made = matches.propose(match=wish.match(home, now), by=player, other=other, now=now)
        return self.tournament(made.public_id, status=201)


class OneMatch(OfMatch):
    @endpoint("club_match_view", "Get a match of clubs", ClubMatch, 404)
    def get(self, match: str) -> Response:
        """Every board, so that everybody can compute the result. Before it starts, `tournaments/<id>/entries/` lists
        who is in.
        """
        return self.match(match)


class AnswerMatch(OfMatch):
    @endpoint("club_match_answer", "Accept or decline a match", ClubMatch, 404, 409)
    def post(self, player: User, sent: ClubAnswer, match: str) -> Response:
        """For organisers of the club that was challenged, within seven days."""
        matches.answer(public_id=match, by=player, accepts=sent.accepts, now=timezone.now())
        return self.match(match)


class JoinLeague(OfMatch):
    @endpoint("club_league_join", "Join a league of clubs", ClubMatch, 404, 409)
    def post(self, player: User, sent: WhichClub, match: str) -> Response:
        """For organisers, until it starts."""
        matches.join(public_id=match, club=self._club(sent, player), by=player, now=timezone.now())
        return self.match(match)

    def _club(self, sent: WhichClub, player: User) -> Club:
        return queries.find(sent.club, player)


class LeaveLeague(JoinLeague):
    @endpoint("club_league_leave", "Leave a league of clubs", ClubMatch, 404, 409)
    def post(self, player: User, sent: WhichClub, match: str) -> Response:
        """For organisers, until it starts. Those who entered for the club are out, too."""
        matches.leave(public_id=match, club=self._club(sent, player), by=player, now=timezone.now())
        return self.match(match)


class LineUps(OfMatch):
    @endpoint("club_match_line_up", "Get the line-up of your club", LineUpView, 404)
    def get(self, player: User, match: str, team: int) -> Response:
        """For organisers: named players by board, then others who entered, the strongest first."""
        side = matches.side(find(match), team)
        tournaments.must_organise(side.club, player)
        return self._line_up(side)

    def _line_up(self, side: Team) -> Response:
        return Response(LineUpView({"players": matches.line(side.tournament, side.number)}).data)

    @endpoint("club_match_name", "Name the players of your club", LineUpView, 404, 409)
    def post(self, player: User, sent: LineUp, match: str, team: int) -> Response:
        """For organisers, before the match begins. We ask players who haven't entered, and seat them if they agree
        (`tournaments/<id>/agree/`). Members who entered fill boards that are left, by rating.
        """
        players = matches.people(sent.players)
        matches.line_up(public_id=match, team=team, players=players, by=player, now=timezone.now())
        return self._line_up(matches.side(find(match), team))
