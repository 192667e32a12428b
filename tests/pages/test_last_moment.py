"""A game's time limit in words, wherever the game is offered, played or shown later, in the reader's time zone."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

import rules
from games import actions, queries
from games.clocks import clock
from games.models import Game
from games.positions import memory
from history.studies import keep_game
from notices.models import Notice
from notices.sentences import notice_text
from sharing import links, subjects
from tests.creating import create_game
from tests.games.playing import dealt
from tests.pages.conftest import html_of, words_of
from tests.pages.test_new_game import USUAL

pytestmark = pytest.mark.django_db
RULE = "2 minutes per move; the game ends after 30 minutes"
ENDED = "on score, when time was up"
LIMITED = {"turn_seconds": 120, "lasts_seconds": 1800}
UNTIL = datetime(2027, 3, 28, 1, 15, tzinfo=UTC)  # in Kyiv the clocks have just changed: 04:15


@pytest.fixture
def now(monkeypatch):
    def becomes(when):
        monkeypatch.setattr(timezone, "now", lambda: when)
        return when

    return becomes


def times(response):
    """The timestamps that a script rewrites in the reader's time zone."""
    return re.findall(r'<time datetime="([^"]+)"', response.content.decode())


# ---- Offered


def test_the_form_offers_half_an_hour_an_hour_days_and_no_limit(stranger):
    offered = stranger.get(reverse("new_game")).context["form"].fields["lasts"].choices
    named = {name: seconds for seconds, name in offered}
    assert named["No limit"] == ""
    assert (named["30 minutes"], named["1 hour"], named["7 days"]) == (1800, 3600, 604_800)


@pytest.mark.parametrize(("chosen", "kept"), [("", None), ("1800", 1800), ("3600", 3600)])
def test_the_chosen_limit_is_stored_and_offered_again_next_time(stranger, chosen, kept):
    stranger.post(reverse("new_game"), {**USUAL, "clock": "120", "lasts": chosen})
    assert Game.objects.get().lasts_seconds == kept
    assert str(stranger.get(reverse("new_game")).context["form"]["lasts"].value() or "") == chosen


@pytest.mark.parametrize("wrong", ["60", "soon", "-1800", "1800.5", "9" * 30, "٣٦٠٠"])
def test_a_limit_that_is_not_offered_is_refused(stranger, wrong):
    assert stranger.post(reverse("new_game"), {**USUAL, "lasts": wrong}).status_code == 422
    assert stranger.get(reverse("new_game"), {"lasts": wrong}).status_code == 200
    assert not Game.objects.exists()


def test_links_and_house_rules_keep_the_chosen_limit(stranger):
    form = stranger.get(reverse("new_game"), {"variant": "general", "lasts": "5400"}).context["form"]
    assert (5400, "90 minutes") in form.fields["lasts"].choices
    answer = stranger.post(reverse("new_game"), {**USUAL, "lasts": "3600", "change": "1"})
    assert "lasts=3600" in answer["Location"]
    rules_page = stranger.get(answer["Location"])
    assert rules_page.context["play"]["lasts"].value() == "3600"


def test_general_is_described_as_often_limited_by_time(stranger):
    told = "General is often limited by time: 30 minutes or 1 hour."
    assert told in stranger.get(reverse("new_game")).context["catalogue"]["general"]["4"]["limited"]
    assert "half an hour or an hour" in words_of(stranger.get(reverse("rules_variant", args=["general"])))


def test_the_estimate_respects_the_limit(stranger):
    about = {**USUAL, "clock": "120", "lasts": "1800"}
    assert (
        "if everyone uses all their time, 30 minutes" in stranger.get(reverse("new_estimate"), about).content.decode()
    )


def test_the_invitation_says_what_happens_at_the_limit_and_when(now, browser_of, offer, ada, ben):
    now(UNTIL - timedelta(minutes=30))
    game = offer(ada, **LIMITED)
    for client in (browser_of(ada), browser_of(ben)):
        answer = client.get(game.get_absolute_url())
        page = words_of(answer)
        assert RULE in page
        assert "When time is up, the current scores decide." in page
        assert "If the game starts now, it ends Sun 28 Mar, 01:15 UTC at the latest." in page
        assert UNTIL.isoformat() in times(answer)


def test_the_invitation_says_why_a_limited_game_is_unrated(browser_of, offer, ada):
    why = "Before its end time, a game needs at least ten times the time per move, or two full time banks."
    assert why in words_of(browser_of(ada).get(offer(ada, turn_seconds=3600, lasts_seconds=1800).get_absolute_url()))
    assert why not in words_of(browser_of(ada).get(offer(ada, **LIMITED).get_absolute_url()))


def test_a_given_moment_is_shown_in_the_invitation_and_the_lobby(now, browser_of, offer, ada, ben):
    now(UNTIL - timedelta(days=2))
    game = offer(ada, visibility="public", last_moment=UNTIL)
    assert "The game ends Sun 28 Mar, 01:15 UTC at the latest." in words_of(
        browser_of(ben).get(game.get_absolute_url())
    )
    lobby = browser_of(ben).get(reverse("lobby"))
    assert "ends Sun 28 Mar, 01:15 UTC at the latest" in words_of(lobby)
    assert UNTIL.isoformat() in times(lobby)


