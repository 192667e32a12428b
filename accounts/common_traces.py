"""Browsers and networks that accounts share. Families, clubs and schools share them, too."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from ipaddress import ip_network

from django.utils.crypto import salted_hmac

from accounts.models import Browser, Token

PURPOSE = "accounts.common_traces"


def networks(people: Iterable[int]) -> Mapping[int, set[str]]:
    """The last networks of each person's logged-in browsers and tokens, by user id. Two queries.

    Not those within a house: on a club's own server, or behind a proxy that hides addresses, everybody has the same.
    """
    places: dict[int, set[str]] = defaultdict(set)
    for rows in (
        Browser.objects.filter(user__in=people).values_list("user", "place"),
        Token.objects.filter(user__in=people).values_list("user", "last_place"),
    ):
        for user, place in rows:
            if place and not ip_network(place).is_private:
                places[user].add(place)
    return places


def traces(people: Iterable[int]) -> Mapping[int, set[str]]:
    """Keyed hashes of each person's networks and logged-in browsers, by user id. They show who shares one, but not
    which. Three queries.
    """
    people = list(people)
    hashes: dict[int, set[str]] = defaultdict(set)
    browsers = Browser.objects.filter(user__in=people).values_list("user", "name")
    named = [*browsers, *((user, place) for user, places in networks(people).items() for place in places)]
    for user, name in named:
        hashes[user].add(salted_hmac(PURPOSE, name).hexdigest()[:16])
    return hashes
