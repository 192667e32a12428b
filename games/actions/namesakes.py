"""No two players in a game have names that look alike.

An account's name takes precedence: a guest with the same name is renamed, for example to “Ada 2”. Between two accounts
or two guests, the first in the game keeps the name, and the other gets an error with a free name.

We check when a player joins and when a name changes. Each check first locks the person's row, then those of the games,
so that two checks can't miss each other. Finished games are not checked, because they show players' current names.
"""

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import database, names
from accounts.followers import followers
from accounts.models import User
from common import refusals
from common.database import tried_again
from games import game_refusals
from games.actions.rows import announce_newest, hold, renew
from games.models import Game, Seat


class NameTaken(refusals.NotNow, names.NotPossible):
    """A player in the game has this name or a similar one; *free* is a name that is available."""

    def __init__(self, name: str, free: str) -> None:
        sentence = _("Another player in this game is called %(name)s, or something very close. Try %(free)s instead.")
        super().__init__("name_taken", sentence % {"name": name, "free": free})
        self.free = free


def must_be_tellable_apart(who: User | str, others: Iterable[User | None]) -> None:
    """Raise `NameTaken` if one of the others keeps a name like that of *who* (a string: the name of a guest)."""
    taken = _looks(other for other in others if other is not None and not _makes_way(other, who))
    if _looks([who]) & taken:
        name = who if isinstance(who, str) else who.name
        raise NameTaken(name, names.another(name, taken))


def alike(people: Iterable[User]) -> dict[int, set[int]]:
    """Who can't sit with whom, because their names look alike; by user id."""
    by_look: dict[str, set[int]] = {}
    for person in people:
        for look in _looks([person]):
            by_look.setdefault(look, set()).add(person.pk)
    return {one: them - {one} for them in by_look.values() if len(them) > 1 for one in them}


def make_way(player: User, others: Iterable[User | None]) -> list[User]:
    """Make room for *player* among the others: rename guests with that name, and return them.

    Raises `NameTaken`. The caller must still update their games (`show_names`).
    """
    people = [other for other in others if other is not None and other.pk != player.pk]
    must_be_tellable_apart(player, people)
    called_anew = [other for other in people if _looks([other]) & _looks([player])]
    for other in called_anew:
        # Skip a locked row: its transaction may be waiting for this game.
        if not User.objects.select_for_update(no_key=True, skip_locked=True).filter(pk=other.pk).exists():
            raise game_refusals.stale()
        _call_otherwise(other, {player, *people, *neighbours(other)})  # by the names in memory, stored or not
    return called_anew


def may_be_called(*, player: User, name: str) -> None:
    """Give *player* this name in memory, and rename guests with the same name. Raises `NameTaken`.

    Call inside the transaction that stores the name, with the player's row locked.
    """
    _hold_games(player)
    player.nickname, before = name, player.nickname
    try:
        called_anew = make_way(player, neighbours(player))
    except names.NotPossible:
        player.nickname = before
        raise
    transaction.on_commit(lambda: show_names(called_anew), robust=True)


def settle(account: User) -> None:
    """Rename *account* if another account in its games has the same name.

    For people who log in or create an account, because their guest's games become theirs without a name check. Call
    with their row and then their games locked, so that of two at once the second sees the first. Then rename guests
    with `make_guests_way`.
    """
    people = neighbours(account)
    if _looks([account]) & _looks(other for other in people if not other.is_guest):
        _call_otherwise(account, people)


def make_guests_way(account: User) -> None:
    """Rename guests whose names look like that of *account*, each in a transaction of its own.

    Call after the commit that moved the games to *account*. A transaction that locks the games must not wait for a
    guest's row, because the guest may be waiting for one of these games.
    """
    account.refresh_from_db()
    alike = [other for other in neighbours(account) if other.is_guest and _looks([other]) & _looks([account])]
    for guest in sorted(alike, key=lambda other: other.pk):
        if (called_anew := _make_way(guest)) is not None:
            show_names([called_anew])


@tried_again
@transaction.atomic
def _make_way(guest: User) -> User | None:
    """The guest with a new name, if theirs looks like that of an account they play with."""
    held = database.hold(guest)
    _hold_games(held)
    people = neighbours(held)
    if not held.is_guest or not _looks([held]) & _looks(each for each in people if not each.is_guest):
        return None
    _call_otherwise(held, people)
    return held


def _hold_games(player: User) -> None:
    hold(Game.objects.filter(seats__player=player, status__in=Game.RUNNING))


def neighbours(player: User) -> set[User]:
    """The other players in a person's games that haven't ended."""
    games = Seat.objects.filter(player=player, over_at=None, game__status__in=Game.RUNNING).values("game")
    return set(User.objects.filter(seats__game__in=games).exclude(pk=player.pk))


def show_names(people: Iterable[User]) -> None:
    """Tell the followers of accounts about new names. Call after the commit."""
    for person in people:
        for follower in followers():
            follower.renamed(person)


@tried_again
def show_name(*, player: User) -> None:
    """Show a player's new name, or their new account, on the boards of their games.

    Finished games need no update, because they read their players' names on each request.
    """
    with transaction.atomic():
        games = renew(Game.objects.filter(seats__player=player, seats__over_at=None, status__in=Game.RUNNING))
    announce_newest(games)


def _looks(people: Iterable[User | str]) -> frozenset[str]:
    """The looks of their names. An account has two: display name and user name."""
    called: set[str] = set()
    for person in people:
        if isinstance(person, str):
            called.add(person)
        else:
            called |= {person.name} if person.is_guest else {person.name, person.username}
    return frozenset(look for name in called for look in names.looks(name))


def _makes_way(other: User, who: User | str) -> bool:
    return other.is_guest and isinstance(who, User) and not who.is_guest


def _call_otherwise(person: User, among: Iterable[User]) -> None:
    person.nickname = names.another(person.name, _looks(each for each in among if each.pk != person.pk))
    person.save(update_fields=["nickname"])
