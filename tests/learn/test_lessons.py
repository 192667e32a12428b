"""Lessons: every step is its own page, and nothing is stored."""

import json
import re

import pytest
from django.contrib.sessions.models import Session
from django.urls import reverse

import rules
from accounts.models import User
from games.models import Game
from rulebook.lessons import course
from rulebook.lessons.prepared import LESSONS, by_game
from rulebook.names import game_name
from tests.api.conftest import *  # noqa: F403 - its callers
from tests.api.conftest import refused
from tests.pages.conftest import html_of, words_of
from tests.samples import some_games


def page(browser, variant, **asked):
    return browser.get(f"/learn/{variant}/", asked)


def told_by(response):
    """Its words; tiles are kept on one line by an invisible character."""
    return words_of(response).replace("\u2060", "")


@pytest.mark.parametrize("variant", some_games(12))
def test_every_lesson_can_be_followed_through_its_links(stranger, variant):
    steps = course.steps(by_game()[variant].key)
    shown = page(stranger, variant)
    for step in steps[:-1]:
        told = told_by(shown)
        assert f"Move {step.number} of {len(steps) - 1}" in told
        asked = dict(re.findall(r'<button class="[^"]*" name="(try)" value="([^"]+)"', html_of(shown)))
        assert asked
        answer = page(stranger, variant, step=step.number, **{"try": str(step.move)})
        assert answer.url == f"/learn/{variant}/?step={step.number + 1}"
        shown = stranger.get(answer.url)
    told = told_by(shown)
    assert "What you’ve learned" in told
    assert "win the round." in told
    for address in (reverse("new_game") + f"?variant={variant}", reverse("rules_variant", args=[variant])):
        assert f'href="{address}"' in shown.content.decode()


def test_a_tile_that_does_not_fit_is_explained_and_the_step_stays(stranger):
    told = told_by(page(stranger, "block", step=2, **{"try": "6-2"}))
    assert "6-2 doesn’t fit: the open ends ask for 3 or 5." in told
    assert "Move 2 of 6" in told


def test_another_legal_move_is_shown_on_the_table_and_can_be_taken_back(stranger):
    shown = page(stranger, "partnership", step=2, **{"try": "3-0"})
    told = told_by(shown)
    assert "You play 3-0 on the 0-0: both show 0. The open ends show 3 and 5. 2 of your tiles fit then." in told
    assert "That’s legal, but 5-0 on the 6-5 is stronger. After it, Quill must pass again." in told
    picture = json.loads(re.search(r'<script id="picture"[^>]*>(.*?)</script>', shown.content.decode())[1])
    assert picture["layout"][-1]["tile"] == "3-0"
    assert picture["fresh"] == [picture["layout"][-1]["ply"]]
    assert "3-0" not in re.findall(r'<li class="hand-tile" data-tile="([^"]+)"', shown.content.decode())
    assert re.findall(r'href="(\?step=\d)" data-step>\s*([^<]*?)\s*</a>', shown.content.decode()) == [
        ("?step=2", "Take it back"),
        ("?step=3", "Go on with 5-0"),
    ]


def test_where_the_rules_allow_a_draw_it_is_offered_and_answered(stranger):
    assert '<button class="button quiet" name="try" value="draw">Draw a tile</button>' in html_of(
        page(stranger, "draw", step=2)
    )
    assert 'value="draw"' not in html_of(page(stranger, "pool", step=2))
    assert "A draw adds a tile to your hand" in told_by(page(stranger, "draw", step=2, **{"try": "draw"}))


def test_a_tile_that_fits_in_two_places_asks_where(stranger):
    told = page(stranger, "partnership", step=2, **{"try": "5-0"})
    assert "5-0 fits in more than one place. Where does it go?" in told_by(told)
    assert re.findall(r'value="(5-0&gt;\S+)"', told.content.decode()) == ["5-0&gt;0-0", "5-0&gt;6-5"]
    assert "Where" not in told_by(page(stranger, "partnership", step=2, **{"try": "5-0>0-0"}))
    assert page(stranger, "partnership", step=2, **{"try": "5-0>6-5"}).url.endswith("?step=3")


def test_the_solution_of_a_step_can_be_shown(stranger):
    told = page(stranger, "goat", step=3, **{"try": "show"})
    assert "Play 5-5 on the 5-4." in told_by(told)
    assert '<button class="hand-tile playable" name="try" value="5-5"' in html_of(told)


