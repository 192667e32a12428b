"""Going to any day of the history, and paging to newer and older games."""

from datetime import timedelta

import pytest

from tests.history.conftest import NOON
from tests.pages.conftest import words_of

PAST = "/history/"


@pytest.fixture
def daily(over, ada, ben):
    """One game a day, the newest on 2026-11-21, newest first."""
    return [over(ada, ben, at=NOON - timedelta(days=day))[0] for day in range(60)]


def ids(page):
    return [row.game.pk for row in page.context["page"].rows]


def keys(games):
    return [game.pk for game in games]


@pytest.mark.both_databases
def test_the_list_begins_with_the_last_game_of_that_day(browser_of, daily, ada):
    page = browser_of(ada).get(f"{PAST}?on=2026-11-11")
    assert ids(page) == keys(daily[10:30])


@pytest.mark.both_databases
def test_pages_lead_both_ways_from_a_day(browser_of, daily, ada):
    client = browser_of(ada)
    page = client.get(f"{PAST}?on=2026-10-22").context["page"]
    newer = client.get(f"{PAST}?on=2026-10-22&cursor={page.previous}")
    older = client.get(f"{PAST}?on=2026-10-22&cursor={page.next}")
    assert ids(newer) == keys(daily[10:30])
    assert ids(older) == keys(daily[50:])


@pytest.mark.both_databases
def test_a_day_without_a_game_shows_the_one_before_it(browser_of, over, ada, ben):
    (new,) = over(ada, ben, at=NOON)
    (old,) = over(ada, ben, at=NOON - timedelta(days=10))
    page = browser_of(ada).get(f"{PAST}?on=2026-11-15")
    assert ids(page) == [old.pk]
    assert ids(browser_of(ada).get(f"{PAST}?on=2026-11-15&cursor={page.context['page'].previous}")) == [new.pk, old.pk]


@pytest.mark.both_databases
def test_a_future_day_shows_the_newest_page(browser_of, daily, ada):
    page = browser_of(ada).get(f"{PAST}?on=2030-01-01")
    assert ids(page) == keys(daily[:20])
    assert page.context["page"].previous == ""


@pytest.mark.both_databases
def test_a_day_before_all_games_shows_the_oldest_page(browser_of, daily, ada):
    page = browser_of(ada).get(f"{PAST}?on=2001-01-01")
    assert ids(page) == keys(daily[40:])
    assert page.context["page"].next == ""
    back = browser_of(ada).get(f"{PAST}?cursor={page.context['page'].previous}")
    assert ids(back) == keys(daily[20:40])


@pytest.mark.both_databases
def test_filters_stay_when_going_to_a_day_and_paging_on(browser_of, daily, over, ada, cleo):
    over(ada, cleo, number=3, at=NOON - timedelta(days=15))
    page = browser_of(ada).get(f"{PAST}?opponent=ben&on=2026-11-11")
    assert ids(page) == keys(daily[10:30])
    html = page.content.decode()
    assert '<input type="hidden" name="opponent" value="ben">' in html
    assert "?opponent=ben&amp;on=2026-11-11&amp;cursor=n" in html
    assert 'value="2026-11-11"' in html


@pytest.mark.parametrize("query", ["on=2026-02-30", "on=x", "on=9999-12-31", "on=0001-01-01", "on=2026-11-11&cursor=x"])
def test_an_invalid_day_is_ignored(browser_of, daily, ada, query):
    page = browser_of(ada).get(f"{PAST}?{query}")
    assert page.status_code == 200
    assert page.context["page"].rows
    assert ("Enter a date that exists, such as 2026-11-29." in words_of(page)) == (query in {"on=2026-02-30", "on=x"})


@pytest.mark.both_databases
def test_the_day_is_in_the_readers_time_zone(browser_of, over, ada, ben):
    (late,) = over(ada, ben, at=NOON.replace(hour=23, minute=30))
    (early,) = over(ada, ben, at=NOON.replace(hour=22))
    ada.time_zone = "Europe/Berlin"
    ada.save()
    assert ids(browser_of(ada).get(f"{PAST}?on=2026-11-21")) == [early.pk]
    assert ids(browser_of(ada).get(f"{PAST}?on=2026-11-22")) == [late.pk, early.pk]
