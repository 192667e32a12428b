"""Analyses in exports: the file of all games, and a game as text."""

import json
import re

import pytest
from django.urls import reverse

from history import studies
from learn.analysis import actions
from learn.models import Analysis
from tests.learn.conftest import lost_in_words

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def file_of(browser_of):
    def fetch(person):
        answer = browser_of(person).get(reverse("export_games"))
        return [json.loads(line) for line in b"".join(answer.streaming_content).splitlines()]

    return fetch


def test_the_export_of_games_includes_their_analyses(analysed, played, ada, ben, file_of):
    plain, looked_at = played(ada, ben), analysed(ada, ben)
    lines = {line["game"]["id"]: line for line in file_of(ada)}
    assert lines[looked_at.public_id]["analysis"] == Analysis.objects.get().found
    assert lines[plain.public_id]["analysis"] is None
    assert studies.play_record(json.dumps(lines[looked_at.public_id])).outcome is not None  # still a valid record


def test_a_game_as_text_ends_with_its_analysis(analysed, ada, ben, stranger):
    game = analysed(ada, ben, end="rounds:3")
    found = Analysis.objects.get().found
    text = stranger.get(reverse("game_text", args=[game.public_id])).content.decode()
    _game, _heading, told = text.partition("WHAT THE MOVES COST")
    for seat in found["seats"]:
        assert f"{lost_in_words(found, seat)} {seat['choices']} move" in told
    costly = sum(bool(choice["step"]) for deal in found["deals"] for choice in deal["choices"])
    assert len(re.findall(r"was worth about \S+ points? more\.", told)) == costly
    assert "±" not in told
    for deal in found["deals"]:
        assert re.search(rf"{deal['round']}\. Ada .* {deal['result'][0]:g}\n".replace("-", "−"), told)


def test_a_cached_text_includes_an_analysis_made_later(played, ada, ben, stranger, worked_out):
    game = played(ada, ben)
    page = reverse("game_text", args=[game.public_id])
    assert "WHAT THE MOVES COST" not in stranger.get(page).content.decode()
    actions.analyse(public_id=game.public_id, person=ada)
    worked_out()
    assert "WHAT THE MOVES COST" in stranger.get(page).content.decode()
