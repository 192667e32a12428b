"""Everything is sent once, whichever worker sends it and however many tries it takes."""

import base64
import hashlib
import hmac
import json
import threading
import time
from datetime import timedelta

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.core.mail import EmailMultiAlternatives
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from prometheus_client import REGISTRY

from common.queues.lanes import HELPERS
from notices import actions as telling
from notices import mail, outbox, push, queries
from notices.api import NoticeSettings
from notices.models import Delivery, Device, Notice, Wishes
from notices.outbox import deliveries, notices
from tests import queued
from tests.notices.conftest import SOON, move, on_turn, sweep_soon, turn_of
from tests.notices.push_service import Browser, raw

pytestmark = pytest.mark.django_db
MOST_EACH = 18  # statements that store one notification, its mail and its push, with BEGIN and COMMIT
LONG = {"variant": "block", "options": {"end": "target:100"}}


def test_a_push_is_signed_for_its_service_and_encrypted_for_its_browser(ada, ben, game_between, browser_of, pushes):
    game = game_between(ada, ben, **LONG)
    browser = browser_of(on_turn(game))
    sweep_soon()
    (claims,) = pushes.claims
    assert claims["key"] == push.public_key()
    assert len(raw(push.public_key())) == 65
    assert claims["sub"].startswith("mailto:")
    (headers,) = browser.headers
    assert (headers["Topic"], headers["TTL"]) == (f"game-{game.public_id}", "86400")
    ((_path, _headers, body),) = pushes.posts
    assert b"Your turn" not in body


def private(text):
    return ec.derive_private_key(int.from_bytes(raw(text), "big"), ec.SECP256R1())


