"""The panel's contents: the planned moves, and for each tile in the hand the ends it can be planned for."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

import rules
from common.numbers import whole
from games.positions.tables import Table
from plans import fitting
from plans.actions import LONGEST_PLAN
from plans.draft import Draft
from plans.fitting import Line


def plan_shown(
    table: Table, seat: int, *, saved: Sequence[Line], draft: Draft, last: tuple[str, str] = ("", "")
) -> dict[str, object]:
    """The template's context. *last*: the pressed button's command and argument, which decides the focus."""
    if table.turn is None or table.running is None:
        return {"over": True}
    position = table.running.position
    if position.rules.in_rows:
        return {"no_hands": True}
    view = rules.view_for(position, seat)
    if (end := fitting.own_end(view, seat)) is not None:
        return _train_shown(view, end, my_turn=table.turn == seat, saved=saved, draft=draft, last=last)
    open_now = {end.value for end in view.ends}
    lines = [
        {
            "text": str(line),
            "tile": line.tile,
            "end": line.end,
            "words": line_sentence(position.rules, line),
            "place": place,
        }
        for place, line in enumerate(draft.lines)
    ]
    return {
        "lines": lines,
        "changed": list(draft.lines) != list(saved),
        "tiles": [_choices(position.rules, tile, open_now, draft.lines) for tile in _in_order(view.hand or ())],
        "ends": view.ends,
        "my_turn": table.turn == seat,
        "full": len(lines) >= LONGEST_PLAN,
        "focus": _focus(*last, len(lines)),
        "said": "",
    }


def _train_shown(
    view: rules.View, begins: int, *, my_turn: bool, saved: Sequence[Line], draft: Draft, last: tuple[str, str]
) -> dict[str, object]:
    """The same in Mexican Train: the tiles of the train to come, and the tiles of the hand that can go on with it.
    *begins*: the end of the player's train.
    """
    lined_up = list(fitting.lined_up(begins, draft.lines))
    end = lined_up[-1][1] if lined_up else begins
    lines = [
        {"text": str(line), "tile": line.tile, "words": _train_words(line, behind), "place": place}
        for place, (line, behind) in enumerate(lined_up)
    ]
    planned = {line.tile for line in draft.lines}
    more = [tile for tile in _in_order(view.hand or ()) if tile not in planned]
    return {
        "train": True,
        "lines": lines,
        "changed": list(draft.lines) != list(saved),
        "tiles": [tile for tile in more if str(end) in tile.split("-")],
        "begins": begins,
        "ends": end,
        "my_turn": my_turn,
        "focus": _focus(*last, len(lines)),
        "said": "",
    }


def _train_words(line: Line, behind: int | None) -> str:
    if behind is None:
        return _("%(tile)s doesn’t fit here") % {"tile": line.tile}
    return _("then your train ends in %(end)d") % {"end": behind}


def line_sentence(ruleset: rules.RuleSet, line: Line) -> str:
    if line.end is None:
        return _("Play %(tile)s on any end it fits") % {"tile": line.tile}
    if fitting.stays_outside(ruleset, line.tile):
        return _("Play %(tile)s on any end, with the %(end)d outside") % {"tile": line.tile, "end": line.end}
    return _("If an end shows %(end)d, play %(tile)s there") % {"end": line.end, "tile": line.tile}


def _in_order(hand: Sequence[str]) -> list[str]:
    """In the board's order: by the higher half, descending."""
    return sorted(hand, key=lambda tile: [-int(half) for half in tile.split("-")])


def _choices(ruleset: rules.RuleSet, tile: str, open_now: set[int], taken: Sequence[Line]) -> dict[str, object]:
    ends = fitting.ends_for(ruleset, tile)
    each: list[Line] = [Line(tile, end) for end in ends]
    outside = fitting.stays_outside(ruleset, tile)
    if len(ends) > 1 and not outside:
        each.append(Line(tile))
    buttons = [
        {"text": str(line), "end": line.end, "open": outside or line.end in open_now, "taken": line in taken}
        for line in each
    ]
    return {"tile": tile, "buttons": buttons, "outside": outside}


def _focus(do: str, what: str, length: int) -> str:
    """The button that gets the keyboard focus: the pressed one, or its new place."""
    if do == "add":
        return f"add {what}"
    if do in {"up", "down"} and (place := whole(what, most=length - 1)) is not None:
        place = max(0, min(place + (1 if do == "down" else -1), length - 1))
        return f"{do} {place}"
    return "save" if do else ""
