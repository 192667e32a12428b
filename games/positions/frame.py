"""The public part of a game, without the position. It changes with the deal, not with the move."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated

from accounts.models import User
from common.times.timestamps import Stamp, stamp
from games.listed import Listed, ListedSeat
from games.models import Game, Round, Seat
from rulebook import score_sheet
from rulebook.faces import face_of
from rulebook.facts import Facts, facts
from rulebook.score_sheet import ScoreLine, SheetFacts
from rulebook.time_control import ClockShown
from rules import Outcome


@dataclass(frozen=True)
class SeatFrame:
    """A seat and its player."""

    seat: Annotated[int, "From 0, clockwise."]
    side: Annotated[int, "Partners share a side. Points belong to a side."]
    name: Annotated[str | None, "null: the seat is free."]
    face: Annotated[
        str | None,
        "The tile that pages draw next to the name, such as “6.2.3.1”: its two halves, its colour (0 to 11), "
        "and its rotation (0 to 3 eighths of a turn; 4 to 7: the same on a disc). It depends only on the name. "
        "null: the seat is free.",
    ]
    guest: bool
    program: Annotated[bool, "The owner says that a program plays for this account."]
    computer: Annotated[str | None, User.Level, "The level, if one of our computers has the seat; else null."]
    stand_in: Annotated[
        str | None,
        User.Level,
        "The level of the computer that plays for this player until they return; else null.",
    ]
    stood_in: Annotated[bool, "A computer plays or has played for this player."]
    missed: Annotated[
        int,
        "Turns in a row in which this player ran out of time and we moved for them (`clock.misses`: “move”). "
        "After `clock.misses_most` of these they are out.",
    ]
    left: Annotated[bool, "They resigned or ran out of time, and the others play on."]
    points: Annotated[int | None, "The points of their side, once the game has ended."]
    result: Annotated[str, Seat.Result, ""]

    @property
    def is_there(self) -> bool:
        """Whether a person has the seat and plays themselves."""
        return self.name is not None and not (self.computer or self.stand_in or self.left)


@dataclass(frozen=True)
class Rematch:
    """The next game of the same players. Their seats here are those in the game that has ended."""

    id: str
    by: Annotated[str | None, "The player who asked for it."]
    host: Annotated[int | None, "The seat of that player."]
    status: Annotated[str, Game.Status]
    accepted: Annotated[tuple[int, ...], "The seats of the players who are in, with the player who asked."]
    waiting: Annotated[tuple[int, ...], "The seats of the players who haven't answered yet."]


@dataclass(frozen=True, slots=True)
class Outage:
    """The site was away, and the game's times moved on."""

    began: Annotated[Stamp | None, "null: the site's host gave more time."]
    ended: Annotated[Stamp, "When the times moved."]


@dataclass(frozen=True)
class Frame:
    """The part of the view (`games.shown.table_view`) that is the same for all viewers until something happens."""

    id: str
    variant: str
    name: Annotated[str, "The name of the variant."]
    options: Annotated[Mapping[str, object], "House rules: the changed options."]
    host: int
    visibility: Annotated[str, Game.Visibility]
    rated: Annotated[
        bool, "Whether it is rated; before the start, whether its host wants that. `ratings/` gives the reason."
    ]
    appointed: Annotated[bool, "A tournament's game: no hints, and no moves taken back."]
    seats: tuple[SeatFrame, ...]
    clock: ClockShown
    last_moment: Annotated[Stamp | None, "When the scores decide the game. null: no limit, or not known yet."]
    outage: Annotated[Outage | None, "The last outage of the site for which this game got more time."]
    created: Stamp
    finished: Stamp | None
    annulled: Annotated[Stamp | None, "When a moderator annulled the game. It no longer counts."]
    deal: Annotated[int | None, "Index of the current deal, from 0."]
    commitment: Annotated[str, "SHA-256, in hex, of the seed of the current deal."]
    scores: Annotated[tuple[ScoreLine, ...], "The lines of the score sheet."]
    rules: Annotated[Facts, "The rules in force."]
    sheet: Annotated[SheetFacts, "The kind of score sheet."]
    totals: Annotated[tuple[int, ...], "By side."]
    outcome: Outcome | None
    rematch: Rematch | None

    def partners(self, seat: int) -> list[int]:
        """The seats on the side of *seat*, including itself."""
        return [place.seat for place in self.seats if place.side == self.seats[seat].side]

    # ---- Changes. Each result equals the frame that `frame_of` would load

    def with_names_of(self, game: Game) -> "Frame":
        return replace(self, seats=seat_frames(game.seats.all()))

    def left_by(self, gone: Collection[int]) -> "Frame":
        """The frame after these seats resigned or ran out of time."""
        seats = (replace(place, left=True, stand_in=None) if place.seat in gone else place for place in self.seats)
        return replace(self, seats=tuple(seats))

    def back(self, seat: int) -> "Frame":
        """The frame after the player of *seat* took over from the computer."""
        return self._with(replace(self.seats[seat], stand_in=None))

    def stood_in(self, seat: int, level: str) -> "Frame":
        """The frame after a computer of this level began to play for the player of *seat*."""
        return self._with(replace(self.seats[seat], stand_in=level, stood_in=True))

    def missing(self, seat: int, missed: int) -> "Frame":
        """The frame with a new count of missed turns in a row."""
        return self._with(replace(self.seats[seat], missed=missed))

    def _with(self, place: SeatFrame) -> "Frame":
        return replace(self, seats=(*self.seats[: place.seat], place, *self.seats[place.seat + 1 :]))

    def dealt(self, index: int, commitment: str) -> "Frame":
        return replace(self, deal=index, commitment=commitment)

    def scored(self, line: ScoreLine | None, totals: Collection[int]) -> "Frame":
        """A deal ended; *line* is None if it was annulled or broken off."""
        return replace(self, scores=(*self.scores, line) if line else self.scores, totals=tuple(totals))

    def over(self, outcome: Outcome, now: datetime) -> "Frame":
        """The game is finished."""
        results = [_result(side, outcome) for side in range(len(outcome.totals))]
        seats = (replace(place, points=outcome.totals[place.side], result=results[place.side]) for place in self.seats)
        return replace(
            self,
            seats=tuple(seats),
            finished=stamp(now),
            totals=tuple(outcome.totals),
            outcome=outcome,
        )


