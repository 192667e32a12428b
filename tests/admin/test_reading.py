"""Lists and rows in the admin: all open, none shows a secret, and the number of queries doesn't grow."""

import random
import re
from types import SimpleNamespace

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import guests
from accounts.models import App, Browser, Invite, Token, User
from accounts.oauth import registry
from dominoes_site.admin import site
from games import actions, queries
from games.models import Game, Seat
from moderation.models import Report
from notices import actions as notices
from notices.models import Delivery, Notice
from tests.admin.conftest import entered, person
from tests.games.playing import play_one
from tests.games.test_secrets import PRESETS, TILE, known_to, stored
from tests.moderation.conftest import moderator
from tests.pages.conftest import words_of
from tournaments.entries import entering
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db
TABLES = {
    "accounts/user": User,
    "accounts/token": Token,
    "accounts/app": App,
    "accounts/invite": Invite,
    "accounts/browser": Browser,
    "games/game": Game,
    "notices/notice": Notice,
    "notices/delivery": Delivery,
    "moderation/report": Report,
    "tournaments/tournament": Tournament,
    "tournaments/entry": Entry,
}


@pytest.fixture
def rows(ada, ben, game, reported, token_of, browser_of):
    """A row or more of every table, with its confidential texts in `secrets`."""
    report = reported()
    token, text = token_of(ben)
    app, app_secret = registry.register(owner=ben, name="Bot", public=False, redirects=["https://app.example/"])
    Invite.objects.create(token="for-the-club", note="Club", expires=timezone.now())
    browser_of(ben).get("/")
    EmailAddress.objects.create(user=ben, email="ben@example.org", verified=True, primary=True)
    now = timezone.now()
    notices.tell(player=ben, event="site", now=now, about="moderation", url="/")
    notices.write(to="ben@example.org", player=ben, kind="letter", subject="Sub-ject", body="A secret link", now=now)
    ben.set_password("four-bones-and-ink")
    ben.save()
    guest = User.objects.create(username="guest-17", nickname="Gus", is_guest=True)
    guests.make_link(guest)
    browser = Browser.objects.get(user=ben)
    entered(ben)
    secrets = {
        app_secret, app.secret,
        text, token.digest, ben.password, guest.guest_key, browser.session_id, browser.name, "A secret link",
        "Sub-ject", *Seat.objects.values_list("token", flat=True), *Seat.objects.values_list("shuffle_seed", flat=True),
    }  # fmt: skip
    return SimpleNamespace(secrets=secrets, report=report)


def test_the_admin_shows_exactly_these_tables():
    assert set(site._registry) == set(TABLES.values())
    assert site.check(None) == []


@pytest.mark.parametrize("path", ["", *(f"{table}/" for table in TABLES)])
def test_people_outside_the_staff_see_only_the_login(stranger, browser_of, ben, path):
    assert stranger.get(f"/admin/{path}", follow=True).redirect_chain[-1][0].startswith("/accounts/login/")
    assert browser_of(ben).get(f"/admin/{path}", follow=True).status_code == 403


@pytest.mark.both_databases
@pytest.mark.parametrize("table", TABLES)
def test_every_table_and_row_opens_and_shows_no_secret(hosts, rows, table):
    pages = [hosts.get(f"/admin/{table}/")]
    for row in TABLES[table].objects.all():
        page = hosts.get(f"/admin/{table}/{row.pk}/change/", follow=True)
        pages += [page, hosts.get(f"/admin/{table}/{row.pk}/history/")]
    assert len(pages) > 1
    for page in pages:
        assert page.status_code == 200
        assert not [secret for secret in rows.secrets if secret in page.content.decode()]
        assert " style=" not in page.content.decode()  # the site's policy leaves it out


