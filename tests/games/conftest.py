"""A game that many have, as tests of its past find it."""

from tests.history.conftest import over  # noqa: F401 - a fixture
