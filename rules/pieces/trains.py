"""The layout of Mexican Train (rules.md 9.7): trains that grow from the station."""

from dataclasses import replace
from functools import lru_cache
from typing import Final, Self

from .as_json import OpenEnd, Train
from .layout import Layout
from .moves import OnTrain
from .tiles import Tile, tile_set

MEXICAN: Final = "M"


def train_of(seat: int) -> str:
    """The name of the train of *seat*."""
    return f"T{seat}"


class Trains(Layout):
    """The *trains* in the order of seats, the Mexican one last, and the *cars* of each from the inside out.

    *cover* is the name of the train with the uncovered double, if one lies; *laid* are the tiles of all trains as bits.
    """

    __slots__ = ("cars", "cover", "laid", "station", "trains")

    def __init__(
        self,
        station: Tile,
        trains: tuple[Train, ...],
        cars: tuple[tuple[Tile, ...], ...],
        cover: str | None = None,
        laid: int = 0,
    ) -> None:
        super().__init__(())
        self.station: Final = station
        self.trains: Final = trains
        self.cars: Final = cars
        self.cover: Final = cover
        self.laid: Final = laid

    @classmethod
    def before(cls, station: Tile, seats: tuple[int, ...]) -> Self:
        """The station with an empty train for each of *seats*, and the Mexican train."""
        trains = [Train(train_of(seat), station.high, False, 0) for seat in seats]
        return cls(station, (*trains, Train(MEXICAN, station.high, True, 0)), ((),) * (len(seats) + 1))

    def train(self, name: str) -> Train | None:
        """The train called *name*, if there is one."""
        return next((train for train in self.trains if train.of == name), None)

    def last_tile(self, name: str) -> Tile:
        """The tile at the end of a train: the station where it is empty."""
        cars = next(cars for train, cars in zip(self.trains, self.cars, strict=True) if train.of == name)
        return cars[-1] if cars else self.station

    def end_at(self, train: Train) -> OpenEnd:
        """The end of *train* as views show it."""
        return OpenEnd(str(self.last_tile(train.of)), train.end, train.of)

    def opened(self, name: str) -> Self:
        """The trains after that of a seat was opened."""
        trains = tuple(replace(train, open=True) if train.of == name else train for train in self.trains)
        return type(self)(self.station, trains, self.cars, self.cover, self.laid)

    def played(self, seat: int, move: OnTrain, cover: str | None) -> Self:
        """The trains after *seat* played a tile; *cover* is then the train with the uncovered double.

        Only its owner's tile closes a train.
        """
        tile, name = move.tile, move.train
        trains, cars = [], []
        for train, its in zip(self.trains, self.cars, strict=True):
            if train.of == name:
                train = Train(name, tile.other(train.end), train.open and name != train_of(seat), train.tiles + 1)
                its = (*its, tile)
            trains.append(train)
            cars.append(its)
        return type(self)(self.station, tuple(trains), tuple(cars), cover, self.laid | tile.bit)


@lru_cache
def suit(value: int, highest: int) -> int:
    """All tiles of the double-*highest* set that show *value*, as bits."""
    return sum(tile.bit for tile in tile_set(highest) if value in (tile.high, tile.low))
