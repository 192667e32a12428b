"""Loads templates once for each language, and renders their constant parts at once.

A page has a hundred translated sentences and eighty addresses and icons. Rendering them in advance saves 38 % of the
calls of a table's page, 35 % of those of a game's rules, and 9 to 22 % of other pages.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from html import escape
from typing import TypeGuard, TypeVar

from django.template import Context, Template
from django.template.base import FilterExpression, Node, NodeList, Origin, TextNode, VariableNode
from django.template.base import render_value_in_context as in_context
from django.template.defaulttags import IfNode, URLNode
from django.template.library import SimpleNode
from django.template.loader_tags import BlockNode, ExtendsNode, IncludeNode
from django.template.loaders import base, cached
from django.templatetags.i18n import TranslateNode
from django.templatetags.static import StaticNode
from django.urls import NoReverseMatch
from django.utils.safestring import SafeString
from django.utils.translation import get_language

Tag = TypeVar("Tag", bound=Callable[..., object])


class _Settled(base.Loader):
    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> Template:
        template = super().get_template(template_name, skip)
        with (nobody := Context()).bind_template(template):
            settle(template.nodelist, nobody)
        return template


class Loader(cached.Loader, _Settled):
    """Django's cached loader, with a cache per language. A template must not switch languages with `{% language %}`,
    because its constant parts would stay in the first one.
    """

    def cache_key(self, template_name: str, skip: list[Origin] | None = None) -> str:
        return f"{super().cache_key(template_name, skip)} {get_language()}"


def settle(nodes: NodeList, nobody: Context) -> None:
    """Replace nodes that are the same for everyone by their text, here and in nested lists."""
    settled: list[Node] = []
    for node in nodes:
        for inner in _inside(node):
            settle(inner, nobody)
        now = Included(node) if _is_known_include(node) else node
        if type(node) is VariableNode:
            node.__class__ = Written
        if _is_the_same_for_everybody(node):
            with suppress(NoReverseMatch):  # the node may be in a branch that never runs
                now = TextNode(node.render(nobody))
        if isinstance(now, TextNode) and settled and isinstance(settled[-1], TextNode):
            settled[-1] = TextNode(settled[-1].s + now.s)
        else:
            settled.append(now)
    nodes[:] = settled


class Included(Node):
    """`{% include "…" %}` whose template is found once, as its name is constant, and rendered as a part of the page."""

    child_nodelists = ()  # each look for a page's blocks would go through it

    def __init__(self, include: IncludeNode) -> None:
        self.include = include
        self.nodelist: NodeList | None = None

    def render(self, context: Context) -> SafeString:
        if self.nodelist is None:  # not when the page is loaded: templates may include themselves
            self.nodelist = self._found(context)
        given = {name: value.resolve(context) for name, value in self.include.extra_context.items()}
        with context.push(**given):
            return self.nodelist.render(context)

    def _found(self, context: Context) -> NodeList:
        assert context.template is not None
        nodes = context.template.engine.get_template(self.include.template.var).nodelist
        is_page = any(nodes.get_nodes_by_type(kind) for kind in (BlockNode, ExtendsNode))  # its blocks aren't ours
        return NodeList([self.include]) if is_page else nodes


class Written(VariableNode):
    """`{{ … }}`: a text is only escaped, as it is no time and no number to localize. Most are texts."""

    def render(self, context: Context) -> str:
        value = self.filter_expression.resolve(context)
        if type(value) is SafeString:
            return value
        return escape(value) if type(value) is str and context.autoescape else in_context(value, context)


def always_the_same(tag: Tag) -> Tag:
    """Decorator of a simple tag whose output depends only on its arguments."""
    vars(tag)["always_the_same"] = True
    return tag


def _inside(node: Node) -> Iterator[NodeList]:
    if isinstance(node, IfNode):
        yield from (nodes for _condition, nodes in node.conditions_nodelists)
    else:
        yield from (nodes for name in node.child_nodelists if (nodes := getattr(node, name, None)) is not None)


def _is_the_same_for_everybody(node: Node) -> bool:
    match node:
        case TranslateNode(asvar=None, message_context=None, filter_expression=said):
            return _is_literal(said)
        case StaticNode(varname=None, path=path):
            return _is_literal(path)
        case URLNode(asvar=None, view_name=name, args=[], kwargs=named):
            return not named and _is_literal(name)
        case SimpleNode(target_var=None, takes_context=None | False, args=args, kwargs=named, func=tag):
            return hasattr(tag, "always_the_same") and all(map(_is_literal, [*args, *named.values()]))
    return False


def _is_known_include(node: Node) -> TypeGuard[IncludeNode]:
    if not isinstance(node, IncludeNode) or node.isolated_context or not _is_literal(node.template):
        return False
    return not str(node.template.var).startswith(".")


def _is_literal(expression: FilterExpression) -> bool:
    return not expression.filters and getattr(expression.var, "lookups", None) is None
