"""Matches of clubs in tests: clubs with so many members, whose players move when they visit."""

from collections.abc import Sequence
from typing import Any

from accounts.models import User
from clubs import actions, matches
from clubs.match_wishes import NewMatch
from clubs.models import Club
from standings.models import Rating
from tests.clubs.conftest import confirm
from tests.tournaments.world import BEGIN, World
from tournaments.entries import entering
from tournaments.models import Entry, Tournament

TERMS: dict[str, Any] = {"variant": "block", "boards": 2, "deals": 2, "round_days": 14}


def a_club(world: World, people: Sequence[User], name: str) -> Club:
    """A club that the first of these people owns, and the others belong to."""
    confirm(people[0])
    club = actions.make(maker=people[0], name=name, now=world.now)
    for each in people[1:]:
        actions.join(public_id=club.public_id, player=each, link=club.link, now=world.now)
    return club


def proposed(world: World, home: Club, other: Club | None, by: User, **terms: Any) -> Tournament:
    """A match that begins in two days."""
    wish = NewMatch(**(TERMS | {"starts_in_hours": 48, "opponent": other.public_id if other else ""} | terms))
    match = wish.match(home, world.now)
    return matches.propose(match=match, by=by, other=other, now=world.now)


def agreed(world: World, people: Sequence[User], **terms: Any) -> Tournament:
    """A match that both clubs agreed to play: the first half of these people is one club, with its owner first."""
    half = len(people) // 2
    clubs = [a_club(world, people[:half], "Double Six"), a_club(world, people[half:], "Blank")]
    match = proposed(world, *clubs, by=people[0], **terms)
    matches.answer(public_id=match.public_id, by=people[half], accepts=True, now=world.now)
    return match


def rate(player: User, rating: int) -> None:
    counts = {"games": 20, "won": 10, "drawn": 0, "streak": 0, "best_streak": 0, "opponents": 5}
    Rating.objects.create(player=player, variant="block", mu=rating, sigma=50, order=rating, updated=BEGIN, **counts)


def enter(world: World, match: Tournament, people: Sequence[User]) -> None:
    for each in people:
        entering.enter(public_id=match.public_id, player=each, now=world.now)


def name(world: World, match: Tournament, team: int, players: Sequence[User], by: User) -> None:
    """Name these players, who all agree."""
    matches.line_up(public_id=match.public_id, team=team, players=players, by=by, now=world.now)
    for each in Entry.objects.filter(tournament=match, team=team, members__agreed=False):
        player = each.members.get().player
        assert player is not None
        entering.agree(public_id=match.public_id, player=player, now=world.now)


def begin(world: World, match: Tournament) -> None:
    world.wait(days=2, seconds=1)
    match.refresh_from_db()
    assert match.is_running


def seated(match: Tournament, team: int) -> list[int | None]:
    """The keys of a team's players by board."""
    there = Entry.objects.filter(tournament=match, team=team, seed__isnull=False).order_by("board")
    return list(there.values_list("members__player", flat=True))
