"""Never two names alike at one table.

An account's name goes before a guest's, who is called “Ada 2” from then on; of two accounts, or two guests, whoever
sat there first keeps it, and the other is told which name is free. It is asked where somebody sits down and where a
name changes, each time with the row of the person held first and then those of the games, so no two pass each other.
Games that are over are not looked at: their names are those of today.
"""

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import database, names
from accounts.followers import followers
from accounts.models import User
from common import refusals
from games import game_refusals
from games.actions.rows import announce_newest, read_anew
from games.models import Game, Seat


class NameTaken(refusals.NotNow, names.NotPossible):
    """A player in the game has this name or a similar one; *free* is a name that is available."""

    def __init__(self, name: str, free: str) -> None:
        said = _("Another player in this game is called %(name)s, or something very close. Try %(free)s instead.")
        super().__init__("name_taken", said % {"name": name, "free": free})
        self.free = free


def must_be_tellable_apart(who: User | str, others: Iterable[User | None]) -> None:
    """Raise `NameTaken` if one of the others has the name of *who* (a string: a guest's name) and keeps it."""
    taken = _looks(other for other in others if other is not None and not _makes_way(other, who))
    if _looks([who]) & taken:
        name = who if isinstance(who, str) else who.name
        raise NameTaken(name, names.another(name, taken))


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
        _call_otherwise(other, {player, *people, *neighbours(other)})  # as they are called now, not as stored
    return called_anew


def may_be_called(*, player: User, name: str) -> None:
    """Whether *player* may be called *name* from now on; guests who are called so make way. Raises `NameTaken`.

    Called inside the transaction that stores it, with the player's row held.
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
    """Somebody has come to their tables without being asked: by logging in, or by an account they have made.

    Where another account is called so, they are called otherwise. Called with their row and then their games held, so
    that of two who come at once the second sees the first. Guests have still to make way (`make_guests_way`).
    """
    people = neighbours(account)
    if _looks([account]) & _looks(other for other in people if not other.is_guest):
        _call_otherwise(account, people)


def make_guests_way(account: User) -> None:
    """Call guests otherwise whom one could take for *account*, each in a transaction of their own.

    After the commit of what has brought it to their tables: who holds its games must not wait for a guest's row, for
    the guest may be waiting for one of these games.
    """
    account.refresh_from_db()
    alike = [other for other in neighbours(account) if other.is_guest and _looks([other]) & _looks([account])]
    for guest in sorted(alike, key=lambda other: other.pk):
        with transaction.atomic():
            held = database.hold(guest)
            _hold_games(held)
            people = neighbours(held)
            makes_way = held.is_guest and bool(_looks([held]) & _looks(each for each in people if not each.is_guest))
            if makes_way:
                _call_otherwise(held, people)
        if makes_way:
            show_names([held])


def _hold_games(player: User) -> None:
    games = Game.objects.filter(seats__player=player, status__in=Game.RUNNING)
    list(Game.objects.select_for_update().filter(pk__in=games.values("pk")).order_by("pk").values_list("pk"))


def neighbours(player: User) -> set[User]:
    """Who sits with somebody at tables that aren't over."""
    games = Seat.objects.filter(player=player, over_at=None, game__status__in=Game.RUNNING).values("game")
    return set(User.objects.filter(seats__game__in=games).exclude(pk=player.pk))


def show_names(people: Iterable[User]) -> None:
    """After the commit."""
    for person in people:
        for follower in followers():
            follower.renamed(person)


def show_name(*, player: User) -> None:
    """They are called otherwise, or have an account now: the tables they play at say so.

    Of the games that are over nothing is touched, however many there are: who looks at one asks for its names anyway.
    """
    with transaction.atomic():
        ids = read_anew(Game.objects.filter(seats__player=player, seats__over_at=None, status__in=Game.RUNNING))
    announce_newest(ids)


def _looks(people: Iterable[User | str]) -> frozenset[str]:
    """How their names look; an account has two that it can be taken for."""
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
