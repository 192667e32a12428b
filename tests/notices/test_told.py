"""Which notifications are stored with a move, and when they are sent."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone
from django.utils.translation import override

from accounts import rest_actions
from accounts.models import new_guest
from games import actions
from games.after_move import FollowsGames
from games.clocks import clock
from notices import actions as telling
from notices import queries
from notices.followers import NoticesAfterMove
from notices.models import Delivery, Notice, Wishes
from tests import queued
from tests.creating import create_game
from tests.following import also_following
from tests.games.playing import play_out, play_until_deal
from tests.notices.conftest import SOON, at, look, move, on_turn, other, sweep_soon, turn_of

pytestmark = pytest.mark.django_db
LONG = {"variant": "block", "options": {"end": "target:100"}}


@pytest.mark.both_databases
def test_a_move_costs_one_statement(ada, ben, game_between, django_assert_num_queries):
    game = game_between(ada, ben, **LONG)
    change = _next_change(game)
    with django_assert_num_queries(1):
        NoticesAfterMove().stored([change])


def _next_change(game):
    from dataclasses import replace

    from games.changes import Kind, of_row

    now = timezone.now()
    fresh = type(game).objects.get(pk=game.pk)
    return replace(of_row(Kind.MOVED, fresh, by=None, now=now), new_turn=True)


@pytest.mark.both_databases
def test_the_next_turn_overwrites_the_notification_of_the_last_one(ada, ben, game_between):
    game = game_between(ada, ben, **LONG)
    for _move in range(4):
        mover = on_turn(game)
        assert turn_of(game).player == mover
        move(game)
        assert Notice.objects.filter(game=game.pk, event="turn").count() == 1


@pytest.mark.both_databases
def test_a_notification_is_stored_with_the_move_or_not_at_all(ada, ben, game_between):
    game = game_between(ada, ben, **LONG)
    before = turn_of(game).version

    class Fails(FollowsGames):
        def stored(self, changes):
            raise RuntimeError("the disk is full")

    with also_following(Fails()), pytest.raises(RuntimeError):
        move(game)
    assert turn_of(game).version == before
    assert type(game).objects.get(pk=game.pk).version == before


def test_a_push_is_sent_once_a_moment_after_the_move(ada, ben, game_between, browser_of, pushes):
    game = game_between(ada, ben, **LONG)
    mover = on_turn(game)
    browser = browser_of(mover)
    assert queued.sweep(timezone.now()) == 0
    assert sweep_soon() > 0
    assert [push["title"] for push in browser.shown] == ["Your turn: Block"]
    (push,) = browser.shown
    assert push["url"] == f"/g/{game.public_id}/"
    assert push["tag"] == f"game-{game.public_id}"
    assert push["badge"] == 1
    over = "It’s not your turn any more: Block"
    assert push["turn"] == {"game": game.public_id, "version": turn_of(game).version, "over": over}
    assert other(game).name in push["body"]
    for _again in range(3):
        sweep_soon(timedelta(minutes=5))
    assert len(browser.shown) == 1


def test_no_push_is_sent_while_the_player_sees_the_board(ada, ben, game_between, browser_of):
    game = game_between(ada, ben, **LONG)
    browser = browser_of(on_turn(game))
    look(game, on_turn(game))
    sweep_soon()
    assert browser.shown == []
    assert queries.counts(on_turn(game).pk).unread == 0


def test_a_push_is_sent_while_the_player_sees_another_game(ada, ben, cleo, game_between, browser_of):
    game, seen = game_between(ada, ben, **LONG), game_between(ada, cleo, **LONG)
    browser = browser_of(on_turn(game))
    look(seen, ada)
    sweep_soon()
    assert [push["url"] for push in browser.shown if game.public_id in push["url"]]


@pytest.mark.both_databases
def test_a_waiting_push_is_dropped_when_the_player_moves(ada, ben, game_between, browser_of):
    game = game_between(ada, ben, **LONG)
    browser = browser_of(on_turn(game))
    move(game)
    sweep_soon()
    assert browser.shown == []


def test_reminders_come_at_50_and_80_percent_of_a_turn(ada, ben, game_between, browser_of, mail_to, mailoutbox):
    game = game_between(ada, ben, turn_seconds=10 * 3600, **LONG)
    mover = mail_to(on_turn(game))
    telling.stop(player=mover, kind="digest", now=timezone.now())
    browser = browser_of(mover)
    begun = turn_of(game).at
    told = []
    for hour in range(10):
        queued.sweep(begun + timedelta(hours=hour, minutes=1))
        told.append(len(browser.shown))
    assert told == [1, 1, 1, 1, 1, 2, 2, 2, 3, 3]
    assert [push["title"] for push in browser.shown[1:]] == [
        "Your turn, 4 hours left: Block",
        "Your turn, 119 minutes left: Block",
    ]
    assert [letter.subject for letter in mailoutbox] == ["Your turn, 119 minutes left: Block"]


def test_a_reminder_comes_even_if_the_player_has_seen_the_board(ada, ben, game_between, browser_of):
    game = game_between(ada, ben, turn_seconds=10 * 3600, **LONG)
    browser = browser_of(on_turn(game))
    look(game, on_turn(game))
    sweep_soon()
    queued.sweep(turn_of(game).at + timedelta(hours=5))
    assert [push["title"] for push in browser.shown] == ["Your turn, 5 hours left: Block"]


def test_no_reminder_comes_after_the_move(ada, ben, game_between, browser_of):
    game = game_between(ada, ben, turn_seconds=10 * 3600, **LONG)
    browser = browser_of(on_turn(game))
    begun = turn_of(game).at
    queued.sweep(begun + SOON)
    move(game)
    for hour in range(1, 10):
        queued.sweep(begun + timedelta(hours=hour))
    assert len(browser.shown) == 1


def test_players_choose_when_reminders_come(ada, ben, game_between, browser_of):
    game = game_between(ada, ben, turn_seconds=10 * 3600, **LONG)
    mover = on_turn(game)
    telling.wish(player=mover, now=timezone.now(), wanted=telling.NewWishes(reminders=[90]))
    browser = browser_of(mover)
    begun = turn_of(game).at
    told = []
    for hour in range(10):
        queued.sweep(begun + timedelta(hours=hour, minutes=1))
        told.append(len(browser.shown))
    assert told == [1] * 9 + [2]


def test_new_reminder_times_apply_to_the_running_turn_but_not_to_the_past(ada, ben, game_between, browser_of):
    game = game_between(ada, ben, turn_seconds=10 * 3600, **LONG)
    mover = on_turn(game)
    telling.wish(player=mover, now=timezone.now(), wanted=telling.NewWishes(reminders=[]))
    browser = browser_of(mover)
    begun = turn_of(game).at
    queued.sweep(begun + SOON)
    telling.wish(player=mover, now=begun + timedelta(hours=3), wanted=telling.NewWishes(reminders=[20, 40]))
    told = []
    for hour in range(3, 10):
        queued.sweep(begun + timedelta(hours=hour, minutes=1))
        told.append(len(browser.shown))
    assert told == [1, 2, 2, 2, 2, 2, 2]


def test_after_hours_without_a_server_only_the_last_reminder_comes(ada, ben, game_between, browser_of):
    game = game_between(ada, ben, turn_seconds=10 * 3600, **LONG)
    browser = browser_of(on_turn(game))
    queued.sweep(turn_of(game).at + timedelta(hours=9, minutes=1))
    assert [push["title"] for push in browser.shown] == ["Your turn, 59 minutes left: Block"]


def test_no_reminder_comes_for_a_turn_out_of_time(ada, ben, game_between, browser_of):
    """The server was down over the deadline, and this sweep comes before the clock's."""
    game = game_between(ada, ben, turn_seconds=10 * 3600, **LONG)
    browser = browser_of(on_turn(game))
    begun = turn_of(game).at
    queued.sweep(begun + SOON)
    queued.sweep(begun + timedelta(hours=10, minutes=1))
    assert [push["title"] for push in browser.shown] == ["Your turn: Block"]


