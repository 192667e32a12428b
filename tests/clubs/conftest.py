"""Clubs and their people, at a fixed time."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from allauth.account.models import EmailAddress

from accounts.models import User
from clubs import actions
from clubs.models import Club, Membership
from clubs.wishes import ClubTerms
from tests.pages.conftest import browser_of, stranger

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)


def confirm(user: User) -> None:
    EmailAddress.objects.get_or_create(user=user, email=f"{user.username}@example.org", verified=True, primary=True)


@pytest.fixture
def club(db: None) -> Callable[..., Club]:
    """`club(ada, ben, cleo, joining="request")`: Ada's club, with Ben and Cleo as members."""

    def make(owner: User, *members: User, name: str = "Double Six", organisers: int = 0, **terms: object) -> Club:
        confirm(owner)
        made = actions.make(maker=owner, name=name, terms=ClubTerms(**terms), now=NOW)  # type: ignore[arg-type]
        for number, member in enumerate(members):
            actions.join(public_id=made.public_id, player=member, link=made.link, now=NOW)
            if number < organisers:
                role = Membership.Role.ORGANISER
                actions.set_role(public_id=made.public_id, by=owner, player=member, role=role, now=NOW)
        made.refresh_from_db()
        return made

    return make


def roles(club: Club) -> dict[str, str]:
    """Who is what in a club; checks that its size is right."""
    there = dict(Membership.objects.filter(club=club).order_by("pk").values_list("player__username", "role"))
    club.refresh_from_db()
    guests = Membership.objects.filter(club=club, player__is_guest=True).count()
    assert club.size == len(there) - guests
    assert club.is_closed == (not there)
    assert sum(role == "owner" for role in there.values()) == (not club.is_closed)
    return there
