"""The API of people does what the pages do, with the same errors."""

import pytest

from accounts import tokens
from accounts.models import User
from games.models import Game
from people import actions, queries
from people.models import Block
from tests.api.conftest import Caller, refused
from tests.people.conftest import NOW, state


@pytest.fixture
def as_ada(ada) -> Caller:
    return Caller(ada)


@pytest.fixture
def as_ben(ben) -> Caller:
    return Caller(ben)


def test_a_profile(as_ada, ben, fits):
    actions.save_profile(user=ben, about="Hello")
    person = as_ada.get("people/ben/").json()
    fits("PersonView", person)
    assert (person["about"], person["friend"], person["blocked"]) == ("Hello", "", False)
    refused(as_ada.get("people/nobody/"), 404, "unknown_person")
    assert Caller().get("people/ben/").status_code == 200


@pytest.mark.both_databases
def test_finding_people(as_ada, ben, fits):
    found = as_ada.get("people/", q="be").json()
    assert found == [{"username": "ben", "name": "Ben", "program": False}]
    fits("Somebody", found[0])
    refused(as_ada.get("people/"), 400, "invalid")
    refused(Caller().get("people/", q="be"), 401, "not_authenticated")


@pytest.mark.both_databases
def test_the_status_of_many_players(as_ada, ada, ben, guest, in_play, befriend, fits, monkeypatch):
    """Who is here is what the friends' line of the pages shows: only friends, and only if both show it."""
    cleo, cara = User.objects.create(username="cleo"), guest("Cara")
    here = {ben.pk, cleo.pk}
    monkeypatch.setattr(queries.hub.looking, "anybody_but", lambda _user: True)
    monkeypatch.setattr(queries.hub.looking, "here", here.intersection)
    befriend(ada, ben)
    User.objects.update(shows_here=True)
    (seen,), (private,) = in_play(ben, cara), in_play(ben, cleo)
    Game.objects.filter(pk=seen.pk).update(visibility="public")

    def status(caller: Caller, **more: object) -> dict:
        found = caller.get("status/", names=f"nobody,ben,cleo,{cara.username}").json()
        fits("PersonStatus", found[0])
        return {each["username"]: (each["here"], each["playing"]) for each in found}

    ids = {"ben": (True, [seen.public_id]), "cleo": (False, [])}
    assert status(as_ada) == ids, "of strangers and guests nothing, and no private game"
    User.objects.filter(pk=ben.pk).update(shows_here=False)
    assert status(as_ada)["ben"] == (False, [seen.public_id])
    User.objects.filter(pk=ben.pk).update(shows_here=True)
    assert status(Caller())["ben"] == (False, [seen.public_id])
    actions.block(user=ben, person=ada, now=NOW)
    assert status(as_ada) == {"ben": (False, []), "cleo": (False, [])}
    assert private.public_id not in as_ada.get("status/", names="cleo,ben").content.decode()
    User.objects.filter(pk=cleo.pk).update(is_active=False)
    assert list(status(as_ada)) == ["ben"]
    refused(as_ada.get("status/", names=",".join(map(str, range(101)))), 400, "invalid")
    assert as_ada.get("status/", names=",".join(map(str, range(100)))).json() == []


def test_friends(as_ada, as_ben, fits):
    assert as_ada.post("me/friends/", username="ben").json()["state"] == "asked"
    assert as_ben.get("me/friends/").json()["results"][0]["state"] == "asks"
    assert as_ben.post("me/friends/", username="ada").json()["state"] == "friends"
    fits("Friendlist", as_ada.get("me/friends/").json())
    assert as_ada.delete("me/friends/ben/").status_code == 204
    assert as_ada.get("me/friends/").json() == {"next": None, "results": []}
    refused(as_ada.post("me/friends/", username="ada"), 409, "yourself")
    refused(as_ada.post("me/friends/", username="nemo"), 404, "unknown_person")


def test_blocks(as_ada, as_ben, fits):
    assert as_ada.post("me/blocks/", username="ben").status_code == 204
    fits("Blocklist", as_ada.get("me/blocks/").json())
    assert as_ben.get("me/blocks/").json()["results"] == []
    refused(as_ben.post("me/friends/", username="ada"), 403, "not_welcome")
    assert as_ada.delete("me/blocks/ben/").status_code == 204
    assert as_ben.post("me/friends/", username="ada").status_code == 200


def test_a_guest_is_blocked_and_unblocked(as_ada, guest):
    mo = guest("Mo")
    assert as_ada.post("me/blocks/", username=mo.username).status_code == 204
    assert as_ada.get("me/blocks/").json()["results"][0]["name"] == "Mo"
    assert as_ada.delete(f"me/blocks/{mo.username}/").status_code == 204
    assert as_ada.get("me/blocks/").json()["results"] == []
    refused(as_ada.post("me/blocks/", username="nemo"), 404, "unknown_person")
    refused(as_ada.post("me/friends/", username=mo.username), 404, "unknown_person")


