"""Mexican Train (rules.md 9.7): a station, a train for every seat, and one for all."""

from dataclasses import replace
from typing import cast

from ..phases.opening import in_play
from ..phases.train_turn import TrainTurn, begun, trains_of
from ..pieces.as_json import LaidTile, OpenEnd, Train
from ..pieces.layout import Layout
from ..pieces.moves import Leave, OnTrain
from ..pieces.tiles import Tile, double
from ..pieces.trains import Trains, train_of
from ..rounds.deal import Deal
from ..rounds.game import Game
from ..rounds.lead import Lead
from ..rounds.position import Position
from ..rounds.seen import positions_seen
from .ordinary import Ordinary


class MexicanTrain(Ordinary):
    """Trains instead of one layout."""

    def station(self, game: Game) -> Tile | None:
        return double(game.rules.set + 1 - game.round)

    def first_layout(self, game: Game, deal: Deal) -> Layout:
        assert deal.start is not None
        return Trains.before(deal.start, self.dealt_seats(game))

    def begun(self, first: Position) -> Position:
        lead = cast(Lead, self.lead(first.game, first.table.deal.lead, first.hands))
        seat = in_play(first.table, lead.seat)
        return begun(first.asked(None, first.phase, replace(first.table, leader=seat)), seat)

    def open_ends(self, position: Position) -> tuple[OpenEnd, ...]:
        phase = position.phase
        if not isinstance(phase, TrainTurn):
            return ()
        return tuple(map(trains_of(position).end_at, phase.places(position)))

    def trains(self, position: Position) -> tuple[Train, ...]:
        return trains_of(position).trains

    def cover(self, position: Position) -> str | None:
        return trains_of(position).cover

    def layout_tiles(self, position: Position, viewer: int | None = None) -> tuple[LaidTile, ...]:
        station = position.table.deal.start
        tiles = [LaidTile(str(station), None, None, "lead", None, 0)]
        for at in positions_seen(position, viewer):
            if isinstance(at.move, OnTrain) and at.previous is not None:
                before, name = trains_of(at.previous), at.move.train
                end = cast(Train, before.train(name)).end
                tiles.append(LaidTile(str(at.move.tile), str(before.last_tile(name)), end, name, at.seat, at.ply))
        return tuple(tiles)

    def leave(self, position: Position, seat: int, move: Leave) -> Position:
        after = super().leave(position, seat, move)
        return after.asked(after.turn, after.phase, layout=trains_of(position).opened(train_of(seat)))
