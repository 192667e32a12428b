"""Outputs of the API of tournaments."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from rest_framework import serializers

from common.api.pages import PageShape
from common.api.shapes import Moment, Shape, numbers
from games.api.outputs import Clock
from games.models import Game
from pairing import UNITS, Tiebreak
from people.api.shapes import Somebody
from rulebook.time_control import ClockShown
from tournaments import formats, plans, words
from tournaments.kinds import FormatName, Pace
from tournaments.leagues import seasons
from tournaments.models import Entry, Member, Pairing, Place, Result, Round, TableOf, Tournament
from tournaments.queries import Names, opponents_at
from tournaments.rounds.scoring import Score
from tournaments.seating import Seating
from tournaments.wishes import ENTERING, PACE, SEATING

POINTS = "A win counts 1 and a draw 0.5; in an arena 2 and 1. At tables of single players: 3, 2, 1 and 0 by place."


class EntryName(Shape):
    """An entry: one person, or two partners. Needs `names` as context."""

    id = serializers.IntegerField()
    people = Somebody(many=True, help_text="Partners who have agreed. Empty: they have deleted their account.")

    def id_of(self, entry: int) -> int:
        return entry

    def people_of(self, entry: int) -> list[object]:
        names: Names = self.context["names"]
        return [*names.of(entry)]


class MyEntry(EntryName):
    """Your entry. Needs `names` and `waiting` (games by tournament) as context."""

    state = serializers.ChoiceField(
        Entry.State.choices,
        source="entry.state",
        help_text="`paused`: you asked for it. `absent`: you didn't move in a round, so we don't pair you until you "
        "say that you're here (`pause/` with false). `out`: you left.",
    )
    agreed = serializers.BooleanField(help_text="False: somebody named you as their partner. `agree/`, or `leave/`.")
    place = serializers.IntegerField(source="entry.place", allow_null=True, help_text="At the end of the tournament.")
    waiting = serializers.IntegerField(help_text="In how many games of it it's your turn.")

    def id_of(self, member: Member) -> int:  # type: ignore[override]
        return member.entry_id

    def people_of(self, member: Member) -> list[object]:  # type: ignore[override]
        return super().people_of(member.entry_id)

    def waiting_of(self, member: Member) -> int:
        games: dict[int, int] = self.context["waiting"]
        return games.get(member.tournament_id, 0)


class TournamentLine(Shape):
    """A tournament in a list."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField(help_text="As its maker called it, or such as “Muggins cup 12”.")
    format = serializers.ChoiceField(FormatName.choices)
    seating = serializers.ChoiceField(Seating.choices, help_text=SEATING)
    seats = serializers.IntegerField(help_text="Of a full table.")
    variant = serializers.CharField()
    pace = serializers.ChoiceField(Pace.choices, help_text=PACE)
    clock = Clock()
    rated = serializers.BooleanField()
    entering = serializers.ChoiceField(Tournament.Entering.choices, help_text=ENTERING)
    club = serializers.CharField(
        source="club.public_id",
        allow_null=True,
        help_text="The id of the club that it's for. Null: it's for none, or for a hidden one.",
    )
    state = serializers.ChoiceField(Tournament.State.choices)
    entered = serializers.IntegerField(help_text="How many entries are in.")
    least = serializers.IntegerField(help_text="With fewer entries, it starts later.")
    most = serializers.IntegerField(help_text="With so many entries, it starts at once. An evening keeps its time.")
    minutes = serializers.IntegerField(help_text="Of an evening: of a round, or of a whole arena. Others have 0.")
    starts = Moment(help_text="Before it has started: the planned time.")
    last_day = Moment(help_text="It ends then at the latest. Before the start: if it starts as planned.")
    ended = Moment(source="over_at", allow_null=True)

    def name_of(self, tournament: Tournament) -> str:
        return words.title(tournament)

    def club_of(self, tournament: Tournament) -> str | None:
        club = tournament.club
        return club.public_id if club is not None and club.hidden_at is None else None

    def clock_of(self, tournament: Tournament) -> ClockShown:
        return tournament.kind.control.shown()

    def starts_of(self, tournament: Tournament) -> datetime:
        return tournament.starts_at or tournament.entries_end

    def last_day_of(self, tournament: Tournament) -> datetime:
        return plans.last_day(tournament)


class TournamentList(PageShape):
    results = TournamentLine(many=True)


class MyTournament(Shape):
    tournament = TournamentLine()
    entry = MyEntry(source="*")


class MyTournaments(PageShape):
    results = MyTournament(many=True)


class Takes(Shape):
    """What a tournament takes of a player."""

    games = serializers.IntegerField(source="most", help_text="Games at once, at most.")
    moves = serializers.FloatField(help_text="Moves a day, about.")
    game_days = serializers.FloatField(source="game", help_text="How many days a game usually takes.")
    round_days = serializers.FloatField(source="round", help_text="Days of a round. Live ones end with their games.")
    days = serializers.IntegerField(
        source="whole", help_text="Days of all of it, at most. An evening takes hours: see `last_day`."
    )

    def moves_of(self, effort: plans.Effort) -> float:
        return round(effort.moves, 1)

    def game_days_of(self, effort: plans.Effort) -> float:
        return round(effort.game, 1)


