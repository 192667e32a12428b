"""The bell, the list of notifications, and their settings."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games import actions
from notices import actions as telling
from notices import queries
from notices.choices import CHOSEN, DEFAULT, NO_CHOICE, Channel, Event
from notices.models import Device, Notice, Wishes
from tests import queued
from tests.notices.conftest import look, on_turn, other

pytestmark = pytest.mark.django_db
LONG = {"variant": "block", "options": {"end": "target:100"}}
BELL = re.compile(r"data-unread( hidden)?><span data-unread-number>(\d+)<")


def bell(client: Client, path: str = "/rules/") -> int:
    """The number the page shows."""
    hidden, number = BELL.search(client.get(path).content.decode()).groups()
    assert bool(hidden) == (number == "0")
    return int(number)


def as_(player) -> Client:
    client = Client()
    client.force_login(player)
    return client


@pytest.mark.both_databases
def test_the_bell_counts_new_ones_and_opening_a_game_marks_its_as_read(ada, ben, game_between):
    game, another = game_between(ada, ben, **LONG), game_between(ada, ben, **LONG)
    client = as_(ada)
    assert bell(client) == 2
    assert bell(client, f"/g/{game.public_id}/") == 1
    look(another, ada)
    assert bell(client) == 0
    assert BELL.search(Client().get("/rules/").content.decode()) is None


def test_events_switched_off_for_the_site_are_not_listed(ada, ben, game_between):
    game_between(ada, ben, **LONG)
    telling.wish(player=ada, now=timezone.now(), wanted=telling.NewWishes(events={"turn": [], "started": []}))
    assert bell(as_(ada)) == 0
    assert "Your turn" not in as_(ada).get("/notices/").content.decode()


def test_following_a_notification_opens_the_game_and_marks_it_as_read(ada, ben, game_between):
    game = game_between(ada, ben, **LONG)
    player = on_turn(game)
    notice = Notice.objects.get(player=player)
    client = as_(player)
    assert f"/notices/{notice.pk}/" in client.get("/notices/").content.decode()
    assert client.get(f"/notices/{notice.pk}/").url == f"/g/{game.public_id}/"
    assert bell(client) == 0
    assert as_(other(game)).get(f"/notices/{notice.pk}/").status_code == 404


@pytest.mark.both_databases
def test_marking_all_as_read_leaves_newer_ones_unread(ada, ben):
    now = timezone.now()
    telling.tell(player=ada, event="friend", by=ben, now=now - timedelta(minutes=2))
    client = as_(ada)
    until = re.search(r'name="until" value="([^"]+)"', client.get("/notices/").content.decode())[1]
    telling.tell(player=ada, event="friend", by=ben, now=now - timedelta(minutes=1))
    client.post("/notices/read/", {"until": until})
    assert bell(client) == 1
    client.post("/notices/read/", {"until": "nonsense"})
    assert bell(client) == 0


def rows_of(client: Client) -> dict[str, list[list[str]]]:
    """The titles of each row of the list, by day."""
    days = (
        client.get("/notices/")
        .content.decode()
        .partition('<h2 class="notice-day">')[2]
        .split('<h2 class="notice-day">')
    )
    return {
        day.partition("<")[0]: [
            re.findall(r'/notices/\d+/">([^<]+)<', row) for row in day.split('<li class="game-row')[1:]
        ]
        for day in days
    }


@pytest.mark.both_databases
def test_a_row_has_what_a_day_says_of_a_game_and_is_marked_as_read_alone(ada, ben, cleo, game_between):
    noon = datetime(2026, 11, 20, 12, tzinfo=UTC)
    chatty, other_game = game_between(ada, ben, **LONG), game_between(ada, cleo, **LONG)
    Notice.objects.all().delete()
    days = [(30, chatty, "started"), (4, chatty, "over"), (3, other_game, "message"), (2, chatty, "message")]
    for hours, game, event in days:
        telling.tell(player=ada, event=event, game=game, by=ben, now=noon - timedelta(hours=hours))
    for friend in (ben, cleo):
        telling.tell(player=ada, event="friend", by=friend, now=noon)
    client = as_(ada)
    asks, message = "{} sent you a friend request", "Ben sent a message in Block"
    assert {re.findall(r"\d+ Nov", day)[0]: rows for day, rows in rows_of(client).items()} == {  # next year with 2026
        "20 Nov": [
            [asks.format("Cleo")], [asks.format("Ben")], [message, "Game finished: Block"], [message],
        ],
        "19 Nov": [["Game started: Block"]],
    }  # fmt: skip
    forms = client.get("/notices/").content.decode().split('class="game-action">')[1:]
    sent = [form.partition("</form>")[0] for form in forms if "Mark as read" in form]
    keys = [{int(key) for key in re.findall(r'name="notice" value="(\d+)"', form)} for form in sent]
    assert [len(each) for each in keys] == [1, 1, 2, 1, 1]
    client.post("/notices/read/", {"notice": [*keys[2]], "until": noon.isoformat()})
    assert {*Notice.objects.exclude(read_at=None).values_list("pk", flat=True)} == keys[2]
    client.post("/notices/read/", {"notice": ["no\0where", "9" * 40]})
    assert bell(client) == 4


@pytest.mark.both_databases
def test_the_list_continues_where_the_last_page_ended(ada, ben):
    now = timezone.now()
    for n in range(65):
        telling.tell(player=ada, event="friend", by=ben, now=now - timedelta(minutes=n // 2))
    client, path, seen = as_(ada), "/notices/", []
    for _page in range(3):
        text = client.get(path).content.decode()
        seen += re.findall(r"/notices/(\d+)/", text)
        path = next(iter(re.findall(r'rel="next" href="(\?before=[^"]+)"', text)), "").replace("&amp;", "&")
        path = f"/notices/{path}"
    assert len(seen) == len(set(seen)) == 65
    for odd in ("x", ",", "2026-01-01,1", "2026-01-01T00:00:00Z,99999999999999999999", "0001-01-01T00:00:00+14:00,1"):
        assert client.get("/notices/", {"before": odd}).status_code == 200


def form_of(player, **changed: str) -> dict[str, str]:
    """The data a browser would send: the page's boxes and fields, with some changed. "" unticks a box."""
    text = as_(player).get("/settings/notices/").content.decode()
    boxes = re.findall(r'type="checkbox" name="([\w.]+)" checked', text)
    fields = {"first": "50", "second": "80", "digest_hour": "8", "webhook": ""}
    sent = dict.fromkeys(boxes, "on") | fields | changed
    return {name: value for name, value in sent.items() if value or name in fields}


