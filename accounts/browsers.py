"""Lists where people are logged in. Each session has a row with its browser and when it was last used."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.db import DatabaseError, transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from accounts import browser
from accounts.followers import followers
from accounts.login.admission import guest_of
from accounts.models import Browser, User
from common import address, database

USED_EVERY = 600  # seconds: `last_used` is written this often at most
OPEN_EVERY = 120  # … while a page is open
HERE = timedelta(seconds=USED_EVERY + OPEN_EVERY)  # after that long without a sign, a person has gone
NOTED = "noted"  # in the session: [its key, when its row was written]
SINCE = "since"  # … when its user logged in
BY_LINK = "by_link"  # … True: by a guest's link (accounts.pages.guest_link)
LONGEST_AGENT = 300  # characters


def begin(request: HttpRequest, user: User) -> None:
    """Add the row of a session that has just logged in."""
    request.session[SINCE] = time.time()
    note(request, user)


@contextmanager
def staying_the_same_browser(request: HttpRequest, user: User) -> Iterator[None]:
    """Log *user* in inside this context: the browser's belongings survive Django's change of session. Its sockets no
    longer hear the previous user's events.
    """
    former, here, before = guest_of(request), browser.known(request.session), browser.belongings(request.session)
    yield
    request.session.update(before)
    note(request, user)
    if former is not None and former.pk != user.pk and here:
        _tell(former, [here])


def note(request: HttpRequest, user: User) -> None:
    """Record that this session is in use."""
    session, now = request.session, timezone.now()
    if session.session_key is None:
        session.save()
    Browser.objects.update_or_create(
        session_id=session.session_key,
        defaults={
            "user_id": user.pk,
            "name": browser.name(session),
            "agent": request.META.get("HTTP_USER_AGENT", "")[:LONGEST_AGENT],
            "place": address.neighbourhood(address.of_request(request)),
            "by_link": bool(session.get(BY_LINK)),
            "since": datetime.fromtimestamp(session.get(SINCE, now.timestamp()), tz=now.tzinfo),
            "last_used": now,
        },
    )
    session[NOTED] = [session.session_key, now.timestamp()]


def noted(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware that records the use of a session from time to time. Requests that never read the session cost
    nothing.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        session = request.session
        if session.accessed and SESSION_KEY in session and not _is_fresh(session):
            changed = session.modified
            # Another browser ended the session meanwhile, or the disk is full.
            with suppress(DatabaseError), database.unwaiting(), transaction.atomic():
                note(request, User(pk=session[SESSION_KEY]))
            session.only_noted = not changed  # type: ignore[attr-defined]  # of `accounts.sessions`
        return response

    return answer


def _is_fresh(session: SessionBase) -> bool:
    """A session whose key changed has lost its row."""
    key, when = session.get(NOTED, ["", 0])
    return bool(key == session.session_key and time.time() - when < USED_EVERY)


def still_open(session_key: str) -> None:
    """Record that a page of this session is still open."""
    with database.mere_note():
        Browser.objects.filter(session=session_key).update(last_used=timezone.now())


def people_here(players: Iterable[int], now: datetime) -> set[int]:
    """Which of these people have a page open, or had one a few minutes ago. Programs always count. One query."""
    here = Q(browsers__last_used__gt=now - HERE) | Q(is_program=True)
    return set(User.objects.filter(here, pk__in=players).values_list("pk", flat=True))


def in_use_by(user: User, now: datetime) -> QuerySet[Browser]:
    """A user's logged-in browsers, most recently used first."""
    return user.browsers.filter(session__expire_date__gt=now).order_by("-last_used", "-pk")


def others(request: HttpRequest, user: User) -> QuerySet[Browser]:
    """All browsers except the one that sends this request."""
    return user.browsers.exclude(session=request.session.session_key)


def end(user: User, which: QuerySet[Browser]) -> int:
    """Log these browsers out and close their sockets. Return how many there were."""
    ended = list(which.values_list("session_id", "name"))
    Session.objects.filter(pk__in=[key for key, _name in ended]).delete()
    if ended:
        _tell(user, [name for _key, name in ended if name])
    return len(ended)


def _tell(user: User, names: list[str]) -> None:
    for follower in followers():
        follower.browsers_ended(user, names)
