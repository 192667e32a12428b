"""Moderators' decisions and their effects."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.farewell import delete_account
from common import queues, refusals
from games import actions as tables
from games import queries
from games.after_move import FollowsGames
from games.changes import Kind
from games.models import Game
from games.positions import memory
from moderation import actions as moderation
from moderation.actions import decisions
from moderation.models import Action, Report, Silence
from notices.models import Notice
from talk.models import Message
from tests import queued
from tests.creating import create_game
from tests.following import also_following
from tests.games.test_races import at_once, codes
from tests.moderation.conftest import moderator
from tests.pages.conftest import words_of

pytestmark = pytest.mark.django_db


def actions(report: Report) -> list[str]:
    return [action.kind for action in Action.objects.filter(report=report)]


def test_a_dismissed_report_notifies_nobody(ben, reported, decide):
    report = reported()
    decide(report, "dismiss", note="")
    assert actions(report) == ["dismiss"]
    assert not Notice.objects.filter(player=ben, event="site").exists()
    assert moderation.possible(Report.objects.get())


def test_warned_players_see_the_reason_but_no_names(ada, ben, mo, reported, decide, browser_of):
    decide(reported(), "warn", note="Be kind.")
    assert Notice.objects.get(player=ben, event="site").words["about"] == "moderation"
    page = words_of(browser_of(ben).get("/settings/account/"))
    assert "A moderator warned you." in page
    assert "Be kind." in page
    assert "Ada" not in page
    assert "Mo " not in page


def test_silenced_players_cant_write_until_the_silence_ends(ben, game, say, reported, decide):
    decide(reported(), "silence", days=3)
    with pytest.raises(refusals.Forbidden) as refused:
        say(game, ben, "But")
    assert refused.value.code == "silenced"
    say(game, ben, "Again", now=timezone.now() + timedelta(days=3, minutes=1))


def test_a_short_silence_doesnt_shorten_a_long_one(ben, game, say, reported, decide):
    decide(reported(), "silence", days=30)
    decide(reported(reason="spam"), "silence", days=1)
    with pytest.raises(refusals.Forbidden):
        say(game, ben, "But", now=timezone.now() + timedelta(days=29))
    decide(reported(reason="name"), "silence", days=60)
    with pytest.raises(refusals.Forbidden):
        say(game, ben, "But", now=timezone.now() + timedelta(days=59))


def test_a_moderator_can_end_a_silence(ben, game, say, reported, decide):
    decide(reported(), "silence", days=3)
    again = reported(reason="other")
    decide(again, "speak")
    say(game, ben, "Thank you")


def test_a_message_is_removed_for_everybody(ada, ben, game, say, reported, decide, browser_of):
    message = say(game, ben, "Something nasty")
    decide(reported(message=message), "remove", "warn")
    assert Notice.objects.filter(player=ben, event="site").count() == 1
    for who in (ada, ben):
        page = words_of(browser_of(who).get(f"/g/{game}/talk/"))
        assert "Something nasty" not in page
        assert "Removed by a moderator." in page


@pytest.mark.both_databases
def test_closing_an_account_logs_it_out_and_ends_its_games(ada, ben, game, reported, decide, browser_of, mailoutbox):
    ben.email = "ben@example.org"
    ben.save()
    offer = create_game(creator=ben, variant="draw")
    client = browser_of(ben)
    decide(reported(), "close")
    assert client.get("/games/").context["user"].is_anonymous
    assert queries.find_game(game).winners == [0]
    assert queries.find_game(offer.public_id).status == Game.Status.CANCELLED
    decide(reported(reason="other"), "reopen")
    ben.refresh_from_db()
    assert ben.is_active


def test_players_get_a_mail_when_their_account_is_closed(ben, reported, decide, mailoutbox):
    ben.email = "ben@example.org"
    ben.save()
    decide(reported(), "close", note="Seven accounts.")
    assert mailoutbox == []  # deciding doesn't wait for the mail server
    queued.send(timezone.now())
    [mail] = mailoutbox
    assert mail.to == ["ben@example.org"]
    assert "Seven accounts." in mail.body


def test_moderators_cant_close_staff_accounts(ada, reported, decide, ben):
    ben.is_staff = True
    ben.save()
    with pytest.raises(refusals.Forbidden):
        decide(reported(), "close")


def test_moderators_cant_reopen_staff_accounts(ben, reported, decide):
    ben.is_staff, ben.is_active = True, False
    ben.save()
    with pytest.raises(refusals.Forbidden):
        decide(reported(), "reopen")
    ben.refresh_from_db()
    assert not ben.is_active


def test_a_reported_quote_outlives_its_account_until_the_decision(ben, game, say, reported, decide):
    report = reported(message=say(game, ben, "I am Ben of Main Street"))
    delete_account(user=ben, now=timezone.now())
    assert Report.objects.get().said == "I am Ben of Main Street"
    decide(report, "dismiss")
    assert Report.objects.get().said == ""


@pytest.mark.parametrize(
    ("kinds", "more", "code"),
    [
        ((), {}, "no_decision"), (("dance",), {}, "no_decision"), (("remove",), {}, "no_decision"),
        (("dismiss", "warn"), {}, "contradiction"), (("warn",), {"note": " "}, "no_reason"),
        (("warn",), {"note": "x" * 501}, "too_long"), (("silence",), {}, "no_days"),
        (("silence",), {"days": 366}, "no_days"),
    ],
)  # fmt: skip
def test_an_invalid_decision_changes_nothing(reported, decide, kinds, more, code):
    report = reported()
    with pytest.raises(refusals.Unreadable) as refused:
        decide(report, *kinds, **more)
    assert refused.value.code == code
    assert not Action.objects.exists()
    assert Report.objects.get().decided_at is None


def test_moderators_cant_decide_on_reports_about_themselves_or_their_games(ada, mo, game_between, browser_of):
    mine = queries.find_game(game_between(ada, mo).public_id)
    about = [
        moderation.report(reporter=ada, subject=moderation.Subject(player=mo), reason="name", now=timezone.now()),
        moderation.report(reporter=ada, subject=moderation.Subject(game=mine), reason="other", now=timezone.now()),
        moderation.report(reporter=mo, subject=moderation.Subject(player=ada), reason="name", now=timezone.now()),
    ]
    for report in about:
        assert browser_of(mo).get(f"/moderation/{report.pk}/").status_code == 403
        with pytest.raises(refusals.Forbidden):
            moderation.decide(
                report_id=report.pk, moderator=mo, decision=moderation.Decision(["dismiss"]), now=timezone.now()
            )


def test_deciding_on_the_page(ben, mo, reported, browser_of):
    report = reported()
    client = browser_of(mo)
    wrong = client.post(f"/moderation/{report.pk}/", {"kinds": ["warn"], "note": "", "days": "7"})
    assert wrong.status_code == 400
    assert "Give a reason" in words_of(wrong)
    page = client.post(f"/moderation/{report.pk}/", {"kinds": ["warn"], "note": "Be kind.", "days": "7"}, follow=True)
    assert "No open reports." in words_of(page)
    assert "Warn the player: Be kind." in words_of(client.get(f"/moderation/{report.pk}/"))
    assert "Warn the player" in words_of(client.get("/moderation/?decided"))


# ---- Annulling -----------------------------------------------------------------------------------
def test_pages_show_that_a_game_is_annulled(ada, ben, game, reported, decide, browser_of):
    tables.resign_game(public_id=game, player=ada)
    decide(reported(), "annul")
    assert queries.find_game(game).status == Game.Status.FINISHED
    assert queries.table(game, None).annulled
    for who in (ada, ben):
        assert "annulled" in words_of(browser_of(who).get("/games/"))
        assert "annulled" in words_of(browser_of(who).get(f"/g/{game}/"))


@pytest.mark.both_databases
def test_annulling_a_running_game_ends_it_without_a_result_and_opens_no_hand(game, reported, decide):
    decide(reported(), "annul")
    stored = queries.find_game(game)
    assert (stored.status, stored.winners, stored.turn, stored.deadline) == (Game.Status.ABORTED, None, None, None)
    assert stored.annulled_at is not None
    assert queries.table(game, None).round.open is None


def test_followers_learn_once_that_a_game_is_annulled(game, ben):
    told = []

    class Listens(FollowsGames):
        def committed(self, change):
            told.append(change.kind)
            return ()

    with also_following(Listens()):
        tables.resign_game(public_id=game, player=ben)
        tables.annul_game(public_id=game, now=timezone.now())
        with pytest.raises(refusals.NotNow) as refused:
            tables.annul_game(public_id=game, now=timezone.now())
    assert refused.value.code == "annulled"
    assert told == [Kind.FINISHED, Kind.ANNULLED]


def test_an_open_game_cant_be_annulled(ada):
    offer = create_game(creator=ada, variant="draw")
    with pytest.raises(refusals.NotNow) as refused:
        tables.annul_game(public_id=offer.public_id, now=timezone.now())
    assert refused.value.code == "no_result"


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_simultaneous_annulments_annul_once(ada, ben, game_between):
    for _ in range(6):
        game = game_between(ada, ben)
        tables.resign_game(public_id=game.public_id, player=ben)
        results = at_once(*[lambda: tables.annul_game(public_id=game.public_id, now=timezone.now()) for _ in range(3)])
        assert codes(results) == ["annulled"] * 2


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_annulling_during_a_move_leaves_a_readable_game(ada, ben, game_between):
    from tests.games.playing import legal

    for _ in range(6):
        game = game_between(ada, ben)
        table = memory.current(game.public_id)
        move = {"public_id": game.public_id, "seat": table.turn, "text": legal(table)[0], "version": table.version}
        results = at_once(
            lambda: tables.annul_game(public_id=game.public_id, now=timezone.now()),
            lambda: tables.play_move(**move),
        )
        assert codes(results) in ([], ["game_over"], ["stale"])
        after = queries.find_game(game.public_id)
        assert (after.status, after.annulled_at is None) == (Game.Status.ABORTED, False)
        memory.load(after)


# ---- Several at once, and crashes ----------------------------------------------------------------
@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_two_moderators_decide_once(ada, ben, game):
    judges = [moderator(f"Mo{n}") for n in range(3)]
    report = moderation.report(reporter=ada, subject=moderation.Subject(player=ben), reason="name", now=timezone.now())
    results = at_once(
        *[
            lambda who=who: moderation.decide(
                report_id=report.pk,
                moderator=who,
                decision=moderation.Decision(["silence"], days=2, note="Why"),
                now=timezone.now(),
            )
            for who in judges
        ]
    )
    assert codes(results) == ["decided"] * 2
    assert actions(report) == ["silence"]
    assert Notice.objects.filter(player=ben, event="site").count() == 1


@pytest.mark.both_databases
def test_a_decision_is_carried_out_once_after_a_crash(ben, game, reported, decide, monkeypatch):
    monkeypatch.setattr(queues, "finish", lambda *_args: None)  # as if the server had stopped here
    decide(reported(), "annul", "silence", "close", days=2)
    monkeypatch.undo()
    assert queries.find_game(game).annulled_at is None
    now = timezone.now() + decisions.lease
    assert queued.carry_out(now) == 3
    assert queued.carry_out(now) == 0
    ben.refresh_from_db()
    assert queries.find_game(game).annulled_at is not None
    assert Silence.objects.filter(player=ben).exists()
    assert not ben.is_active


def test_reopening_doesnt_restore_a_deleted_account(ben, reported, decide, monkeypatch):
    decide(reported(), "close")
    monkeypatch.setattr(queues, "finish", lambda *_args: None)  # as if the server had stopped here
    decide(reported(reason="spam"), "reopen")
    monkeypatch.undo()
    delete_account(user=ben, now=timezone.now())
    queued.carry_out(timezone.now() + decisions.lease)
    ben.refresh_from_db()
    assert not ben.is_active


@pytest.mark.both_databases
def test_a_failed_action_is_retried_and_blocks_no_other(ben, reported, decide, monkeypatch):
    monkeypatch.setattr(moderation.games, "annul_game", lambda **_kwargs: 1 / 0)
    decide(reported(), "annul", "warn")
    monkeypatch.undo()
    assert [action.done_at is None for action in Action.objects.order_by("kind")] == [True, False]
    queued.carry_out(timezone.now() + decisions.lease)
    assert not Action.objects.filter(done_at=None).exists()


def test_a_guests_silence_moves_to_the_account(guest, ada, ben, mo, game_between, say):
    from tests.following import it_happens

    dora = guest("Dora")
    game = game_between(ada, dora).public_id
    report = moderation.report(
        reporter=ada, subject=moderation.Subject(player=dora), reason="insult", now=timezone.now()
    )
    moderation.decide(
        report_id=report.pk,
        moderator=mo,
        decision=moderation.Decision(["silence"], days=2, note="Why"),
        now=timezone.now(),
    )
    it_happens("merged", dora, ben)
    with pytest.raises(refusals.Forbidden):
        say(game, ben, "It was my cousin")
    assert not Message.objects.exists()


@pytest.mark.both_databases
def test_annulling_restores_ratings_and_tables(ada, ben, game_between, reported, decide):
    from standings.models import Rating, Tally
    from tests.games.playing import play_out

    def books() -> list[list[tuple[object, ...]]]:
        ratings = Rating.objects.order_by("pk").values_list("player", "variant", "mu", "sigma", "games", "won")
        tallies = Tally.objects.filter(games__gt=0).order_by("player", "variant", "month")
        return [list(ratings), list(tallies.values_list("player", "variant", "month", "games", "won"))]

    play_out(game_between(ada, ben, variant="draw", options={"end": "rounds:1"}).public_id)
    before = books()
    assert before[0]
    game = game_between(ada, ben, variant="draw", options={"end": "rounds:1"}).public_id
    play_out(game, seed=2)
    assert books() != before
    report = moderation.report(
        reporter=ada,
        subject=moderation.Subject(player=ben, game=queries.find_game(game)),
        reason="cheating",
        now=timezone.now(),
    )
    decide(report, "annul")
    assert books() == before
