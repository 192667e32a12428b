"""Links of a navigation say which page is the current one."""

import pytest
from django.template import Context, Engine

TAGS = Engine(builtins=["common.templatetags.page"])
RULES = '{% nav_link "rules_index" "rules_variant" classes="wide" %}<b>Rules</b>{% endnav_link %}'


def drawn(page):
    return TAGS.from_string(RULES).render(Context({"url_name": page}))


@pytest.mark.parametrize("page", ["rules_index", "rules_variant"])
def test_a_link_is_current_on_its_page_and_on_those_below(page):
    assert drawn(page) == '<a href="/rules/" class="wide" aria-current="page"><b>Rules</b></a>'


@pytest.mark.parametrize("page", ["home", ""])
def test_a_link_is_not_current_elsewhere(page):
    assert drawn(page) == '<a href="/rules/" class="wide"><b>Rules</b></a>'


def test_a_page_without_a_name_has_no_current_link():
    assert TAGS.from_string(RULES).render(Context()) == '<a href="/rules/" class="wide"><b>Rules</b></a>'
