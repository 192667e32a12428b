"""A referee of Mexican Train, written from the law (rules.md 9.7 and 10) without a look at the engine.

    lines = referee(record)  # what `python -m rules replay` must print, as plain values

It takes moves as legal only if they stand in its own list. It raises AssertionError where one doesn't.
"""

from collections.abc import Iterator
from typing import Any

Halves = tuple[int, int]  # of a tile: high, low
DEFAULTS = {"set": 12, "draw": "1", "blank": 0, "opening": "one", "after_double": "cover", "last_double": "out",
            "own_first": False}  # fmt: skip


def halves(text: str) -> Halves:
    high, _, low = text.partition("-")
    return int(high), int(low)


def is_double(tile: Halves) -> bool:
    return tile[0] == tile[1]


class Deal:
    """One round: what lies where, and whose turn it is. *seats* are all of the game, *gone* those that have left."""

    def __init__(self, options: dict[str, Any], dealt: dict[str, Any], leader: int, gone: set[int]) -> None:
        self.options, self.leader, self.gone = options, leader, gone
        self.hands = [{halves(text) for text in hand} for hand in dealt["hands"]]
        self.boneyard = [halves(text) for text in dealt["boneyard"]]
        self.station = halves(dealt["start"])[0]
        own = [f"T{seat}" for seat in range(len(self.hands)) if seat not in gone]
        self.tiles: dict[str, list[Halves]] = {name: [] for name in [*own, "M"]}
        self.end = dict.fromkeys(self.tiles, self.station)
        self.open = {name: name == "M" for name in self.tiles}
        self.cover: str | None = None
        self.out: int | None = None
        self.led = self.over = False
        self.begin(leader)
        self.look_for_a_block()

    def begin(self, seat: int) -> None:
        """The turn of *seat*, or of the next one left of it that is still in."""
        while seat in self.gone:
            seat = (seat + 1) % len(self.hands)
        self.turn, self.drawn, self.owes, self.goes_on = seat, 0, False, False
        self.opening = self.options["opening"] == "train" and not self.tiles[f"T{seat}"]

    def pass_on(self) -> None:
        self.begin((self.turn + 1) % len(self.hands))

    def places(self, seat: int, *, all_open: bool = False) -> list[str]:
        """1. *Where* a seat may play. *all_open*: as if every train were open."""
        own = f"T{seat}"
        if self.cover:
            return [self.cover]
        if self.goes_on or (self.options["own_first"] and not self.tiles[own]):
            return [own]
        return [name for name in self.tiles if all_open or name == own or self.open[name]]

    def plays(self, seat: int, *, all_open: bool = False) -> list[str]:
        places = self.places(seat, all_open=all_open)
        return [f"{a}-{b}>{name}" for a, b in self.hands[seat] for name in places if self.end[name] in (a, b)]

    def draw_is_open(self) -> bool:
        limit = {"none": 0, "1": 1, "2": 2, "3": 3, "until": len(self.boneyard) + self.drawn}[str(self.options["draw"])]
        return bool(self.boneyard) and self.drawn < limit

    def legal(self) -> list[str]:
        if self.over:
            return []
        if plays := self.plays(self.turn):
            return sorted([*plays, "stop"] if self.goes_on else plays)
        return ["draw"] if self.draw_is_open() else ["pass"]

    def move(self, seat: int, text: str) -> str:
        """Makes the move; its text as a line shows it."""
        said = text
        if text in ("resign", "timeout"):
            self.leave(seat)
        else:
            assert seat == self.turn, f"seat {self.turn} is on turn, not {seat}"
            assert text in self.legal(), f"{text} is none of {self.legal()}"
            self.led = True
            if text == "draw":
                tile = self.boneyard.pop(0)
                self.hands[seat].add(tile)
                self.drawn += 1
                said = f"draw {tile[0]}-{tile[1]}"
            elif text == "stop":
                self.pass_on()
            elif text == "pass":
                self.open[f"T{seat}"] = True
                self.pass_on()
            else:
                self.lay(seat, *text.split(">"))
        if not self.over:
            self.look_for_a_block()
        return said

    def lay(self, seat: int, text: str, name: str) -> None:
        tile, own = halves(text), f"T{seat}"
        self.hands[seat].remove(tile)
        self.tiles[name].append(tile)
        self.end[name] = tile[0] + tile[1] - self.end[name]
        self.cover, self.owes, self.goes_on = None, False, False
        if name == own:
            self.open[own] = False
        else:
            self.opening = False
        if is_double(tile):
            self.double(tile[0], name)
        if not self.hands[seat]:
            asks = self.owes and self.options["last_double"] == "cover" and self.draw_is_open()
            if not asks:
                self.out, self.over = seat, True
                return
        if not self.owes:
            self.goes_on = self.opening
            if not (self.opening and self.plays(seat)):
                self.pass_on()

    def double(self, value: int, name: str) -> None:
        """3. A double that was laid on the train *name* asks for another tile, or not."""
        laid = sum(value in tile for tiles in self.tiles.values() for tile in tiles)
        if self.options["after_double"] == "extra":
            self.owes = True
        elif laid < self.options["set"] + 1:
            self.owes, self.cover = True, name

    def leave(self, seat: int) -> None:
        self.gone.add(seat)
        if len(self.hands) > 2:  # with two sides the game just ends
            self.hands[seat] = set()
        self.open[f"T{seat}"] = True
        if len(self.gone) == len(self.hands) - 1:
            self.over = True
        elif seat == self.turn:
            self.pass_on()
            if not self.led:
                self.leader = self.turn

    def look_for_a_block(self) -> None:
        if self.boneyard and self.options["draw"] != "none":
            return
        self.over = not any(self.plays(s, all_open=True) for s in range(len(self.hands)) if s not in self.gone)

    def line(self) -> dict[str, Any]:
        trains = [
            {"of": name, "end": self.end[name], "open": self.open[name], "tiles": len(self.tiles[name])}
            for name in self.tiles
        ]
        ends = [] if self.over else sorted(self.end[name] for name in self.places(self.turn))
        return {"turn": None if self.over else self.turn, "ends": ends, "count": None, "scored": 0,
                "legal": self.legal(), "hands": [len(hand) for hand in self.hands], "boneyard": len(self.boneyard),
                "trains": trains, "cover": self.cover}  # fmt: skip

    def pips(self) -> list[int]:
        return [sum(a + b or self.options["blank"] for a, b in hand) for hand in self.hands]


