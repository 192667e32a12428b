"""The house rules editor, filled in as by a browser."""

from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.pages.conftest import browser_of, in_play, offer, stranger


class Fields(HTMLParser):
    """The fields a browser sends with the editor's form."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: dict[str, str] = {}
        self.choices: dict[str, list[str]] = {}
        self.inside = False
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        got = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = "data-house" in got
        if not self.inside:
            return
        name, value = got.get("name", ""), got.get("value", "")
        if tag == "select":
            self.select = name
            self.choices[name] = []
        elif tag == "option":
            if not self.choices[self.select] or "selected" in got:
                self.sent[self.select] = value
            self.choices[self.select].append(value)
        elif tag == "input" and got.get("type") in {"checkbox", "radio"}:
            self.choices.setdefault(name, []).append(value)
            if "checked" in got:
                self.sent[name] = value
        elif tag == "input":
            self.sent[name] = value


def fields(page: HttpResponse) -> Fields:
    found = Fields()
    found.feed(page.content.decode())
    return found


@pytest.fixture
def change(stranger: Client) -> Callable[..., HttpResponse]:
    """`change("draw", do="play", spinner="all", end_rest="50")`: open the page, change this, press that.

    `seats=…` opens it for so many players; options are named as the rules name them, None switches off.
    """

    def press(key: str, *, do: str = "look", seats: int | None = None, by: Client | None = None, **changed: Any) -> Any:
        client = by or stranger
        path = f"/house-rules/change/{key}/"
        sent = fields(client.get(path, {"seats": seats} if seats else {})).sent
        for name, value in changed.items():
            mine = name if name in {"title", "name", "clock", "visibility", "reset", "seats_now"} else f"o-{name}"
            mine = {"seats_now": "seats"}.get(mine, mine.replace("_rest", "-rest").replace("_0", "-0"))
            if value is None:
                sent.pop(mine, None)
            else:
                sent[mine] = value
        return client.post(path, {**sent, "do": do})

    return press
