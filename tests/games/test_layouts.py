"""Rounds of every game, played by the engine, are arranged on the board without faults, without a browser."""

import random
from typing import Any

import pytest

import rules
from tests.samples import some_games
from tests.scripts import in_node

WINDOWS = [(320, 300), (360, 380), (412, 560), (768, 640), (1024, 520), (1440, 620), (1920, 860)]


def layouts_of(key: str, rounds: int, **options: Any) -> list[dict[str, Any]]:
    """The layouts at the end of random rounds, with every number of seats in turn."""
    rng, found = random.Random(key), []
    variant = rules.VARIANTS[key]
    while len(found) < rounds:
        ruleset = rules.ruleset(key, options, variant.seats[len(found) % len(variant.seats)])
        deal = rules.make_deal(rules.new_game(ruleset), lambda _purpose, tiles: rng.sample(tiles, len(tiles)))
        position = rules.start_round(rules.new_game(ruleset), deal)
        stop = 30 if key == "sausage" else 999  # lines of Sausage are cut again: include long ones
        while not position.over and position.ply < stop:
            position = rules.play(position, rng.choice(position.legal))
        view = rules.to_json(rules.view_for(position, None))
        if view["layout"]:
            found.append({"layout": view["layout"], "ends": view["ends"]})
    return found


@pytest.mark.parametrize("key", [key for key in some_games(12) if key != "mexican_train"])
def test_layouts_of_every_game_have_no_faults(key: str):
    how = {
        "sum": {"classic_six": 6, "matador": 7}.get(key),
        "arms": 8 if key == "cyprus" else 4,
        "matadors": key == "matador",
        "lines": key == "sausage",
    }
    many = 25 if key == "double_nine" else 50
    tried = in_node("arranged.js", "faultsOf", layouts_of(key, many), WINDOWS, how)
    assert tried["wrong"] == []
    assert tried["tried"] >= 7 * many


def trains_by_ply(rng: random.Random, **options: Any) -> dict[str, Any]:
    """A random round of Mexican Train as watchers see it at its end, and the trains after each move.

    With three to eight seats, one leaves, and its train stays open.
    """
    ruleset = rules.ruleset("mexican_train", options, rng.randint(2, 8))
    game = rules.new_game(ruleset)
    position = rules.start_round(game, rules.make_deal(game, lambda _purpose, tiles: rng.sample(tiles, len(tiles))))
    frames = []
    while True:
        view = rules.to_json(rules.view_for(position, None))
        frames.append({"ply": view["ply"], "trains": view["trains"], "cover": view["cover"]})
        if position.over:
            return {"view": view, "frames": frames, "rules": {"set": ruleset.set}, "options": options}
        leaves = ruleset.seats > 2 and view["ply"] == 20
        position = rules.play(position, "resign" if leaves else rng.choice(position.legal))


@pytest.mark.parametrize("options", [{"set": 6}, {"set": 12}, {"opening": "train"}, {"after_double": "extra"}])
def test_the_page_derives_earlier_trains_of_a_running_round(options: dict[str, Any]):
    rng = random.Random(str(options))
    rounds = [trains_by_ply(rng, **options) for _ in range(4)]
    assert in_node("train_pasts.js", "differing", rounds) == [[]] * 4
    opened = [
        frame for each in rounds for frame in each["frames"] if any(train["open"] for train in frame["trains"][:-1])
    ]
    assert opened
    assert any(frame["cover"] for each in rounds for frame in each["frames"]) == ("after_double" not in options)
