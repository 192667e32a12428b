"""Reading whom a form means: friends that were ticked, and a name that was typed."""

from collections.abc import Iterable

from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.translation import gettext as _

from accounts.models import User
from common import refusals
from people.models import Called, key_of

MOST = 12  # people one form names


def named(sent: QueryDict) -> list[User]:
    """The accounts that the fields `invite` (user names) and `invite_name` (as typed) mean.

    Raises `Unreadable` with a sentence about the first that can't be found.
    """
    people = by_usernames(sent.getlist("invite")[:MOST])
    if typed := sent.get("invite_name", "").replace("\0", "").strip():
        people.append(by_name(typed))
    return list({person.pk: person for person in people}.values())


def by_usernames(usernames: Iterable[str]) -> list[User]:
    """Accounts by their user names, in the order given."""
    wanted = [name.replace("\0", "") for name in usernames]
    found = {user.username: user for user in _accounts().filter(username__in=wanted)}
    for name in wanted:
        if name not in found:
            raise _nobody(name)
    return [found[name] for name in wanted]


def by_name(typed: str) -> User:
    """The account of that user name, or the only one with that name at the table."""
    if (exact := _accounts().filter(username=typed).first()) is not None:
        return exact
    pks = set(Called.objects.filter(key=key_of(typed)).values_list("user", flat=True)[: MOST + 1])
    people = list(_accounts().filter(pk__in=pks).order_by("username"))
    if not people:
        raise _nobody(typed)
    if len(people) > 1:
        names = ", ".join(person.username for person in people)
        said = _("Several people are called %(name)s. Please say the user name: %(names)s.")
        raise refusals.Unreadable("ambiguous", said % {"name": typed[:60], "names": names})
    return people[0]


def _accounts() -> QuerySet[User]:
    return User.objects.filter(is_guest=False, is_active=True, deleted_at=None)


def _nobody(name: str) -> refusals.Refused:
    return refusals.Unreadable("unknown_person", _("Nobody here is called %(name)s.") % {"name": name[:60]})
