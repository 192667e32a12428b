"""Facts about a game's rules that its page needs, so that no page depends on a game's key (docs/new_game.md)."""

from typing import Any

import rules

JSON = dict[str, Any]


def facts(ruleset: rules.RuleSet) -> JSON:
    """The facts that the game page asks for, from the catalogue or from house rules.

    - *leads*: the lead rules a deal may use (rules.md 4), without their tiles; that of the first round first.
    - *sum*: what halves that meet add up to; None if they are equal.
    - *queue*: there are more players than play at a time.
    - *dealt*: how many seats get tiles while nobody has left.
    - *aside*: the tile of the right of the hundred; None if there is no such right.
    """
    return {
        "set": ruleset.set,
        "doubles": ruleset.doubles,
        "hand": ruleset.hand,
        "leads": _leads(ruleset),
        "sum": int(ruleset.match.partition(":")[2]) if ruleset.match != "equal" else None,
        "rows": ruleset.in_rows,
        "auction": ruleset.auction,
        "pick": ruleset.pick == "choose",
        "redeal": ruleset.redeal.startswith("ask"),
        "signals": rules.conduct_of(ruleset).has_signals(ruleset),
        "queue": ruleset.dealt_seats < ruleset.seats,
        "dealt": ruleset.dealt_seats,
        "aside": str(aside) if (aside := rules.conduct_of(ruleset).aside) is not None else None,
    }


def _leads(ruleset: rules.RuleSet) -> list[str]:
    found = [lead.partition(":")[0] for lead in ruleset.leads.values() if lead != "same"]
    if "blocker" in found:
        found.append("winner")  # if nobody played last
    return list(dict.fromkeys(found))
