import pytest

from tests.api.test_schema import fits, schema
from tests.ladders.world import World

__all__ = ["fits", "schema"]


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch, db: None) -> World:
    return World(monkeypatch)
