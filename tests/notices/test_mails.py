"""Mails as a mail server gets them: immediate ones, the daily one, and the one-click unsubscribe."""

from datetime import datetime, timedelta
from email.message import EmailMessage

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game
from notices import actions as telling
from notices import queries
from notices.models import Delivery, Wishes
from notices.times import next_digest
from tests import queued
from tests.notices.conftest import SOON, at, on_turn, sweep_soon

pytestmark = pytest.mark.django_db
LONG = {"variant": "block", "options": {"end": "target:100"}}


def test_an_immediate_mail_has_text_html_and_an_unsubscribe_link(ada, ben, game_between, mail_to, sink):
    game = game_between(ada, ben, **LONG)
    mover = mail_to(on_turn(game))
    telling.wish(player=mover, now=timezone.now(), wanted=telling.NewWishes(events={"turn": ["mail"]}))
    sweep_soon()
    (mail,) = sink.mails
    assert (mail["Subject"], mail["To"]) == ("Your turn: Block", f"{mover.username}@example.org")
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    plain, html = mail.get_body(("plain",)).get_content(), mail.get_body(("html",)).get_content()
    assert f"/g/{game.public_id}/" in plain
    assert f"/g/{game.public_id}/" in html
    assert stop_link(mail) in plain


def test_a_mail_refused_for_now_is_sent_once_later(ada, ben, game_between, mail_to, sink):
    game = game_between(ada, ben, **LONG)
    telling.wish(player=mail_to(on_turn(game)), now=timezone.now(), wanted=telling.NewWishes(events={"turn": ["mail"]}))
    sink.refusing = 1
    sweep_soon()
    assert sink.mails == []
    sweep_soon(timedelta(minutes=3))
    sweep_soon(timedelta(minutes=6))
    (mail,) = sink.mails
    assert mail["Message-ID"].startswith("<notice.")


def test_a_mail_is_in_its_readers_language(ada, ben, game_between, mail_to, sink):
    game = game_between(ada, ben, **LONG)
    mover = mail_to(on_turn(game))
    mover.language = "de"
    mover.save(update_fields=["language"])
    telling.wish(player=mover, now=timezone.now(), wanted=telling.NewWishes(events={"turn": ["mail"]}))
    sweep_soon()
    assert '<html lang="de">' in sink.mails[0].get_body(("html",)).get_content()


def test_a_player_name_cannot_add_mail_headers(ada, ben, mail_to, sink):
    ben.nickname = "Ben\r\nBcc: eve@example.org"
    ben.save(update_fields=["nickname"])
    telling.tell(player=mail_to(ada), event="friend", by=ben, now=timezone.now())
    telling.wish(player=ada, now=timezone.now(), wanted=telling.NewWishes(events={"friend": ["mail"]}))
    sweep_soon()
    (mail,) = sink.mails
    assert mail["Bcc"] is None


# ---- The daily mail ----------------------------------------------------------------------------------


def awake(player, zone="Europe/Berlin", hour=8, now: datetime | None = None):
    player.time_zone = zone
    player.save(update_fields=["time_zone"])
    telling.wish(player=player, now=now or timezone.now(), wanted=telling.NewWishes(digest_hour=hour))
    return player


def test_the_daily_mail_comes_in_the_morning_and_lists_least_time_first(ada, ben, game_between, mail_to, sink):
    games = [game_between(ada, ben, turn_seconds=(2 + n) * 86_400, **LONG) for n in (2, 0, 1)]
    Game.objects.update(turn=0)
    awake(mail_to(ada))
    telling.wish(
        player=ada, now=timezone.now(), wanted=telling.NewWishes(events={"reminder": []})
    )  # whether one is due depends on the hour
    due = Wishes.objects.get(user=ada).digest_due
    queued.sweep(due - timedelta(seconds=1))
    assert sink.mails == []
    for minute in range(0, 90, 30):
        queued.sweep(due + timedelta(minutes=minute))
    (mail,) = sink.mails
    assert mail["Subject"] == "3 games are waiting for you"
    text = mail.get_body(("plain",)).get_content()
    order = sorted(games, key=lambda game: text.index(game.public_id))
    assert [game.pk for game in order] == [games[1].pk, games[2].pk, games[0].pk]
    queued.sweep(Wishes.objects.get(user=ada).digest_due)
    assert len(sink.mails) == 2


def test_the_daily_mail_comes_only_if_a_game_waits(ada, ben, game_between, mail_to, sink):
    game_between(ada, ben, **LONG)
    Game.objects.update(turn=1)
    awake(mail_to(ada))
    queued.sweep(Wishes.objects.get(user=ada).digest_due)
    assert sink.mails == []
    assert not Delivery.objects.exists()


def test_the_daily_mail_leaves_out_a_turn_played_meanwhile(ada, ben, game_between, mail_to, sink):
    game_between(ada, ben, **LONG)
    Game.objects.update(turn=0)
    awake(mail_to(ada))
    due = Wishes.objects.get(user=ada).digest_due
    queued.prepare_digests(due)
    Game.objects.update(turn=1)
    queued.send(due)
    assert sink.mails == []


def test_a_daily_mail_missed_by_hours_is_skipped(ada, ben, game_between, mail_to, sink):
    game_between(ada, ben, clock="none", **LONG)
    Game.objects.update(turn=0)
    awake(mail_to(ada))
    due = Wishes.objects.get(user=ada).digest_due
    queued.sweep(due + timedelta(hours=10))
    assert sink.mails == []
    assert Wishes.objects.get(user=ada).digest_due == due + timedelta(days=1)


