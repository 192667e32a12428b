"""A new game that only combines options needs one entry in the catalogue and nothing else (docs/new_game.md)."""

import random
import re
from pathlib import Path

import pytest
from django.template import autoreload
from django.urls import reverse

import rulebook
import rules
from rulebook import choices
from rulebook.lessons import prepared
from rules import random_rounds
from rules.house import catalogue, chosen

REMEMBERED = (choices.catalogue, choices.ends, prepared.by_game)
GUIDE = Path(__file__).parent.parent.parent / "docs" / "new_game.md"


def forget_the_catalogue():
    for remembered in REMEMBERED:
        remembered.cache_clear()
    autoreload.reset_loaders()  # with the parts of pages that they keep


@pytest.fixture
def long_house(monkeypatch):
    """The guide's entry, added to the catalogue."""
    entry = re.search(r"```python\n(Variant\(.*?\n\))\n```", GUIDE.read_text(), re.DOTALL)[1]
    game = eval(entry, vars(catalogue))
    known = {**rules.VARIANTS, game.key: game}
    for module in (rules, catalogue, chosen):
        monkeypatch.setattr(module, "VARIANTS", known)
    forget_the_catalogue()
    yield game
    forget_the_catalogue()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_defined_by_one_entry_can_be_played_to_its_end(long_house, seats):
    *_, last = random_rounds(rules.ruleset(long_house.key, {}, seats), random.Random(1))
    assert last.after.over.reason == "rounds"


@pytest.mark.django_db
def test_a_game_defined_by_one_entry_has_rules_and_can_be_chosen(long_house, client):
    assert rulebook.one_line(long_house.key)
    page = client.get(reverse("rules_variant", args=[long_house.key])).content.decode()
    assert long_house.name in page
    assert "9 tiles" in page
    assert long_house.name in client.get(reverse("rules_index")).content.decode()
    assert long_house.name in client.get(reverse("new_game")).content.decode()


@pytest.mark.django_db
def test_a_game_defined_by_one_entry_has_the_lesson_of_the_game_most_like_it(long_house, client):
    """Players of this game draw, so it is Draw's."""
    listed = client.get(reverse("lessons")).content.decode()
    assert f'href="/learn/{long_house.key}/"' in listed
    first = client.get(reverse("lesson", args=[long_house.key])).content.decode()
    assert "This game has no lesson yet. This one is played by the rules of Draw Dominoes" in first
    lessons = client.get("/api/v1/lessons/").json()["lessons"]
    assert [each["variant"] for each in lessons if long_house.key in each["also"]] == ["draw"]


@pytest.mark.parametrize(
    ("options", "seats", "family"),
    [
        ({"draw": "until"}, (2, 3), "draw"),
        ({}, (2,), "block"),
        ({"pairs": True}, (4,), "partnership"),
        ({"ends": 5, "draw": "until"}, (2, 4), "muggins"),
    ],
)
def test_a_new_games_lesson_follows_from_its_rules(options, seats, family, monkeypatch):
    kept = {"hand": 7, "lead_first": "draw", "lead_next": "rotate", "end": "rounds:3", "goal": "high"}
    game = rules.Variant(f"like_{family}", "Made Up", seats, kept | options)
    known = {**rules.VARIANTS, game.key: game}
    for module in (rules, catalogue, chosen):
        monkeypatch.setattr(module, "VARIANTS", known)
    prepared.by_game.cache_clear()
    lesson = prepared.by_game()[game.key]
    prepared.by_game.cache_clear()
    assert lesson.key == family
