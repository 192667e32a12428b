"""Finds the people that a form names: ticked friends and a typed name."""

from django.http import QueryDict
from django.utils.translation import gettext as _

from accounts import finding
from accounts.models import User
from common import refusals
from people.models import Called, key_of

MOST = 12  # people in one form


def named(sent: QueryDict) -> list[User]:
    """The accounts in the fields `invite` (user names) and `invite_name` (one name as typed), each once.

    Raises `Unreadable` about the first name that fits no account or several.
    """
    try:
        people = finding.accounts_called(sent.getlist("invite")[:MOST])
        if typed := sent.get("invite_name", "").replace("\0", "").strip():
            people.append(by_name(typed))
    except refusals.NotFound as nobody:
        raise refusals.Unreadable(nobody.code, str(nobody)) from None
    return list({person.pk: person for person in people}.values())


def by_name(typed: str) -> User:
    """The account with this user name, or the only one with this display name. Raises `NotFound`, `Unreadable`."""
    if (exact := finding.accounts().filter(username=typed).first()) is not None:
        return exact
    pks = set(Called.objects.filter(key=key_of(typed)).values_list("user", flat=True)[: MOST + 1])
    people = list(finding.accounts().filter(pk__in=pks).order_by("username"))
    if not people:
        raise finding.nobody(typed)
    if len(people) > 1:
        names = ", ".join(person.username for person in people)
        sentence = _("Several players are named %(name)s. Type a user name instead: %(names)s.")
        raise refusals.Unreadable("ambiguous", sentence % {"name": typed[:60], "names": names})
    return people[0]