@pytest.mark.parametrize("table", TABLES)
def test_the_admin_changes_rows_only_through_actions(hosts, rows, table):
    row = TABLES[table].objects.first()
    before = TABLES[table].objects.count()
    added = {"add"} if table != "accounts/invite" else set()  # hosts invite by hand
    for path in (*added, f"{row.pk}/delete"):
        assert hosts.post(f"/admin/{table}/{path}/", {"post": "yes"}).status_code == 403 or table == "moderation/report"
    if table != "moderation/report":  # their rows are shown with others
        assert hosts.post(f"/admin/{table}/{row.pk}/change/", {"username": "x"}).status_code == 403
    hosts.post(f"/admin/{table}/", {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"})
    assert TABLES[table].objects.count() == before


@pytest.mark.both_databases
@pytest.mark.parametrize("table", TABLES)
def test_hidden_fields_cant_be_searched_letter_by_letter(hosts, rows, table):
    for lookup in ("pk", "digest__startswith", "password__startswith", "shuffle_secret", "letter__body__contains"):
        assert hosts.get(f"/admin/{table}/?{lookup}=a").status_code in {302, 400}


@pytest.mark.parametrize("table", TABLES)
def test_a_list_needs_the_same_queries_however_many_rows_it_has(
    hosts, rows, ada, game_between, token_of, browser_of, reported, table
):
    def cost():
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert hosts.get(f"/admin/{table}/").status_code == 200
        return len(asked)

    cost()  # content types are cached
    few = cost()
    for n in range(4):
        other = person(f"P{n}")
        game = game_between(ada, other).public_id
        actions.resign_game(public_id=game, player=ada)
        token_of(other)
        browser_of(other).get("/")
        reported(player=other, game=queries.find_game(game))
        entered(other)
        notices.tell(player=other, event="site", now=timezone.now(), about="moderation", url="/")
        notices.write(to="x@y.org", player=other, kind="letter", subject="s", body="b", now=timezone.now())
    assert cost() == few <= 12


@pytest.mark.both_databases
@pytest.mark.parametrize("table", [table for table in TABLES if table != "moderation/report"])
def test_a_row_needs_the_same_queries_however_much_belongs_to_it(hosts, rows, ada, ben, game_between, token_of, table):
    row = TABLES[table].objects.filter(**({"username": "ben"} if table == "accounts/user" else {})).last()

    def cost():
        with CaptureQueriesContext(connection) as asked:
            assert hosts.get(f"/admin/{table}/{row.pk}/change/").status_code == 200
        return len(asked)

    cost()
    few = cost()
    for _ in range(3):
        game_between(ada, ben)
        token_of(ben)
    if table == "tournaments/tournament":
        for n in range(3):
            entering.enter(public_id=row.public_id, player=person(f"P{n}"), now=timezone.now())
    if table == "games/game":
        for _ in range(5):
            play_one(row.public_id, random.Random(1))
    assert cost() == few <= 16


# ---- Finding -------------------------------------------------------------------------------------
@pytest.mark.both_databases
@pytest.mark.parametrize("typed", ["ben", "Ben", "BE", "ben@example", "example.org"])
def test_people_are_found_by_part_of_a_name_or_an_address(hosts, rows, typed):
    page = words_of(hosts.get("/admin/accounts/user/", {"q": typed}))
    assert "1 result" in page


@pytest.mark.both_databases
def test_games_are_found_by_address_and_by_player(hosts, rows, game, cleo, ada, game_between):
    other = game_between(ada, cleo).public_id
    for typed, found in ((game, {game}), ("ben", {game}), ("Ada", {game, other}), ("nobody", set())):
        page = hosts.get("/admin/games/game/", {"q": typed}).content.decode()
        assert {each for each in (game, other) if f">{each}<" in page} == found


@pytest.mark.both_databases
def test_a_persons_page_links_to_their_data(hosts, rows, ben, game):
    page = hosts.get(f"/admin/accounts/user/{ben.pk}/change/")
    assert "Games 1 · Tokens 1 · Browsers 1 · Apps 1 · Notifications" in words_of(page)
    assert "ben@example.org (confirmed)" in words_of(page)
    tokens = hosts.get(f"/admin/accounts/token/?user__id__exact={ben.pk}")
    assert "Bot Ben read, play" in words_of(tokens)


def test_hosts_see_no_reports_about_themselves(hosts, hedy, rows, reported):
    about = reported(player=hedy, game=None)
    page = hosts.get("/admin/moderation/report/").content.decode()
    assert f"/report/{rows.report.pk}/" in page
    assert f"/report/{about.pk}/" not in page
    for number in (about.pk, 99, "x"):
        assert hosts.get(f"/admin/moderation/report/{number}/change/").status_code == 404


@pytest.mark.both_databases
def test_moderators_see_only_the_reports(browser_of, rows):
    client = browser_of(moderator("Mo"))
    assert set(re.findall(r'href="/admin/(\w+/\w+)/"', client.get("/admin/").content.decode())) == {"moderation/report"}
    for table in TABLES:
        assert client.get(f"/admin/{table}/").status_code == (200 if table == "moderation/report" else 403)


# ---- Hands ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(("variant", "people"), PRESETS)
def test_the_page_of_a_running_game_names_no_hidden_tile(guest, game_between, hosts, variant, people):
    rng = random.Random(people)
    game = game_between(*[guest(f"P{n}") for n in range(people)], variant=variant)
    for _ in range(25):
        if Game.objects.get(pk=game.pk).status != Game.Status.PLAYING:
            break
        play_one(game.public_id, rng)
    game = queries.find_game(game.public_id)
    answer = hosts.get(f"/admin/games/game/{game.pk}/change/")
    page = answer.content.decode()
    assert page.count("<li>") >= 25 or game.status != Game.Status.PLAYING
    running = words_of(answer).rpartition("Round ")[2]  # earlier deals are public
    _deal, _index, _moves, secrets, tokens = stored(game.public_id, game.version)
    assert set(TILE.findall(running)) <= known_to(game, None)
    assert not [secret for secret in (*secrets, *(token for _seat, token in tokens)) if secret in page]


def test_hosts_see_no_hand_in_their_own_game(hosts, hedy, ben, game_between):
    game = game_between(hedy, ben)
    page = words_of(hosts.get(f"/admin/games/game/{game.pk}/change/"))
    assert "Round 1" in page
    assert TILE.findall(page) == []
