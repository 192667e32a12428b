"""Parts of pages that we keep show every reader what is theirs."""

import itertools
import re
from pathlib import Path

import pytest
from django.template import Context, Engine, TemplateSyntaxError
from django.test import Client
from django.utils.translation import override

from accounts.models import User
from common.templatetags.kept import KeptPart
from history import book
from notices.models import Notice
from tests.pages.conftest import html_of
from tests.standings.test_pages import ranked

TAGS = Engine(builtins=["common.templatetags.kept", "django.templatetags.i18n"])
OF_THE_MOMENT = re.compile(  # a guest's name is suggested by chance
    r'name="csrfmiddlewaretoken" value="\w+"|name="name" value="[^"]*"|<script id="view".*?</script>'
)
READERS = ["a stranger", "a guest", "Ada", "Ben"]
PAGES = [
    "/settings/", "/rules/", "/rules/draw/", "/puzzles/", "/lobby/", "/history/", "/standings/", "/standings/draw/",
    "/nothing/here/",
]  # fmt: skip


def drawn(part, language="en", **context):
    with override(language):
        return part.render(Context(context))


def test_a_part_is_drawn_once_for_the_same_values_and_language():
    part = TAGS.from_string('{% kept n=n %}{% translate "Rules" %} {{ n }}{{ now }}{% endkept %}')
    assert [drawn(part, language, n=n) for language in ("en", "de") for n in (1, 1, 2, True)] == [
        "Rules 1", "Rules 1", "Rules 2", "Rules True", "Regeln 1", "Regeln 1", "Regeln 2", "Regeln True",
    ]  # fmt: skip
    (kept,) = part.nodelist.get_nodes_by_type(KeptPart)
    assert (kept.text.cache_info().hits, kept.text.cache_info().misses) == (2, 6)


def test_a_part_sees_nothing_but_its_values():
    part = TAGS.from_string("{% kept n=n %}<{{ n }}{{ user }}{{ csrf_token }}>{% endkept %}{{ user }}")
    assert drawn(part, n="<b>", user="Ada", csrf_token="secret") == "<&lt;b&gt;>Ada"


def test_a_part_refuses_values_that_are_more_than_a_text_or_a_number():
    with pytest.raises(TypeError):
        drawn(TAGS.from_string("{% kept user=user %}{{ user.username }}{% endkept %}"), user=User(username="ada"))


@pytest.mark.parametrize("text", ["{% kept n %}{% endkept %}", "{% kept %}{% block a %}{% endblock %}{% endkept %}"])
def test_a_part_needs_names_and_has_no_blocks(text):
    with pytest.raises(TemplateSyntaxError):
        TAGS.from_string(text)


@pytest.fixture
def readers(ada, ben, guest, game_between, finished, browser_of):
    """Browsers with the addresses they open. A game waits for Ada or Ben, and another is over; Ada likes the dark and
    leads the standings; Ben is a moderator with a new notification and a provisional rating.
    """
    book.write([game.pk for game in finished(ada, ben)])
    ranked([ada])
    ranked([ben], settled=False)
    User.objects.filter(pk=ada.pk).update(theme="dark")
    User.objects.filter(pk=ben.pk).update(is_staff=True)
    Notice.objects.create(player=ben, event="friend", at=ben.date_joined, due=ben.date_joined)
    game = game_between(ben, ada)
    browsers = dict(zip(READERS, [Client(), *map(browser_of, (guest("Gus"), ada, ben))], strict=True))
    return list(itertools.product(browsers.items(), [*PAGES, game.get_absolute_url()]))


def pages(readers, language):
    return {
        (who, page): OF_THE_MOMENT.sub("", html_of(browser.get(page, headers={"accept-language": language})))
        for (who, browser), page in readers
    }


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_page_is_as_if_no_part_had_been_kept(readers, language, monkeypatch):
    pages(readers, language)
    kept, parts = pages(readers, language), set()

    def as_written(part, context):
        """The part, with everything that the page knows."""
        parts.add(f"{Path(part.origin.name).name}:{part.token.lineno}")
        with context.push(**{name: value.resolve(context) for name, value in part.given.items()}):
            return part.nodelist.render(context)

    monkeypatch.setattr(KeptPart, "render", as_written)
    assert pages(readers, language) == kept
    assert parts == {
        f"{path.name}:{number}"
        for path in Path("templates").rglob("*.html")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if "{% kept " in line
    }
    assert len(set(kept.values())) == len(readers)
