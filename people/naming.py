"""Reading whom a form means: friends that were ticked, and a name that was typed."""

from django.http import QueryDict
from django.utils.translation import gettext as _

from accounts import finding
from accounts.models import User
from common import refusals
from people.models import Called, key_of

MOST = 12  # people one form names


def named(sent: QueryDict) -> list[User]:
    """The accounts that the fields `invite` (user names) and `invite_name` (as typed) mean.

    Raises `Unreadable` with a sentence about the first that can't be found.
    """
    try:
        people = finding.accounts_called(sent.getlist("invite")[:MOST])
        if typed := sent.get("invite_name", "").replace("\0", "").strip():
            people.append(by_name(typed))
    except refusals.NotFound as nobody:
        raise refusals.Unreadable(nobody.code, str(nobody)) from None
    return list({person.pk: person for person in people}.values())


def by_name(typed: str) -> User:
    """The account of that user name, or the only one with that name at the table. Raises `NotFound`, `Unreadable`."""
    if (exact := finding.accounts().filter(username=typed).first()) is not None:
        return exact
    pks = set(Called.objects.filter(key=key_of(typed)).values_list("user", flat=True)[: MOST + 1])
    people = list(finding.accounts().filter(pk__in=pks).order_by("username"))
    if not people:
        raise finding.nobody(typed)
    if len(people) > 1:
        names = ", ".join(person.username for person in people)
        said = _("Several players are named %(name)s. Type a user name instead: %(names)s.")
        raise refusals.Unreadable("ambiguous", said % {"name": typed[:60], "names": names})
    return people[0]
