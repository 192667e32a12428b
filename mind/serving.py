"""Answers questions of other programs, one JSON object each."""

from collections.abc import Mapping
from typing import Any

import rules
from rules import to_json

from .analysis.coach import coach
from .analysis.hints import hints
from .analysis.puzzles import puzzles, puzzles_of
from .analysis.study import study
from .choosing import choose
from .seen import NotSeen, read_view


def answer(asked: Mapping[str, Any]) -> Any:
    """The answer to *asked*, by its field `do`. If there is none, an `error` with the reason."""
    try:
        match asked.get("do"):
            case "choose":
                return {"move": choose(read_view(asked["view"]), asked["level"], asked.get("seed", 0))}
            case "hints":
                return to_json(hints(read_view(asked["view"]), asked.get("seed", 0)))
            case "study":
                return to_json(study(asked["record"], asked.get("seed", 0), asked.get("deals")))
            case "coach":
                about = asked["record"], asked["deal"], asked["seat"]
                return to_json(coach(*about, asked.get("seed", 0)))
            case "puzzles" if "record" in asked:
                return {"puzzles": to_json(puzzles_of(asked["record"], asked["deal"], asked.get("seed", 0)))}
            case "puzzles":
                game = asked["variant"], asked.get("options", {}), asked["seats"]
                return {"puzzles": to_json(puzzles(*game, asked.get("seed", 0)))}
        return {"error": f"unknown question: {asked.get('do')!r}"}
    except (NotSeen, rules.RulesError) as error:
        return {"error": str(error)}
    except Exception as error:  # a senseless question must not end the process
        return {"error": f"{type(error).__name__}: {error}"}