def test_lobby_picture_and_link_show_the_limit(browser_of, offer, ada, ben):
    game = offer(ada, visibility="public", **LIMITED)
    browser_of(ada).get("/")  # a live game is listed while its host is here
    assert RULE in words_of(browser_of(ben).get(reverse("lobby")))
    assert RULE in subjects.invitation_card(game).lines
    assert RULE in links.of_invitation(game).description


def test_picture_and_link_show_a_given_moment_in_utc(now, offer, ada):
    now(UNTIL - timedelta(days=2))
    game = offer(ada, last_moment=UNTIL)
    said = "1 day per move · ends Sun 28 Mar, 01:15 UTC at the latest"
    assert said in subjects.invitation_card(game).lines
    assert said in links.of_invitation(game).description


def test_an_invitation_by_name_uses_the_invited_players_time_zone(now, game_between, ada, ben):
    from people.actions import invite

    now(UNTIL - timedelta(days=2))
    ben.time_zone = "Europe/Kyiv"
    ben.save()
    for settings, said in ((LIMITED, RULE), ({"last_moment": UNTIL}, "ends Sun 28 Mar, 04:15 at the latest")):
        game = create_game(creator=ada, variant="block", **settings)
        invite(public_id=game.public_id, by=ada, players=[ben], now=timezone.now())
        notice = Notice.objects.select_related("game", "by", "player").get(event="invited", game=game)
        assert said in notice_text(notice, timezone.now()).body


# ---- Played


def test_the_board_and_my_games_show_when_the_game_ends(now, browser_of, game_between, ada, ben):
    now(UNTIL - timedelta(minutes=30))
    game = game_between(ada, ben, variant="block", **LIMITED)
    table = browser_of(ada).get(game.get_absolute_url())
    sentence = "The game ends Sun 28 Mar, 01:15 UTC at the latest. The scores at that time decide."
    assert sentence in words_of(table)
    assert UNTIL.isoformat() in times(table)
    assert table.context["view"].last_moment == "2027-03-28T01:15:00Z"
    assert "ends Sun 28 Mar, 01:15 UTC at the latest" in words_of(browser_of(ada).get(reverse("my_games")))


def test_a_game_without_a_limit_mentions_none(browser_of, game_between, ada, ben):
    game = game_between(ada, ben, variant="block")
    for address in (game.get_absolute_url(), reverse("my_games")):
        assert "at the latest" not in words_of(browser_of(ada).get(address))


# ---- Over


@pytest.fixture
def adjudicated(now, game_between, ada, ben):
    """Ada leads by ten points when time is up."""
    now(UNTIL - timedelta(minutes=30))
    game = game_between(ada, ben, variant="muggins", turn_seconds=3600, lasts_seconds=1800)
    dealt(game, "6-6 5-5 4-4 3-3 6-5 1-0 2-0", "6-4 6-3 5-4 5-3 2-2 1-1 3-0", lead=0)
    actions.play_move(public_id=game.public_id, seat=0, text="5-5", version=memory.current(game.public_id).version)
    now(UNTIL)
    assert clock.sweep(UNTIL) == 1
    return queries.find_game(game.public_id)


def test_history_text_and_notification_say_why_the_game_ended(adjudicated, browser_of, ada, ben):
    assert ENDED in words_of(browser_of(ada).get(reverse("history")))
    text = browser_of(ada).get(reverse("game_text", args=[adjudicated.public_id])).content.decode()
    assert f"Won by Ada, 10 : 0 ({ENDED})." in text
    assert "5-5" in text
    for player, result in ((ada, "You won"), (ben, "You lost")):
        notice = Notice.objects.select_related("game", "by", "player").get(event="over", player=player)
        assert notice_text(notice, UNTIL).body.startswith(f"{result} · The game reached its time limit · with ")
    row = next(each for each in browser_of(ada).get("/api/v1/me/history/").json()["results"])
    assert (row["reason"], row["totals"], row["result"]) == ("adjudicated", [10, 0], "won")


def test_every_page_of_an_adjudicated_game_opens(adjudicated, browser_of, ada):
    client, public_id = browser_of(ada), adjudicated.public_id
    for address in ("table", "table_people", "table_rules", "game_ratings", "analysis", "game_text"):
        assert client.get(reverse(address, args=[public_id])).status_code == 200, address
    assert "at the latest" not in re.sub(r"<p [^>]*hidden.*?</p>", "", html_of(client.get(f"/g/{public_id}/")))


def test_an_adjudicated_game_can_be_studied_and_its_record_imported(adjudicated, browser_of, ada):
    study = keep_game(owner=ada, public_id=adjudicated.public_id, now=UNTIL)
    assert study.record["ended"] == "adjudicated"
    page = browser_of(ada).get(reverse("study", args=[study.public_id]))
    assert page.status_code == 200
    text = browser_of(ada).get(reverse("study_text", args=[study.public_id])).content.decode()
    assert f"Won by Ada, 10 : 0 ({ENDED})." in text


def test_an_adjudicated_game_can_be_analysed_up_to_its_end(adjudicated):
    from mind.analysis.study import study

    found = study(rules.to_json(queries.record(adjudicated.public_id)), adjudicated.public_id)
    assert len(found.deals) == 1
