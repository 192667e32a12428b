"""Constant parts of a template are rendered once per language."""

import pytest
from django.template import Context, Engine
from django.template.base import TextNode
from django.template.loader import get_template
from django.utils.functional import lazystr
from django.utils.translation import override

from common.cache.templates import Loader

OTHERS = {"number": 1234.5, "lazy": lazystr("<Ada>")}
TAGS = {"i18n": "django.templatetags.i18n", "static": "django.templatetags.static"}
TAGS |= {"page": "common.templatetags.page", "boneyard": "games.templatetags.boneyard"}


def loaded(text, language="en", **others):
    """As the loader has it, with the *others* that it includes."""
    texts = {"page": text, **others}
    loaders = [("common.cache.templates.Loader", [("django.template.loaders.locmem.Loader", texts)])]
    with override(language):
        return Engine(libraries=TAGS, builtins=list(TAGS.values()), loaders=loaders).get_template("page")


@pytest.mark.parametrize(
    "text",
    [
        '{% translate "My games" %}',
        '{% static "js/app/site.js" %}',
        '{% url "my_games" %}',
        '{% icon "bell" %}',
        '{% icon "bell" "large" %}',
        '{% tile "5-0" %}',
        'a{# b #}{% url "home" %}c',
    ],
)
def test_constant_parts_of_a_template_become_text(text):
    for asked in (text, f"{{% if who %}}{text}{{% endif %}}", f"{{% block here %}}{text}{{% endblock %}}"):
        nodes = loaded(asked).nodelist.get_nodes_by_type(object)
        assert [type(node) for node in nodes if not getattr(node, "child_nodelists", ())] == [TextNode], asked
    assert len(loaded(text).nodelist) == 1


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("{% translate who %}", "&lt;Ada&gt;"),
        ('{% translate "Rules" as word %}{{ word }}', "Rules"),
        ("{% blocktranslate %}Hello {{ who }}{% endblocktranslate %}", "Hello &lt;Ada&gt;"),
        ('{% url "person" who %}', "/people/%3CAda%3E/"),
        ('{% url "home" as there %}{{ there }}', "/"),
        ('{% if who %}{% url "nowhere" as there %}{{ there }}{% else %}{% url "nowhere" %}{% endif %}', ""),
        ("{% icon which %}", "<svg"),
        ("{% tile which_tile %}", "<svg"),
        ('{{ who }}{% translate "Rules" %}', "&lt;Ada&gt;Rules"),
        ("{{ who|safe }}{% autoescape off %}{{ who }}{% endautoescape %}", "<Ada><Ada>"),
        ("{{ number }}{{ nobody }}{{ lazy }}", "1234.5&lt;Ada&gt;"),
    ],
)
def test_parts_that_depend_on_the_reader_are_rendered_each_time(text, drawn, client):
    page = loaded(text).render(Context({"who": "<Ada>", "which": "bell", "which_tile": "6-5", **OTHERS}))
    assert page.startswith(drawn)


@pytest.mark.parametrize(
    ("page", "part", "drawn"),
    [
        (
            '{% include "part" %}{{ mine }}',
            '{% url "home" as mine %}{{ who }}{{ mine }}',
            "Ada/",
        ),  # it leaves no values
        ('{% include "part" with who="Ben" %}{{ who }}', "{{ who }}", "BenAda"),
        ('{% include "part" only %}', "{{ who }}", ""),
        ('{% include "./part" %}', "{{ who }}", "Ada"),
        ("{% include which %}", "{{ who }}", "Ada"),
        (
            '{% include "part" with n=3 %}',
            '{{ n }}{% if n > 1 %}{% include "part" with n=n|add:-1 %}{% endif %}',
            "321",
        ),
        ('{% block it %}page{% endblock %}{% include "part" %}', "{% block it %}part{% endblock %}", "pagepart"),
    ],
)
def test_what_is_included_is_as_django_includes_it(page, part, drawn):
    site = loaded(page, part=part)
    for _ in range(2):
        assert site.render(Context({"who": "Ada", "which": "part"})) == drawn


def test_each_language_has_its_own_compiled_template():
    said = {}
    for language in ("en", "de", "en"):
        with override(language):
            said.setdefault(language, get_template("404.html").render({}))
            assert get_template("404.html").render({}) == said[language]
    assert said["en"] != said["de"]


def test_the_site_uses_this_template_loader():
    engine = get_template("base.html").template.engine
    assert [type(loader) for loader in engine.template_loaders] == [Loader]