@pytest.mark.both_databases
def test_the_settings_show_the_defaults_and_store_only_changes(ada):
    boxes = {name for name, value in form_of(ada).items() if value == "on"}
    assert boxes == {f"{event}.{channel}" for channel in Channel for event in DEFAULT[channel] - {Event.SITE}}
    sent = form_of(ada, **{"turn.push": "", "over.mail": "on"})
    assert as_(ada).post("/settings/notices/", sent).status_code == 302
    wishes = Wishes.objects.get(user=ada)
    assert Event.TURN not in wishes.events(Channel.PUSH)
    assert Event.OVER in wishes.events(Channel.MAIL)
    assert set(wishes.channels) == {"push", "mail"}  # the others follow the defaults


def test_every_box_is_labelled_with_event_and_channel(ada):
    text = as_(ada).get("/settings/notices/").content.decode()
    assert len(re.findall(r'type="checkbox"', text)) == len(CHOSEN) * len(Channel) - len(NO_CHOICE)
    assert 'Your turn: </span><span class="channel">Push</span>' in text


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"first": "0"}, "greater than or equal to 1"),
        ({"second": "100"}, "less than or equal to 99"),
        ({"second": "soon"}, "whole number"),
        ({"webhook": "http://example.org/"}, "starts with https://"),
        ({"webhook": "https://192.168.1.1/"}, "private network"),
    ],
)
def test_invalid_settings_show_an_error_and_keep_the_form(ada, changed, sentence):
    answer = as_(ada).post("/settings/notices/", form_of(ada, **changed, **{"turn.push": "", "over.mail": "on"}))
    text = answer.content.decode()
    assert sentence in text
    assert next(iter(changed.values())) in text
    assert 'name="over.mail" checked' in text
    assert 'name="turn.push" checked' not in text
    assert not Wishes.objects.filter(user=ada).exclude(channels={}).exists()


def test_a_webhook_secret_stays_until_the_address_changes(ada):
    client = as_(ada)
    client.post("/settings/notices/", form_of(ada, webhook="https://example.org/hook"))
    secret = Wishes.objects.get(user=ada).webhook_secret
    assert len(secret) == 64
    client.post("/settings/notices/", form_of(ada, webhook="https://example.org/hook"))
    assert Wishes.objects.get(user=ada).webhook_secret == secret
    client.post("/settings/notices/", form_of(ada))
    assert Wishes.objects.get(user=ada).webhook_secret == ""


def test_reminders_can_be_changed_and_removed(ada):
    for first, second, kept in (("30", "60", [30, 60]), ("", "90", [90]), ("", "", []), ("70", "20", [20, 70])):
        as_(ada).post("/settings/notices/", form_of(ada, first=first, second=second))
        assert Wishes.objects.get(user=ada).reminders == kept


def test_strangers_are_asked_to_log_in(db):
    for path in ("/notices/", "/settings/notices/"):
        assert Client().get(path).url.startswith("/accounts/login/")


