"""Changes to the ways into an account require the password again, and its owner is notified."""

import re
from urllib.parse import unquote

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client

from accounts import tokens
from accounts.models import Token, User
from notices.models import CalendarLink, Device, Letter, Messenger, Wishes
from tests.pages.conftest import words_of
from tests.pages.test_accounts import PASSWORD, log_in, sign_up

NEW = "a new one of seven words"
BOT = {"name": "bot", "scopes": ["read"]}


@pytest.fixture(autouse=True)
def nothing_counted():
    """allauth sends one confirmation per address in three minutes."""
    cache.clear()


@pytest.fixture
def ada(ada):
    ada.set_password(PASSWORD)
    ada.save()
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    return ada


@pytest.fixture
def hers(ada):
    client = Client()
    log_in(client)
    return client


def say_again(client, answer):
    """Type the password where the answer leads, and continue."""
    wanted = unquote(answer["Location"].split("next=")[1])
    return client.post("/accounts/reauthenticate/", {"password": PASSWORD, "next": wanted}, follow=True)


def asked(answer):
    return answer.status_code == 302 and answer["Location"].startswith("/accounts/reauthenticate/")


@pytest.fixture
def sent(db):
    """A callable that returns the mails so far as (to, text), sent or waiting."""

    def all_of_them():
        return [(each.to, f"{each.subject} {each.body}") for each in Letter.objects.order_by("pk")]

    return all_of_them


GUARDED = [
    ("post", "/accounts/email/", {"action_add": "", "email": "new@example.org"}),
    ("post", "/accounts/email/", {"action_remove": "", "email": "ada@example.org"}),
    ("post", "/accounts/email/", {"action_primary": "", "email": "ada@example.org"}),
    ("post", "/settings/access/", BOT),
    ("get", "/accounts/2fa/totp/activate/", {}),
    ("post", "/accounts/2fa/totp/deactivate/", {}),
    ("get", "/accounts/2fa/webauthn/add/", {}),
    ("get", "/accounts/2fa/recovery-codes/generate/", {}),
    ("get", "/settings/account/data.json", {}),
]


@pytest.mark.parametrize(("method", "path", "body"), GUARDED)
def test_the_password_is_asked_for_again(hers, method, path, body, ada):
    if "totp/deactivate" in path or "recovery" in path:
        from allauth.mfa.totp.internal.auth import TOTP

        TOTP.activate(ada, "JBSWY3DPEHPK3PXP")
    assert asked(getattr(hers, method)(path, body))
    assert list(EmailAddress.objects.values_list("email", flat=True)) == ["ada@example.org"]
    assert not Token.objects.exists()


def test_the_submitted_form_is_carried_out_after_the_right_password(hers, ada):
    page = say_again(hers, hers.post("/settings/access/", BOT))
    assert page.context["made"].name == "bot"
    hers.post("/settings/access/", {**BOT, "name": "another"})  # not again for some minutes
    assert ada.tokens.count() == 2


def test_a_wrong_password_changes_nothing(hers, ada):
    answer = hers.post("/settings/access/", BOT)
    page = hers.post(answer["Location"], {"password": "guessed"})
    assert page.status_code == 200
    assert not ada.tokens.exists()


def test_the_api_asks_for_the_password_too(hers, ada):
    answer = hers.post("/api/v1/me/tokens/", BOT, "application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "password_needed")
    hers.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert hers.post("/api/v1/me/tokens/", BOT, "application/json").status_code == 201


def test_an_account_without_a_password_sets_one_after_its_passkey(ada, hers):
    from allauth.mfa.models import Authenticator

    Authenticator.objects.create(user=ada, type=Authenticator.Type.WEBAUTHN, data={"name": "key"})
    User.objects.filter(pk=ada.pk).update(password="!none")
    ada.refresh_from_db()
    hers.force_login(ada)
    answer = hers.post("/accounts/password/set/", {"password1": NEW, "password2": NEW})
    assert answer.status_code == 302
    ada.refresh_from_db()
    assert not ada.has_usable_password()


def test_the_owner_is_notified_of_a_new_token(hers, sent):
    say_again(hers, hers.post("/settings/access/", BOT))
    [(to, said)] = sent()
    assert to == "ada@example.org"
    assert "named “bot”" in said


def test_the_owner_is_notified_of_a_new_password(hers, sent):
    hers.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})
    assert [to for to, said in sent() if "password has been changed" in said] == ["ada@example.org"]


