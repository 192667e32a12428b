"""Times for tests: games start on Friday 20 November 2026, noon in Kyiv."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.utils import timezone

from accounts.models import User, Vacation
from accounts.rest import zone_named
from tests.following import it_happens

FRIDAY = datetime(2026, 11, 20, 10, tzinfo=UTC)  # noon in Kyiv


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], datetime]:
    """`at(moment)`: sets the current time for everyone."""

    def set_clock(moment: datetime) -> datetime:
        monkeypatch.setattr(timezone, "now", lambda: moment)
        return moment

    set_clock(FRIDAY)
    return set_clock


def kyiv(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone_named("Europe/Kyiv")).astimezone(UTC)


def rests(user: User, now: datetime, *, vacation: tuple[datetime, datetime] | None = None, **fields: Any) -> None:
    """Change a player's rest, as the settings page does."""
    before = user.rest
    for name, value in fields.items():
        setattr(user, name, value)
    user.save(update_fields=list(fields))
    if vacation:
        Vacation.objects.create(user=user, starts=vacation[0], ends=vacation[1])
    it_happens("rest_changed", user, before, now)


hours = lambda n: timedelta(hours=n)  # noqa: E731
days = lambda n: timedelta(days=n)  # noqa: E731


@pytest.fixture(autouse=True)
def banks_run_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The head start of a turn is tested elsewhere (tests/plans); here a bank is what the clock has left."""
    monkeypatch.setattr(django_settings, "HEAD_START_SECONDS", 0)