def _result(side: int, outcome: Outcome) -> str:
    if side not in outcome.winners:
        return Seat.Result.LOST.value
    return (Seat.Result.WON if len(outcome.winners) == 1 else Seat.Result.DRAWN).value


def frame_of(game: Game, lines: Collection[ScoreLine], row: Round | None) -> Frame:
    """The frame of a game that was loaded with its seats and players. *row* is its last deal."""
    return Frame(
        id=game.public_id,
        variant=game.variant,
        name=game.rules.name,
        options=game.options,
        host=game.host,
        visibility=game.visibility,
        rated=game.rated,
        appointed=game.appointed,
        seats=seat_frames(game.seats.all()),
        clock=game.time_control.shown(),
        last_moment=stamp(game.last_moment),
        outage=_outage(game),
        created=stamp(game.created_at),
        finished=stamp(game.finished_at),
        annulled=stamp(game.annulled_at),
        deal=row.index if row else None,
        commitment=row.commitment if row else game.first_commitment,
        scores=tuple(lines),
        rules=facts(game.rules),
        sheet=score_sheet.sheet_facts(game.rules),
        totals=tuple(game.totals),
        outcome=outcome_of(game),
        rematch=_rematch(game),
    )


def _outage(game: Game) -> Outage | None:
    ended = stamp(game.outage_ended)
    return None if ended is None else Outage(stamp(game.outage_began), ended)


def seat_frames(seats: Iterable[Seat | ListedSeat]) -> tuple[SeatFrame, ...]:
    return tuple(_seat_frame(seat) for seat in seats)


def _seat_frame(seat: Seat | ListedSeat) -> SeatFrame:
    player = seat.player
    return SeatFrame(
        seat=seat.number, side=seat.side, left=seat.left, points=seat.points, result=seat.result,
        name=player.name if player else None,
        face=face_of(player.name) if player else None,
        guest=bool(player and player.is_guest),
        program=bool(player and player.is_program),
        computer=player.bot_level or None if player else None,
        stand_in=seat.stand_in or None, stood_in=seat.stood_in, missed=seat.missed,
    )  # fmt: skip


def outcome_of(game: Game | Listed) -> Outcome | None:
    """The winners and the reason; None while the game runs or if it has no result."""
    if game.status != Game.Status.FINISHED:
        return None
    return Outcome(tuple(game.winners or ()), game.reason, tuple(game.totals))


def _rematch(game: Game) -> Rematch | None:
    """Two queries once a game has finished and has a rematch."""
    if game.status != Game.Status.FINISHED:
        return None
    again = Game.objects.select_related("creator").prefetch_related("seats").filter(rematch_of=game).first()
    if again is None:
        return None
    here = {seat.player_id: seat.number for seat in game.seats.all() if seat.player_id is not None}
    seats = again.seats.all()
    return Rematch(
        id=again.public_id,
        by=again.creator.name if again.creator else None,
        host=here.get(again.creator_id or 0),
        status=again.status,
        accepted=tuple(sorted(here[seat.player_id] for seat in seats if seat.player_id in here)),
        waiting=tuple(
            sorted(here[seat.kept_for_id] for seat in seats if not seat.player_id and seat.kept_for_id in here)
        ),
    )
