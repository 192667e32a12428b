"""The public part of a game, without the position. It changes with the deal, not with the move."""

from collections.abc import Collection
from dataclasses import dataclass, fields, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from common.times.timestamps import stamp
from games.models import Game, Round, Seat
from rulebook import score_sheet
from rulebook.faces import face_of
from rulebook.facts import facts
from rules import Outcome

JSON = dict[str, Any]


@dataclass(frozen=True)
class SeatFrame:
    """A seat and its player."""

    seat: int
    side: int
    name: str | None
    face: str | None
    guest: bool
    program: bool
    computer: str | None  # the level, if one of our computers has the seat
    stand_in: str | None  # the level of the computer that plays for the person now
    stood_in: bool  # a computer plays or has played for the person
    missed: int  # turns in a row in which we moved for them
    left: bool
    points: int | None  # the side's total, once the game is finished
    result: str

    @property
    def is_there(self) -> bool:
        """Whether a person has the seat and plays themselves."""
        return self.name is not None and not (self.computer or self.stand_in or self.left)

    @cached_property
    def json(self) -> JSON:
        return {field.name: getattr(self, field.name) for field in fields(self)}


@dataclass(frozen=True)
class Frame:
    """Its fields are fields of the view (docs/api.md). *scores* are the lines of the score sheet."""

    id: str
    variant: str
    name: str
    options: JSON
    host: int
    visibility: str
    rated: bool
    seats: tuple[SeatFrame, ...]
    clock: JSON
    last_moment: str | None
    created: str | None
    finished: str | None
    annulled: str | None
    deal: int | None
    commitment: str
    scores: tuple[JSON, ...]
    rules: JSON
    sheet: JSON
    totals: tuple[int, ...]
    outcome: JSON | None
    rematch: JSON | None

    @cached_property
    def json(self) -> JSON:
        """The frame as views show it. All views share this object, so don't change it."""
        shown = {field.name: getattr(self, field.name) for field in fields(self)}
        seats = [place.json for place in self.seats]
        return {**shown, "seats": seats, "scores": list(self.scores), "totals": list(self.totals)}

    def partners(self, seat: int) -> list[int]:
        """The seats on the side of *seat*, including itself."""
        return [place.seat for place in self.seats if place.side == self.seats[seat].side]

    # ---- Changes. Each result equals the frame that `frame_of` would load

    def with_names_of(self, game: Game) -> "Frame":
        return replace(self, seats=seat_frames(game))

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

    def scored(self, line: JSON | None, totals: Collection[int]) -> "Frame":
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
            outcome={"winners": list(outcome.winners), "reason": outcome.reason, "totals": list(outcome.totals)},
        )


def _result(side: int, outcome: Outcome) -> str:
    if side not in outcome.winners:
        return Seat.Result.LOST.value
    return (Seat.Result.WON if len(outcome.winners) == 1 else Seat.Result.DRAWN).value


def frame_of(game: Game, lines: Collection[JSON], row: Round | None) -> Frame:
    """The frame of a game that was loaded with its seats and players. *row* is its last deal."""
    return Frame(
        id=game.public_id,
        variant=game.variant,
        name=game.rules.name,
        options=game.options,
        host=game.host,
        visibility=game.visibility,
        rated=game.rated,
        seats=seat_frames(game),
        clock=game.time_control.shown(),
        last_moment=stamp(game.last_moment),
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


def seat_frames(game: Game) -> tuple[SeatFrame, ...]:
    return tuple(_seat_frame(seat) for seat in game.seats.all())


def _seat_frame(seat: Seat) -> SeatFrame:
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


def outcome_of(game: Game) -> JSON | None:
    """The winners and the reason; None while the game runs or if it has no result."""
    if game.status != Game.Status.FINISHED:
        return None
    return {"winners": game.winners, "reason": game.reason, "totals": game.totals}


def _rematch(game: Game) -> JSON | None:
    if game.status != Game.Status.FINISHED or (again := Game.objects.filter(rematch_of=game).first()) is None:
        return None
    return {"id": again.public_id, "by": again.creator.name if again.creator else None, "status": again.status}
