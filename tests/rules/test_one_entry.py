"""A new game that only combines options needs one entry in the catalogue and nothing else (docs/new_game.md)."""

import random
import re
from pathlib import Path

import pytest
from django.urls import reverse

import rulebook
import rules
from rulebook import choices
from rules import random_rounds
from rules.house import catalogue, chosen

GUIDE = Path(__file__).parent.parent.parent / "docs" / "new_game.md"


@pytest.fixture
def long_house(monkeypatch):
    """The guide's entry, added to the catalogue."""
    entry = re.search(r"```python\n(Variant\(.*?\n\))\n```", GUIDE.read_text(), re.DOTALL)[1]
    game = eval(entry, vars(catalogue))
    known = {**rules.VARIANTS, game.key: game}
    for module in (rules, catalogue, chosen):
        monkeypatch.setattr(module, "VARIANTS", known)
    yield game
    for remembered in (choices.catalogue, choices.ends):
        remembered.cache_clear()


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
    for remembered in (choices.catalogue, choices.ends):
        remembered.cache_clear()
    assert long_house.name in client.get(reverse("new_game")).content.decode()
