from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.utils import timezone

from accounts.models import User
from games import queries
from moderation import actions
from moderation.models import Report
from tests.conftest import person
from tests.pages.conftest import browser_of, english_again, stranger
from tests.talk.conftest import game, say

__all__ = ["browser_of", "english_again", "game", "say", "stranger"]


def moderator(name: str) -> User:
    user = person(name)
    user.is_staff = True
    user.save(update_fields=["is_staff"])
    user.groups.add(Group.objects.get(name="moderators"))
    return user


@pytest.fixture
def mo(db: None) -> User:
    return moderator("Mo")


@pytest.fixture
def reported(ada: User, ben: User, game: str) -> Callable[..., Report]:
    """`reported()`: Ada reports Ben in their game; `reported(message=…)`: a message there."""

    def report(**more: Any) -> Report:
        about = {name: more.pop(name) for name in ("player", "game", "message") if name in more}
        if "message" not in about:
            about = {"player": ben, "game": queries.find_game(game), **about}
        subject = actions.Subject(**about)
        return actions.report(reporter=ada, subject=subject, now=timezone.now(), **{"reason": "insult", **more})

    return report


@pytest.fixture
def decide(mo: User) -> Callable[..., None]:
    """`decide(report, "warn", note="…")`: Mo decides."""

    def decide(report: Report, *kinds: str, **more: Any) -> None:
        chosen = {"note": "For this reason.", **{name: more.pop(name) for name in ("note", "days") if name in more}}
        decision = actions.Decision(kinds, **chosen)
        actions.decide(report_id=report.pk, decision=decision, **{"moderator": mo, "now": timezone.now(), **more})

    return decide