@pytest.mark.parametrize("by", ["api", "page"])
def test_friendship_block_and_invitation_can_end_after_the_other_account_closes(
    as_ada, ada, ben, befriend, invited, by
):
    befriend(ada, ben)
    game = invited(ada, ben)
    Block.objects.create(by=ada, whom=ben, at=NOW)
    User.objects.filter(pk=ben.pk).update(is_active=False)
    if by == "api":
        for path in ("me/friends/ben/", "me/blocks/ben/", f"games/{game.public_id}/invite/ben/"):
            assert as_ada.delete(path).status_code == 204
    else:
        for path, do in (
            ("/people/ben/friend/", "remove"),
            ("/people/ben/block/", "unblock"),
            (f"/g/{game.public_id}/invite/ben/withdraw/", ""),
        ):
            assert as_ada.client.post(path, {"do": do}).status_code == 302
    assert queries.bond(ada, ben) == ""
    assert not Block.objects.exists()
    assert state(game, ben) == "withdrawn"


@pytest.mark.both_databases
def test_the_next_page_of_a_list_starts_after_its_last_row(as_ada, ada, people):
    for person in people(60):
        actions.block(user=ada, person=person, now=NOW)
    first = as_ada.get("me/blocks/").json()
    second = as_ada.get("me/blocks/", after=first["next"]).json()
    assert (len(first["results"]), len(second["results"]), second["next"]) == (50, 10, None)


@pytest.mark.both_databases
def test_an_invitation_is_sent_and_accepted(as_ada, as_ben, fits):
    game = as_ada.post("games/", variant="draw").json()["id"]
    made = as_ada.post(f"games/{game}/invite/", players=["ben"]).json()
    fits("InvitationLine", made[0])
    fits("InvitationList", as_ben.get("me/invitations/").json())
    refused(as_ben.get(f"games/{game}/invite/"), 403, "not_host")
    view = as_ben.post(f"me/invitations/{game}/accept/").json()
    assert (view["status"], view["you"]) == ("playing", 1)
    assert as_ada.get(f"games/{game}/invite/").json()[0]["state"] == "accepted"


def test_a_declined_invitation_cannot_be_answered_or_withdrawn(as_ada, as_ben):
    game = as_ada.post("games/", variant="draw").json()["id"]
    as_ada.post(f"games/{game}/invite/", players=["ben"])
    answer = as_ben.post(f"me/invitations/{game}/decline/", reason="too_slow", words="Days!")
    assert answer.status_code == 204
    line = as_ada.get(f"games/{game}/invite/").json()[0]
    assert (line["state"], line["reason"], line["words"]) == ("declined", "too_slow", "Days!")
    refused(as_ben.post(f"me/invitations/{game}/decline/"), 409, "answered")
    refused(as_ada.delete(f"games/{game}/invite/ben/"), 409, "answered")
    refused(as_ben.post(f"me/invitations/{game}/accept/"), 409, "not_kept")
    refused(as_ben.post("me/invitations/nosuchgame/decline/"), 404, "no_invitation")


@pytest.mark.both_databases
def test_the_list_of_games_has_the_filters_of_the_lobby(as_ada, as_ben):
    as_ada.post("games/", variant="draw", visibility="public", turn_seconds=600)
    as_ada.post("games/", variant="draw", visibility="public", seats=3, options={"end": "rounds:1"})
    for wish, number in (
        ({"speed": "fast"}, 1), ({"seats": 3}, 1), ({"length": "one"}, 1), ({"rated": "false"}, 0), ({}, 2),
    ):  # fmt: skip
        assert len(as_ben.get("games/", status="open", **wish).json()["results"]) == number, wish
    refused(as_ben.get("games/", speed="warp"), 400, "invalid")


@pytest.mark.parametrize("scopes", [["read"], ["read", "play"], ["read", "account"]])
def test_a_token_can_do_only_what_its_scopes_allow(ada, ben, offer, scopes):
    caller = Caller(token=tokens.make(user=ada, name="bot", scopes=scopes, days=None, now=NOW)[1])
    game = offer(ada).public_id
    assert caller.get("me/friends/").status_code == 200
    assert (caller.post("me/friends/", username="ben").status_code == 200) == ("account" in scopes)
    assert (caller.post("me/blocks/", username="ben").status_code == 204) == ("account" in scopes)
    actions.unblock(user=ada, person=ben)
    assert (caller.post(f"games/{game}/invite/", players=["ben"]).status_code == 200) == ("play" in scopes)
    assert Game.objects.count() == 1