@pytest.mark.both_databases
def test_a_paused_clock_delays_the_reminders(ada, ben, game_between, browser_of):
    game = game_between(ada, ben, turn_seconds=10 * 3600, **LONG)
    browser = browser_of(on_turn(game))
    begun = turn_of(game).at
    queued.sweep(begun + SOON)
    type(game).objects.filter(pk=game.pk).update(deadline=begun + timedelta(hours=100))
    queued.sweep(begun + timedelta(hours=9))
    assert len(browser.shown) == 1
    queued.sweep(begun + timedelta(hours=51))
    assert [push["title"] for push in browser.shown[1:]] == ["Your turn, 2 days left: Block"]


def test_reminders_leave_out_vacations(ada, ben, game_between, browser_of):
    game = game_between(ada, ben, turn_seconds=86_400, pauses=True, **LONG)
    mover = on_turn(game)
    browser = browser_of(mover)
    begun = turn_of(game).at
    queued.sweep(begun + SOON)
    mover.vacations.create(starts=begun + timedelta(hours=1), ends=begun + timedelta(hours=101))
    type(game).objects.filter(pk=game.pk).update(deadline=begun + timedelta(hours=124))
    queued.sweep(begun + timedelta(hours=100))
    assert len(browser.shown) == 1
    queued.sweep(begun + timedelta(hours=112, minutes=1))
    assert len(browser.shown) == 2


