"""Session and user come with one query, with the same checks as Django's."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import Browser, User
from accounts.sessions import SessionStore, user_of


@pytest.fixture
def key(browser_of, ada):
    """The key of Ada's session."""
    return browser_of(ada).session.session_key


def who(key):
    """The user known to the site, after asserting that Django's own lookup agrees."""
    request = HttpRequest()
    request.session = SessionStore(key)
    by_django = get_user(request)
    assert user_of(SessionStore(key)) == by_django
    return by_django.pk


@pytest.mark.both_databases
def test_session_and_user_need_one_query(key, ada, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert user_of(SessionStore(key)) == ada


def test_a_request_without_a_session_needs_no_query(db, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert not user_of(SessionStore(None)).is_authenticated


def test_an_unknown_key_needs_one_query_and_is_dropped(db, django_assert_num_queries):
    session = SessionStore("made-up-by-somebody")
    with django_assert_num_queries(1):
        assert not user_of(session).is_authenticated
    assert session.session_key is None


def test_a_session_without_a_user_is_loaded_too(db):
    session = SessionStore()
    session["seats"] = {"game": "token"}
    session.create()
    again = SessionStore(session.session_key)
    assert again["seats"] == {"game": "token"}
    assert not user_of(again).is_authenticated


@pytest.mark.both_databases
def test_the_user_is_known_without_the_row_of_their_browser(key, ada):
    Browser.objects.all().delete()
    assert who(key) == ada.pk


@pytest.mark.parametrize(
    "ended",
    [
        lambda ada: Session.objects.all().delete(),
        lambda ada: Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1)),
        lambda ada: User.objects.update(password="another"),
        lambda ada: User.objects.update(is_active=False),
        lambda ada: Session.objects.update(session_data="forged"),
    ],
    ids=["ended", "over", "another password", "not active", "forged"],
)
def test_ending_a_session_takes_effect_at_once(key, ada, ended):
    ended(ada)
    assert who(key) is None


def test_the_row_of_a_browser_logs_nobody_in(key, ada, ben):
    Browser.objects.update(user=ben)
    assert who(key) == ada.pk


@pytest.mark.both_databases
def test_a_session_signed_with_the_previous_key_works_and_is_renewed(key, ada, settings):
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "a new one"
    session = SessionStore(key)
    assert user_of(session) == ada
    assert session.session_key != key