class TieLine(Shape):
    """A tie-break, with its rule in a sentence."""

    key = serializers.ChoiceField(list(Tiebreak))
    name = serializers.CharField()
    rule = serializers.CharField()

    def key_of(self, tiebreak: Tiebreak) -> str:
        return tiebreak.value

    def name_of(self, tiebreak: Tiebreak) -> str:
        return words.tie(tiebreak).name

    def rule_of(self, tiebreak: Tiebreak) -> str:
        return words.tie(tiebreak).rule


class TournamentView(TournamentLine):
    """A tournament. Needs `reader` (their key), `member`, `names` and `waiting` as context."""

    options = serializers.DictField(source="kind.ruleset.options", help_text="The house rules of its games.")
    deals = serializers.IntegerField(help_text="Games of a match, played side by side.")
    rounds = serializers.IntegerField(help_text="Of a Swiss. Of a round robin: 0 plays all of them at once.")
    group_size = serializers.IntegerField(help_text="Of a cup: the most entries of a group.")
    at_once = serializers.IntegerField(help_text="In an arena: an entry's matches at once.")
    computers = serializers.CharField(help_text="The level of computers that fill it up; empty: none do.")
    programs = serializers.BooleanField(help_text="Whether programs can enter, too.")
    rating_from = serializers.IntegerField(allow_null=True)
    rating_to = serializers.IntegerField(allow_null=True)
    stage = serializers.IntegerField(help_text="The current stage, from 1; 0 before the start.")
    round = serializers.IntegerField(help_text="The current round of the stage, from 1; 0 before the start.")
    round_ends = Moment(allow_null=True)
    takes = Takes()
    tiebreaks = TieLine(many=True, help_text="They decide between equal points, in this order.")
    maker = serializers.BooleanField(help_text="Whether you created it.")
    entry = MyEntry(allow_null=True, help_text="Null: you aren't in it.")
    next_season = serializers.CharField(
        allow_null=True, help_text="Of a league: the id of the season that takes entries. You're in only if you enter."
    )

    def next_season_of(self, tournament: Tournament) -> str | None:
        following = seasons.following(tournament) if tournament.format == FormatName.LEAGUE else None
        return following.public_id if following else None

    def takes_of(self, tournament: Tournament) -> plans.Effort:
        return plans.effort(tournament)

    def tiebreaks_of(self, tournament: Tournament) -> tuple[Tiebreak, ...]:
        return formats.of(tournament).tie_breaks

    def maker_of(self, tournament: Tournament) -> bool:
        return tournament.made_by_id is not None and tournament.made_by_id == self.context["reader"]

    def entry_of(self, _tournament: Tournament) -> Member | None:
        member: Member | None = self.context["member"]
        return member


# ---- Who is in, and where they stand ---------------------------------------------------------------


class EntryLine(Shape):
    entry = EntryName(source="pk")
    rating = serializers.IntegerField(help_text="In this game, when they entered.")
    state = serializers.ChoiceField(Entry.State.choices)


class Entries(PageShape):
    results = EntryLine(many=True)


class TieValue(Shape):
    key = serializers.ChoiceField(list(Tiebreak))
    value = serializers.FloatField(allow_null=True, help_text="Null: it decides nothing here.")


class PlaceLine(Shape):
    """Where an entry stands in its group. Needs `tournament` and `names` as context."""

    group = serializers.IntegerField(help_text="From 1.")
    place = serializers.IntegerField(allow_null=True, help_text="Equal entries share it. Null: nothing played yet.")
    entry = EntryName(source="entry_id")
    state = serializers.ChoiceField(Entry.State.choices, source="entry.state")
    points = serializers.FloatField(help_text=POINTS)
    played = serializers.IntegerField(help_text="Matches that count.")
    tiebreaks = TieValue(many=True, help_text="Empty until they are computed.")
    likely = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="The best and the worst place that chance might have given as well; null: we don't know.",
    )
    through = serializers.IntegerField(help_text="How many of its group go on to the next stage.")
    came_from = serializers.IntegerField(
        allow_null=True,
        help_text="In a league, where `group` is the division: the division of the season before. Null: a newcomer.",
    )

    def group_of(self, place: Place) -> int:
        return place.group + 1

    def came_from_of(self, place: Place) -> int | None:
        return None if place.entry.division is None else place.entry.division + 1

    def place_of(self, place: Place) -> int | None:
        return place.place if place.place and place.played else None

    def points_of(self, place: Place) -> float:
        return words.points_number(self.context["tournament"], place.points2)

    def tiebreaks_of(self, place: Place) -> list[dict[str, object]]:
        order = formats.of(self.context["tournament"]).tie_breaks
        return [
            {"key": tiebreak.value, "value": None if value is None else round(value / UNITS[tiebreak], 2)}
            for tiebreak, value in zip(order, place.tiebreaks, strict=False)
        ]


