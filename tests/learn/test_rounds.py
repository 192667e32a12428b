"""An analysis is shown round by round; its data is read from the database once for all readers."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from common.cache.unchanging import kept_answers
from games.models import Game
from learn.models import Analysis
from tests.common.test_pages_and_api import every_route
from tests.learn.conftest import lost_in_words
from tests.pages.conftest import words_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def long_game(analysed, ada, ben):
    return analysed(ada, ben, variant="draw", end="rounds:4")


@pytest.fixture
def page(long_game):
    return reverse("analysis", args=[long_game.public_id])


@pytest.fixture
def api(long_game):
    return reverse("api_analysis", args=[long_game.public_id])


def rounds_of(answer):
    """The numbers of the deals whose moves and luck are on a page."""
    return re.findall(r'<h3 id="deal-(\d+)">', answer.content.decode())


def test_a_page_shows_one_round_and_links_to_the_others(stranger, page):
    assert rounds_of(stranger.get(page)) == ["0"]
    middle = stranger.get(page, {"deal": 2})
    assert rounds_of(middle) == ["2"]
    text = middle.content.decode()
    assert re.findall(r'rel="(prev|next)" href="\?deal=(\d)#rounds"', text) == [("prev", "1"), ("next", "3")]
    assert re.findall(r'<option value="(\d)"', text) == ["0", "1", "2", "3"]
    last = stranger.get(page, {"deal": 3})
    assert 'rel="prev"' in last.content.decode()
    assert 'rel="next"' not in last.content.decode()


def test_every_move_is_on_the_page_of_its_round(stranger, page):
    for deal in Analysis.objects.get().found["deals"]:
        shown = stranger.get(page, {"deal": deal["deal"]}).content.decode()
        anchors = [f"choice-{deal['deal']}-{choice['ply']}" for choice in deal["choices"]]
        assert re.findall(r'id="(choice-\d+-\d+)"', shown) == anchors


def test_every_page_has_the_summary_of_the_whole_game(stranger, page):
    first, last = (stranger.get(page, {"deal": deal}).content.decode() for deal in (0, 3))
    summary = [text[text.index("<h1>") : text.index('id="rounds"')] for text in (first, last)]
    assert summary[0] == summary[1]
    found = Analysis.objects.get().found
    for seat in found["seats"]:
        assert f"{lost_in_words(found, seat)} {seat['choices']} move" in words_of(stranger.get(page))


def test_moves_are_unfolded_when_the_link_names_one(stranger, page):
    assert not re.search(r"<details[^>]* open>", stranger.get(page, {"deal": 1}).content.decode())
    assert re.search(r"<details[^>]* open>", stranger.get(page, {"deal": 1, "ply": 3}).content.decode())


@pytest.mark.parametrize("deal", ["4", "99999999999"])
def test_an_unknown_round_is_not_found(stranger, page, api, deal):
    assert stranger.get(page, {"deal": deal}).status_code == 404
    assert stranger.get(page, {"deal": "x"}).status_code == 200
    assert stranger.get(api, {"deal": deal}).status_code in (400, 404)
    assert stranger.get(api, {"deal": "x"}).status_code == 400


def test_a_partial_analysis_shows_its_rounds(stranger, page, api):
    there = Analysis.objects.get()
    there.found["deals"] = [deal for deal in there.found["deals"] if deal["deal"] in (1, 3)]
    there.found["costliest"] = [[{"deal": 0, "ply": 1}], []]  # of a round that isn't analysed
    there.save(update_fields=["found"])
    assert rounds_of(stranger.get(page)) == ["1"]
    shown = stranger.get(page, {"deal": 3}).content.decode()
    assert re.findall(r'rel="(prev|next)" href="\?deal=(\d)#rounds"', shown) == [("prev", "1")]
    assert stranger.get(page, {"deal": 2}).status_code == 404
    assert stranger.get(api, {"deal": 3}).json()["found"]["deals"] == there.found["deals"][1:]
    assert stranger.get(reverse("game_text", args=[there.game.public_id])).status_code == 200


def test_programs_can_read_all_rounds_or_one(stranger, api):
    there = Analysis.objects.get()
    found = there.found
    assert stranger.get(api).json() == {
        "state": "done",
        "deals": there.deals,
        "studied": there.studied,
        "found": found,
    }
    one = stranger.get(api, {"deal": 2}).json()["found"]
    assert one == found | {"deals": [found["deals"][2]]}


def test_a_program_with_the_current_version_gets_not_modified(stranger, api):
    for asked in ({}, {"deal": 1}):
        tag = stranger.get(api, asked)["ETag"]
        again = stranger.get(api, asked, headers={"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b"")


def test_a_new_analysis_is_shown_at_once(stranger, page, api, long_game):
    text = reverse("game_text", args=[long_game.public_id])
    for address in (page, api, text, long_game.get_absolute_url()):
        stranger.get(address)
    there = Analysis.objects.get()
    there.found["seats"][0] |= {"loss": 700.0, "choices": 3}
    there.done_at = there.done_at.replace(year=2030)
    there.save(update_fields=["found", "done_at"])
    assert "700 points lost in 3 moves" in words_of(stranger.get(page))
    assert "700 points lost in 3 moves" in stranger.get(text).content.decode()
    assert stranger.get(api).json()["found"]["seats"][0]["loss"] == 700.0


def test_current_names_of_players_are_shown(stranger, page, long_game, ben):
    text = reverse("game_text", args=[long_game.public_id])
    assert "Ben" in words_of(stranger.get(page))
    assert "Ben" in stranger.get(text).content.decode()
    ben.nickname = "Quentin"
    ben.save(update_fields=["nickname"])
    for told in (words_of(stranger.get(page)), stranger.get(text).content.decode()):
        assert "Quentin" in told
        assert "Ben" not in told


def test_a_text_is_cached_for_each_language(stranger, long_game):
    text = reverse("game_text", args=[long_game.public_id])
    english, german = (
        stranger.get(text, headers={"Accept-Language": language}).content.decode() for language in ("en", "de")
    )
    assert "WHAT THE MOVES COST" in english
    assert "WHAT THE MOVES COST" not in german


def test_repeated_requests_do_not_read_the_stored_analysis_again(stranger, long_game):
    """For 120 rounds it is megabytes; reading it for each request takes half a second."""
    addresses = [
        re.sub(r"<\w+:deal>", "0", route.replace("<slug:public_id>", long_game.public_id))
        for route in every_route()
        if re.match(r"/(g|api/v1/games)/<slug:public_id>/", route)
    ]
    assert len(addresses) > 20
    kept_answers.forget()
    reads = dict.fromkeys(addresses, 0)
    for _first_and_second in range(2):
        for address in addresses:
            if "<" in address:
                continue
            with CaptureQueriesContext(
                connection,
            ) as asked:
                stranger.get(address)
            reads[address] = sum('"learn_analysis"."found"' in each["sql"] for each in asked)
    assert {address for address, often in reads.items() if often} == set()
    assert Game.objects.count() == 1
