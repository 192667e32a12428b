"""Examples as the page draws them: plain values, in the shapes that the modules in static/js know."""

from typing import Any, cast

import rules
from rulebook import score_sheet as sheet
from rulebook.captions import many
from rulebook.examples import Example, Played
from rulebook.facts import facts
from rulebook.moments import drawn
from rulebook.people import NAMES, name
from rules import Cut, Insert, Lay, tile_texts, tiles_in

JSON = dict[str, Any]


def picture(example: Example) -> JSON:
    """*layout*, *ends*, *sum* as in the view; *fresh*: plies to point out; *ghosts*: moves that could be made;

    *hands*: {name, tiles, marked} to show beside the table. Sausage: *before*, the lines before a cut, and *change*.
    """
    p = example.position
    view = rules.view_for(p, None).as_dict()
    kind = example.kind.name
    shown: JSON = {
        "kind": kind,
        "layout": view["layout"],
        "ends": [] if p.over else view["ends"],
        "sum": facts(p.rules)["sum"],
        "fresh": [p.ply] if isinstance(p.move, Lay) and kind not in {"turn", "draw", "pass", "block"} else [],
        "bright": kind in {"count", "lengthwise", "sum", "spinner", "house", "spinners", "lead"},  # the open ends
        "ghosts": [],
        "hands": _hands(example),
        "lines": p.rules.in_rows,
    }
    if kind in {"turn", "places"}:
        shown["ghosts"] = [str(move) for move in p.legal if str(move)[0].isdigit()]
    if isinstance(p.move, Cut) and p.previous is not None:
        shown |= {"before": rules.conduct_of(p.rules).layout_tiles(p.previous), "change": str(p.move)}
    elif isinstance(p.move, Insert):
        shown |= {"change": str(p.move)}
    return shown


def _hands(example: Example) -> list[JSON]:
    p, kind = example.position, example.kind.name
    if p.rules.variant.conduct == "sausage":
        turned = rules.conduct_of(p.rules).turned(p) if kind == "places" else None
        return [_hand(cast(int, p.turn), [str(turned)], [])] if turned else []
    if kind == "lead":
        assert isinstance(p.move, Lay)
        assert p.previous is not None
        return [_hand(cast(int, p.seat), tile_texts(p.previous.hands[cast(int, p.seat)]), [p.move.plays[0].tile])]
    if kind in {"turn", "draw", "pass"}:
        seat = cast(int, p.turn)
        playable = {play.tile for move in p.legal if isinstance(move, Lay) for play in move.plays}
        hands = [_hand(seat, tile_texts(p.hands[seat]), playable)]
        return [*hands, {**_hand(seat, drawn(p), drawn(p)[-1:]), "drawn": True}] if kind == "draw" else hands
    if kind == "annulled":
        seat, tiles = many(p, p.rules.redeal.split(":")[1])
        return [_hand(seat, tile_texts(p.hands[seat]), tiles)]
    if kind == "auction":
        assert p.previous is not None
        seat, taken = next(
            (seat, tiles_in(new & ~old))
            for seat, (new, old) in enumerate(zip(p.hands, p.previous.hands, strict=True))
            if new != old
        )
        return [_hand(seat, tile_texts(p.hands[seat]), taken)]
    if p.over:
        return [_hand(seat, tile_texts(hand), []) for seat, hand in enumerate(p.hands)]
    return []


def _hand(seat: int, tiles: Any, marked: Any) -> JSON:
    return {"name": name(seat), "tiles": [str(tile) for tile in tiles], "marked": sorted(map(str, marked))}


def score_sheet(played: Played) -> JSON:
    """The parts of a view that static/js/table/score_sheet.js needs."""
    r = played.ruleset
    return {
        "kind": "sheet",
        "you": None,
        "seats": [{"seat": seat, "side": r.side_of(seat), "name": NAMES[seat]} for seat in range(r.seats)],
        "scores": list(played.lines),
        "sheet": sheet.sheet_facts(r),
        "totals": list(played.totals),
    }
