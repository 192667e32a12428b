"""A study in the shapes that the board's scripts read: the first view, and a deal step by step."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import orjson
from django.utils.translation import gettext as _

import rules
from common import refusals
from common.cache.unchanging import Packed, breathe, kept_answers
from games.models import Move
from games.positions.frame import Rematch, SeatFrame
from games.shown.partner_signals import SignalShown
from games.shown.replay import OpenReplay
from games.shown.table_view import Event
from history.models import Study
from history.studies import Played, played
from rulebook import score_sheet
from rulebook.faces import face_of
from rulebook.facts import Facts, facts
from rules import Outcome, View, from_json, open_frames, open_hands, positions_seen


@dataclass(frozen=True)
class NoClock:
    kind: str = "none"
    seconds: None = None


@dataclass(frozen=True)
class StudyView:
    """A finished game's view for watchers: the fields of `games.shown.table_view.TableView` that a study has."""

    id: str
    api: str
    version: int
    status: str
    you: int | None
    host: int | None
    variant: str
    name: str
    options: Mapping[str, object]
    seats: tuple[SeatFrame, ...]
    clock: NoClock
    deadline: None
    deal: int
    round: View
    by: tuple[str, ...]
    signals: tuple[SignalShown, ...]
    scores: tuple[score_sheet.ScoreLine, ...]
    rules: Facts
    sheet: score_sheet.SheetFacts
    totals: tuple[int, ...]
    outcome: Outcome | None
    since: tuple[Event, ...]
    seen: int | None
    rematch: Rematch | None


def look(study: Study, charge: Callable[[], object]) -> StudyView:
    """The view of a study, with its current title. *charge*: see `Kept.get`."""
    kept_view = from_json(StudyView, orjson.loads(_worked_out(study, charge)[0].content))
    return replace(kept_view, name=study.title)


def step_by_step(study: Study, deal: int, charge: Callable[[], object]) -> Packed:
    """A deal of the study, as JSON. Raises `NotFound`."""
    deals = _worked_out(study, charge)[1:]
    if deal >= len(deals):
        raise refusals.NotFound("unknown_round", _("This game has no such round."))
    return deals[deal]


def _worked_out(study: Study, charge: Callable[[], object]) -> Sequence[Packed]:
    """The view and all deals: the record is replayed once for all readers."""

    def work() -> list[Packed]:
        game = played(study)
        answers = [view(study, game), *(replay(study, game, deal) for deal in range(len(game.deals)))]
        return [Packed.of(orjson.dumps(each)) for each in answers]

    return kept_answers.get(("study", study.public_id), work, charge)


def view(study: Study, game: Played) -> StudyView:
    """The first view of a study."""
    ruleset, last = game.record.rules, game.deals[-1]
    lines = (score_sheet.score_line(deal, position) for deal, position in enumerate(game.deals))
    return StudyView(
        id=study.public_id,
        api=f"/api/v1/studies/{study.public_id}/",
        version=0,
        status="finished",
        you=None,
        host=None,
        variant=ruleset.key,
        name=study.title,
        options=dict(ruleset.options),
        seats=tuple(_seat(ruleset, seat, name, last) for seat, name in enumerate(game.record.names)),
        clock=NoClock(),
        deadline=None,
        deal=len(game.deals) - 1,
        round=replace(rules.view_for(last, None), turn=None, open=open_hands(last)),
        by=(),
        signals=(),
        scores=tuple(line for line in lines if line is not None),
        rules=facts(ruleset),
        sheet=score_sheet.sheet_facts(ruleset),
        totals=last.after.totals if last.over else last.totals,
        outcome=game.outcome,
        since=(),
        seen=None,
        rematch=None,
    )


def _seat(ruleset: rules.RuleSet, seat: int, name: str, last: rules.Position) -> SeatFrame:
    gone = last.after.gone if last.over else last.game.gone
    return SeatFrame(
        seat=seat,
        side=ruleset.side_by_seat[seat],
        name=name,
        face=face_of(name),
        guest=False,
        program=False,
        computer=None,
        stand_in=None,
        stood_in=False,
        missed=0,
        left=seat in gone,
        points=None,
        result="",
    )


def replay(study: Study, game: Played, deal: int) -> OpenReplay:
    """A deal step by step, without a proof, because we didn't shuffle it."""
    breathe()
    position = game.deals[deal]
    frames = open_frames(position)
    moves = tuple(f"{frame.seat} {frame.move}" for frame in frames[1:])  # draws name their tile
    return OpenReplay(
        id=study.public_id,
        deal=deal,
        round=position.game.round,
        names=game.record.names,
        view=replace(rules.view_for(position, None), moves=moves),
        frames=frames,
        by=tuple(_by(at) for at in positions_seen(position, None)[1:]),
        score=score_sheet.score_line(deal, position),
    )


def _by(at: rules.Position) -> str:
    """Who made each move. A record doesn't tell; forced moves count as the server's."""
    assert at.previous is not None
    forced = rules.forced(at.previous) if at.previous.turn is not None else None
    return Move.By.FORCED if forced is not None and forced == at.move else Move.By.PLAYER
