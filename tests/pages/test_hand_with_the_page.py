"""The page contains the reader's tiles before any script runs: only theirs, and as the script draws them."""

import json
import re

import pytest

import rules
from games import actions, queries

BUTTON = re.compile(
    r'<button type="button" class="hand-tile( playable)?" data-tile="([\d-]+)" aria-disabled="(true|false)"'
    r' aria-pressed="false" aria-label="([^"]+)"><svg class="domino-picture"'
)


def read(page: str):
    """The hand's tiles in *page* as (tile, is playable, name), and the page's view."""
    view = json.loads(re.search(r'<script id="view" type="application/json">(.*?)</script>', page)[1])
    buttons = [(tile, bool(playable), name) for playable, tile, disabled, name in BUTTON.findall(page)]
    assert page.count('class="hand-tile') == len(buttons)
    return buttons, view


@pytest.mark.parametrize("variant", ["draw", "brettspielnetz", "muggins"])
def test_players_see_their_own_tiles_with_the_playable_ones_marked(browser_of, game_between, ada, ben, variant):
    game = game_between(ada, ben, variant=variant)
    turns = 0
    for _ in range(4):
        for person in (ada, ben):
            buttons, view = read(browser_of(person).get(game.get_absolute_url()).content.decode())
            now = view["round"]
            order = sorted(now["hand"], key=lambda tile: [-int(half) for half in tile.split("-")])
            assert [tile for tile, _playable, _name in buttons] == order
            laid = {part.split(">")[0] for move in now["legal"] for part in move.split(",")}
            for tile, playable, name in buttons:
                assert playable == (tile in laid)
                assert name.startswith(tile)
                assert name.endswith("can be played") == playable
                assert ("double" in name) == (tile[0] == tile[2])
            turns += any(playable for _tile, playable, _name in buttons)
        shown = rules.to_json(
            queries.table(game.public_id, now_on_turn := queries.table(game.public_id, None).round.turn)
        )
        actions.play_move(
            public_id=game.public_id, seat=now_on_turn, text=shown["round"]["legal"][0], version=shown["version"]
        )
    assert turns


def test_watchers_see_no_hand(stranger, game_between, ada, ben):
    page = stranger.get(game_between(ada, ben).get_absolute_url()).content.decode()
    assert read(page)[0] == []
