import pytest

from tests.tournaments.world import World


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch, db: None) -> World:
    return World(monkeypatch)
