"""A plan while the player edits it: the lines that the form sends, and the button's command."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from django.http import QueryDict

from common.numbers import whole
from plans.actions import LONGEST_PLAN
from plans.fitting import Line


@dataclass(frozen=True, slots=True)
class Draft:
    lines: Sequence[Line]

    @classmethod
    def sent(cls, fields: QueryDict) -> Self:
        """Read the form's lines. Skips unreadable ones, which our form never sends."""
        read = [Line.read(str(text)) for text in fields.getlist("line")[: LONGEST_PLAN + 1]]
        return cls([line for line in read if line is not None])

    @staticmethod
    def wanted(fields: QueryDict) -> tuple[str, str]:
        """The button's command and argument: “add 5-3@5”, “up 2”, “remove 0”, “save”."""
        do, _space, what = str(fields.get("do", "save")).partition(" ")
        return do, what

    def after(self, do: str, what: str) -> "Draft":
        """The draft after a command. An invalid one changes nothing."""
        lines = list(self.lines)
        if do == "add":
            line = Line.read(what)
            return Draft([*lines, line]) if line is not None and line not in lines else self
        if (place := whole(what, most=len(lines) - 1)) is None:
            return self
        if do == "remove":
            del lines[place]
        elif do == "up" and place > 0:
            lines.insert(place - 1, lines.pop(place))
        elif do == "down":
            lines.insert(place + 1, lines.pop(place))
        return Draft(lines)
