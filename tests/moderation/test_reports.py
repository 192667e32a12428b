"""Reporting a game, a player or a message, and the moderators' queue."""

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from common import refusals
from games import actions, queries
from moderation import actions as moderation
from moderation.models import Report
from tests.pages.conftest import words_of

pytestmark = pytest.mark.django_db


def test_players_report_a_player_in_their_game(ada, ben, game, browser_of):
    client = browser_of(ada)
    assert f'href="/report/?game={game}"' in client.get(f"/g/{game}/").content.decode()
    page = client.post(
        f"/report/?game={game}", {"player": "ben", "reason": "stalling", "text": "Never moves"}, follow=True
    )
    assert "A moderator will look at your report." in words_of(page)
    report = Report.objects.get()
    assert (report.reporter, report.player, report.game.public_id) == (ada, ben, game)


def test_a_report_keeps_the_text_of_a_deleted_message(ada, ben, game, say, browser_of):
    message = say(game, ben, "Something nasty")
    assert f"/report/?message={message.pk}" in browser_of(ada).get(f"/g/{game}/talk/").content.decode()
    browser_of(ada).post(f"/report/?message={message.pk}", {"reason": "insult"})
    message.delete()
    report = Report.objects.get()
    assert (report.player, report.said, report.message) == (ben, "Something nasty", None)


def test_reporting_reveals_no_hidden_message(ben, cleo, game, say, browser_of):
    message = say(game, ben, "I hold the 6-6")
    for answer in (
        browser_of(cleo).get(f"/report/?message={message.pk}"),
        browser_of(cleo).post(f"/report/?message={message.pk}", {"reason": "insult"}),
    ):
        assert answer.status_code == 404
        assert "6-6" not in answer.content.decode()
    assert not Report.objects.exists()


@pytest.mark.both_databases
def test_a_player_is_reported_from_their_profile(ada, ben, browser_of):
    browser_of(ada).post("/report/?player=ben", {"reason": "name"})
    assert Report.objects.get().player == ben


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "address",
    ["", "?player=nobody", "?game=nosuchgame", "?message=99999", "?message=x", "?player=%00", "?message=" + "9" * 40],
)
def test_a_report_about_nothing_is_not_found(ada, browser_of, address):
    assert browser_of(ada).get(f"/report/{address}").status_code == 404
    assert browser_of(ada).post(f"/report/{address}", {"reason": "name"}).status_code == 404


@pytest.mark.both_databases
def test_a_refused_report_keeps_its_text(ada, game, browser_of):
    answer = browser_of(ada).post(f"/report/?game={game}", {"text": "He never moves"})
    assert answer.status_code == 400
    assert "He never moves" in answer.content.decode()
    answer = browser_of(ada).post(f"/report/?game={game}", {"reason": "other", "text": "x" * 1001})
    assert answer.status_code == 400
    assert "x" * 1001 in answer.content.decode()


def test_players_cant_report_themselves(ada, browser_of):
    assert browser_of(ada).post("/report/?player=ada", {"reason": "name"}).status_code == 400


def test_strangers_are_asked_to_log_in(stranger, game):
    assert stranger.get(f"/report/?game={game}").status_code == 302


@pytest.mark.both_databases
def test_repeating_a_report_returns_the_first_one(reported):
    assert reported() == reported()
    assert Report.objects.count() == 1


def test_reports_are_rate_limited(ada, guest, settings, browser_of):
    settings.LIMITS = True
    people = [guest(f"P{n}") for n in range(6)]
    answers = [browser_of(ada).post(f"/report/?player={who.username}", {"reason": "name"}) for who in people]
    assert [answer.status_code for answer in answers] == [302] * 5 + [429]
    assert Report.objects.count() == 5


@pytest.mark.parametrize("path", ["/moderation/", "/moderation/1/"])
def test_only_moderators_open_the_queue(path, ada, ben, cleo, stranger, browser_of, reported):
    reported()
    cleo.is_staff = True  # staff, but not a moderator
    cleo.save()
    assert stranger.get(path).status_code == 302
    for who in (ada, ben, cleo):
        assert browser_of(who).get(path).status_code == 403


def test_moderators_see_the_moves_chat_and_other_reports(ada, ben, mo, game, say, browser_of, reported):
    say(game, ben, "You cheat")
    old = reported(reason="name")
    report = reported(text="Look at the talk", reason="insult")
    actions.resign_game(public_id=game, player=ben)
    page = words_of(browser_of(mo).get(f"/moderation/{report.pk}/"))
    for said in ("Look at the talk", "You cheat", "Ben resigns", old.get_reason_display(), "Ada about Ben"):
        assert said in page, said


