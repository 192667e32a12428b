"""A shared year has a picture of its own, which names only its player."""

import pytest

from sharing import subjects
from sharing.cards import Months
from sharing.pictures import drawing
from standings.years import sharing
from standings.years.looking_back import sums_of
from tests.pages.conftest import words_of
from tests.standings.conftest import played

__all__ = ["played"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def link(played, ada, ben):
    played(ada, ben, visibility="public")
    played(ben, ada, hours=1)
    return f"/year/of/{sharing.share(ada, 2026).public_id}/"


@pytest.mark.parametrize("language", ["en", "de", "ru", "es", "pt"])
def test_a_shared_year_is_in_the_readers_language(preview, stranger, link, as_text, language):
    tags = preview(link, language)
    assert tags["og:url"].endswith(link)
    assert f"/pictures/{language}/years/" in tags["path"]
    assert stranger.get(tags["path"]).status_code == 200
    assert "50\N{NO-BREAK SPACE}%" in as_text[0]
    assert "Ben" not in as_text[0] + tags["og:title"] + tags["og:description"]


def test_another_game_changes_the_picture(preview, stranger, link, as_text, played, ada, ben):
    before = preview(link)["path"]
    played(ada, ben, hours=2)
    assert preview(link)["path"] != before
    assert stranger.get(before).status_code == 302


def test_a_year_that_is_no_longer_shared_has_no_picture(preview, stranger, link, as_text, ada):
    path = preview(link)["path"]
    assert stranger.get(path).status_code == 200
    sharing.withdraw(ada, 2026)
    assert stranger.get(path).status_code == 404


def test_the_private_page_of_a_year_has_no_picture(browser_of, link, ada):
    page = browser_of(ada).get("/year/2026/")
    assert "Ada in 2026" in words_of(page)
    assert "/pictures/" not in page.content.decode()


@pytest.mark.parametrize("most", [0, 1, 9999])
def test_won_games_are_solid_in_the_columns(played, ada, ben, most):
    card = subjects.year_card(sums_of(ada, 2026))
    assert isinstance(card.table, Months)
    months = tuple(type(month)(month.name, n * most // 11, n * most // 22) for n, month in enumerate(card.table.months))
    svg = drawing.drawn(type(card)(card.title, Months(card.table.tile, months), card.above, card.lines, card.rows))
    assert ('fill-opacity="1"' in svg) == (most > 9)
