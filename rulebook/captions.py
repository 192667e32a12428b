"""Captions of the examples: a title, and sentences that name the tiles and players shown."""

from collections.abc import Callable, Iterable, Iterator
from typing import assert_never, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from rulebook import endings, sausage_words, train_words
from rulebook.examples import Example
from rulebook.moments import drawn, laid, neighbours
from rulebook.people import NAMES, all_of, either, name, side_name
from rulebook.play import DRAWN_FOR
from rules import Lay, tiles_in
from rules.words import Redeal, lead_parts, redeal_parts


def title(example: Example) -> str:
    r = example.position.rules
    return {
        "lead": _("The lead"),
        "annulled": _("Dealt again"),
        "sum": _("A sum of %(n)s") % {"n": _total(r)},
        "matador": _("A matador"),
        "spinner": _("The spinner"),
        "house": _("The house"),
        "spinners": _("Spinners"),
        "filling": _("A double that must be filled"),
        "doubles": _("Doubles in one turn"),
        "closed": _("A double face down"),
        "lengthwise": _("A double lengthwise"),
        "turn": _("A turn"),
        "draw": _("Nothing fits: a draw"),
        "pass": _("Nothing fits: a pass"),
        "auction": _("The auction"),
        "count": _("Counting the ends"),
        "paid": _("A pass that pays"),
        "finish": _("A special last tile"),
        "title": _("A General"),
        "bald": _("Bald"),
        "owes": _("Owing a fish"),
        "block": _("A blocked round"),
        "out": _("Going out"),
        "start": _("The start"),
        "places": _("A tile that fits in several places"),
        "insert": _("Inserting a double"),
        "cut": _("A cut"),
        "station": _("The station and the trains"),
        "trains": _("Where you can play"),
        "opened": _("An open train"),
        "covered": _("A double to cover"),
    }[example.kind.name]


def sentences(example: Example) -> list[str]:
    return list(_WRITERS[example.kind.name](example.position))


def values(p: rules.Position) -> list[str]:
    """The numbers at the open ends, each once."""
    return [str(value) for value in sorted({end.value for end in p.layout.open_now})]


def ends_in_words(p: rules.Position) -> str:
    if p.layout.waiting is not None:
        return _("%(tile)s must be filled first, with a %(value)s.") % {
            "tile": p.layout.waiting,
            "value": p.layout.waiting.high,
        }
    if len(numbers := values(p)) == 1:
        return _("All open ends show %(value)s.") % {"value": numbers[0]}
    return _("The open ends show %(values)s.") % {"values": all_of(numbers)}


def _lay(p: rules.Position) -> Lay:
    return cast(Lay, p.move)


def _who(p: rules.Position) -> str:
    return name(cast(int, p.seat))


def _lead(p: rules.Position) -> Iterator[str]:
    rule, asked = lead_parts(p.rules.lead_first)
    words = {"name": _who(p), "tile": _lay(p).plays[0].tile, "start": p.table.deal.start}
    if rule == "stock":
        yield _("%(start)s is the start tile; %(name)s plays %(tile)s on it.") % words
    elif rule == "high_double":
        yield _("%(name)s has the highest double, %(tile)s, and leads it.") % words
    elif rule in ("low_double", "blank_double"):
        yield _("%(name)s has the lowest double, %(tile)s, and leads it.") % words
    elif rule in DRAWN_FOR:
        yield _("Nobody had %(tile)s, so the players drew in turn. %(name)s drew it and leads it.") % words
    elif asked:
        yield _("%(name)s has %(tile)s and leads it.") % words
    elif p.rules.lead_free == "strong":
        yield _("%(name)s leads the strongest tile in hand, %(tile)s.") % words
    else:
        yield _("%(name)s can lead any tile, and plays %(tile)s.") % words
    yield ends_in_words(p)


