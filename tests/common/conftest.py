from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache

from tests.pages.conftest import browser_of, english_again  # noqa: F401 - fixtures


@pytest.fixture
def rates(settings: Any) -> Iterator[Callable[..., None]]:
    """`rates(talk="3/m")`: turns limits on, with these rates."""
    cache.clear()

    def at(**named: str) -> None:
        settings.LIMITS = True
        settings.RATES = settings.RATES | named

    at()
    yield at
    cache.clear()
