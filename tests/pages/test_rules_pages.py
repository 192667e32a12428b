"""Rules pages: every game's examples are in their places, in words and as pictures."""

import json
import re

import pytest

import rules
from rulebook import captions, groups
from rulebook.examples import examples
from tests.pages.conftest import words_of
from tests.texts import LANGUAGES


def pictures(response):
    found = re.search(r'<script id="examples" type="application/json">(.*?)</script>', response.content.decode())
    return json.loads(found.group(1))


def all_words(example):
    return {captions.title(example), *captions.sentences(example), captions.describe(example.position)}


@pytest.mark.parametrize("key", rules.VARIANTS)
def test_every_page_has_examples_in_words_and_pictures(stranger, key):
    for seats in rules.VARIANTS[key].seats:
        page = stranger.get(f"/rules/{key}/?players={seats}")
        shown = pictures(page)
        numbers = [int(number) for number in re.findall(r'data-example="(\d+)"', page.content.decode())]
        assert sorted(numbers) == list(range(len(shown)))
        assert shown[-1]["kind"] == "sheet"
        told = words_of(page)
        for example in examples(key, seats):
            assert captions.title(example) in told
            assert all(sentence in told for sentence in captions.sentences(example))


def test_without_a_script_the_sheet_is_a_plain_table(stranger):
    page = stranger.get("/rules/goat/").content.decode()
    sheet = re.search(r'<table class="sheet-table">(.*?)</table>', page, re.DOTALL).group(1)
    lines = pictures(stranger.get("/rules/goat/"))[-1]["scores"]
    assert sheet.count("<tr>") == len(lines) + 1
    assert f"<strong>{lines[-1]['totals'][0]}</strong>" in sheet


def test_examples_are_in_the_readers_language(stranger):
    page = words_of(stranger.get("/rules/sausage/", headers={"accept-language": "de"}))
    assert "Ein Schnitt" in page
    assert "werden abgeschnitten" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_caption_is_translated(language):
    from django.utils import translation

    for key, variant in rules.VARIANTS.items():
        for example in examples(key, variant.seats[0]):
            english = all_words(example)
            with translation.override(language):
                told = all_words(example)
            assert not (english & told) - {"", "Spinner", "Spinners"}


def test_the_examples_need_no_query(stranger, django_assert_num_queries):
    with django_assert_num_queries(0):
        stranger.get("/rules/sausage/")


def test_every_game_is_in_one_group():
    listed = [key for group in groups.grouped() for key in group.keys]
    assert sorted(listed) == sorted(rules.VARIANTS)


def test_the_list_can_be_narrowed_to_a_number_of_players(stranger):
    everything, for_six = words_of(stranger.get("/rules/")), stranger.get("/rules/?players=6")
    assert "2–4 players" in everything
    assert "4 players in pairs" in everything
    assert "55 tiles to 9-9" in everything
    listed = re.findall(r'class="rule-link" href="/rules/(\w+)/\?players=6"', for_six.content.decode())
    assert set(listed) == {key for key, variant in rules.VARIANTS.items() if 6 in variant.seats}


def found(page):
    """The games that the page shows, in all three lists alike."""
    return re.findall(
        r'<li data-words="[^"]*">\s*<a class="rule-link" href="/[\w/-]+/(\w+)/["?]', page.content.decode()
    )


@pytest.mark.parametrize("path", ["/rules/", "/learn/", "/house-rules/"])
@pytest.mark.parametrize(
    ("asked", "games"),
    [
        ("capicua", ["dominican", "puerto_rico_500", "partnership", "international"]),
        ("SIX  love", ["jamaican", "cut_throat", "haitian"]),
        ("козёл", ["goat", "sea_goat", "sport_goat"]),
        ("five-up", ["muggins", "five_up"]),
        ("middle east", ["egyptian", "jordanian"]),
        ("chess", []),
    ],
)
def test_a_game_is_found_by_what_people_call_it_and_where_they_play_it(stranger, path, asked, games):
    page = stranger.get(path, {"q": asked})
    assert found(page) == games
    assert ('id="find-none" role="status" hidden' in page.content.decode()) is bool(games)


def test_the_two_filters_of_a_list_go_together(stranger):
    page = stranger.get("/rules/?players=8&q=nine")
    assert found(page) == ["chicken_foot", "cyprus"]
    assert 'href="?players=4&amp;q=nine"' in page.content.decode()


@pytest.mark.parametrize("players", ["9", "x", "", "²"])
def test_an_impossible_number_shows_all_games(stranger, players):
    page = stranger.get(f"/rules/?players={players}").content.decode()
    listed = re.findall(r'class="rule-link" href="/rules/(\w+)/"', page)
    assert len(listed) == len(rules.VARIANTS)
