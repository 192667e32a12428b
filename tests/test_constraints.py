"""The database refuses impossible rows, whichever statement writes them."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import Token, User
from games import actions
from games.models import Game, Move, Round, Seat
from history.models import Balance
from moderation.models import Action, Report
from notices.models import Delivery, Notice, Wishes
from people.models import Invitation
from standings.models import Rating, Tally
from tests.creating import create_game

pytestmark = pytest.mark.both_databases
NOW = timezone.now()
BANK = {"bank_seconds": 60, "increment_seconds": 0, "cap_seconds": 60}


@pytest.fixture
def waiting(ada):
    return create_game(creator=ada, variant="draw")


@pytest.fixture
def playing(waiting, ben):
    actions.join_game(public_id=waiting.public_id, player=ben)
    return waiting


@pytest.fixture
def finished(playing, ben):
    actions.resign_game(public_id=playing.public_id, player=ben)
    return playing


def refuses(promise: str, change) -> bool:
    with pytest.raises(IntegrityError, match=promise), transaction.atomic():
        change()
    return True


def changed(rows, **columns):
    return lambda: rows.update(**columns)


@pytest.mark.parametrize("wrong", [{"offer_ends": None}, {"turn": 0}, {"started_at": NOW}, {"status": "cancelled"}])
def test_an_open_game_waits_for_players_until_its_offer_ends(waiting, wrong):
    assert refuses("game_stands_as_its_status_says", changed(Game.objects, **wrong))


@pytest.mark.parametrize(
    "wrong",
    [
        {"turn": None},
        {"started_at": None},
        {"winners": [0]},
        {"finished_at": NOW},
        {"status": "paused", "deadline": None},
    ],
)
def test_a_running_game_has_a_turn_and_no_result(playing, wrong):
    assert refuses("game_stands_as_its_status_says", changed(Game.objects, **wrong))


@pytest.mark.parametrize("wrong", [{"winners": None}, {"finished_at": None}, {"turn": 1}, {"offer_ends": NOW}])
def test_a_finished_game_has_winners_and_no_turn(finished, wrong):
    assert refuses("game_stands_as_its_status_says", changed(Game.objects, **wrong))


@pytest.mark.parametrize(
    "wrong",
    [
        {"clock": "none"},  # with seconds for a turn
        {"turn_seconds": None},
        {"turn_seconds": 0},
        {"bank_seconds": 60},
        {"clock": "bank", **BANK},  # with seconds for a turn
        {"clock": "bank", "turn_seconds": None, "bank_seconds": 60},
        {"clock": "bank", "turn_seconds": None, **BANK, "cap_seconds": 59},
    ],
)
def test_a_clock_has_exactly_the_times_of_its_kind(waiting, wrong):
    assert refuses("game_has_the_times_of_its_clock", changed(Game.objects, **wrong))


def test_only_timed_running_games_have_a_deadline(playing, ada):
    assert refuses("game_has_a_deadline_while_its_clock_runs", changed(Game.objects, deadline=None))
    offer = create_game(creator=ada, variant="draw")
    timed = Game.objects.filter(pk=offer.pk)
    assert refuses("game_has_a_deadline_while_its_clock_runs", changed(timed, deadline=NOW))


def test_only_played_games_can_be_annulled(playing):
    assert refuses("game_annulled_was_played", changed(Game.objects, annulled_at=NOW))


def test_only_finished_games_that_count_await_settling(playing, ben):
    assert refuses("game_to_be_settled_is_finished", changed(Game.objects, settle_at=NOW))
    actions.resign_game(public_id=playing.public_id, player=ben)
    assert refuses("game_to_be_settled_is_finished", changed(Game.objects, settle_at=NOW, annulled_at=NOW))


@pytest.mark.parametrize("wrong", [{"turn": 2}, {"host": 2}])
def test_turn_and_host_must_be_existing_seats(playing, wrong):
    assert refuses("game_turn_and_host_have_a_seat", changed(Game.objects, **wrong))


@pytest.mark.parametrize("wrong", [{"result": ""}, {"points": None}, {"over_at": None}])
def test_a_result_requires_points_and_an_end(finished, wrong):
    assert refuses("seat_has_a_result_and_points_or_neither", changed(Seat.objects, **wrong))


def test_rounds_and_moves_are_counted_from_1(finished):
    assert refuses("round_counts_from_1", changed(Round.objects, number=0))
    assert refuses("round_counts_from_1", changed(Round.objects, number=2))  # of the first deal
    for wrong in ({"ply": 0}, {"version": 0}, {"text": ""}):
        assert refuses("move_has_a_text_and_counts_from_1", changed(Move.objects, **wrong))


def test_names_that_look_like_an_existing_account_are_refused(ada):
    assert refuses("account_has_a_skeleton", changed(User.objects, skeleton=None))
    assert refuses("guest_key_is_of_a_guest", changed(User.objects, guest_key="open sesame"))


def test_quiet_hours_and_moved_weekends_need_both_ends(ada):
    assert refuses("quiet_hours_begin_and_end", changed(User.objects, quiet_from="22:00"))
    assert refuses("weekend_zone_has_an_end", changed(User.objects, weekend_zone="Asia/Tokyo"))


def test_a_token_expires_after_its_creation(ada):
    Token.objects.create(user=ada, name="bot", digest="d", created=NOW)
    assert refuses("token_ends_after_it_was_made", changed(Token.objects, expires=NOW - timedelta(days=1)))


def test_only_turn_notifications_have_a_deadline_and_they_need_a_game(playing):
    for wrong in ({"game": None}, {"event": "over", "deadline": NOW}, {"event": "over", "deadline": None}):
        Notice.objects.filter(event="turn").update(also="started")
        rows = Notice.objects.filter(event="turn")
        assert refuses("notice_of_a_turn_has_a_game_others_no_deadline", changed(rows, **wrong))


def test_a_webhook_needs_a_secret_and_the_digest_hour_is_an_hour(ada):
    Wishes.objects.create(user=ada)
    assert refuses("wishes_webhook_has_a_secret", changed(Wishes.objects, webhook="https://example.org/"))
    assert refuses("wishes_webhook_has_a_secret", changed(Wishes.objects, webhook_off_at=NOW))
    assert refuses("wishes_digest_at_an_hour", changed(Wishes.objects, digest_hour=24))


@pytest.mark.parametrize(
    ("promise", "wrong"),
    [
        ("delivery_has_a_device_if_pushed", {"channel": "push"}),
        ("delivery_tells_a_notice_or_is_a_mail", {"channel": "webhook"}),
        ("delivery_has_a_player_or_is_a_letter", {"channel": "digest", "player": None}),
    ],
)
def test_a_delivery_needs_a_content_and_a_destination(ada, promise, wrong):
    Delivery.objects.create(player=ada, channel="mail", since=NOW, due=NOW)
    assert refuses(promise, changed(Delivery.objects, **wrong))


STRENGTH = {"mu": 1500, "sigma": 90, "games": 5, "won": 3, "drawn": 1, "streak": 1, "best_streak": 2}


@pytest.mark.parametrize(
    ("promise", "wrong"),
    [
        ("rating_is_uncertain", {"sigma": 0}),
        ("rating_counts_add_up", {"drawn": 3}),
        ("rating_counts_add_up", {"best_streak": 4}),
        ("rating_counts_add_up", {"streak": 3}),
    ],
)
def test_the_counts_of_a_rating_must_add_up(ada, promise, wrong):
    Rating.objects.create(player=ada, variant="draw", order=1500, updated=NOW, **STRENGTH)
    assert refuses(promise, changed(Rating.objects, **wrong))


def test_the_counts_of_a_tally_must_add_up(ada):
    Tally.objects.create(player=ada, games=2, won=1, drawn=1, points=0)
    assert refuses("tally_counts_add_up", changed(Tally.objects, won=2))


def test_an_invitation_is_pending_until_it_is_answered(waiting, ada, ben):
    Invitation.objects.create(game=waiting, player=ben, by=ada, at=NOW)
    assert refuses("invitation_waits_until_it_is_answered", changed(Invitation.objects, answered_at=NOW))
    assert refuses("invitation_waits_until_it_is_answered", changed(Invitation.objects, state="declined"))
    assert refuses("invitation_says_why_it_was_declined", changed(Invitation.objects, reason="no_time"))


def test_a_report_needs_a_subject_and_a_silence_needs_days(ada, ben):
    report = Report.objects.create(reporter=ada, player=ben, reason="spam", at=NOW)
    assert refuses("report_is_about_something", changed(Report.objects, player=None))
    assert refuses("report_decided_when_by_somebody", changed(Report.objects, decided_by=ada))
    Action.objects.create(report=report, kind="warn", at=NOW)
    assert refuses("silence_has_days", changed(Action.objects, kind="silence"))


def test_the_counts_of_a_balance_must_add_up_and_months_have_no_opponent(ada, ben):
    Balance.objects.create(player=ada, other=ben, computers=False, games=3, won=2, most_wins=2, wins=1, last_at=NOW)
    for wrong in ({"lost": 2}, {"most_wins": 3}, {"wins": 3}, {"together": 2}, {"together_won": 1}):
        assert refuses("balance_adds_up", changed(Balance.objects, **wrong))
    assert refuses("balance_with_oneself_has_months_and_no_partner", changed(Balance.objects, month="2026-11"))