@pytest.mark.both_databases
def test_ending_a_vacation_early_reschedules_the_reminders(ada, ben, game_between, browser_of):
    game = game_between(ada, ben, turn_seconds=2 * 86_400, pauses=True, **LONG)
    mover = on_turn(game)
    browser = browser_of(mover)
    begun = turn_of(game).at
    today = begun.date()
    holiday = rest_actions.book_vacation(user=mover, first=today, last=today + timedelta(days=14), now=begun)
    queued.sweep(begun + SOON)
    back = begun + timedelta(hours=1)
    rest_actions.end_vacation(user=mover, vacation_id=holiday.pk, now=back)
    for hours in range(48):
        queued.sweep(back + timedelta(hours=hours))
    assert [push["title"] for push in browser.shown[1:]] == [
        "Your turn, 1 day left: Block",
        "Your turn, 9 hours left: Block",
    ]


def test_quiet_hours_delay_pushes_until_the_morning(ada, ben, game_between, browser_of):
    game = game_between(ada, ben, turn_seconds=14 * 86_400, **LONG)
    mover = on_turn(game)
    _sleeps_now(mover)
    browser = browser_of(mover)
    sweep_soon()
    assert browser.shown == []
    queued.sweep(timezone.now() + timedelta(hours=2))
    assert len(browser.shown) == 1


def _sleeps_now(player, hours: int = 1) -> None:
    now = timezone.now()
    player.quiet_from, player.quiet_to = (now - timedelta(hours=1)).time(), (now + timedelta(hours=hours)).time()
    player.save(update_fields=["quiet_from", "quiet_to"])


def test_pushes_that_waited_for_the_morning_come_as_one(ada, ben, game_between, browser_of):
    game = game_between(ada, ben, turn_seconds=10 * 3600, **LONG)
    mover = on_turn(game)
    _sleeps_now(mover, hours=6)
    browser = browser_of(mover)
    begun = turn_of(game).at
    for minute in range(0, 8 * 60, 20):
        queued.sweep(begun + SOON + timedelta(minutes=minute))
    (push,) = browser.shown
    assert push["title"].endswith("left: Block")


def test_quiet_hours_do_not_delay_the_reminder_of_a_turn_about_to_be_lost(ada, ben, game_between, browser_of):
    game = game_between(ada, ben, turn_seconds=3600, **LONG)
    mover = on_turn(game)
    _sleeps_now(mover, hours=3)
    browser = browser_of(mover)
    sweep_soon()
    assert browser.shown == []
    queued.sweep(turn_of(game).at + timedelta(minutes=49))
    assert [push["title"] for push in browser.shown] == ["Your turn, 11 minutes left: Block"]


def test_a_reminder_waits_for_the_morning_if_the_clock_pauses_at_night(ada, ben, game_between, browser_of):
    """Half an hour is left, and will be in the morning. The server was down when the reminder was due."""
    game = game_between(ada, ben, turn_seconds=86_400, pauses=True, **LONG)
    mover = on_turn(game)
    browser = browser_of(mover)
    begun = turn_of(game).at
    queued.sweep(begun + SOON)
    night = begun + timedelta(hours=23, minutes=30)
    mover.quiet_from, mover.quiet_to = night.time(), (night + timedelta(hours=8)).time()
    mover.save(update_fields=["quiet_from", "quiet_to"])
    type(game).objects.filter(pk=game.pk).update(deadline=night + timedelta(hours=8, minutes=30))
    queued.sweep(night + timedelta(minutes=1))
    assert len(browser.shown) == 1
    queued.sweep(night + timedelta(hours=8, minutes=1))
    assert len(browser.shown) == 2


