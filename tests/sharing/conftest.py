"""Shared pages, and what link previews read from them."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client

from sharing.pictures import stored
from tests.pages.conftest import browser_of, english_again, offer, stranger

TAG = re.compile(r'<meta (?:property|name)="(og:[\w:]+|twitter:card)" content="([^"]*)">')
SITE = re.compile(r"^https?://[^/]+")


@pytest.fixture(autouse=True)
def none_being_drawn() -> None:
    """Row ids and tokens repeat between tests, so no test may find a picture of an earlier one."""
    stored.being_drawn.forget()


@pytest.fixture
def as_text(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Pictures stay SVG, which tests can read. The list has each one that was drawn."""
    made: list[str] = []

    def rendered(svg: str) -> bytes:
        made.append(svg)
        return svg.encode()

    monkeypatch.setattr(stored, "rendered", rendered)
    return made


@pytest.fixture
def preview(stranger: Client) -> Callable[..., dict[str, str]]:
    """`preview("/g/…/", "de")`: the tags that a preview of that link reads, and the path of its picture."""

    def read(path: str, language: str = "en") -> dict[str, str]:
        answer = stranger.get(path, headers={"accept-language": language})
        assert answer.status_code == 200
        found = [(name, unescape(said)) for name, said in TAG.findall(answer.content.decode())]
        tags = dict(found)
        assert len(tags) == len(found), "a tag occurs twice"
        return tags | {"path": SITE.sub("", tags["og:image"])}

    return read
