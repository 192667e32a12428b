"""Every error answers with a code and a message."""

import logging

import pytest
from django.test import Client

from common.api.codec import LARGEST_BODY
from games import queries
from tests.api.conftest import Caller, refused, stored

DOORS = ["games/", "games/{game}/join/", "games/{game}/moves/", "games/{game}/seen/"]


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(
    "body",
    [b"{", b"[", b"nonsense", b"{'a': 1}", b'{"a": NaN}', b'{"a": Infinity}', b'"\\ud800"', b"\xff\xfe", b"[" * 5000,
        b'{"a":' * 2000,
     b"\x00", b"{}{}", b'{"version": 1e9999}', b'{"variant":' + b"[" * 900 + b"]" * 900 + b"}"],
)  # fmt: skip
def test_a_body_that_is_not_json_is_malformed(as_ada, game, door, body):
    before = stored(game)
    answer = as_ada.client.post(f"/api/v1/{door.format(game=game)}", body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["code"] in {"malformed", "invalid"}
    refused(answer, 400, answer.json()["code"])
    assert stored(game) == before


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("body", [[], [{}], None, 5, "text", True, 1.5])
def test_a_body_must_be_an_object(as_ada, game, door, body):
    before = stored(game)
    refused(as_ada.post(door.format(game=game), body), 400, "invalid")
    assert stored(game) == before


@pytest.mark.parametrize("door", DOORS)
def test_a_body_too_large_is_not_even_read(as_ada, game, door):
    before = stored(game)
    body = b'{"variant": "' + b"x" * LARGEST_BODY + b'"}'
    refused(
        as_ada.client.post(f"/api/v1/{door.format(game=game)}", body, content_type="application/json"), 413, "too_large"
    )
    assert stored(game) == before


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "junk", "image/png"]
)
def test_a_body_of_another_kind_is_refused(as_ada, game, door, kind):
    before = stored(game)
    answer = as_ada.client.post(f"/api/v1/{door.format(game=game)}", b"variant=draw", content_type=kind)
    refused(answer, 415, "unsupported_media_type")
    assert stored(game) == before


@pytest.mark.parametrize(
    "address",
    [
        "",
        "nothing/",
        "games",
        "games/x/y/",
        "games/ü/",
        "games/a.b/",
        "games/%00/",
        "a%0Ab/",
        "%0A",
        "variants/%00/",
        "me/tokens/x/",
    ],
)
@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete"])
def test_an_unknown_address_answers_not_found(nobody, address, method):
    refused(getattr(nobody.client, method)(f"/api/v1/{address}"), 404, "unknown_address")


@pytest.mark.parametrize("address", ["/api/v2/", "/api/v2/games/", "/api/games/", "/api/v1", "/api/%0A"])
def test_an_unknown_version_answers_which_one_there_is(nobody, address):
    assert "/api/v1/" in refused(nobody.client.get(address, headers={"Accept": "text/html"}), 404, "unknown_address")


def test_a_forgotten_slash_is_pointed_at(nobody):
    assert "slash" in refused(nobody.get("games"), 404, "unknown_address")


@pytest.mark.parametrize(
    ("method", "address"),
    [("put", "games/"), ("delete", "games/"), ("patch", "games/{game}/"), ("delete", "games/{game}/"),
     ("post", "games/{game}/"),
     ("get", "games/{game}/moves/"), ("get", "games/{game}/join/"), ("put", "games/{game}/moves/"),
     ("post", "variants/"),
     ("post", "games/{game}/record/"), ("post", "me/token/"), ("post", "me/")],
)  # fmt: skip
def test_a_method_an_address_does_not_know_is_refused(as_ada, game, method, address):
    before = stored(game)
    answer = getattr(as_ada.client, method)(f"/api/v1/{address.format(game=game)}")
    refused(answer, 405, "method_not_allowed")
    assert method.upper() not in answer["Allow"]
    assert stored(game) == before


@pytest.mark.parametrize(
    ("address", "methods"), [("games/", "GET, POST"), ("games/{game}/moves/", "POST"), ("me/token/", "GET, DELETE")]
)
def test_options_lists_the_methods_of_an_address(as_ada, game, address, methods):
    answer = as_ada.client.options(f"/api/v1/{address.format(game=game)}")
    assert (answer.status_code, answer.content) == (204, b"")
    assert set(answer["Allow"].split(", ")) - {"HEAD", "OPTIONS"} == set(methods.split(", "))


def test_a_request_that_does_not_accept_json_is_refused(nobody):
    refused(nobody.client.get("/api/v1/variants/", headers={"Accept": "text/html"}), 406, "not_acceptable")


def test_visitors_are_refused_before_what_they_ask_for_is_read(nobody, as_ada):
    assert nobody.put("me/", wrong=1).status_code == nobody.get("me/notices/", wrong=1).status_code == 401
    assert as_ada.put("me/", wrong=1).status_code == as_ada.get("me/notices/", wrong=1).status_code == 400


def test_messages_are_translated_and_codes_are_not(nobody):
    answer = nobody.client.get("/api/v1/me/", headers={"Accept-Language": "de"})
    assert answer.json()["code"] == "not_authenticated"
    assert answer.json()["message"] != nobody.get("me/").json()["message"]


def test_server_errors_have_the_same_shape_and_are_logged(ada, monkeypatch, caplog):
    def broken(*_arguments):
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr(queries, "waiting_count", broken)
    caller = Caller()
    caller.client = Client(raise_request_exception=False)
    caller.client.force_login(ada)
    with caplog.at_level(logging.ERROR, "django.request"):
        answer = caller.get("me/")
    assert "secret" not in refused(answer, 500, "broken")
    assert "ZeroDivisionError" in caplog.text


def test_exceptions_reach_the_tests(as_ada, monkeypatch):
    monkeypatch.setattr(queries, "waiting_count", lambda _user: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        as_ada.get("me/")