class TournamentStandings(PageShape):
    """A page of the standings of a stage, group by group."""

    stage = serializers.IntegerField(help_text="0 before the start.")
    results = PlaceLine(many=True)

    def stage_of(self, _page: object) -> int:
        stage: int = self.context["stage"]
        return stage


# ---- Rounds and games ----------------------------------------------------------------------------


class TournamentRound(Shape):
    stage = serializers.IntegerField()
    number = serializers.IntegerField(help_text="Of the stage, from 1.")
    starts = Moment()
    ends = Moment()
    over = serializers.BooleanField()


class Seated(Shape):
    """An entry at a table. Needs `tournament` and `names` as context."""

    entry = EntryName(source="entry_id")
    points = serializers.FloatField(allow_null=True, help_text=POINTS + " Null: not over yet.")
    how = serializers.ChoiceField(
        Result.How.choices,
        help_text="`played`, or still to be. `bye`: a full point for a round off. `forfeit`: somebody left before "
        "playing. `absent`: not paired. `annulled`: the games don't count.",
    )

    def points_of(self, result: Result) -> float | None:
        return None if result.points2 is None else words.points_number(self.context["tournament"], result.points2)


class GameAtTable(NamedTuple):
    table: TableOf
    score: Score | None


class GameScore(Shape):
    """A game of a table. Needs `tournament` as context."""

    id = serializers.CharField(source="table.game.public_id")
    number = serializers.IntegerField(help_text="At its table, from 1.")
    status = serializers.ChoiceField(Game.Status.choices, source="table.game.status")
    points = numbers(
        "By entry, in the order of `entries`, as on the score sheet. An entry that left gets as many fewer (or penalty "
        "points more) as a bad round costs. Empty: not over yet, or annulled."
    )

    def number_of(self, game: GameAtTable) -> int:
        return game.table.number + 1

    def points_of(self, game: GameAtTable) -> list[int]:
        return [] if game.score is None else words.on_sheet(self.context["tournament"], game.score.gains)


class TableLine(Shape):
    """A table of a round. Needs `tournament` and `names` as context."""

    table = serializers.IntegerField(help_text="From 1.")
    group = serializers.IntegerField(help_text="From 1.")
    over = serializers.BooleanField()
    last_moment = Moment(help_text="When the scores decide its games.")
    deals = serializers.IntegerField(help_text="How many games it has; 0: a round off.")
    entries = Seated(many=True)
    games = GameScore(many=True, help_text="Those that have begun.")

    def group_of(self, table: Pairing) -> int:
        return table.group + 1

    def entries_of(self, table: Pairing) -> list[Result]:
        return sorted(table.results.all(), key=lambda result: result.side)

    def games_of(self, table: Pairing) -> list[GameAtTable]:
        return [GameAtTable(each, _score(table, each)) for each in _in_order(table.tables.all())]


def _in_order(games: Iterable[TableOf]) -> list[TableOf]:
    return sorted(games, key=lambda each: each.number)


def _score(table: Pairing, game: TableOf) -> Score | None:
    stored = table.scores.get(str(game.number))
    return None if stored is None else Score.of_json(stored)


class RoundTables(PageShape):
    """A round, and a page of its tables. Needs `round` as context, too."""

    round = TournamentRound()
    results = TableLine(many=True)

    def round_of(self, _page: object) -> Round:
        here: Round = self.context["round"]
        return here


class MyGameLine(Shape):
    """One of your games. Needs `names` and `me` (your entry) as context."""

    id = serializers.CharField(source="game.public_id")
    status = serializers.ChoiceField(Game.Status.choices, source="game.status")
    you = serializers.IntegerField(source="my_number", help_text="Your seat.")
    turn = serializers.IntegerField(allow_null=True, help_text="The seat to move, while playing.")
    deadline = Moment(source="game.deadline", allow_null=True)
    round = serializers.IntegerField(source="pairing.round.number")
    table = serializers.IntegerField(source="pairing.table")
    number = serializers.IntegerField(help_text="At its table, from 1.")
    others = EntryName(many=True, help_text="The other entries at the table; with changing partners, your partner too.")

    def turn_of(self, game: TableOf) -> int | None:
        return game.game.turn if game.game.status == Game.Status.PLAYING else None

    def number_of(self, game: TableOf) -> int:
        return game.number + 1

    def others_of(self, game: TableOf) -> list[int]:
        return opponents_at(game.pairing, self.context["me"])


class MyTournamentGames(PageShape):
    """A page of your games in the current stage, running ones first."""

    results = MyGameLine(many=True)


class NextGame(Shape):
    game = serializers.CharField(allow_null=True, help_text="Null: no game of this tournament waits for you.")
