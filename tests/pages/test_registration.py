"""Who may become a player: open, invited and closed sites, by page, form, link and API."""

import re
from contextlib import nullcontext
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts import registration
from accounts.models import Invite, User
from common.refusals import Forbidden
from tests.creating import create_game
from tests.pages.conftest import words_of

pytestmark = pytest.mark.django_db
NEW = {"username": "emil", "password1": "four-bones-and-ink"}
CLOSED = "This site takes no new players. Log in if you have an account."
INVITED = "You need an invitation to play here. Ask the site’s host, or log in if you have an account."


def sign_up(client, name="emil"):
    return client.post("/accounts/signup/", NEW | {"username": name})


def accounts():
    return set(User.objects.filter(is_guest=False, bot_level="").values_list("username", flat=True))


def invited_by(invite):
    client = Client()
    assert client.get(f"/join/{invite.token}/")["Location"] == "/accounts/signup/"
    return client


@pytest.fixture
def invite():
    return registration.make_invite(days=1, uses=1)


def test_everyone_may_join_an_open_site(settings):
    assert settings.REGISTRATION == "open"
    sign_up(Client())
    assert accounts() == {"emil"}


@pytest.mark.parametrize(("mode", "said"), [("invited", INVITED), ("closed", CLOSED)])
def test_other_sites_say_why_nobody_can_sign_up(settings, mode, said):
    settings.REGISTRATION = mode
    for answer in (Client().get("/accounts/signup/"), sign_up(Client())):
        assert said in words_of(answer)
    assert accounts() == set()


def test_the_login_page_offers_an_account_only_to_those_who_may_have_one(settings, invite):
    offer = "No account yet?"
    assert offer in words_of(Client().get("/accounts/login/"))
    settings.REGISTRATION = "invited"
    assert offer not in words_of(Client().get("/accounts/login/"))
    assert offer in words_of(invited_by(invite).get("/accounts/login/"))
    settings.REGISTRATION = "closed"
    assert offer not in words_of(Client().get("/accounts/login/"))


def test_an_invitation_makes_as_many_accounts_as_the_host_says(settings):
    settings.REGISTRATION = "invited"
    invite = registration.make_invite(days=1, uses=2)
    for name in ("emil", "fritz"):
        assert sign_up(invited_by(invite), name).status_code == 302
    assert Client().get(f"/join/{invite.token}/").status_code == 404
    assert accounts() == {"emil", "fritz"}


def test_a_mistyped_form_doesnt_use_up_the_invitation(settings, invite):
    settings.REGISTRATION = "invited"
    client = invited_by(invite)
    assert sign_up(client, "no/name").status_code == 200
    assert sign_up(client).status_code == 302
    assert accounts() == {"emil"}


def test_two_people_with_one_invitation_get_one_account(settings, invite):
    settings.REGISTRATION = "invited"
    one, two = invited_by(invite), invited_by(invite)
    sign_up(one)
    assert INVITED in words_of(sign_up(two, "fritz"))
    assert accounts() == {"emil"}


def test_the_last_place_is_taken_while_the_form_is_sent(settings, invite, monkeypatch):
    settings.REGISTRATION = "invited"
    client = invited_by(invite)
    monkeypatch.setattr(registration, "is_open", lambda _request: True)  # as it was a moment ago
    Invite.objects.update(uses=0)
    answer = sign_up(client)
    assert answer.status_code == 403
    assert INVITED in words_of(answer)
    assert accounts() == set()


def test_an_invitation_expires(settings, invite):
    settings.REGISTRATION = "invited"
    client = invited_by(invite)
    Invite.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert client.get(f"/join/{invite.token}/").status_code == 404
    assert INVITED in words_of(sign_up(client))
    assert accounts() == set()


def test_a_closed_site_knows_no_invitation(settings, invite):
    settings.REGISTRATION = "closed"
    assert CLOSED in words_of(sign_up(invited_by(invite)))