def test_the_example_of_rfc_8291_is_encrypted_and_decrypted_to_the_letter():
    """Its section 5 and appendix A."""
    browser = Browser("", private("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), raw("BTBZMqHH6r4Tts7J_aSIgg"))
    body = raw(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    key, salt = private("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), raw("DGv6ra1nlYgDCS1FRnbzlw")
    plain = b"When I grow up, I want to be a watermelon"
    assert push.encrypted(plain, raw(browser.p256dh), browser.secret, key, salt) == body
    assert browser.decrypted(body) == plain


def test_the_metric_counts_each_push_once(ada, ben, game_between, browser_of):
    game = game_between(ada, ben, **LONG)
    browser_of(on_turn(game))
    sent = {"channel": "push", "outcome": "sent"}
    before = REGISTRY.get_sample_value("boneyard_notices_total", sent) or 0
    sweep_soon()
    assert REGISTRY.get_sample_value("boneyard_notices_total", sent) == before + 1


def test_the_server_key_is_generated_once_or_set_by_the_environment(db, settings):
    assert push.public_key() == push.public_key()
    settings.VAPID_PRIVATE_KEY = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE"
    one = "046b17d1f2"  # the generator of P-256 is one times itself
    assert raw(push.public_key())[:5].hex() == one
    der = ec.derive_private_key(1, ec.SECP256R1()).private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
    settings.VAPID_PRIVATE_KEY = base64.urlsafe_b64encode(der).decode()
    assert raw(push.public_key())[:5].hex() == one


@pytest.mark.both_databases
def test_every_browser_gets_the_push_and_one_that_is_gone_is_deleted(ada, ben, game_between, browser_of, pushes):
    game = game_between(ada, ben, **LONG)
    mover = on_turn(game)
    here, there, gone = (browser_of(mover) for _ in range(3))
    pushes.answers[gone.endpoint.removeprefix(pushes.url)] = 410
    sweep_soon()
    assert [len(browser.shown) for browser in (here, there)] == [1, 1]
    assert set(Device.objects.values_list("endpoint", flat=True)) == {here.endpoint, there.endpoint}
    assert not Delivery.objects.exists()


def test_a_push_is_retried_for_a_day(ada, ben, game_between, browser_of, pushes):
    game = game_between(ada, ben, clock="none", **LONG)
    browser = browser_of(on_turn(game))
    path = browser.endpoint.removeprefix(pushes.url)
    pushes.answers[path] = 503
    begun = turn_of(game).at
    for minute in range(0, 26 * 60, 5):
        queued.sweep(begun + SOON + timedelta(minutes=minute))
    assert 8 < len(pushes.posts) < 25
    assert not Delivery.objects.exists()
    del pushes.answers[path]
    queued.sweep(begun + timedelta(hours=40))
    assert browser.shown == []


def test_a_push_arrives_once_the_service_is_back(ada, ben, game_between, browser_of, pushes):
    game = game_between(ada, ben, **LONG)
    browser = browser_of(on_turn(game))
    path = browser.endpoint.removeprefix(pushes.url)
    pushes.answers[path] = 500
    sweep_soon()
    del pushes.answers[path]
    sweep_soon(timedelta(seconds=20))
    assert browser.shown == []
    sweep_soon(timedelta(minutes=5))
    assert len(browser.shown) == 1


@pytest.mark.both_databases
def test_another_worker_sends_what_a_killed_one_had_claimed(ada, ben, game_between, browser_of, settings):
    game = game_between(ada, ben, **LONG)
    browser = browser_of(on_turn(game))
    soon = timezone.now() + SOON
    queued.prepare(soon)
    (claimed,) = deliveries.claim(soon)
    deliveries.let_go(claimed)  # … and then it was killed
    queued.sweep(soon + timedelta(seconds=settings.NOTICE_CLAIM_SECONDS - 1))
    assert browser.shown == []
    for second in range(3):
        queued.sweep(soon + timedelta(seconds=settings.NOTICE_CLAIM_SECONDS + second))
    assert len(browser.shown) == 1


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_workers_at_the_same_time_send_once(ada, ben, game_between, browser_of):
    games = [game_between(ada, ben, **LONG) for _ in range(6)]
    browsers = {player.pk: browser_of(player) for player in (ada, ben)}
    soon = timezone.now() + SOON
    together = threading.Barrier(3)

    def work() -> None:
        together.wait()
        for _sweep in range(3):
            queued.sweep(soon)
        connections.close_all()

    workers = [threading.Thread(target=work) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    queued.sweep(soon + timedelta(minutes=10))
    told = [push["url"] for browser in browsers.values() for push in browser.shown if "Your turn" in push["title"]]
    assert sorted(told) == sorted(f"/g/{game.public_id}/" for game in games)


@pytest.mark.both_databases
def test_a_worker_with_old_data_does_not_postpone_a_notification(ada, ben, game_between):
    """The deadline changed after a worker had read the notification, and its old plan must not overwrite
    the new time.
    """
    game = game_between(ada, ben, turn_seconds=10 * 3600, **LONG)
    now = turn_of(game).at + SOON
    queued.prepare(now)
    (looked,) = (notice for notice in notices.claim(now + timedelta(hours=50)) if notice.event == "turn")
    type(looked).objects.filter(pk=looked.pk).update(due=now + timedelta(hours=1))
    (step,) = notices.steps([looked], now + timedelta(hours=50))
    step()
    notices.let_go(looked)
    assert turn_of(game).due == now + timedelta(hours=1)


@pytest.mark.both_databases
def test_a_turn_played_after_the_claim_is_not_sent(ada, ben, game_between, browser_of):
    game = game_between(ada, ben, **LONG)
    browser = browser_of(on_turn(game))
    soon = timezone.now() + SOON
    queued.prepare(soon)
    move(game)
    queued.send(soon)
    assert browser.shown == []
    assert not Delivery.objects.filter(player=on_turn(game)).exists()


@pytest.mark.both_databases
def test_an_error_in_one_push_neither_stops_nor_repeats_the_others(
    ada, ben, cleo, game_between, browser_of, monkeypatch
):
    from notices import parcels

    games = [game_between(ada, ben, **LONG) for _ in range(3)]
    browsers = {player: browser_of(player) for player in (ada, ben)}
    broken, send = games[1].public_id, push.send

    def breaks(device, payload, *, topic, key):
        if broken in topic:
            raise RuntimeError("a bug")
        return send(device, payload, topic=topic, key=key)

    monkeypatch.setattr(parcels.push, "send", breaks)
    for minute in range(0, 20, 5):
        sweep_soon(timedelta(minutes=minute) + SOON)
    turns = [told["url"] for browser in browsers.values() for told in browser.shown if "Your turn" in told["title"]]
    assert sorted(turns) == sorted(f"/g/{games[n].public_id}/" for n in (0, 2))


def test_a_notification_that_fails_is_retried_later(ada, ben, game_between, browser_of, monkeypatch):
    games = [game_between(ada, ben, **LONG) for _ in range(2)]
    browsers = [browser_of(player) for player in (ada, ben)]
    plan = outbox.plan

    def breaks(notice, *more):
        if notice.game_id == games[0].pk:
            raise RuntimeError("a bug")
        return plan(notice, *more)

    monkeypatch.setattr(outbox, "plan", breaks)
    sweep_soon()
    assert {told["url"] for browser in browsers for told in browser.shown} == {f"/g/{games[1].public_id}/"}
    monkeypatch.setattr(outbox, "plan", plan)
    sweep_soon(timedelta(minutes=11))
    assert len({told["url"] for browser in browsers for told in browser.shown}) == 2


# ---- Many at once ----------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_each_notification_needs_a_few_statements(ada, ben, game_between, mail_to, sink, browser_of):
    for player in (ada, ben):
        telling.wish(
            player=mail_to(player), now=timezone.now(), wanted=telling.NewWishes(events={"turn": ["mail", "push"]})
        )
        browser_of(player)

    def queries_of(games: int) -> int:
        for _game in range(games):
            game_between(ada, ben, **LONG)
        with CaptureQueriesContext(connection) as asked:
            assert sweep_soon() >= games
        return len(asked)

    queries_of(1)  # the key of the server is read
    assert queries_of(8) - queries_of(2) <= 6 * MOST_EACH  # all are read together; each is stored alone


def test_a_sweep_opens_no_more_mail_connections_than_it_has_helpers(ada, ben, game_between, mail_to, sink):
    telling.wish(player=mail_to(ada), now=timezone.now(), wanted=telling.NewWishes(events={"friend": ["mail"]}))
    for _letter in range(3 * HELPERS):
        telling.tell(player=ada, event="friend", by=ben, now=timezone.now())
    sweep_soon()
    assert len(sink.mails) == 3 * HELPERS
    assert len(sink.connections) <= HELPERS
    assert not any(mail.connections._free.values()), "one was left open"


def test_we_reconnect_to_a_mail_server_that_hangs_up_between_mails(mail_to, sink):
    sink.hanging_up_after = 2
    for number in range(5):
        letter = EmailMultiAlternatives(f"Mail {number}", "Hello", to=["ada@example.org"])
        assert mail._sending(letter)().ok
    mail.connections.close()
    assert [each["Subject"] for each in sink.mails] == [f"Mail {number}" for number in range(5)]
    assert len(sink.connections) == 3


def test_a_refused_mail_is_not_retried_at_once(mail_to, sink):
    letter = EmailMultiAlternatives("Mail", "Hello", to=["ada@example.org"])
    assert mail._sending(letter)().ok
    sink.refusing = 1
    assert not mail._sending(letter)().ok
    assert (len(sink.mails), sink.refusing) == (1, 0)
    mail.connections.close()


def test_we_sign_once_an_hour_for_each_push_service(ada, ben, game_between, browser_of, monkeypatch):
    signed = []
    sign = push.jwt.encode
    monkeypatch.setattr(
        push.jwt, "encode", lambda claims, *by, **how: signed.append(claims["aud"]) or sign(claims, *by, **how)
    )
    browsers = [browser_of(player) for player in (ada, ben) for _ in range(3)]
    for _game in range(3):
        game_between(ada, ben, **LONG)
    now = time.time()
    monkeypatch.setattr(push.time, "time", lambda: now)
    sweep_soon()
    assert sum(len(browser.shown) for browser in browsers) >= 9
    assert len(signed) == 1
    monkeypatch.setattr(push.time, "time", lambda: now + 3600)
    telling.try_out(player=ada, now=timezone.now())
    queued.sweep(timezone.now())
    assert len(signed) == 2


# ---- Webhooks ----------------------------------------------------------------------------------------


def hooked(player, pushes):
    return telling.wish(player=player, now=timezone.now(), wanted=telling.NewWishes(webhook=f"{pushes.url}/hook"))


def test_a_webhook_request_is_signed(ada, ben, game_between, pushes):
    game = game_between(ada, ben, **LONG)
    wishes = hooked(on_turn(game), pushes)
    sweep_soon()
    ((path, headers, body),) = pushes.posts
    parts = dict(part.split("=") for part in headers["X-Boneyard-Signature"].split(","))
    signed = hmac.new(wishes.webhook_secret.encode(), f"{parts['t']}.".encode() + body, hashlib.sha256).hexdigest()
    assert (path, parts["v1"]) == ("/hook", signed)
    told = json.loads(body)
    assert told["id"] == headers["X-Boneyard-Id"] == headers["webhook-id"]
    assert headers["webhook-timestamp"] == parts["t"]
    shown = NoticeSettings(wishes, context={"may_sign": True}).data
    key = base64.b64decode(shown["webhook_standard_secret"].removeprefix("whsec_"))
    assert 24 <= len(key) <= 64  # bytes, as standardwebhooks.com demands
    to_sign = f"{told['id']}.{parts['t']}.".encode() + body
    signature = base64.b64encode(hmac.new(key, to_sign, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{signature}"
    assert {name: told[name] for name in ("event", "also", "game", "version")} == {
        "event": "turn", "also": "started", "game": game.public_id, "version": turn_of(game).version,
    }  # fmt: skip
    assert told["url"].endswith(f"/g/{game.public_id}/")
    assert told["deadline"]


def test_a_webhook_gets_turns_already_seen_with_the_same_id_in_every_try(ada, ben, game_between, pushes):
    game = game_between(ada, ben, **LONG)
    hooked(on_turn(game), pushes)
    pushes.answers["/hook"] = 500
    type(game).objects.get(pk=game.pk).seats.update(seen_version=999)
    for minute in range(5):
        sweep_soon(timedelta(minutes=minute) + SOON)
    ids = [json.loads(body)["id"] for _path, _headers, body in pushes.posts]
    assert len(ids) > 1
    assert len(set(ids)) == 1


def test_a_reminder_does_not_replace_a_webhook_request_that_waits(ada, ben, game_between, pushes):
    game = game_between(ada, ben, turn_seconds=10 * 3600, **LONG)
    hooked(on_turn(game), pushes)
    pushes.answers["/hook"] = 500
    begun = turn_of(game).at
    queued.sweep(begun + SOON)
    queued.sweep(begun + timedelta(hours=5, minutes=1))
    waiting = Delivery.objects.filter(channel="webhook").order_by("stage")
    assert list(waiting.values_list("stage", flat=True)) == [0, 1]


def test_each_message_has_its_own_id(ada, ben, game_between, mail_to, mailoutbox, pushes):
    game = game_between(ada, ben, **LONG)
    hooked(mail_to(ben), pushes)
    wanted = {"turn": [], "started": [], "message": ["mail", "webhook"]}
    now = timezone.now()
    telling.wish(player=ben, now=now, wanted=telling.NewWishes(events=wanted))
    for minute in (0, 10):
        telling.tell(player=ben, event="message", game=game, by=ada, now=now + timedelta(minutes=minute))
        queued.sweep(now + timedelta(minutes=minute) + SOON)
        telling.mark_read(player=ben, now=now + timedelta(minutes=minute + 1))
    assert len({json.loads(body)["id"] for _path, _headers, body in pushes.posts}) == 2
    assert len({mail.extra_headers["Message-ID"] for mail in mailoutbox}) == 2


def test_redirects_are_not_followed(ada, ben, game_between, pushes):
    game = game_between(ada, ben, **LONG)
    hooked(on_turn(game), pushes)
    pushes.answers["/hook"] = 307
    sweep_soon()
    assert [path for path, _headers, _body in pushes.posts] == ["/hook"]


@pytest.mark.both_databases
def test_a_webhook_that_keeps_failing_is_switched_off_with_a_notification(ada, ben, game_between, pushes):
    game = game_between(ada, ben, clock="none", **LONG)
    player = on_turn(game)
    hooked(player, pushes)
    pushes.answers["/hook"] = 500
    begun = turn_of(game).at
    another = Delivery(player=player, notice=turn_of(game), version=turn_of(game).version, channel="webhook")
    another.since, another.due = begun + timedelta(hours=20), begun + timedelta(hours=30)
    another.save()
    for hour in range(27):
        queued.sweep(begun + SOON + timedelta(hours=hour))
    assert Wishes.objects.get(user=player).webhook_off_at is not None
    told = [line.notice for line in queries.page_of(player, "", 10)]
    assert [notice.words for notice in told if notice.event == "site"] == [{"about": "webhook"}]
    tries = len(pushes.posts)
    queued.sweep(begun + timedelta(hours=40))
    assert len(pushes.posts) == tries
    hooked(player, pushes)
    assert Wishes.objects.get(user=player).webhook_off_at is None


def test_a_test_goes_to_push_and_webhook_but_not_into_the_list(ada, browser_of, pushes):
    browser = browser_of(ada)
    hooked(ada, pushes)
    telling.try_out(player=ada, now=timezone.now())
    queued.sweep(timezone.now())
    assert [push["title"] for push in browser.shown] == ["It works"]
    assert [path for path, _headers, _body in pushes.posts].count("/hook") == 1
    assert queries.counts(ada.pk).unread == 0
    assert Notice.objects.get().read_at is not None
