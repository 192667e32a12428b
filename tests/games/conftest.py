"""A large finished game for tests of past games."""

from tests.history.conftest import over
