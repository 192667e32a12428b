"""What the tests of costs need."""

import pytest


@pytest.fixture
def messages_as_documented() -> None:
    """No message is compared here (`tests.conftest`): its calls would count."""