def test_the_owner_is_notified_when_a_second_factor_is_turned_off(hers, ada, sent):
    from allauth.mfa.totp.internal.auth import TOTP

    TOTP.activate(ada, "JBSWY3DPEHPK3PXP")
    hers.post("/accounts/reauthenticate/", {"password": PASSWORD})
    hers.post("/accounts/2fa/totp/deactivate/")
    assert [to for to, said in sent() if "deactivated" in said.lower()] == ["ada@example.org"]


def test_the_old_address_is_notified_of_a_new_one(hers, ada, sent):
    EmailAddress.objects.create(user=ada, email="new@example.org", verified=True)
    hers.post("/accounts/reauthenticate/", {"password": PASSWORD})
    hers.post("/accounts/email/", {"action_primary": "", "email": "new@example.org"})
    assert [to for to, said in sent() if "new@example.org" in said] == ["ada@example.org"]


def test_the_owner_is_notified_of_a_removed_address(hers, ada, sent):
    hers.post("/accounts/reauthenticate/", {"password": PASSWORD})
    hers.post("/accounts/email/", {"action_remove": "", "email": "ada@example.org"})
    assert not EmailAddress.objects.exists()
    assert [to for to, _said in sent()] == ["ada@example.org"]


@pytest.mark.parametrize("ended", [True, False])
def test_a_new_password_offers_to_end_tokens(hers, ada, ended):
    for name in ("bot", "another"):
        tokens.make(user=ada, name=name, scopes=["play"], days=None, now=ada.date_joined)
    assert "Also end the access of my 2 programs and apps." in words_of(hers.get("/accounts/password/change/"))
    sent = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    hers.post("/accounts/password/change/", {**sent, "end_tokens": "on"} if ended else sent)
    ada.refresh_from_db()
    assert ada.check_password(NEW)
    assert ada.tokens.exists() is not ended


def test_resetting_a_password_offers_to_revoke_tokens_too(ada, sent):
    tokens.make(user=ada, name="bot", scopes=["play"], days=None, now=ada.date_joined)
    hers = Client()
    hers.post("/accounts/password/reset/", {"email": "ada@example.org"})
    link = re.search(r"/accounts/password/reset/key/\S+", sent()[0][1])[0]
    page = hers.get(link, follow=True)
    assert "Also end the access of my program." in words_of(page)
    hers.post(page.request["PATH_INFO"], {"password1": NEW, "password2": NEW, "end_tokens": "on"})
    assert not ada.tokens.exists()


def test_players_without_tokens_are_offered_nothing(hers):
    assert "token" not in words_of(hers.get("/accounts/password/change/"))


# ---- Notifications ------------------------------------------------------------------------------

HOOK = "https://example.org/hook"
WISHES = {"webhook": HOOK, "digest_hour": 7}


@pytest.fixture
def device(ada):
    def added(session):
        return Device.objects.create(
            player=ada, endpoint=f"https://push.example.org/{session}", session=session, created_at=ada.date_joined
        )

    return added


def test_a_webhook_requires_the_password_and_notifies_the_owner(hers, ada, sent):
    answer = hers.post("/settings/notices/", WISHES)
    assert asked(answer)
    assert not Wishes.objects.exclude(webhook="").exists()
    say_again(hers, answer)
    assert Wishes.objects.get(user=ada).webhook == HOOK
    [(to, said)] = sent()
    assert to == "ada@example.org"
    assert HOOK in said


def test_other_notification_settings_require_no_password(hers, ada):
    Wishes.objects.update_or_create(user=ada, defaults={"webhook": HOOK, "webhook_secret": "known"})
    assert hers.post("/settings/notices/", WISHES)["Location"] == "/settings/notices/"
    assert hers.post("/settings/notices/", {**WISHES, "webhook": ""})["Location"] == "/settings/notices/"
    assert Wishes.objects.get(user=ada).webhook == ""


