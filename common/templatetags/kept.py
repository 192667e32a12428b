"""Parts of a page that are drawn once and kept in this process."""

from collections.abc import Mapping
from functools import lru_cache

from django import template
from django.template.base import FilterExpression, Node, NodeList, Parser, Template, Token, token_kwargs
from django.template.loader_tags import BlockNode
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()
MOST = 500  # texts of each part, some kilobytes each


@register.tag
def kept(parser: Parser, token: Token) -> "KeptPart":
    """`{% kept theme=preferences.theme waiting=waiting %}…{% endkept %}`: a part that depends on these values only.

    The part sees nothing else, neither the reader nor the request, so what we keep for one reader suits every other
    with the same values and language. Forms stay outside: their tokens are secret.
    """
    _name, *bits = token.split_contents()
    given = token_kwargs(bits, parser)
    nodes = parser.parse(("endkept",))
    parser.delete_first_token()
    if bits or nodes.get_nodes_by_type(BlockNode):
        raise template.TemplateSyntaxError("{% kept %} takes name=value, and has no blocks that a page could fill.")
    return KeptPart(nodes, given)


class KeptPart(Node):
    def __init__(self, nodelist: NodeList, given: Mapping[str, FilterExpression]) -> None:
        self.nodelist, self.given = nodelist, given
        self.text = lru_cache(MOST, typed=True)(self.draw)

    def render(self, context: template.Context) -> SafeString:
        given = {name: value.resolve(context) for name, value in self.given.items()}
        if not all(type(value) in {str, SafeString, int, bool, type(None)} for value in given.values()):
            raise TypeError(f"{{% kept %}} takes texts and numbers, not {given}")
        return self.text(get_language(), **given)

    def draw(self, _language: str, **given: str | int | bool | None) -> SafeString:
        alone = Template("")
        alone.nodelist = self.nodelist
        return alone.render(template.Context(given))