def referee(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    options = DEFAULTS | record["options"]
    seats, gone, leader = len(record["seats"]), set[int](), 0
    totals = [0] * seats
    last = int(str(options.get("end", f"rounds:{options['set'] + 1}")).partition(":")[2])
    for number, entry in enumerate(record["rounds"], 1):
        assert entry["deal"]["start"] == "{0}-{0}".format(options["set"] + 1 - number)
        leader = entry["deal"]["lead"] if number == 1 else (leader + 1) % seats
        while leader in gone:
            leader = (leader + 1) % seats
        deal = Deal(options, entry["deal"], leader, gone)
        head = {"round": number, "totals": list(totals)}
        yield head | {"ply": 0, "seat": None, "move": None} | deal.line()
        for ply, move in enumerate(entry["moves"], 1):
            assert not deal.over, "the round is over"
            seat, _, text = move.partition(" ")
            said = deal.move(int(seat), text)
            yield head | {"ply": ply, "seat": int(seat), "move": said} | deal.line()
            if len(gone) == seats - 1:
                winners = [seat for seat in range(seats) if seat not in gone]
                reason = {"resign": "resigned", "timeout": "timeout"}[text]
                yield {"over": True, "totals": list(totals), "winners": winners, "reason": reason}
                return
        if not deal.over:
            return
        leader = deal.leader
        pips = deal.pips()
        here = [seat for seat in range(seats) if seat not in gone]
        totals = [total + new for total, new in zip(totals, pips, strict=True)]
        fewest = [seat for seat in here if pips[seat] == min(pips[seat] for seat in here)]
        winner = deal.out if deal.out is not None else fewest[0] if len(fewest) == 1 else None
        yield {"round": number, "over": "blocked" if deal.out is None else "out", "by": deal.out, "winner": winner,
               "pips": pips, "written": pips, "totals": list(totals), "notes": []}  # fmt: skip
        if number == last:
            best = min(totals[seat] for seat in here)
            winners = [seat for seat in here if totals[seat] == best]
            yield {"over": True, "totals": list(totals), "winners": winners, "reason": "rounds"}
            return