def _annulled(p: rules.Position) -> Iterator[str]:
    rule, _number = redeal_parts(p.rules.redeal)
    seat, tiles = many(p, rule)
    if rule == "must:doubles":
        yield _("%(name)s got %(n)d doubles, so the tiles are dealt again.") % {"name": name(seat), "n": len(tiles)}
    else:
        value = next(v for v in range(p.rules.set + 1) if all(v in (tile.high, tile.low) for tile in tiles))
        yield _("%(name)s got %(n)d tiles with a %(value)d, so the tiles are dealt again.") % {
            "name": name(seat),
            "n": len(tiles),
            "value": value,
        }


def many(p: rules.Position, rule: Redeal) -> tuple[int, list[rules.Tile]]:
    """The seat whose hand annuls the deal, and the tiles that do."""
    candidates: list[tuple[int, list[rules.Tile]]] = []
    for seat, hand in enumerate(p.hands):
        tiles = tiles_in(hand)
        candidates.append((seat, [tile for tile in tiles if rule == "must:doubles" and tile.double]))
        if rule == "must:suit":
            suits = range(p.rules.set + 1)
            candidates += [(seat, [tile for tile in tiles if value in (tile.high, tile.low)]) for value in suits]
    return max(candidates, key=lambda each: len(each[1]))


def _sum(p: rules.Position) -> Iterator[str]:
    last, total = laid(p)[-1], _total(p.rules)
    yield _("%(tile)s is next to %(onto)s: the halves that touch, %(one)d and %(other)d, add up to %(n)d.") % {
        "tile": last.tile,
        "onto": last.onto,
        "one": last.at,
        "other": total - (last.at or 0),
        "n": total,
    }
    yield ends_in_words(p)


def _total(r: rules.RuleSet) -> int:
    """What two halves that touch add up to."""
    return r.set + (r.matching == "matador")


def _matador(p: rules.Position) -> Iterator[str]:
    play = cast(rules.Play, p.move)
    yield _("%(name)s plays a matador, %(tile)s, on %(onto)s. It fits every end; its %(half)s stays outside.") % {
        "name": _who(p),
        "tile": play.tile,
        "onto": play.onto,
        "half": play.out,
    }
    yield ends_in_words(p)


def _filling(p: rules.Position) -> Iterator[str]:
    double = cast(rules.Tile, p.layout.waiting)
    free = len(p.layout.open_now)
    yield ngettext(
        "%(tile)s needs %(n)d more tile with a %(value)d.", "%(tile)s needs %(n)d more tiles with a %(value)d.", free
    ) % {"tile": double, "n": free, "value": double.high}
    yield _("Until then, nobody can play on another end.")


def _paid(p: rules.Position) -> Iterator[str]:
    side, points = cast(tuple[int, int], rules.paid_by(p))
    lay = cast(rules.Position, p.last_lay())
    tiles = all_of(play.tile for play in _lay(lay).plays)
    words = {"leader": name(cast(int, lay.seat)), "tile": tiles, "name": _who(p), "others": _others(p, lay)}
    if _lay(lay).plays[0].onto is None and _passes_since(p, lay) == 1:
        yield _("%(leader)s leads %(tile)s, and %(name)s passes.") % words
    else:
        yield _("%(leader)s plays %(tile)s, and %(others)s pass.") % words
    yield ngettext("%(side)s: %(n)d point.", "%(side)s: %(n)d points.", points) % {
        "side": side_name(p.rules, side),
        "n": points,
    }


def _passes_since(p: rules.Position, lay: rules.Position) -> int:
    return sum(isinstance(at.move, rules.Pass) for at in p.positions()[len(lay.positions()) :])


def _others(p: rules.Position, lay: rules.Position) -> str:
    seats = [at.seat for at in p.positions()[len(lay.positions()) :] if isinstance(at.move, rules.Pass)]
    return all_of(name(cast(int, seat)) for seat in seats)


