import pytest

from tests.api.test_schema import fits, schema
from tests.tournaments.ruled import Ruled
from tests.tournaments.world import World


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch, db: None) -> World:
    return World(monkeypatch)


@pytest.fixture
def ruled(world: World, monkeypatch: pytest.MonkeyPatch) -> Ruled:
    return Ruled(world, monkeypatch)
