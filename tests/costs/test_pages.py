"""Every page and every answer of the API costs the statements that numbers.py names, however many rows there are."""

import fnmatch

import pytest

from accounts import browsers
from tests.conftest import forget
from tests.costs.counting import calls, check_calls, statements
from tests.costs.numbers import ANSWERS, CALLS, PAGES, UNCOUNTED
from tests.costs.site import FEW, Site
from tests.learn.conftest import asked

__all__ = ["asked"]
pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
NUMBERS = PAGES | ANSWERS
NOT_READ = 405  # the answer of addresses that only accept changes

Sent = dict[str, list[str]]  # statements by the name of the address


def addresses(site: Site, there: dict[str, str]) -> dict[str, str]:
    """Those *there* that Ada may read, by name; also with the queries in NUMBERS. She reads everything once."""
    found = {
        name: path
        for name, path in there.items()
        if not any(fnmatch.fnmatchcase(name, pattern) for pattern in UNCOUNTED)
        and site.client.get(path).status_code != NOT_READ
    }
    return found | {
        name: found[name.partition("?")[0]] + "?" + name.partition("?")[2] for name in NUMBERS if "?" in name
    }


def visited(site: Site, paths: dict[str, str]) -> Sent:
    sent: Sent = {}
    for name, path in paths.items():
        with statements() as sent[name]:
            answer = site.client.get(path)
            _whole = b"".join(answer) if answer.streaming else answer.content
        assert answer.status_code < 400, f"{name}: {path} answers {answer.status_code}"
    return sent


def without_and_with_caches(site: Site, paths: dict[str, str]) -> tuple[Sent, Sent]:
    forget()
    return visited(site, paths), visited(site, paths)


def differences(sent: Sent, numbers: dict[str, int]) -> str:
    """Each address with another number, and its statements."""
    found = []
    for name in sorted({*sent, *numbers}):
        now, wanted = sent.get(name), numbers.get(name)
        if now is None:
            found.append(f"{name}: there is no such address to read")
        elif len(now) != wanted:
            found += [f"{name}: {len(now)} statements instead of {wanted}", *(f"    {sql[:160]}" for sql in now)]
    return "\n".join(found)


def test_every_page_and_answer_costs_its_number_of_statements_however_many_rows_there_are(monkeypatch):
    """Add a new page to PAGES, or say in UNCOUNTED why it needs no number."""
    monkeypatch.setattr(browsers, "OPEN_EVERY", browsers.USED_EVERY)  # on a slow machine, the test takes a minute
    site = Site()
    there = site.addresses()
    paths = addresses(site, there)
    assert [reason for reason in UNCOUNTED if not fnmatch.filter(there, reason)] == []  # none is out of date
    cold, warm = without_and_with_caches(site, paths)
    assert not (wrong := differences(warm, NUMBERS)), wrong
    for name in CALLS.keys() & PAGES.keys():
        with calls() as called:
            site.client.get(paths[name])
        check_calls(name, called)
    site.grow(FEW)
    visited(site, paths)  # marks the new notifications and messages as read
    colder, warmer = without_and_with_caches(site, paths)
    for few, many in ((cold, colder), (warm, warmer)):
        assert not (more := differences(many, {name: len(sent) for name, sent in few.items()})), more