def _spinner(p: rules.Position) -> Iterator[str]:
    tile, n = _crossed(p)
    yield _("%(tile)s was the first double, so it is the spinner. It has tiles on %(n)d of its four sides.") % {
        "tile": tile,
        "n": n,
    }


def _house(p: rules.Position) -> Iterator[str]:
    yield _("%(tile)s has tiles on both long sides. It is now the house, and you can play on its short sides too.") % {
        "tile": _crossed(p)[0]
    }


def _spinners(p: rules.Position) -> Iterator[str]:
    tiles = [tile.tile for tile in laid(p) if tile.spinner]
    yield _("Every double is a spinner: you can play on all four sides of %(tiles)s.") % {"tiles": all_of(tiles)}


def _crossed(p: rules.Position) -> tuple[str, int]:
    """The spinner with the most neighbours, and their number."""
    tiles = laid(p)
    counts = {tile.tile: neighbours(tiles, tile.tile) for tile in tiles if tile.spinner}
    return max(counts.items(), key=lambda each: each[1])


def _doubles(p: rules.Position) -> Iterator[str]:
    yield _("%(name)s plays %(tiles)s in one turn, each on a different end.") % {
        "name": _who(p),
        "tiles": all_of(play.tile for play in _lay(p).plays),
    }


def _closed(p: rules.Position) -> Iterator[str]:
    play = _lay(p).plays[0]
    yield _("%(name)s plays %(tile)s face down on %(onto)s, which closes that end.") % {
        "name": _who(p),
        "tile": play.tile,
        "onto": play.onto,
    }


def _lengthwise(p: rules.Position) -> Iterator[str]:
    tile = _lay(p).plays[0].tile
    yield _("%(name)s plays %(tile)s lengthwise, so it counts %(half)d instead of %(whole)d.") % {
        "name": _who(p),
        "tile": tile,
        "half": tile.high,
        "whole": tile.pips,
    }
    yield from scored(p)


def _count(p: rules.Position) -> Iterator[str]:
    yield _("%(name)s plays %(tiles)s.") % {"name": _who(p), "tiles": all_of(play.tile for play in _lay(p).plays)}
    yield from scored(p)


def scored(p: rules.Position) -> Iterator[str]:
    """The points that the play before *p* scored at once."""
    points, divisors = rules.scored_by(p), p.rules.divisors
    if not divisors:
        yield _("All open ends show %(value)s. That scores %(n)d points.") % {"value": values(p)[0], "n": points}
    elif len(divisors) == 1:
        yield ngettext(
            "The open ends count %(sum)s, a multiple of %(m)d, and score %(n)d point.",
            "The open ends count %(sum)s, a multiple of %(m)d, and score %(n)d points.",
            points,
        ) % {"sum": sum_of_ends(p.layout), "m": divisors[0], "n": points}
    else:
        scoring = [divisor for divisor in divisors if p.layout.count % divisor == 0]
        yield ngettext(
            "The open ends count %(sum)s, a multiple of %(numbers)s, and score %(n)d point.",
            "The open ends count %(sum)s, a multiple of %(numbers)s, and score %(n)d points.",
            points,
        ) % {"sum": sum_of_ends(p.layout), "numbers": all_of(scoring), "n": points}


def sum_of_ends(layout: rules.Layout) -> str:
    """The count of the ends and the halves that make it, such as “2 + 2 + 6 = 10”."""
    ends = [end for end in dict.fromkeys(layout.ends) if end.arm == "line"]
    halves = [half for end in ends for half in ([end.value] * 2 if end.worth > end.value else [end.value])]
    return f"{' + '.join(map(str, halves))} = {layout.count}" if len(halves) > 1 else str(layout.count)


def _turn(p: rules.Position) -> Iterator[str]:
    yield ends_in_words(p)
    tiles = sorted({play.tile for move in p.legal if isinstance(move, Lay) for play in move.plays}, reverse=True)
    yield _("%(name)s can play %(tiles)s; no other tile in hand fits.") % {
        "name": name(cast(int, p.turn)),
        "tiles": either(tiles),
    }


