"""A template that includes another one without what it needs fails in tests; on the site the place would stay empty.

The included template says what it needs in its first line: `{# needs: seat, away #}`.
"""

import re
from functools import cache
from typing import Any

from django.template import Context, Template
from django.template.base import Node
from django.utils.safestring import SafeString

from common.cache import templates

NEEDS = re.compile(r"\{# needs: ([\w, ]+) #\}")
_render = Template.render


@cache
def needs(source: str) -> tuple[str, ...]:
    """The names in the first line of a template's *source*."""
    said = NEEDS.match(source)
    return tuple(said[1].split(", ")) if said else ()


def _check(template: Template, context: Context) -> None:
    missing = [name for name in needs(str(template.source)) if name not in context]
    assert not missing, f"{template.name} is included without {', '.join(missing)}"


def _checked(self: Template, context: Context) -> Any:
    _check(self, context)
    return _render(self, context)


class _Checks(Node):
    """Stands before the nodes of an included template."""

    def __init__(self, template: Template) -> None:
        self.template = template

    def render(self, context: Context) -> SafeString:
        _check(self.template, context)
        return SafeString()


def _included(name: str, nobody: Context) -> list[Node]:
    assert nobody.template is not None
    return [_Checks(nobody.template.engine.get_template(name)), *_nodes(name, nobody)]


_nodes = templates.included
templates.included = _included
Template.render = _checked  # type: ignore[method-assign]