@pytest.mark.parametrize("asked", [{"step": "0"}, {"step": "99"}, {"step": "x"}, {"step": ""}, {"try": "<b>"}, {}])
def test_an_invalid_step_shows_the_first_step(stranger, asked):
    assert "Move 1 of 7" in told_by(page(stranger, "draw", **asked))


def test_unknown_lessons_and_posts_are_refused(stranger):
    assert page(stranger, "chess").status_code == 404
    assert stranger.post("/learn/draw/", {"try": "3-3"}).status_code == 405


def test_lessons_need_no_query_and_store_nothing(stranger, django_assert_num_queries):
    for address in ("/learn/", "/learn/draw/", "/learn/draw/?step=8", "/learn/muggins/?step=3&try=5-1"):
        stranger.get(address)
        with django_assert_num_queries(0):
            stranger.get(address)
    assert not Session.objects.exists()


def test_every_game_is_listed_with_its_lesson(stranger):
    shown = stranger.get("/learn/")
    told = words_of(shown)
    for key in rules.VARIANTS:
        assert game_name(key) in told
        assert f'href="/learn/{key}/"' in shown.content.decode()


@pytest.mark.parametrize("variant", rules.VARIANTS)
def test_a_lesson_is_played_by_the_rules_of_the_game_that_was_asked_for(stranger, variant):
    assert "has no lesson yet" not in told_by(page(stranger, variant))
    assert course.steps(variant)[0].position.rules.key == variant


def test_a_button_at_the_end_starts_the_game_against_the_computer(stranger):
    shown = page(stranger, "pool", step=len(course.steps("pool"))).content.decode()
    form = re.search(r'<form method="post" action="/computers/">(.*?)</form>', shown, re.DOTALL)[1]
    sent = dict(re.findall(r'name="(variant|level)" value="(\w+)"', form))
    begun = stranger.post("/computers/", sent)
    game = Game.objects.get()
    assert begun.url == game.get_absolute_url()
    assert (game.variant, game.status) == ("pool", Game.Status.PLAYING)
    assert [seat.player.bot_level for seat in game.seats.order_by("number")] == ["", User.Level.BEGINNER]


def test_home_and_rules_link_to_the_lessons(stranger):
    for address, link in (("/", "/learn/"), ("/rules/", "/learn/"), ("/rules/pool/", "/learn/pool/")):
        assert f'href="{link}"' in stranger.get(address).content.decode().partition("<footer")[0], address


def test_lessons_are_in_the_readers_language(stranger):
    told = words_of(stranger.get("/learn/goat/?step=8", headers={"accept-language": "de"}))
    assert "Ziegenbock (Kosjol)" in told


def test_a_game_with_an_auction_shows_one_at_the_end(stranger):
    shown = page(stranger, "auction", step=len(course.steps("auction")))
    told = told_by(shown)
    bid, paid = re.search(r"bids (\d+)\. \w+ pays (\d+) points? and takes them\.", told).groups()
    assert bid == paid
    assert html_of(shown).count('class="marked"') == 2  # the tiles taken
    assert "bids" not in told_by(page(stranger, "draw", step=len(course.steps("draw"))))


# ---- By API


def test_programs_can_list_all_lessons(nobody):
    lessons = nobody.get("lessons/").json()["lessons"]
    assert [lesson["variant"] for lesson in lessons] == [*rules.VARIANTS] == [lesson.key for lesson in LESSONS]
    assert next(lesson["moves"] for lesson in lessons if lesson["variant"] == "draw") == 7
    assert not any(lesson["also"] for lesson in lessons)


def test_programs_can_read_a_lesson_with_its_steps(nobody):
    lesson = nobody.get("lessons/pool/").json()
    assert (lesson["variant"], lesson["seats"]) == ("pool", 2)
    second = lesson["steps"][1]
    assert second["happened"][0] == "You lead 5-5."
    answers = {said["tried"]: said for said in second["answers"]}
    assert answers[second["move"]]["right"]
    assert {*second["view"]["hand"]} <= {*answers}
    assert {*second["view"]["legal"]} <= {*answers}
    for said in answers.values():
        assert said["legal"] == (
            said["tried"] in second["view"]["legal"]
            or any(move.startswith(said["tried"]) for move in second["view"]["legal"])
        )
    assert lesson["steps"][-1]["move"] is None
    assert lesson["steps"][-1]["view"]["result"]["winner"] == 0
    assert "If you can’t play, you draw until you can; the last 2 tiles stay hidden." in lesson["learnt"]


def test_unknown_lessons_are_not_found_by_programs(nobody):
    refused(nobody.get("lessons/chess/"), 404, "unknown_variant")
