from collections.abc import Callable
from typing import Any

import pytest

from common.limits import middleware
from common.limits.leaks import Leaks
from tests.pages.conftest import browser_of, english_again


@pytest.fixture
def rates(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """`rates(talk="3/m")`: turns limits on, with these rates. Nothing has been counted yet."""
    monkeypatch.setattr(middleware, "pages", Leaks("page"))
    monkeypatch.setattr(middleware, "work", Leaks("work"))

    def at(**named: str) -> None:
        settings.LIMITS = True
        settings.RATES = settings.RATES | named

    at()
    return at
