"""Facts about a game's rules that its page needs, so that no page depends on a game's key (docs/new_game.md)."""

from dataclasses import dataclass
from typing import Annotated

import rules
from rules.words import LeadBy, lead_parts


@dataclass(frozen=True)
class Facts:
    """The rules that you need to draw a game or verify a deal."""

    set: Annotated[int, "The highest number: 6 for the double-six set."]
    doubles: Annotated[bool, "The set has doubles."]
    without: Annotated[tuple[str, ...], "Tiles that the set lacks."]
    hand: Annotated[int, "Tiles in a hand, or in a row."]
    leads: Annotated[tuple[str, ...], "The possible lead rules (rules.md 4). The first one is for the first round."]
    sum: Annotated[int | None, "The sum of two halves that touch; null: they must be equal."]
    matador: Annotated[bool, "Tiles of that sum and the 0-0 go on any end, by either half."]
    fill: Annotated[bool, "Some doubles must be filled before anything else."]
    arms: Annotated[int, "The ends of a leading spinner."]
    rows: Annotated[bool, "Players get face-down rows instead of hands."]
    trains: Annotated[bool, "Every player has a train, and all have the Mexican train."]
    openings: Annotated[bool, "Players may begin their train with several tiles in one turn."]
    covers: Annotated[bool, "A double must be covered before anything else is played."]
    double_out: Annotated[bool, "A last tile that is a double needs no other tile."]
    draws: Annotated[bool, "A player who can't play draws."]
    auction: Annotated[bool, "The last two tiles are auctioned."]
    pick: Annotated[bool, "A player who draws picks a tile from the boneyard."]
    two_ends: Annotated[bool, "Seat 0 draws from the front of the boneyard, all others from its back."]
    redeal: Annotated[bool, "A player with many doubles can ask for a new deal."]
    signals: Annotated[bool, "Partners may signal."]
    remarks: Annotated[bool, "Moves can have remarks."]
    queue: Annotated[bool, "Some pairs wait while others play."]
    dealt: Annotated[int, "The number of seats that get tiles while all players are there."]
    aside: Annotated[str | None, "The tile that comes with the right of the hundred; null: no such right."]


def facts(ruleset: rules.RuleSet) -> Facts:
    """The facts that the game page asks for, from the catalogue or from house rules."""
    conduct = rules.conduct_of(ruleset)
    return Facts(
        set=ruleset.set,
        doubles=ruleset.doubles,
        without=tuple(ruleset.without.split()),
        hand=ruleset.hand,
        leads=_leads(ruleset),
        sum=ruleset.board.total,
        matador=ruleset.matching == "matador",
        fill=ruleset.fill != "none",
        arms=ruleset.arms,
        rows=ruleset.in_rows,
        trains=ruleset.in_trains,
        openings=ruleset.in_trains and ruleset.opening == "train",
        covers=ruleset.in_trains and ruleset.after_double == "cover",
        double_out=ruleset.last_double == "out",
        draws=ruleset.draw_limit > 0,
        auction=ruleset.auction,
        pick=ruleset.pick == "choose",
        two_ends=ruleset.pick == "ends",
        redeal=ruleset.redeal.startswith("ask"),
        signals=conduct.has_signals(ruleset),
        remarks=rules.has_remarks(ruleset),
        queue=ruleset.dealt_seats < ruleset.seats,
        dealt=ruleset.dealt_seats,
        aside=None if conduct.aside is None else str(conduct.aside),
    )


def _leads(ruleset: rules.RuleSet) -> tuple[str, ...]:
    leads: list[LeadBy] = [lead_parts(lead)[0] for lead in ruleset.leads.values() if lead != "same"]
    if "blocker" in leads:
        leads.append("winner")  # if nobody played last
    return tuple(dict.fromkeys(leads))
