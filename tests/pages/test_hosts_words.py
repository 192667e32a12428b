"""What a host tells everybody: a message on every page, and links to pages of their own."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from common import banner

read = banner.text  # the fixture `no_banner` replaces it


@pytest.fixture
def clock(monkeypatch):
    """The time in seconds, in a list; pages show the host's message."""
    now = [1e9]
    monkeypatch.setattr("common.cache.recent.tick", lambda seconds: now[0] // seconds)
    monkeypatch.setattr(banner, "text", read)
    yield now
    now[0] += 60
    banner.set_text("")
    read()


def page():
    return Client().get("/rules/").content.decode()


@pytest.mark.django_db
def test_a_message_is_on_every_page_within_seconds_and_costs_a_statement_then(clock, capsys, django_assert_num_queries):
    assert 'class="banner"' not in page()
    call_command("banner", "We move house\nat 22:00 <UTC>")
    assert capsys.readouterr().out == "All pages show it within 5 seconds.\n"
    with django_assert_num_queries(0):
        assert 'class="banner"' not in page()
    clock[0] += banner.SECONDS
    with django_assert_num_queries(1):
        shown = page()
    assert '<p class="banner" role="note">We move house at 22:00 &lt;UTC&gt;</p>' in shown
    with django_assert_num_queries(0):
        assert 'class="banner"' in page()
    call_command("banner")
    assert capsys.readouterr().out == "We move house at 22:00 <UTC>\n"
    call_command("banner", "--off")
    clock[0] += banner.SECONDS
    assert 'class="banner"' not in page()


@pytest.mark.django_db
def test_a_new_message_replaces_the_old_one():
    call_command("banner", "one")
    call_command("banner", "two")
    assert read.__wrapped__() == "two"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("until", "ends"),
    [("23:30", "2026-11-20 23:30"), ("10:00", "2026-11-21 10:00"), ("2026-11-22 05:40", "2026-11-22 05:40")],
)
def test_a_message_goes_by_itself(monkeypatch, capsys, until, ends):
    now = datetime(2026, 11, 20, 10, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: now)
    call_command("banner", "We move house", until=until)
    assert f"until {ends} UTC" in capsys.readouterr().out
    now = datetime.fromisoformat(f"{ends}:00Z") - timedelta(seconds=1)
    assert read.__wrapped__() == "We move house"
    now += timedelta(seconds=1)
    assert read.__wrapped__() == ""
    call_command("banner", "for good")
    assert read.__wrapped__() == "for good"


@pytest.mark.django_db
@pytest.mark.parametrize("until", ["tomorrow", "25:00", "2020-01-01 10:00", "2026-02-30 10:00", "9" * 5000, "10:00 2"])
def test_a_message_ends_at_a_time_to_come(until):
    with pytest.raises(CommandError, match="needs a time to come, such as 05:40"):
        call_command("banner", "We move house", until=until)
    with pytest.raises(CommandError, match="needs a message"):
        call_command("banner", until="05:40")
    assert read.__wrapped__() == ""


@pytest.mark.django_db
def test_a_message_is_short_and_not_both_on_and_off():
    with pytest.raises(CommandError, match="A message has at most 300 characters, this one has 301"):
        call_command("banner", "a" * 301)
    with pytest.raises(CommandError, match="not both"):
        call_command("banner", "a", "--off")


@pytest.mark.django_db
def test_the_footer_links_to_imprint_and_privacy_only_if_the_host_has_them(settings):
    assert "Imprint" not in page()
    settings.IMPRINT_URL, settings.PRIVACY_URL = "https://host.example/imprint", "https://host.example/privacy?a=1&b=2"
    assert '<a href="https://host.example/imprint">Imprint</a>' in page()
    assert '<a href="https://host.example/privacy?a=1&amp;b=2">Privacy</a>' in page()
