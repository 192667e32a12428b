"""The nets of examples/learning play what they learned, by the protocol of engines, and beat the heaviest tile."""

from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import rules
from engine.envs.batches import Batch
from engine.envs.episodes import Episode
from mind.contests.engines import question
from tests.engine.test_batches import deals_of

LEARNING = Path(__file__).parents[2] / "examples" / "learning"
both_games = pytest.mark.parametrize("game", ["block", "draw"])


@pytest.fixture
def learning(monkeypatch):
    """Imports a script of the example, as they import each other."""
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")  # the scripts set it
    monkeypatch.syspath_prepend(LEARNING)
    return import_module


@both_games
def test_an_engine_sees_and_plays_what_was_trained(learning, game):
    knowledge, play, train = map(learning, ("knowledge", "play", "train"))
    batch, learner = Batch(game, 15), train.Learner(play.net_for(game), np.random.default_rng(1))
    piles, leaders, deals = deals_of(batch, seed=5)
    batch.deal(piles, leaders)
    episodes = [Episode(game) for _ in deals]
    for episode, deal in zip(episodes, deals, strict=True):
        episode.start()
        episode.deal(deal)
    asked = 0
    while len(batch.rows):
        actions = train.move(batch, learner)
        for number, action, seen in zip(batch.rows, actions, batch.observations, strict=True):
            episode = episodes[number]
            view = episode.view(episode.turn)
            asking = question(view, "0")
            assert knowledge.observation(asking).tolist() == seen.tolist()
            if len(view.round.legal) > 1:
                # Ends of one value are alike.
                assert knowledge.read_move(play.answer(asking)["move"]) == (batch.tile[action], batch.meet[action])
                asked += 1
            episode.act(int(action))
        batch.step(actions)
    assert asked > 60


def test_an_engine_says_what_it_doesnt_know(learning):
    play = learning("play")
    episode = Episode("muggins")
    episode.start()
    episode.deal(rules.make_deal(episode.waits, lambda _purpose, tiles: tiles))
    asking = question(episode.view(episode.turn), "0")
    assert play.answer(asking) == {"error": "I know only Block and Draw for two, with the double-six set"}
    assert play.answer({**asking, "protocol": 2}) == {"error": "I know only protocol 1"}


@both_games
def test_the_nets_beat_the_heaviest_tile(learning, game):
    train, play = learning("train"), learning("play")
    learner = train.Learner(play.net_for(game), np.random.default_rng(1))
    share, error, points = train.duel(game, learner, train.Heaviest(), 400, seed=3)
    assert share - 3 * error > 0.5
    assert points > 1


def test_a_little_training_helps(learning, monkeypatch):
    train = learning("train")
    monkeypatch.setattr(train, "DEALS", 200)
    monkeypatch.setattr(train, "ROUNDS", 512)
    _net, curve = train.train("block", 2048, seed=1, report=lambda *_, **__: None)
    assert curve[-1]["share"] > curve[0]["share"] + 0.06
