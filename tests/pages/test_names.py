"""What one may be called: others have to be able to read it, and nothing beside it may change."""

import pytest

from accounts.names import tidy
from tests.pages.conftest import words


@pytest.mark.parametrize(
    "name", ["X", "Ada Lovelace", "Ђорђе", "مرحبا", "می\u200cخواهم", "👨\u200d👩\u200d👧", "<b>&", "七"]
)
def test_names_of_all_languages_stay_as_they_are(name):
    assert tidy(name) == name


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Ada \n Lovelace\u2028", "Ada Lovelace"),
        ("\u202eexe.gnp", "exe.gnp"),
        ("A\u200bd\u00ada", "Ada"),
        ("\u200b", ""),
        ("\u200d \u200c", ""),
        ("\u0301", ""),
    ],
)
def test_what_cant_be_seen_is_no_part_of_a_name(typed, name):
    assert tidy(typed) == name


def test_a_name_nobody_can_see_is_refused_where_it_is_typed(stranger, browser_of, offer, ada):
    chosen = {"variant": "draw", "seats": "2", "clock": "86400", "length": "usual", "visibility": "link"}
    for page in (
        stranger.post("/new/", chosen | {"name": "\u200b"}),
        stranger.post(f"/g/{offer(ada).public_id}/join/", {"name": "\u202e"}),
    ):
        assert page.status_code == 422
        assert "Please say what the others shall call you." in words(page)
    settings = {"theme": "dark", "sending": "submit", "sound": "on", "motion": "on", "language": "en"}
    browser_of(ada).post("/settings/", settings | {"nickname": "\u200b"})
    ada.refresh_from_db()
    assert ada.name == "Ada"
