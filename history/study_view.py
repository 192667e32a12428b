"""A study in the shapes that the board's scripts read: the first view, and a deal step by step."""

from collections.abc import Callable, Sequence
from typing import Any

import orjson
from django.utils.translation import gettext as _

import rules
from common import refusals
from common.cache.unchanging import Packed, breathe, kept
from games.models import Move
from history.models import Study
from history.studies import Played, played
from rulebook import score_sheet
from rulebook.faces import face_of
from rulebook.facts import facts
from rules import open_frames, positions_seen, tile_texts

JSON = dict[str, Any]


def look(study: Study, charge: Callable[[], object]) -> JSON:
    """The view of a study, with its current title. *charge*: see `Kept.get`."""
    view: JSON = orjson.loads(_worked_out(study, charge)[0].content)
    return {**view, "name": study.title}


def step_by_step(study: Study, deal: int, charge: Callable[[], object]) -> Packed:
    """A deal of the study, as JSON. Raises `NotFound`."""
    deals = _worked_out(study, charge)[1:]
    if deal >= len(deals):
        raise refusals.NotFound("unknown_round", _("This game has no such round."))
    return deals[deal]


def _worked_out(study: Study, charge: Callable[[], object]) -> Sequence[Packed]:
    """The view and all deals: the record is replayed once for all readers."""

    def work() -> list[Packed]:
        found = played(study)
        shown = [view(study, found), *(replay(study, found, deal) for deal in range(len(found.deals)))]
        return [Packed.of(orjson.dumps(each)) for each in shown]

    return kept.get(("study", study.public_id), work, charge)


def view(study: Study, found: Played) -> JSON:
    """A finished game's view for watchers, in the shape of games/shown/table_view.py."""
    ruleset, last = found.record.rules, found.deals[-1]
    totals = last.after.totals if last.over else last.totals
    over = found.outcome
    return {
        "id": study.public_id,
        "api": f"/api/v1/studies/{study.public_id}/",
        "version": 0,
        "status": "finished",
        "you": None,
        "host": None,
        "variant": ruleset.key,
        "name": study.title,
        "options": dict(ruleset.options),
        "seats": [_seat(ruleset, seat, name, last) for seat, name in enumerate(found.record.names)],
        "clock": {"kind": "none", "seconds": None},
        "deadline": None,
        "deal": len(found.deals) - 1,
        "round": _position(last),
        "by": [],
        "signals": [],
        "scores": [
            line for deal, position in enumerate(found.deals) if (line := score_sheet.score_line(deal, position))
        ],
        "rules": facts(ruleset),
        "sheet": score_sheet.sheet_facts(ruleset),
        "totals": list(totals),
        "outcome": None if over is None else {"winners": over.winners, "reason": over.reason, "totals": over.totals},
        "since": [],
        "seen": None,
        "rematch": None,
    }


def _seat(ruleset: rules.RuleSet, seat: int, name: str, last: rules.Position) -> JSON:
    gone = last.after.gone if last.over else last.game.gone
    return {
        "seat": seat,
        "side": ruleset.side_by_seat[seat],
        "name": name,
        "face": face_of(name),
        "guest": False,
        "program": False,
        "computer": None,
        "stand_in": None,
        "stood_in": False,
        "missed": 0,
        "left": seat in gone,
        "points": None,
        "result": "",
    }


def _position(last: rules.Position) -> JSON:
    return {**rules.view_for(last, None).as_dict(), "turn": None, "open": [tile_texts(hand) for hand in last.hands]}


def replay(study: Study, found: Played, deal: int) -> JSON:
    """A deal step by step, in the shape of `games.shown.replay`, without a check, because we didn't shuffle it."""
    breathe()
    position = found.deals[deal]
    frames = open_frames(position)
    moves = [f"{frame['seat']} {frame['move']}" for frame in frames[1:]]  # draws name their tile
    return {
        "id": study.public_id,
        "deal": deal,
        "round": position.game.round,
        "names": list(found.record.names),
        "view": {**rules.view_for(position, None).as_dict(), "moves": moves},
        "frames": frames,
        "by": [_by(at) for at in positions_seen(position, None)[1:]],
        "score": score_sheet.score_line(deal, position),
    }


def _by(at: rules.Position) -> str:
    """Who made each move. A record doesn't tell; forced moves count as the server's."""
    assert at.previous is not None
    forced = rules.forced(at.previous) if at.previous.turn is not None else None
    return Move.By.FORCED if forced is not None and forced == at.move else Move.By.PLAYER
