"""Clubs by the API: what pages can do, with the shapes of the schema."""

import pytest

from accounts.models import User
from clubs.models import Club
from common.refusals import Refused
from tests.api.conftest import Caller, token_of
from tests.api.test_schema import fits, schema
from tests.clubs.conftest import confirm, roles

__all__ = ["fits", "schema"]
ROOT = "/api/v1/clubs/"
TERMS = {"about": "Hi", "joining": "request", "shows_members": True, "tile": "1-2", "ground": "red", "dots": "white"}


@pytest.fixture
def call(browser_of):
    """`call(ada, "post", "join/", {…})`: the answer's data; a 4xx raises its code as a `Refused`."""

    def send(user: User, method: str, path: str, sent: dict[str, object] | None = None):
        path = path if path.startswith("/") else f"{ROOT}{path}"
        client = getattr(browser_of(user), method)
        answer = client(path) if method == "get" else client(path, sent or {}, content_type="application/json")
        if answer.status_code >= 400:
            raise Refused(answer.json()["code"], answer.json()["message"])
        return answer.json() if answer.content else None

    return send


def code(call, *sent) -> str:
    with pytest.raises(Refused) as refused:
        call(*sent)
    return refused.value.code


def test_a_clubs_life_by_the_api(ada, ben, cleo, call, fits):
    assert code(call, ada, "post", "", {"name": "Double Six"}) == "address_needed"
    confirm(ada)
    made = call(ada, "post", "", {"name": "Double Six", **TERMS})
    fits("ClubView", made)
    one, club = f"{made['id']}/", Club.objects.get()
    assert (made["role"], made["asking"]) == ("owner", 0)
    assert made["link"].split("/")[-2] == club.link
    links = [Caller(ada, token_of(ada, scope)).get(f"clubs/{one}").json()["link"] for scope in ("talk", "account")]
    assert links == [None, made["link"]]
    assert code(call, ben, "post", f"{one}join/") == "ask_first"
    assert code(call, ben, "post", f"{one}join/", {"link": "x"}) == "bad_link"
    asked = call(ben, "post", f"{one}ask/")
    assert (asked["asked"], asked["link"], asked["asking"]) == ("asked", None, None)
    requests = call(ada, "get", f"{one}requests/")
    fits("ClubRequests", requests)
    assert [each["player"]["username"] for each in requests["results"]] == ["ben"]
    assert call(ben, "get", f"{one}requests/")["results"] == []
    call(ada, "post", f"{one}requests/ben/")
    call(ada, "post", f"{one}invite/", {"player": "cleo"})
    invitations = call(cleo, "get", "/api/v1/me/club-invitations/")
    assert [each["by"]["username"] for each in invitations] == ["ada"]
    assert call(cleo, "post", f"{one}join/")["role"] == "member"
    members = call(ada, "get", f"{one}members/")
    fits("ClubMembers", members)
    assert len(members["results"]) == 3
    fits("ClubList", listed := call(cleo, "get", "?name=double"))
    assert [each["id"] for each in listed["results"]] == [made["id"]]
    assert code(call, cleo, "put", one, TERMS) == "not_organiser"
    assert call(ada, "put", one, {"about": "Ho", "joining": "link"})["about"] == "Ho"
    assert call(ada, "put", f"{one}name/", {"name": "Sevens"})["former_name"] in {"Double Six", ""}
    assert call(ada, "post", f"{one}link/")["link"] != made["link"]
    call(ada, "put", f"{one}members/ben/", {"role": "organiser"})
    call(ada, "put", f"{one}members/ben/", {"role": "owner"})
    call(ben, "delete", f"{one}members/cleo/")
    call(ada, "post", f"{one}leave/")
    assert roles(club) == {"ben": "owner"}
    assert [each["role"] for each in call(ben, "get", "/api/v1/me/clubs/")] == ["owner"]
    call(ben, "post", f"{one}close/")
    assert roles(club) == {}


def test_a_program_without_an_identity_joins_by_link_as_a_guest(ada, club, stranger):
    made = club(ada)
    path = f"{ROOT}{made.public_id}/join/"
    assert stranger.post(path, {}, content_type="application/json").status_code == 401
    assert stranger.post(path, {"link": "x"}, content_type="application/json").status_code == 403
    assert User.objects.filter(is_guest=True).count() == 0
    answer = stranger.post(path, {"link": made.link, "name": "Gus"}, content_type="application/json")
    assert answer.json()["role"] == "member"
    assert len(roles(made)) == 2
