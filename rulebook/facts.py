"""The rules in force at a table, for whoever draws it: no page has to know a game by its key (docs/new_game.md)."""

from typing import Any

import rules

JSON = dict[str, Any]


def facts(ruleset: rules.RuleSet) -> JSON:
    """What of the rules the table page asks for, whichever entry of the catalogue or house rule it comes from.

    *leads* are the lead rules that a deal may come to (rules.md 4; without the tile that one asks for), that of the
    first round first; *sum* is what halves that meet add up to (None: they are equal); *queue*: more sit at the table
    than play; *dealt*: how many seats are dealt tiles while nobody has left; *aside*: the tile that the right of the
    hundred gives (None: there is no such right).
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
        found.append("winner")  # where nobody was the last to play
    return list(dict.fromkeys(found))
