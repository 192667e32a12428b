"""The shapes of what `games.shown` builds: pages, sockets and API send the same."""

import rules
from common.api.typed import Shapes
from games.shown import partner_signals, proof, records, replay, small_boards, table_view
from games.tables import Happened
from rulebook import facts, score_sheet, time_control
from rules import GameEnd, RoundResult, View

shape_of = Shapes(
    {
        View: "RoundView",
        RoundResult: "RoundLine",
        GameEnd: "Outcome",  # in another order
        Happened: "MoveEvent",
        facts.Facts: "Rules",
        partner_signals.SignalShown: "PartnerSignal",
        proof.Proof: "Check",
        replay.OpenReplay: "StudyDeal",
        score_sheet.SheetFacts: "Sheet",
        table_view.SeatShown: "SeatLine",
        table_view.TableView: "GameView",
        time_control.ClockShown: "Clock",
    }
)
GameView = shape_of(table_view.TableView)
SeatLine = shape_of(table_view.SeatShown)
Clock = shape_of(time_control.ClockShown)
Outcome = shape_of(rules.Outcome)
Replay = shape_of(replay.Replay)
StudyDeal = shape_of(replay.OpenReplay)
Record = shape_of(records.Record)
SmallBoard = shape_of(small_boards.SmallBoard)
