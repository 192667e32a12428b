"""Admin actions use the rooms' own actions, so that sockets close, games end and mails are sent."""

import re

import pytest
from allauth.account.models import EmailAddress
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.utils import timezone

from accounts import tokens
from accounts.models import App, Browser, Invite, Token, User
from accounts.oauth import registry
from dominoes_site.admin import site
from games import actions, queries
from games.models import Game
from moderation.actions import decisions
from moderation.models import Action, Report
from notices.models import Delivery
from tests import queued
from tests.admin.conftest import entered
from tests.conftest import person
from tests.games.playing import socket_of
from tests.oauth.conftest import DONE, Program, me
from tests.pages.conftest import words_of
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db(transaction=True)  # sockets close after the commit
DEEDS = [(model, name) for model, table in site._registry.items() for name in table.actions]


def test_an_action_needs_a_confirmation_with_a_reason(hosts, ben):
    asked = hosts.post("/admin/accounts/user/", {"action": "close", "_selected_action": [ben.pk]})
    assert "Ben The reason:" in words_of(asked)
    unreasoned = hosts.post("/admin/accounts/user/", {"action": "close", "_selected_action": [ben.pk], "sure": "yes"})
    assert unreasoned.status_code == 400
    ben.refresh_from_db()
    assert ben.is_active


@pytest.mark.both_databases
def test_a_persons_page_offers_the_actions(hosts, ben):
    page = hosts.get(f"/admin/accounts/user/{ben.pk}/change/").content.decode()
    assert re.findall(r'name="action" value="(\w+)"', page) == [
        "close", "reopen", "send_reset", "log_out", "end_tokens", "delete",
    ]  # fmt: skip


async def test_closing_an_account_closes_its_sockets_and_resigns_its_games(do, ben, game, browser_of):
    socket: WebsocketCommunicator = socket_of(await sync_to_async(browser_of)(ben), f"/ws/games/{game}/")
    assert (await socket.connect())[0]
    await socket.receive_from()
    page = await sync_to_async(do)("accounts/user", "close", ben, reason="Seven accounts.")
    assert "Ben: Close the account" in words_of(page)
    while (heard := await socket.receive_output(timeout=5))["type"] != "websocket.close":
        pass
    assert heard["code"]
    await sync_to_async(ben.refresh_from_db)()
    assert not ben.is_active
    assert (await sync_to_async(queries.find_game)(game)).status == Game.Status.FINISHED


def test_closing_an_account_tells_its_owner_the_reason_and_records_it(do, hosts, hedy, ben, mailoutbox):
    ben.email = "ben@example.org"
    ben.save()
    do("accounts/user", "close", ben, reason="Seven accounts.")
    queued.send(timezone.now())
    assert "Seven accounts." in mailoutbox[0].body
    report, action = Report.objects.get(), Action.objects.get()
    assert (report.reporter, report.player, report.decided_by) == (hedy, ben, hedy)
    assert (action.kind, action.moderator, action.note) == ("close", hedy, "Seven accounts.")
    assert "Close the account: Seven accounts." in words_of(hosts.get(f"/moderation/{report.pk}/"))
    assert "Close the account" in words_of(hosts.get("/admin/moderation/report/"))


def test_an_account_is_opened_again_but_not_twice(do, ben):
    do("accounts/user", "close", ben, reason="Seven accounts.")
    do("accounts/user", "reopen", ben, reason="They were seven sisters.")
    ben.refresh_from_db()
    assert ben.is_active
    assert "has already been done" in words_of(do("accounts/user", "reopen", ben, reason="Again."))
    assert [action.kind for action in Action.objects.all()] == ["close", "reopen"]


@pytest.mark.parametrize("deed", [name for model, name in DEEDS if model is User])
def test_hosts_cant_close_their_own_account(do, hedy, deed):
    assert "This is about you" in words_of(do("accounts/user", deed, hedy, reason="Why not."))
    hedy.refresh_from_db()
    assert hedy.is_active


@pytest.mark.parametrize(
    ("model", "deed"),
    [pair for pair in DEEDS if pair[0] not in {Game, Invite}],
    ids=lambda part: getattr(part, "__name__", part),
)
def test_only_administrators_can_act_on_staff_accounts(do, hedy, ben, token_of, browser_of, model, deed):
    ben.is_staff = True
    ben.save()
    token_of(ben)
    browser_of(ben).get("/")
    table = f"{model._meta.app_label}/{model._meta.model_name}"
    entry = entered(ben)
    app, _none = registry.register(owner=ben, name="Tiles", public=True, redirects=[DONE])
    rows = {User: ben, Tournament: entry.tournament, Entry: entry, App: app}
    row = rows.get(model) or model.objects.get(user=ben)  # decide here which actions a new table needs
    hedy.is_superuser = False
    hedy.save()
    for kind in ("view", "change", "delete"):
        wanted = {"codename": f"{kind}_{model._meta.model_name}", "content_type__app_label": model._meta.app_label}
        hedy.user_permissions.add(Permission.objects.get(**wanted))
    assert "Only an administrator" in words_of(do(table, deed, row, reason="Why not."))
    ben.refresh_from_db()
    assert ben.is_active
    assert ben.tokens.exists()
    assert ben.browsers.filter(session__isnull=False).exists()
    assert not LogEntry.objects.exists()
    hedy.is_superuser = True
    hedy.save()
    assert "Only an administrator" not in words_of(do(table, deed, row, reason="Why not."))


