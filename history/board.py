"""A study as the table's own scripts read a game: the view they start from, and a deal step by step."""

from typing import Any

from django.utils.translation import gettext as _

import rules
from games import refusals, sheet
from games.models import Move
from history.models import Study
from history.studies import Played
from rules.tiles import texts
from rules.view import open_frames

JSON = dict[str, Any]


def view(study: Study, found: Played, api: str) -> JSON:
    """The shape of games/wire.py's view of a game that is over, seen by a watcher. *api*: where its deals are found."""
    ruleset, last = found.record.rules, found.deals[-1]
    totals = last.after.totals if last.over else last.totals
    over = found.outcome
    return {
        "id": study.public_id,
        "api": api,
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
        "scores": [line for deal, position in enumerate(found.deals) if (line := sheet.line(deal, position))],
        "sheet": sheet.facts(ruleset),
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
        "guest": False,
        "left": seat in gone,
        "points": None,
        "result": "",
    }


def _position(last: rules.Position) -> JSON:
    return {**rules.view_for(last, None).as_dict(), "turn": None, "open": [texts(hand) for hand in last.hands]}


def replay(study: Study, found: Played, deal: int) -> JSON:
    """A deal step by step, as `games.wire.replay` has it; without a check, for nobody here has shuffled it."""
    if deal >= len(found.deals):
        raise refusals.NotFound("unknown_round", _("This game has no such round."))
    position = found.deals[deal]
    frames = open_frames(position)
    moves = [f"{frame['seat']} {frame['move']}" for frame in frames[1:]]  # a draw names its tile, over or not
    return {
        "id": study.public_id,
        "deal": deal,
        "round": position.game.round,
        "names": list(found.record.names),
        "view": {**rules.view_for(position, None).as_dict(), "moves": moves},
        "frames": frames,
        "by": [_by(at) for at in position.line()[1:]],
        "score": sheet.line(deal, position),
    }


def _by(at: rules.Position) -> str:
    """A record doesn't say who made a move; what was the only thing to do the server does here."""
    assert at.previous is not None
    forced = rules.forced(at.previous) if at.previous.turn is not None else None
    return Move.By.FORCED if forced is not None and forced == at.move else Move.By.PLAYER
