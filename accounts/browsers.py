"""Lists where people are logged in. Each session has a row with its browser and when it was last used."""

import math
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.db import DatabaseError, transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from accounts import browser
from accounts.followers import followers
from accounts.login.admission import guest_of
from accounts.models import Browser, User
from common import address, database
from common.cache.recent import kept_for

USED_EVERY = 600  # seconds: the row is written this often at most
OPEN_EVERY = 50  # … and its `last_used` alone: open pages ping every 20 seconds, hidden ones every minute
HERE = timedelta(minutes=2)  # after that long without a sign, a person has gone
MOST_OPEN = 10_000  # sessions whose last minute a process remembers
NOTED = "noted"  # in the session: [its key, when its row was written]
SINCE = "since"  # … when its user logged in
BY_LINK = "by_link"  # … True: by a guest's link (accounts.pages.guest_link)
LONGEST_AGENT = 300  # characters
SEEN = """
    SELECT user_id, last_used FROM accounts_user person JOIN accounts_browser browser ON user_id = person.id
    WHERE person.id IN ({people}) AND looking AND NOT is_program ORDER BY last_used
"""


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


@database.tried_again
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
        if not session.accessed or SESSION_KEY not in session or (age := _age(session)) < OPEN_EVERY:
            return response
        if age < USED_EVERY:
            still_open(str(session.session_key))
        else:
            changed = session.modified
            # Another browser ended the session meanwhile, or the disk is full.
            with suppress(DatabaseError), database.unwaiting(), transaction.atomic():
                note(request, User(pk=session[SESSION_KEY]))
            session.only_noted = not changed  # type: ignore[attr-defined]  # of `accounts.sessions`
        return response

    return answer


def _age(session: SessionBase) -> float:
    """The seconds since the session's row was written. A session whose key changed has lost its row."""
    key, when = session.get(NOTED, ["", 0])
    return time.time() - when if key == session.session_key else math.inf


@kept_for(60, MOST_OPEN)  # however many pages and requests there are
def still_open(session_key: str) -> None:
    """Record that this session is still in use, once a minute."""
    with database.mere_note():
        Browser.objects.filter(session=session_key).update(last_used=timezone.now())


def of_people_here(now: datetime) -> QuerySet[Browser]:
    """The browsers that have a page open, or had one a moment ago."""
    return Browser.objects.filter(last_used__gt=now - HERE)


def last_seen(people: Collection[int]) -> dict[int, datetime]:
    """When each of these people last used the site, by id; without those who hide it, and programs. One query."""
    if not people:
        return {}
    rows = database.read_rows(SEEN.format(people=database.placeholders(people)), list(people))
    return {person: database.moment(seen) for person, seen in rows}


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