def test_the_end_is_pushed_to_players_who_have_not_seen_it(ada, ben, game_between, browser_of):
    game = game_between(ada, ben, variant="block", options={"end": "rounds:1"})
    browsers = {player: browser_of(player) for player in (ada, ben)}
    play_out(game.public_id)
    look(game, ben)
    sweep_soon()
    assert [push["title"] for push in browsers[ada].shown] == ["Game finished: Block"]
    assert browsers[ada].shown[0]["body"].startswith(("You won ·", "You lost ·", "A draw ·"))
    assert browsers[ben].shown == []
    assert not Notice.objects.filter(event="turn").exists()


def test_the_end_of_a_round_is_pushed_to_players_who_want_it(ada, ben, game_between, browser_of):
    game = game_between(ada, ben, **LONG)
    telling.wish(
        player=ada, now=timezone.now(), wanted=telling.NewWishes(events={"round": ["push"], "turn": [], "started": []})
    )
    telling.wish(player=ben, now=timezone.now(), wanted=telling.NewWishes(events={"turn": [], "started": []}))
    browsers = {player: browser_of(player) for player in (ada, ben)}
    play_until_deal(game.public_id, 1)
    sweep_soon()
    said = browsers[ada].shown[0]
    assert "Round finished" in said["title"] + said["body"]
    assert browsers[ben].shown == []


def test_a_started_game_and_its_first_turn_are_one_notification(ada, ben, game_between, browser_of):
    game = game_between(ada, ben, **LONG)
    mover = on_turn(game)
    assert Notice.objects.filter(player=mover).count() == 1
    browser = browser_of(mover)
    sweep_soon()
    assert "The game has started ·" in browser.shown[0]["body"]


def test_the_host_is_notified_when_an_open_game_expires(ada, mail_to, mailoutbox):
    game = create_game(creator=mail_to(ada), variant="block", offer_days=1)
    clock.sweep(timezone.now() + timedelta(days=2))
    queued.sweep(timezone.now() + timedelta(days=2, minutes=1))
    assert [letter.subject for letter in mailoutbox] == ["Your open game has expired: Block"]
    (notice,) = [line.notice for line in queries.page_of(ada, "", 10)]
    assert (notice.event, notice.game.public_id) == ("expired", game.public_id)


def test_a_rematch_notifies_the_opponent_and_joining_notifies_the_host(ada, ben, cleo, game_between):
    game = game_between(ada, ben, variant="block", options={"end": "rounds:1"})
    play_out(game.public_id)
    actions.offer_rematch(public_id=game.public_id, player=ada)
    invited = Notice.objects.get(event="invited")
    assert (invited.player, invited.by) == (ben, ada)
    actions.drop_rematch(public_id=game.public_id, player=ben)
    declined = Notice.objects.get(event="answered")
    assert (declined.player, declined.by, declined.words) == (ada, ben, {"answer": "declined"})
    declined.delete()
    table = create_game(creator=ada, variant="block", seats=3)
    actions.join_game(public_id=table.public_id, player=cleo)
    actions.leave_game(public_id=table.public_id, player=cleo)
    told = list(Notice.objects.filter(event="answered", player=ada).values_list("words", flat=True))
    assert {words["answer"] for words in told} == {"joined", "left"}


def test_a_waiting_invitation_is_sent_only_while_the_seat_is_reserved(ada, ben, game_between, browser_of):
    browser = browser_of(ben)
    for cancelled in (True, False):
        game = game_between(ada, ben, variant="block")
        actions.resign_game(public_id=game.public_id, player=ada)
        again = actions.offer_rematch(public_id=game.public_id, player=ada)
        soon = timezone.now() + SOON  # however long this test has taken
        queued.prepare(soon)
        if cancelled:
            actions.cancel_game(public_id=again.public_id, player=ada)
    queued.send(soon)
    told = [push["url"] for push in browser.shown if "rematch" in push["title"]]
    assert told == [f"/g/{again.public_id}/"]


