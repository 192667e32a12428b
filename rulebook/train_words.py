"""Moments of Mexican Train in words: the ends of trains, a pass that opens one, a double that others cover."""

from collections.abc import Iterator
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from rulebook.moments import cars, left_uncovered, trains_of
from rulebook.people import NAMES, all_of, either, name
from rulebook.trains import owner_of, train_name
from rules import OnTrain, Pass


def train(of: str, names: tuple[str, ...] = NAMES) -> str:
    """“Ada’s train”, “the Mexican train”, or “your train” for the seat whose name is ""."""
    return train_name(of, names, names.index("") if "" in names else None)


def on(of: str, names: tuple[str, ...] = NAMES) -> str:
    """“on Ada’s train”: a place to play. Without *names*, “on the train of seat 1”."""
    seat = owner_of(of)
    if seat is None:
        return _("on the Mexican train")
    if seat >= len(names):
        return _("on the train of seat %(n)d") % {"n": seat + 1}
    return _("on %(name)s’s train") % {"name": names[seat]} if names[seat] else _("on your train")


def places(p: rules.Position, names: tuple[str, ...] = NAMES) -> list[str]:
    """The trains on which the seat on turn may play, such as “on Ada’s train (4)”."""
    ends = rules.conduct_of(p.rules).open_ends(p)
    return [_("%(place)s (%(n)d)") % {"place": on(end.arm, names), "n": end.value} for end in ends]


def wanted(p: rules.Position) -> str:
    """The numbers on which the seat on turn may play: “3, 4 or 6”."""
    return either(sorted({end.value for end in rules.conduct_of(p.rules).open_ends(p)}))


def station(p: rules.Position) -> Iterator[str]:
    trains = trains_of(p)
    yield _("%(tile)s is the station, and all trains start from it.") % {"tile": trains.station}
    for each in trains.trains:
        if each.tiles:
            yield _("%(train)s ends in %(n)d.") % {"train": capital(train(each.of)), "n": each.end}
    yield _("A train without tiles ends in the station’s number, %(n)d.") % {"n": trains.station.high}


def several_trains(p: rules.Position) -> Iterator[str]:
    words = {"name": name(cast(int, p.turn)), "places": either(places(p))}
    yield _("%(name)s can play %(places)s.") % words
    tiles = sorted({move.tile for move in p.legal if isinstance(move, OnTrain)}, reverse=True)
    yield _("These tiles fit: %(tiles)s.") % {"tiles": all_of(tiles)}


def opened(p: rules.Position) -> Iterator[str]:
    draw = cast(rules.Position, p.previous)
    before = cast(rules.Position, draw.previous)
    words = {"name": name(cast(int, p.seat)), "values": wanted(before), "tile": rules.move_text(draw).partition(" ")[2]}
    yield _("%(name)s has no tile for %(values)s, and draws %(tile)s, which doesn’t fit either.") % words
    yield _("%(name)s passes, and a marker shows that the train is open now. Everyone can play on it.") % words
    yield _("The train closes when %(name)s plays a tile on it.") % words


def covered(p: rules.Position) -> Iterator[str]:
    laid, move = left_uncovered(p), cast(OnTrain, p.move)
    later = p.positions()[laid.ply + 1 :]
    passed = dict.fromkeys(name(cast(int, at.seat)) for at in later if isinstance(at.move, Pass))
    double = cast(OnTrain, laid.move).tile
    yield _("%(name)s played %(tile)s %(place)s, and had no tile to cover it.") % {
        "name": name(cast(int, laid.seat)),
        "tile": double,
        "place": on(move.train),
    }
    yield _("Until a double is covered, nobody can play anywhere else.")
    yield ngettext("%(names)s drew and passed.", "%(names)s drew and passed.", len(passed)) % {"names": all_of(passed)}
    yield _("%(name)s covers it with %(tile)s.") % {"name": name(cast(int, p.seat)), "tile": move.tile}


def why_blocked() -> str:
    return _("Nobody holds a tile that fits any train, and there is nothing to draw.")


def describe(p: rules.Position, names: tuple[str, ...] = NAMES) -> str:
    """The station and the tiles of all trains, inside out."""
    trains = trains_of(p)
    tiles = [_("Station: %(tile)s.") % {"tile": trains.station}]
    for each in trains.trains:
        its = ", ".join(map(str, cars(p, each.of))) or _("no tiles")
        words = {"train": capital(train(each.of, names)), "tiles": its, "n": each.end}
        if each.open and each.of != rules.MEXICAN:
            tiles.append(_("%(train)s, open, ends in %(n)d: %(tiles)s.") % words)
        else:
            tiles.append(_("%(train)s ends in %(n)d: %(tiles)s.") % words)
    if trains.cover is not None:
        tiles.append(_("%(tile)s must be covered.") % {"tile": trains.last_tile(trains.cover)})
    return " ".join(tiles)


def capital(text: str) -> str:
    """*text* as it begins a sentence."""
    return text[:1].upper() + text[1:]