def test_a_push_browser_is_removed_only_by_its_owner_or_by_logging_out(ada, ben, settings):
    settings.NOTICES_TO_PRIVATE_ADDRESSES = True
    client = as_(ada)
    body = {"endpoint": "https://push.example/1", "keys": {"p256dh": "k", "auth": "a"}, "expirationTime": None}
    made = client.post("/api/v1/me/notices/devices/", body, content_type="application/json")
    assert made.status_code == 201, made.json()
    path = f"/settings/notices/devices/{made.json()['id']}/remove/"
    as_(ben).post(path)
    assert Device.objects.count() == 1
    client.post("/accounts/logout/")
    assert Device.objects.count() == 0


PASSWORD = "seven words that nobody else has"


def subscribe(client: Client, number: int = 1) -> None:
    body = {"endpoint": f"https://push.example/{number}", "keys": {"p256dh": "k", "auth": "a"}}
    assert client.post("/api/v1/me/notices/devices/", body, content_type="application/json").status_code == 201


def sign_up(client: Client, _account) -> None:
    client.post("/accounts/signup/", {"username": "gus", "password1": PASSWORD, "email": ""})


def log_in(client: Client, account) -> None:
    client.post("/accounts/login/", {"login": account.username, "password": PASSWORD})


@pytest.mark.parametrize("becomes", [sign_up, log_in])
def test_logging_out_ends_push_for_a_guest_who_got_an_account(guest, ada, becomes):
    ada.set_password(PASSWORD)
    ada.save()
    client = as_(guest("Gus"))
    subscribe(client)
    becomes(client, ada)
    assert not Device.objects.get().player.is_guest
    client.post("/accounts/logout/")
    assert not Device.objects.exists()


def change_password(client: Client) -> None:
    sent = {"oldpassword": "another one", "password1": PASSWORD, "password2": PASSWORD}
    assert client.post("/accounts/password/change/", sent).status_code == 302


def test_a_new_password_ends_push_in_the_browsers_it_logs_out(ada):
    ada.set_password("another one")
    ada.save()
    here, there = as_(ada), as_(ada)
    subscribe(here, 1)
    subscribe(there, 2)
    change_password(here)
    assert Device.objects.get().endpoint == "https://push.example/1"


def test_a_reset_password_ends_push_except_in_browsers_added_by_tokens(ada, mail_to, mailoutbox):
    mail_to(ada)
    client = as_(ada)
    subscribe(client, 1)
    Device.objects.create(player=ada, endpoint="https://push.example/2", created_at=timezone.now())
    client.post("/accounts/password/reset/", {"email": "ada@example.org"})
    queued.send(timezone.now())
    link = re.search(r"/accounts/password/reset/key/\S+", mailoutbox[-1].body)[0]
    form = client.get(link).url
    assert client.post(form, {"password1": PASSWORD, "password2": PASSWORD}).status_code == 302
    assert Device.objects.get().endpoint == "https://push.example/2"


def test_a_new_password_keeps_push_in_this_browser_until_logout(ada):
    ada.set_password("another one")
    ada.save()
    client = as_(ada)
    subscribe(client)
    change_password(client)
    assert Device.objects.exists()
    client.post("/accounts/logout/")
    assert not Device.objects.exists()


@pytest.mark.both_databases
def test_a_browser_gets_push_notifications_for_one_person(ada, ben, settings):
    body = {"endpoint": "https://push.example/1", "keys": {"p256dh": "k", "auth": "a"}}
    for player in (ada, ben):
        as_(player).post("/api/v1/me/notices/devices/", body, content_type="application/json")
    assert Device.objects.get().player == ben


def test_the_manifest_and_the_offline_page_contain_nothing_personal(ada):
    manifest = as_(ada).get("/manifest.webmanifest")
    assert manifest["Content-Type"] == "application/manifest+json"
    assert {icon["purpose"] for icon in manifest.json()["icons"]} == {"any", "maskable"}
    page = as_(ada).get("/offline/").content.decode()
    assert "Ada" not in page
    assert "csrf" not in page
    worker = as_(ada).get("/service-worker.js")
    assert worker["Content-Type"].startswith("text/javascript")
    assert "no-cache" in worker["Cache-Control"]


def test_the_notification_of_a_rematch_opens_its_page(ada, ben, game_between):
    from tests.games.playing import play_out

    game = game_between(ada, ben, variant="block", options={"end": "rounds:1"})
    play_out(game.public_id)
    again = actions.offer_rematch(public_id=game.public_id, player=ada)
    (notice,) = [line.notice for line in queries.page_of(ben, "", 10) if line.notice.event == "invited"]
    assert as_(ben).get(f"/notices/{notice.pk}/").url == f"/g/{again.public_id}/"


def test_test_notifications_are_limited(ada, settings):
    settings.LIMITS = True
    answers = [as_(ada).post("/settings/notices/try/").status_code for _click in range(7)]
    assert (answers[0], answers[-1]) == (302, 429)