def test_staff_with_read_permission_are_offered_no_actions(do, hosts, hedy, ben, token_of):
    token_of(ben)
    hedy.is_superuser = False
    hedy.save()
    hedy.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    page = hosts.get(f"/admin/accounts/user/{ben.pk}/change/")
    assert "Close the account" not in words_of(page)
    do("accounts/user", "close", ben, reason="Why not.")
    do("accounts/user", "delete", ben)
    do("accounts/token", "end", Token.objects.get())
    ben.refresh_from_db()
    assert ben.is_active
    assert Token.objects.exists()
    assert not LogEntry.objects.exists()


def test_a_password_link_goes_to_the_confirmed_address_in_their_language(do, stranger, ben, mailoutbox):
    ben.set_password("four-bones-and-ink")
    ben.language = "de"
    ben.save()
    EmailAddress.objects.create(user=ben, email="ben@example.org", verified=True, primary=True)
    EmailAddress.objects.create(user=ben, email="else@example.org")
    page = do("accounts/user", "send_reset", ben)
    assert mailoutbox == []  # the outbox sends it
    assert "password/reset/key" not in page.content.decode()
    queued.send(timezone.now())
    [mail] = mailoutbox
    assert mail.to == ["ben@example.org"]
    assert "Passwort" in mail.body
    link = re.search(r"http://\S+(/accounts/password/reset/key/\S+)", mail.body)
    assert stranger.get(link[1], follow=True).status_code == 200


def test_without_a_confirmed_address_no_link_is_sent(do, ben):
    EmailAddress.objects.create(user=ben, email="ben@example.org")
    assert "This account is closed or has no confirmed email address" in words_of(
        do("accounts/user", "send_reset", ben)
    )
    assert not Delivery.objects.exists()


@pytest.mark.both_databases
def test_hosts_log_people_out_everywhere_and_revoke_their_tokens(do, ben, token_of, browser_of):
    client = browser_of(ben)
    client.get("/")
    _token, text = token_of(ben)
    do("accounts/user", "log_out", ben)
    assert client.get("/settings/browsers/").status_code == 302
    assert tokens.find(text, timezone.now()) is not None
    do("accounts/user", "end_tokens", ben)
    assert tokens.find(text, timezone.now()) is None


def test_hosts_revoke_one_token_or_log_out_one_browser(do, ben, token_of, browser_of):
    client = browser_of(ben)
    client.get("/")
    (first, gone), (_second, kept) = token_of(ben), token_of(ben)
    do("accounts/token", "end", first)
    assert tokens.find(gone, timezone.now()) is None
    assert tokens.find(kept, timezone.now()) is not None
    do("accounts/browser", "end", Browser.objects.get(user=ben))
    assert client.get("/settings/browsers/").status_code == 302


@pytest.mark.both_databases
def test_a_deleted_account_leaves_no_name_behind(do, ben, game):
    do("accounts/user", "end_tokens", ben)
    page = do("accounts/user", "delete", ben)
    assert "Ben: Delete the account for good" in words_of(page)
    ben.refresh_from_db()
    assert ben.name == "Deleted player"
    assert queries.find_game(game).status == Game.Status.FINISHED
    assert {entry.object_repr for entry in LogEntry.objects.all()} == {f"user {ben.pk}"}


@pytest.mark.both_databases
def test_annulling_aborts_a_running_game_and_uncounts_a_finished_one(do, ada, ben, game, game_between):
    running, over = queries.find_game(game), queries.find_game(game_between(ada, ben).public_id)
    actions.resign_game(public_id=over.public_id, player=ada)
    page = words_of(do("games/game", "annul", running, over, reason="Somebody lent their account."))
    assert page.count("Annul the game") >= 2
    running.refresh_from_db()
    over.refresh_from_db()
    assert (running.status, over.status) == (Game.Status.ABORTED, Game.Status.FINISHED)
    assert running.annulled_at
    assert over.annulled_at
    assert "has already been done" in words_of(do("games/game", "annul", over, reason="Again."))


def test_hosts_cant_annul_their_own_games(do, hedy, ben, game_between):
    mine = game_between(hedy, ben)
    assert "one of your games" in words_of(do("games/game", "annul", mine, reason="I was losing."))
    mine.refresh_from_db()
    assert mine.status == Game.Status.PLAYING


@pytest.mark.both_databases
def test_an_action_applies_to_fifty_rows_at_most(do, ben):
    for n in range(50):
        person(f"P{n}")
    page = do("accounts/user", "end_tokens", ben, select_across="1")
    assert "Select 50 at most." in words_of(page)
    assert not LogEntry.objects.exists()


@pytest.mark.both_databases
def test_actions_that_fail_at_first_are_logged_and_finished_later(do, ben, monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr("moderation.actions.farewell.leave", lambda _player: 1 / 0)
        do("accounts/user", "close", ben, reason="Seven accounts.")
    assert Action.objects.get().done_at is None
    queued.carry_out(timezone.now() + decisions.lease)
    assert Action.objects.get().done_at is not None
    ben.refresh_from_db()
    assert not ben.is_active


def test_hosts_disable_an_app_and_allow_it_again(do, ben, ada, browser_of):
    app, _none = registry.register(owner=ben, name="Tiles", public=True, redirects=[DONE])
    program = Program(app)
    got = program.signs_in(browser_of(ada))
    do("accounts/app", "stop", app)
    assert me(got["access_token"]).status_code == 401
    assert program.renew(got["refresh_token"]).status_code == 401
    assert browser_of(ada).get(program.address()).status_code == 400
    assert "We disabled this app" in words_of(browser_of(ben).get(f"/settings/access/apps/{app.pk}/"))
    do("accounts/app", "allow_again", app)
    assert me(program.signs_in(browser_of(ada))["access_token"]).status_code == 200
