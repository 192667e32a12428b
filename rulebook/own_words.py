"""What players of a game call the ways of going out that pay (`finish`, rules.md 6): in their own language."""

from collections.abc import Mapping

import rules

OWN_WORDS: Mapping[str, Mapping[rules.words.FinishWay, str]] = {
    "dominican": {"both": "capicúa"},
    "cuban": {"both": "capicúa"},
    "puerto_rico_500": {"both": "capicú", "blank": "chuchazo"},
    "brazilian": {"double": "carroça", "both": "lá-e-lô", "cross": "cruzada"},
    "haitian": {"both": "dekabès"},
}