def test_the_daily_mail_needs_a_confirmed_address(ada, mail_to):
    mail_to(ada, confirmed=False)
    assert queries.wishes(ada).digest_due is None
    ada.emailaddress_set.first().set_verified()
    assert queries.wishes(ada).digest_due is not None
    ada.emailaddress_set.all().delete()
    assert queries.wishes(ada).digest_due is None


@pytest.mark.parametrize(
    ("zone", "hour", "after", "due"),
    [
        ("Europe/Berlin", 8, "2026-03-28 07:30", "2026-03-29 06:00"),  # the night has an hour less
        ("Europe/Berlin", 8, "2026-10-24 06:30", "2026-10-25 07:00"),  # the night has an hour more
        ("Europe/Berlin", 2, "2026-03-28 20:00", "2026-03-29 01:00"),  # the clock skips this hour
        ("Europe/Berlin", 2, "2026-10-24 20:00", "2026-10-25 00:00"),  # this hour comes twice: the first time
        ("Europe/Berlin", 2, "2026-10-25 00:00", "2026-10-26 01:00"),  # … and not again
        ("America/New_York", 8, "2026-11-01 11:00", "2026-11-01 13:00"),
        ("Asia/Tokyo", 8, "2026-05-05 00:00", "2026-05-05 23:00"),
        ("", 8, "2026-05-05 08:00", "2026-05-06 08:00"),
        ("Nowhere/Land", 8, "2026-05-05 07:00", "2026-05-05 08:00"),
    ],
)
def test_the_daily_mail_follows_the_players_clock(zone, hour, after, due):
    assert next_digest(zone, hour, at(after)) == at(due)


# ---- One-click unsubscribe ---------------------------------------------------------------------------


def stop_link(mail: EmailMessage) -> str:
    address: str = mail["List-Unsubscribe"].strip(" <>")
    return address[address.index("/notices/") :]


def test_one_click_ends_the_daily_mail_without_logging_in(ada, ben, game_between, mail_to, sink):
    game_between(ada, ben, **LONG)
    Game.objects.update(turn=0)
    awake(mail_to(ada))
    due = Wishes.objects.get(user=ada).digest_due
    queued.sweep(due)
    link = stop_link(sink.mails[0])
    stranger = Client(enforce_csrf_checks=True)
    shown = stranger.get(link)
    assert shown.status_code == 200
    assert queries.wishes(ada).events("digest")  # looking changes nothing
    posted = stranger.post(link, "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded")
    assert posted.status_code == 200
    assert queries.wishes(ada).events("digest") == set()
    queued.sweep(due + timedelta(days=1))
    assert len(sink.mails) == 1


def test_one_click_ends_only_that_kind_of_mail(ada, ben, game_between, mail_to, sink):
    game = game_between(ada, ben, **LONG)
    mover = mail_to(on_turn(game))
    telling.wish(player=mover, now=timezone.now(), wanted=telling.NewWishes(events={"turn": ["mail", "push"]}))
    before = queries.wishes(mover).table()
    sweep_soon()
    Client().post(stop_link(sink.mails[0]))
    assert queries.wishes(mover).table() == before | {"turn": ["push"]}


def test_one_click_ends_mails_about_games_that_start_with_your_turn(ada, ben, game_between, mail_to, sink):
    for player in (ada, ben):
        telling.wish(
            player=mail_to(player),
            now=timezone.now(),
            wanted=telling.NewWishes(events={"turn": [], "started": ["mail"]}),
        )
    game = game_between(ada, ben, **LONG)
    sweep_soon()
    mover = on_turn(game)
    (mail,) = [mail for mail in sink.mails if mail["To"] == f"{mover.username}@example.org"]
    Client().post(stop_link(mail))
    assert queries.wishes(mover).table()["started"] == []


def test_one_click_also_drops_a_mail_that_waits(ada, ben, game_between, mail_to, sink):
    game = game_between(ada, ben, **LONG)
    mover = mail_to(on_turn(game))
    telling.wish(player=mover, now=timezone.now(), wanted=telling.NewWishes(events={"turn": ["mail"]}))
    soon = timezone.now() + SOON
    queued.prepare(soon)
    telling.stop(player=mover, kind="turn", now=soon)
    queued.send(soon)
    assert sink.mails == []
    assert not Delivery.objects.exists()


def test_one_click_also_drops_a_daily_mail_that_waits(ada, ben, game_between, mail_to, sink):
    game_between(ada, ben, **LONG)
    Game.objects.update(turn=0)
    awake(mail_to(ada))
    due = Wishes.objects.get(user=ada).digest_due
    queued.prepare_digests(due)
    telling.stop(player=ada, kind="digest", now=due)
    queued.send(due)
    assert sink.mails == []


def test_one_click_works_for_closed_accounts_but_not_for_deleted_ones(ada):
    from accounts.farewell import delete_account
    from notices.mail import stop_path

    link = stop_path(ada, "digest")
    type(ada).objects.update(is_active=False)
    assert Client().post(link).status_code == 200
    assert queries.wishes(ada).events("digest") == set()
    delete_account(user=ada, now=timezone.now())
    assert Client().post(link).status_code == 404
    assert not Wishes.objects.exists()


def test_a_forged_unsubscribe_link_is_not_found(ada):
    from notices.mail import stop_path

    link = stop_path(ada, "digest")
    assert Client().post(link[:-3] + "x/").status_code == 404
    assert Client().post("/notices/stop/nonsense/").status_code == 404
