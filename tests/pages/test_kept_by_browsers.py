"""Cacheable answers contain nothing personal; answers are compressed."""

import gzip
import re

import pytest
from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse
from django.utils import translation

from dominoes_site import texts
from tests.games.playing import play_out
from tests.pages.test_seats_held import patterns

GZIP = {"Accept-Encoding": "gzip"}


@pytest.fixture
def addresses(game_between, ada, ben):
    """Every address of the site, with a finished game where one is needed."""
    game = game_between(ada, ben, variant="block", options={"end": "rounds:1"})
    play_out(game.public_id)
    given = {
        "public_id": game.public_id, "username": "ada", "pk": 1, "deal": 0, "number": 1, "variant": "draw",
        "token_id": 1, "vacation_id": 1, "key": "draw",
    }  # fmt: skip
    found = {"/api/v1/schema/?format=json", "/favicon.ico", "/robots.txt"}
    for name, wanted in patterns(get_resolver()):
        if set(wanted) <= set(given) and not name.startswith(("admin:", "metrics", "account_logout")):
            try:
                found.add(reverse(name, kwargs={key: given[key] for key in wanted}))
            except NoReverseMatch:  # a regular expression of allauth's
                continue
    assert len(found) > 90
    return sorted(found)


def may_be_kept(answer):
    """With validation, or by a proxy for everyone."""
    return "ETag" in answer or "Last-Modified" in answer or "public" in answer.get("Cache-Control", "")


@pytest.mark.both_databases
def test_cacheable_answers_are_the_same_for_everyone(addresses, browser_of, stranger, ada, ben):
    readers = [browser_of(ada), browser_of(ben), stranger]
    kept = set()
    for path in addresses:
        answers = [reader.get(path) for reader in readers]
        if any(map(may_be_kept, answers)):
            assert len({(answer.status_code, answer.get("ETag"), answer.content) for answer in answers}) == 1, path
            kept.add(re.sub(r"/(games|g)/[^/]+/", r"/\1/…/", path))
    assert kept == {
        "/lobby/feed.atom", "/api/v1/games/…/rounds/0/", "/api/v1/leaders/", "/api/v1/people/ada/ratings/",
        "/api/v1/people/ada/ratings/way/", "/api/v1/schema/", "/api/v1/schema/?format=json",
        "/api/v1/standings/", "/api/v1/standings/draw/", "/api/v1/variants/", "/api/v1/variants/draw/",
        "/g/…/text/", "/manifest.webmanifest",
    }  # fmt: skip


@pytest.mark.parametrize("path", ["/api/v1/variants/", "/api/v1/variants/draw/"])
def test_a_matching_etag_answers_not_modified(db, client, path):
    first = client.get(path)
    assert client.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 304
    german = client.get(path, headers={"If-None-Match": first["ETag"], "Accept-Language": "de"})
    assert german.status_code == 200
    assert german["ETag"] != first["ETag"]


def test_pages_and_answers_are_compressed_on_request(browser_of, game_between, ada, ben):
    reader = browser_of(ada)
    for path in (game_between(ada, ben).get_absolute_url(), "/api/v1/variants/", "/games/"):
        packed = reader.get(path, headers=GZIP)
        assert packed["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in packed["Vary"]
        assert len(packed.content) < len(gzip.decompress(packed.content)) / 2
        assert "Content-Encoding" not in reader.get(path)


def test_the_etag_of_a_compressed_answer_answers_not_modified(db):
    reader = Client(headers={**GZIP, "Accept-Language": "de"})
    first = reader.get("/api/v1/variants/")
    assert first["ETag"].startswith("W/")
    assert reader.get("/api/v1/variants/", headers={"If-None-Match": first["ETag"]}).status_code == 304


def test_script_texts_are_cached_forever_under_an_address_per_language_and_release(db):
    names = set()
    for language in ("en", "de", "ru"):
        with translation.override(language):
            path = texts.address()
        reader = Client(headers={**GZIP, "Accept-Language": "es", "Cookie": "theme=dark"})
        answer = reader.get(path)
        assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
        assert "Cookie" not in answer["Vary"]
        assert language == "en" or answer["Content-Encoding"] == "gzip"
        names.add(path)
        of_another_release = re.sub(r"\.\w{12}\.", ".0123456789ab.", path)
        assert reader.get(of_another_release)["Cache-Control"] == "private, no-cache"
    assert len(names) == 3
    for unspoken in ("xx", "fr", "DE"):
        assert Client().get(f"/jsi18n/{unspoken}.0123456789ab.js").status_code == 404