def _draw(p: rules.Position) -> Iterator[str]:
    yield ends_in_words(p)
    who, tiles = name(cast(int, p.turn)), drawn(p)
    if len(tiles) == 1:
        yield _("%(name)s can’t play, and draws. The first tile, %(tile)s, fits.") % {"name": who, "tile": tiles[0]}
    else:
        yield _("%(name)s can’t play, and draws %(tiles)s. The last one fits.") % {
            "name": who,
            "tiles": ", ".join(map(str, tiles)),
        }


def _pass(p: rules.Position) -> Iterator[str]:
    yield ends_in_words(p)
    yield _("%(name)s can’t play, and passes.") % {"name": name(cast(int, p.turn))}


def _auction(p: rules.Position) -> Iterator[str]:
    asked = [at for at in p.positions()[-p.rules.seats :] if str(at.move).startswith(("bid", "pass"))]
    bids = [(name(cast(int, at.seat)), str(at.move)[4:]) for at in asked if str(at.move) != "pass"]
    words = (_("%(name)s bids %(n)s") % {"name": who, "n": bid} for who, bid in bids)
    yield _("Two tiles are left in the boneyard: %(bids)s.") % {"bids": ", ".join(words)}
    who, points = bids[-1]
    yield ngettext(
        "%(name)s pays %(n)d point and takes them.", "%(name)s pays %(n)d points and takes them.", int(points)
    ) % {"name": who, "n": int(points)}


def describe(p: rules.Position, names: tuple[str, ...] = NAMES) -> str:
    """The tiles on the table in words, for readers who can't see the drawing. *names* by seat; "" is the reader."""
    match p.rules.layout_kind:
        case "lines":
            return sausage_words.describe(p)
        case "trains":
            return train_words.describe(p, names)
        case "board":
            tiles = [_placed(each) for each in laid(p)]
            return _("On the table, in the order of play: %(tiles)s.") % {"tiles": ", ".join(tiles)} if tiles else ""
        case _:
            assert_never(p.rules.layout_kind)


def _placed(each: rules.LaidTile) -> str:
    if each.onto is None:
        return each.tile
    words = {"tile": each.tile, "onto": each.onto}
    if each.closed:
        return _("%(tile)s face down on %(onto)s") % words
    return _("%(tile)s on %(onto)s") % words


def hand_in_words(who: str, tiles: Iterable[str]) -> str:
    return _("%(name)s holds %(tiles)s.") % {"name": who, "tiles": ", ".join(tiles) or _("no tiles")}


def sheet_sentences(ruleset: rules.RuleSet, length: str) -> str:
    sides = [side_name(ruleset, side) for side in range(ruleset.sides)]
    names = ", ".join(sides) if ruleset.sides < ruleset.seats else all_of(sides)
    return _("A sample game, %(length)s: %(names)s.") % {"length": length, "names": names}


_WRITERS: dict[str, Callable[[rules.Position], Iterator[str]]] = {
    "lead": _lead, "annulled": _annulled, "sum": _sum, "matador": _matador, "filling": _filling, "paid": _paid,
    "finish": endings.finish, "spinner": _spinner, "house": _house, "spinners": _spinners,
    "doubles": _doubles, "closed": _closed, "lengthwise": _lengthwise, "turn": _turn, "draw": _draw, "pass": _pass,
    "auction": _auction, "count": _count, "title": endings.title, "bald": endings.bald, "owes": endings.owes,
    "block": endings.block, "out": endings.out, "start": sausage_words.start, "places": sausage_words.places,
    "insert": sausage_words.insert, "cut": sausage_words.cut, "station": train_words.station,
    "trains": train_words.several_trains, "opened": train_words.opened, "covered": train_words.covered,
}  # fmt: skip