def test_moderators_cant_see_hands_in_play(ada, ben, game, mo, browser_of, reported):
    import random

    from moderation import queries as moderation_queries
    from tests.games.playing import play_one

    rng = random.Random(4)
    for _ in range(9):
        play_one(game, rng)
    report = reported()
    deal = queries.find_game(game).rounds.last()
    if deal.over:
        pytest.skip("the deal was short")
    laid = {
        text.split(">")[0] for text in queries.find_game(game).moves.filter(round=deal).values_list("text", flat=True)
    }
    page = words_of(browser_of(mo).get(f"/moderation/{report.pk}/"))
    hidden = {tile for hand in deal.deal["hands"] for tile in hand} | set(deal.deal["boneyard"])
    assert not [tile for tile in hidden - laid if f" {tile} " in page]
    assert sum(len(lines) for _round, lines in moderation_queries.log(game)) >= 9


def test_planned_moves_look_like_moves_by_hand_to_moderators(ada, game):
    import random

    from moderation.queries import log
    from tests.games.playing import play_one

    play_one(game, random.Random(4))
    queries.find_game(game).moves.filter(by="player").update(by="planned")
    assert {line.by for _round, lines in log(game) for line in lines} <= {"", "the server, as the only possible move"}


def test_moves_are_described_in_words():
    from moderation.queries import in_words

    made = ("5-3>6-5", "5-3", "draw", "draw@2", "pass", "resign", "timeout", "bid 60", "wink")
    assert [in_words(text) for text in made] == [
        "plays 5-3 on 6-5", "plays 5-3", "draws", "draws", "passes", "resigns", "runs out of time", "bids 60", "wink",
    ]  # fmt: skip


@pytest.mark.both_databases
def test_query_count_doesnt_grow_with_reports(ada, ben, mo, guest, game, browser_of, django_assert_max_num_queries):
    def cost(path: str) -> int:
        with django_assert_max_num_queries(40) as asked:
            assert browser.get(path).status_code == 200
        return len(asked)

    def reports(number: int) -> list[Report]:
        subject, now = moderation.Subject(ben, queries.find_game(game)), timezone.now()
        return [
            moderation.report(reporter=guest(f"G{n}"), subject=subject, reason="name", now=now) for n in range(number)
        ]

    browser = browser_of(mo)
    first, _second = reports(2)
    browser.get("/moderation/")
    few = [cost("/moderation/"), cost(f"/moderation/{first.pk}/")]
    reports(30)
    assert [cost("/moderation/"), cost(f"/moderation/{first.pk}/")] == few


@pytest.mark.both_databases
def test_the_queue_is_paged_oldest_first(ada, mo, guest, browser_of):
    made = [
        moderation.report(
            reporter=guest(f"G{n}"), subject=moderation.Subject(player=ada), reason="name", now=timezone.now()
        ).pk
        for n in range(60)
    ]
    client, seen, more = browser_of(mo), [], ""
    while more is not None:
        page = client.get(f"/moderation/?from={more}")
        seen += [report.pk for report in page.context["reports"]]
        more = page.context["reports"].next or None
    assert seen == made


def test_a_report_needs_a_player_or_a_game(ada):
    with pytest.raises(refusals.Unreadable):
        moderation.report(reporter=ada, subject=moderation.Subject(), reason="name", now=timezone.now())


def test_a_command_adds_and_removes_moderators(cleo, guest, browser_of, capsys):
    call_command("make_moderator", "cleo")
    assert browser_of(cleo).get("/moderation/").status_code == 200
    call_command("make_moderator", "cleo", "--no-more")
    assert browser_of(cleo).get("/moderation/").status_code == 403
    for nobody in ("dora", guest("Dora").username):
        with pytest.raises(CommandError):
            call_command("make_moderator", nobody)


@pytest.mark.both_databases
def test_moderators_dont_see_reports_about_themselves_or_their_games(ada, mo, cleo, guest, game_between, browser_of):
    mine = queries.find_game(game_between(mo, cleo).public_id)
    moderation.report(reporter=ada, subject=moderation.Subject(player=mo), reason="name", now=timezone.now())
    moderation.report(
        reporter=guest("Gus"), subject=moderation.Subject(player=cleo, game=mine), reason="cheating", now=timezone.now()
    )
    open_one = moderation.report(
        reporter=guest("Gil"), subject=moderation.Subject(player=cleo), reason="name", now=timezone.now()
    )
    other = moderation.report(reporter=ada, subject=moderation.Subject(player=cleo), reason="spam", now=timezone.now())
    browser = browser_of(mo)
    assert [report.pk for report in browser.get("/moderation/").context["reports"]] == [open_one.pk, other.pk]
    assert [report.pk for report in browser.get(f"/moderation/{other.pk}/").context["past"]] == [open_one.pk]
    Report.objects.update(decided_at=timezone.now())
    decided = browser.get("/moderation/?decided").context["reports"]
    assert [report.pk for report in decided] == [other.pk, open_one.pk]
