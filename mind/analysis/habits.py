"""The kinds of mistakes a player makes: what the better move had, and theirs lacked."""

from ..candidates import Candidate
from .reasons import reasons

HABITS = ("scores", "blocks", "gives", "doubles", "follow", "unseen", "pips", "draws", "other")


def habit_of(best: Candidate, made: Candidate) -> str:
    """The one of `HABITS` that distinguishes the two moves, the weightiest first."""
    better, worse = _facts(best), _facts(made)

    def more(name: str, than: int = 0) -> bool:
        return better.get(name, 0) - worse.get(name, 0) > than

    apart = {
        "draws": best.bits == 0 or made.bits == 0,
        "scores": more("scores"),
        "blocks": more("blocks"),
        "gives": more("gives", -1) is False,
        "doubles": more("double"),
        "follow": more("follow"),
        "unseen": not more("unseen", -1),
        "pips": more("pips", 2),
        "other": True,
    }
    return next(name for name in ("draws", *HABITS) if apart[name])


def _facts(option: Candidate) -> dict[str, int]:
    """Each fact as one number."""
    facts = {}
    for reason in reasons(option):
        numbers = [value for value in reason.values.values() if isinstance(value, int)]
        facts[reason.code] = numbers[0] if numbers else 1
    return facts
