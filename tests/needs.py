"""A template that includes another one without what it needs fails in tests; on the site the place would stay empty.

The included template says what it needs in its first line: `{# needs: seat, away #}`.
"""

import re
from functools import cache
from typing import Any

from django.template import Context, Template

NEEDS = re.compile(r"\{# needs: ([\w, ]+) #\}")
_render = Template.render


@cache
def needs(source: str) -> tuple[str, ...]:
    """The names in the first line of a template's *source*."""
    said = NEEDS.match(source)
    return tuple(said[1].split(", ")) if said else ()


def _checked(self: Template, context: Context) -> Any:
    missing = [name for name in needs(str(self.source)) if name not in context]
    assert not missing, f"{self.name} is included without {', '.join(missing)}"
    return _render(self, context)


Template.render = _checked  # type: ignore[method-assign]
