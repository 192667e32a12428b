"""No picture of a running game shows a tile that watchers don't know, by its pips or in its words."""

import random
import re

import pytest
from django.contrib.auth.models import AnonymousUser

import rules
from games import queries
from games.models import Game
from games.positions import memory
from games.shown import table_view
from sharing import subjects
from sharing.pictures import drawing
from tests.games.playing import play_one

pytestmark = pytest.mark.django_db
TILE = re.compile(r"\b\d+-\d+\b")
MOVES, EVERY = 24, 4


@pytest.fixture
def people(guest, db):
    return [guest(name) for name in ("Ada", "Ben", "Cleo", "Dora", "Emil", "Frida", "Gus", "Hana")]


@pytest.mark.parametrize("key", sorted(rules.VARIANTS))
def test_a_running_game_shows_only_the_tiles_on_the_table(key, people, game_between):
    seats = rules.VARIANTS[key].seats[-1]
    game = game_between(*people[:seats], variant=key)
    rng = random.Random(key)
    for move in range(MOVES):
        now = memory.current(game.public_id)
        if now.status != Game.Status.PLAYING:
            break
        if move % EVERY == 0:
            view = table_view.view(now, None)
            card = subjects.game_card(view)
            position = now.running.position
            laid = {tile.tile for tile in view.round.layout}
            known = laid | {view.round.turned}
            hidden = {str(tile) for tile in position.rules.tiles} - known
            assert not set(TILE.findall(repr(card))) & hidden
            faces = drawing.drawn(card).count('class="domino-line"')
            assert faces == len(view.round.layout)  # all others show their backs
        play_one(game.public_id, rng)


def test_the_hand_of_an_invitation_is_always_the_same(people, offer):
    pictures = {drawing.drawn(subjects.invitation_card(offer(people[0], "draw"))) for _ in range(3)}
    assert len(pictures) == 1


def test_a_player_gets_the_same_picture_as_a_watcher(people, game_between, browser_of, stranger, as_text):
    """Nothing in a picture depends on who asks."""
    game = game_between(*people[:2], variant="draw")
    page = browser_of(people[0]).get(game.get_absolute_url())
    path = re.search(r"/pictures/en/g/[^\"]*", page.content.decode())[0]
    mine = browser_of(people[0]).get(path)
    assert stranger.get(path).content == mine.content
    assert queries.table_of(game, AnonymousUser()).round.hand is None