@pytest.mark.both_databases
def test_several_unread_messages_are_one_notification(ada, ben, game_between, browser_of):
    game = game_between(ada, ben, **LONG)
    telling.wish(
        player=ben,
        now=timezone.now(),
        wanted=telling.NewWishes(events={"message": ["push"], "turn": [], "started": []}),
    )
    browser = browser_of(ben)
    look(game, ben)
    now = timezone.now()
    for minute in range(3):
        telling.tell(player=ben, event="message", game=game, by=ada, now=now + timedelta(minutes=minute))
        queued.sweep(now + timedelta(minutes=minute) + SOON)
    assert [push["title"] for push in browser.shown] == ["Ada sent a message in Block"]
    assert (
        browser.shown[0]["tag"] == browser.headers[0]["Topic"] == f"talk-{game.public_id}"
    )  # so it doesn't replace “Your turn”
    telling.mark_read(player=ben, game=game.public_id, now=now + timedelta(minutes=4))
    telling.tell(player=ben, event="message", game=game, by=ada, now=now + timedelta(minutes=5))
    queued.sweep(now + timedelta(minutes=5) + SOON)
    assert len(browser.shown) == 2


@pytest.mark.both_databases
def test_notifications_are_deleted_after_60_days(ada, ben, game_between):
    game_between(ada, ben, **LONG)
    for days in (0, 61, 122):
        sweep_soon(SOON + timedelta(days=days))
    assert Notice.objects.count() == 0
    assert Delivery.objects.count() == 0


def test_a_guests_notifications_move_to_the_account_and_go_with_it(ada, ben, guest, game_between, browser_of):
    from tests.following import it_happens

    visitor = guest("Gus")
    game_between(visitor, ben, **LONG)
    browser_of(visitor)
    actions.merge_guest(guest=visitor, account=ada)
    it_happens("merged", visitor, ada)
    assert not Notice.objects.filter(player=visitor).exists()
    assert Notice.objects.filter(player=ada).exists()
    assert ada.devices.count() == 1
    it_happens("deleted", ada)
    assert not Notice.objects.filter(player=ada).exists()
    assert not Wishes.objects.filter(user=ada).exists()


@pytest.mark.both_databases
def test_notifications_of_both_guest_and_account_are_merged_in_few_queries(
    ada, ben, guest, game_between, django_assert_max_num_queries
):
    visitor = guest("Gus")
    games = [game_between(ben, other, **LONG) for other in [ada, visitor] * 10]
    Notice.objects.all().delete()
    for game in games:
        for player in (ada, visitor):
            telling.tell(player=player, event="message", game=game, by=ben, now=timezone.now())
    with django_assert_max_num_queries(20):
        telling.merge_guest(guest=visitor, account=ada)
    told = list(Notice.objects.values_list("player", "game"))
    assert sorted(told) == sorted((ada.pk, game.pk) for game in games)


def test_mail_goes_to_confirmed_addresses_only(ada, ben, game_between, mail_to):
    game = game_between(ada, ben, **LONG)
    mover = mail_to(on_turn(game), confirmed=False)
    telling.wish(player=mover, now=at("2026-01-01 10:00"), wanted=telling.NewWishes(events={"turn": ["mail"]}))
    sweep_soon()
    assert mail.outbox == []


def test_a_cancelled_or_accepted_rematch_is_no_news(ada, ben, game_between):
    for answer in (actions.cancel_game, actions.join_game):
        game = game_between(ada, ben, variant="block")
        actions.resign_game(public_id=game.public_id, player=ada)
        again = actions.offer_rematch(public_id=game.public_id, player=ada)
        alert = queries.for_desk(ben.pk)["alert"]
        assert alert["at"] == f"/g/{game.public_id}/"  # where the offer can be accepted
        answer(public_id=again.public_id, player=ada if answer is actions.cancel_game else ben)
        assert Notice.objects.get(event="invited", game__public_id=again.public_id).read_at
        assert "alert" not in queries.for_desk(ben.pk)


@pytest.mark.parametrize("language", ["es", "uk"])
def test_guests_are_called_in_the_language_in_which_they_came(ada, game_between, language):
    with override(language):
        ben = new_guest("Ben")
    game = game_between(ada, ben, variant="block")
    actions.resign_game(public_id=game.public_id, player=ada)
    actions.offer_rematch(public_id=game.public_id, player=ada)
    words = {"es": "quiere la revancha", "uk": "хоче реваншу"}[language]
    assert words in queries.for_desk(ben.pk)["alert"]["text"]