def test_the_api_requires_the_password_for_a_webhook(hers, ada, sent):
    path, body = "/api/v1/me/notices/settings/", {"webhook": HOOK}
    answer = hers.post(path, body, "application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "password_needed")
    say_again(hers, hers.post("/settings/notices/calendar/"))
    assert hers.post(path, body, "application/json").json()["webhook"] == HOOK
    assert [to for to, said in sent() if HOOK in said] == ["ada@example.org"]


@pytest.mark.parametrize(
    ("path", "body"),
    [("settings", {"webhook": HOOK}), ("messengers", {"address": "ntfy://topic"}), ("calendar", {})],
)
def test_a_token_adds_nothing_that_outlasts_it(ada, path, body):
    _token, text = tokens.make(user=ada, name="bot", scopes=["account"], days=None, now=ada.date_joined)
    head = {"Authorization": f"Token {text}"}
    answer = Client().post(f"/api/v1/me/notices/{path}/", body, "application/json", headers=head)
    assert (answer.status_code, answer.json()["code"]) == (403, "session_only")
    added = [ada.messengers, CalendarLink.objects, Wishes.objects.exclude(webhook="")]
    assert [each.exists() for each in added] == [False, False, False]


def test_a_token_may_remove_the_webhook(ada):
    Wishes.objects.update_or_create(user=ada, defaults={"webhook": HOOK, "webhook_secret": "known"})
    _token, text = tokens.make(user=ada, name="bot", scopes=["account"], days=None, now=ada.date_joined)
    path, head = "/api/v1/me/notices/settings/", {"Authorization": f"Token {text}"}
    for address in (HOOK, ""):  # the same again turns on a webhook that we switched off
        answer = Client().post(path, {"webhook": address}, "application/json", headers=head)
        assert answer.json()["webhook"] == address


def test_revoking_a_token_removes_the_devices_it_added(hers, ada, device):
    token, _text = tokens.make(user=ada, name="bot", scopes=["account"], days=None, now=ada.date_joined)
    device("")
    kept = device("a browser")
    hers.post(f"/settings/access/{token.pk}/end/")
    assert list(Device.objects.all()) == [kept]


def test_resetting_a_password_removes_the_webhook(ada, sent):
    Wishes.objects.update_or_create(user=ada, defaults={"webhook": HOOK, "webhook_secret": "known"})
    hers = Client()
    hers.post("/accounts/password/reset/", {"email": "ada@example.org"})
    page = hers.get(re.search(r"/accounts/password/reset/key/\S+", sent()[0][1])[0], follow=True)
    page = hers.post(page.request["PATH_INFO"], {"password1": NEW, "password2": NEW}, follow=True)
    assert "We also removed your webhook." in words_of(page)
    wishes = Wishes.objects.get(user=ada)
    assert (wishes.webhook, wishes.webhook_secret) == ("", "")


def test_a_messenger_and_a_calendar_link_require_the_password_and_notify_the_owner(hers, ada, sent):
    answer = hers.post("/settings/notices/messengers/", {"address": "ntfy://topic"})
    assert asked(answer)
    assert not ada.messengers.exists()
    say_again(hers, answer)
    assert [messenger.service for messenger in ada.messengers.all()] == ["ntfy"]
    assert [(to, "to ntfy" in said) for to, said in sent()] == [("ada@example.org", True)]
    hers.post("/settings/notices/calendar/")
    assert [(to, "calendar" in said) for to, said in sent()][1:] == [("ada@example.org", True)]


def test_a_calendar_link_requires_the_password(hers, ada):
    assert asked(hers.post("/settings/notices/calendar/"))
    assert not CalendarLink.objects.exists()


def test_the_api_requires_the_password_for_both_and_a_token_removes_them(hers, ada):
    for path, body in (("messengers", {"address": "ntfy://topic"}), ("calendar", {})):
        answer = hers.post(f"/api/v1/me/notices/{path}/", body, "application/json")
        assert (answer.status_code, answer.json()["code"]) == (403, "password_needed")
    _token, text = tokens.make(user=ada, name="bot", scopes=["account"], days=None, now=ada.date_joined)
    head = {"Authorization": f"Token {text}"}
    path, body = "/api/v1/me/notices/messengers/", {"address": "ntfy://my-topic"}
    say_again(hers, hers.post("/settings/notices/calendar/"))
    answer = hers.post(path, body, "application/json")
    assert answer.status_code == 201
    assert "my-topic" not in answer.content.decode()
    assert Client().delete(f"{path}{answer.json()['id']}/", headers=head).status_code == 204
    assert not ada.messengers.exists()


def test_resetting_a_password_removes_messengers_and_the_calendar_link(ada, sent):
    Messenger.objects.create(player=ada, service="ntfy", address="ntfy://x", created_at=ada.date_joined)
    CalendarLink.objects.create(user=ada, digest="x", created_at=ada.date_joined)
    hers = Client()
    hers.post("/accounts/password/reset/", {"email": "ada@example.org"})
    page = hers.get(re.search(r"/accounts/password/reset/key/\S+", sent()[0][1])[0], follow=True)
    page = hers.post(page.request["PATH_INFO"], {"password1": NEW, "password2": NEW}, follow=True)
    assert "We also removed your messengers and your calendar link." in words_of(page)
    assert not Messenger.objects.exists()
    assert not CalendarLink.objects.exists()


# ---- Whether an address is known ---------------------------------------------------------------


def answers(path, body, sent, client=None):
    """Everything the sender can see: status, redirects, texts of the pages, recipients of mails."""
    asking, before = client or Client(), len(sent())
    page = asking.post(path, body, follow=True)
    return page.status_code, page.redirect_chain, words_of(page), [to for to, _said in sent()[before:]]


def without(text, *names):
    return re.sub("|".join(map(re.escape, sorted(names, key=len, reverse=True))), "…", text)


def test_sign_up_answers_the_same_for_a_known_address(ada, sent):
    known, unknown = (
        answers("/accounts/signup/", {"username": name, "password1": PASSWORD, "email": email}, sent)
        for name, email in (("dora", "ada@example.org"), ("emma", "emma@example.org"))
    )
    assert known[:2] == unknown[:2]
    assert without(known[2], "dora", "ada@example.org") == without(unknown[2], "emma", "emma@example.org")
    assert (known[3], unknown[3]) == (["ada@example.org"], ["emma@example.org"])


def test_a_password_reset_answers_the_same_for_an_unknown_address(ada, sent):
    known, unknown = (
        answers("/accounts/password/reset/", {"email": email}, sent) for email in ("ada@example.org", "no@example.org")
    )
    assert known[:3] == unknown[:3]
    assert (len(known[3]), len(unknown[3])) == (1, 1)


def test_adding_an_address_answers_the_same_for_a_known_one(ada, sent, browser_of, ben):
    his = browser_of(ben)
    said = []
    for email in ("ada@example.org", "no@example.org"):
        status, chain, page, to = answers("/accounts/email/", {"action_add": "", "email": email}, sent, his)
        EmailAddress.objects.filter(user=ben).delete()
        said.append((status, chain, without(page, email), len(to)))
    assert said[0] == said[1]


def test_an_address_can_be_confirmed_by_one_account_only(ada, sent):
    sign_up(Client(), email="ada@example.org")
    dora = User.objects.get(username="dora")
    link = re.search(r"/accounts/confirm-email/[^\s/]+/", sent()[-1][1])[0]
    Client().post(link)
    assert not EmailAddress.objects.filter(user=dora, verified=True).exists()
    assert EmailAddress.objects.get(user=ada).verified


def test_a_reset_for_a_shared_address_goes_to_the_account_that_confirmed_it(ada, sent):
    sign_up(Client(), email="ada@example.org")
    before = len(sent())
    Client().post("/accounts/password/reset/", {"email": "ada@example.org"})
    assert len(sent()) == before + 1
    link = re.search(r"/accounts/password/reset/key/\S+", sent()[-1][1])[0]
    hers = Client()
    page = hers.get(link, follow=True)
    hers.post(page.request["PATH_INFO"], {"password1": NEW, "password2": NEW})
    ada.refresh_from_db()
    assert ada.check_password(NEW)
    assert not User.objects.get(username="dora").check_password(NEW)


def test_a_failed_login_answers_the_same_for_an_unknown_address(ada, sent):
    known, unknown = (
        answers("/accounts/login/", {"login": email, "password": "wrong"}, sent)
        for email in ("ada@example.org", "no@example.org")
    )
    assert known[:2] == unknown[:2]
    assert without(known[2], "ada@example.org") == without(unknown[2], "no@example.org")
    assert known[3] == unknown[3] == []