@pytest.mark.parametrize(
    ("mode", "visibility", "may"),
    [("open", "public", True), ("invited", "link", True), ("invited", "public", False), ("closed", "link", False)],
)
def test_guests_join_by_page_and_api(settings, ada, mode, visibility, may):
    settings.REGISTRATION = mode
    for by_api in (False, True):
        game = create_game(creator=ada, variant="draw", seats=3, visibility=visibility)
        before = User.objects.count()
        if by_api:
            answer = Client().post(
                f"/api/v1/games/{game.public_id}/join/", {"name": "Zoe"}, content_type="application/json"
            )
            said = answer.json()
            assert ("code" not in said) is may
            if not may:
                assert answer.status_code == 403
                assert said["message"] in {CLOSED, INVITED}
                assert said["code"] == f"registration_{mode}"
        else:
            answer = Client().post(f"/g/{game.public_id}/join/", {"name": "Zoe"}, follow=True)
            assert any(said in words_of(answer) for said in (CLOSED, INVITED)) is not may
        assert User.objects.count() == before + may


@pytest.mark.parametrize("by_api", [False, True])
def test_a_guest_lets_no_stranger_in(settings, guest, by_api):
    settings.REGISTRATION = "invited"
    dora = guest("Dora")
    game = create_game(creator=dora, variant="draw", seats=3, visibility="link")
    before = User.objects.count()
    if by_api:
        answer = Client().post(f"/api/v1/games/{game.public_id}/join/", {"name": "Zoe"}, "application/json")
        assert answer.json()["code"] == "registration_invited"
    else:
        assert INVITED in words_of(Client().post(f"/g/{game.public_id}/join/", {"name": "Zoe"}))
    assert User.objects.count() == before


def test_strangers_cant_create_games_but_guests_who_are_there_play_on(settings, ada):
    settings.REGISTRATION = "invited"
    game = create_game(creator=ada, variant="draw", seats=2, visibility="link")
    client = Client()
    new = {"variant": "draw", "seats": 2}
    refused = client.post("/api/v1/games/", new | {"name": "Zoe"}, content_type="application/json")
    assert refused.json()["code"] == "registration_invited"
    client.post(f"/g/{game.public_id}/join/", {"name": "Zoe"})
    settings.REGISTRATION = "closed"
    assert client.post("/api/v1/games/", new, content_type="application/json").status_code == 201


@pytest.mark.parametrize(("mode", "by_link", "may"), [
    ("open", False, True), ("invited", True, True), ("invited", False, False), ("closed", True, False),
])  # fmt: skip
def test_who_may_become_a_guest(settings, mode, by_link, may):
    settings.REGISTRATION = mode
    with nullcontext() if may else pytest.raises(Forbidden):
        registration.check_guest(by_link=by_link)


def test_the_host_makes_links_by_a_command_and_sees_them(settings, capsys):
    settings.REGISTRATION, settings.SITE_URL = "invited", "https://bones.example"
    call_command("invite", "chess club", uses=5, days=3)
    link = capsys.readouterr().out.strip()
    assert re.fullmatch(r"https://bones\.example/join/[\w-]{32}/", link)
    call_command("invite", "--list")
    assert capsys.readouterr().out.startswith(f"{link}  5 left, until 2")
    sign_up(invited_by(Invite.objects.get()))
    assert Invite.objects.get().uses == 4
    with pytest.raises(CommandError, match="must be from 1 to 1000"):
        call_command("invite", uses=0)


def test_the_host_makes_and_ends_links_in_the_administration(settings):
    settings.REGISTRATION = "invited"
    host = Client()
    host.force_login(User.objects.create_superuser(username="host", nickname="Host"))
    expires = {"expires_0": "2100-01-01", "expires_1": "12:00:00"}
    host.post("/admin/accounts/invite/add/", {"note": "club", "uses": 1, **expires})
    invite = Invite.objects.get()
    assert invite.link in host.get(f"/admin/accounts/invite/{invite.pk}/change/").content.decode()
    assert invited_by(invite)
    data = {"action": "end", "_selected_action": [invite.pk], "reason": "over", "sure": "on", "confirmed": "on"}
    host.post("/admin/accounts/invite/", data, follow=True)
    assert not Invite.valid().exists()
