"""The page of an analysis speaks to its reader, leads with their costliest moves, and rounds to what it knows."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from accounts.models import new_guest
from games.models import Game, Seat
from learn.models import Analysis
from tests.pages.conftest import words_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(analysed, ada, ben):
    return analysed(ada, ben, variant="draw", end="rounds:2")


@pytest.fixture
def page(game):
    return reverse("analysis", args=[game.public_id])


def change(seat=None, choice=None):
    """Changes what was found: of Ada, and of her first choice, which becomes her costliest."""
    there = Analysis.objects.get()
    there.found["seats"][0] |= seat or {}
    place = next((deal, made) for deal in there.found["deals"] for made in deal["choices"] if made["seat"] == 0)
    place[1].update(choice or {})
    there.found["costliest"][0] = [{"deal": place[0]["deal"], "ply": place[1]["ply"]}] if choice else []
    there.done_at = there.done_at.replace(year=2030)
    there.save(update_fields=["found", "done_at"])


def plain(response):
    return words_of(response).replace("\u2060", "")


@pytest.mark.parametrize(
    ("level", "grade"), [("strong", "A"), ("good", "B"), ("solid", "C"), ("casual", "D"), ("beginner", "E")]
)
def test_the_page_begins_with_the_costliest_moves_and_then_grades(page, game, browser_of, ada, level, grade):
    change(seat={"level": level, "choices": 30}, choice={"step": 3})
    text = browser_of(ada).get(page).content.decode()
    parts = ["<h1>", game.get_absolute_url(), "<article", "data-round=", f'aria-label="Grade {grade}"', 'id="players"']
    places = [text.index(part, text.index("<h1>")) for part in parts]
    assert places == sorted(places)
    assert "sure grade" not in text[: places[-1]]


def test_a_guests_first_loss_has_no_grade(analysed, browser_of, ben):
    guest = new_guest("Gwen")
    pages = []
    for number in range(2):
        game = analysed(guest, ben, variant="draw")
        Seat.objects.filter(game=game, player=guest).update(result="lost")
        Game.objects.filter(pk=game.pk).update(finished_at=timezone.now() + timedelta(minutes=number))
        Analysis.objects.update(done_at=timezone.now() + timedelta(minutes=number))
        pages.append(browser_of(guest).get(reverse("analysis", args=[game.public_id])).content.decode())
    first, second = (page[: page.index('id="players"')] for page in pages)
    assert "grade-words" not in first
    assert "grade-words" in second


def test_a_level_without_a_grade_is_named_in_words(page, browser_of, ada):
    change(seat={"level": "master", "choices": 30})
    text = plain(answer := browser_of(ada).get(page))
    assert "You played about as well as the Master computer." in text
    first = answer.content.decode()
    assert "Grade " not in first[first.index("<h1>") : first.index('id="players"')]


def test_few_moves_make_no_sure_grade(page, browser_of, ada):
    change(seat={"level": "strong", "choices": 4})
    assert "in 4 moves – too few for a sure grade" in plain(browser_of(ada).get(page))


def test_it_speaks_to_its_reader_and_names_the_others(page, browser_of, stranger, ada, ben):
    better = {"move": "9-8", "best": "9-7", "loss": 21.34, "error": 1.0, "step": 3}
    change(seat={"level": "good", "choices": 30}, choice=better)
    mine = plain(browser_of(ada).get(page))
    assert "The others" in mine
    assert "You played about as well as the Good computer." in mine
    assert "You played 9-8. 9-7 was worth about 21 points more." in mine
    assert "Ada played" not in mine
    for reader in (browser_of(ben), stranger):
        told = plain(reader.get(page))
        assert "Ada played 9-8. 9-7 was worth about 21 points more." in told
        assert "You played 9-8" not in told
    assert "The others" not in plain(stranger.get(page))


def test_no_figure_has_a_margin_of_error_beside_it(page, browser_of, game, ada):
    change(choice={"move": "9-8", "best": "9-7", "loss": 37.47, "error": 1.0, "step": 3})
    for address in (page, reverse("game_text", args=[game.public_id]), game.get_absolute_url()):
        told = plain(browser_of(ada).get(address))
        assert "±" not in told
        assert "37.47" not in told
    assert "was worth about 37 points more" in plain(browser_of(ada).get(page))


def test_every_side_has_a_stroke_of_its_own():
    """Up to eight sides play; colour alone must not tell two apart that have the same dashes."""
    css = (Path(settings.BASE_DIR) / "static/css/analysis.css").read_text()
    strokes = [re.findall(rf"\.curve \.side-{side} {{(.*?)}}", css) for side in range(8)]
    assert all(len(found) == 1 for found in strokes)
    assert len({found[0] for found in strokes}) == 8
    dashes = [(re.findall(r"stroke-dasharray: ([\d ]+)", found[0]) or ["none"])[0] for found in strokes]
    assert len(set(dashes)) >= 7
