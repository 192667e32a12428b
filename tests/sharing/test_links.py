"""Shared links have a picture: of an invitation, a game, a move, a person, or house rules."""

import random
import struct
from datetime import timedelta

import pytest
from django.core.cache import caches
from django.utils import timezone

from accounts.models import User
from common.cache import forgiving
from games import actions
from games.models import Game
from rulebook.models import SavedRules
from sharing.models import Picture
from sharing.pictures import stored
from tests.games.playing import play_one, play_out, play_until_deal
from tests.texts import EVERY_LANGUAGE
from tests.tournaments.world import CUP
from tournaments.entries import entering
from tournaments.life import making
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def size_of(png: bytes) -> tuple[int, ...]:
    assert png.startswith(b"\x89PNG")
    return struct.unpack(">II", png[16:24])


@pytest.fixture
def saved(ada: User) -> SavedRules:
    return SavedRules.objects.create(owner=ada, name="Grandma’s", variant="muggins", seats=2, options={"hand": 5})


# ---- Each page with its words and its picture


@pytest.mark.parametrize("language", EVERY_LANGUAGE)
def test_an_invitation_names_the_host_and_has_a_picture(preview, stranger, offer, ada, language):
    game = offer(ada)
    tags = preview(game.get_absolute_url(), language)
    assert tags["og:title"].startswith("Ada")
    assert tags["og:url"].endswith(game.get_absolute_url())
    assert tags["twitter:card"] == "summary_large_image"
    assert (tags["og:image:width"], tags["og:image:height"]) == ("1200", "630")
    assert f"/pictures/{language}/" in tags["path"]
    assert tags["og:locale"] == language
    picture = stranger.get(tags["path"])
    assert size_of(picture.content) == (1200, 630)
    assert picture["Content-Type"] == "image/png"


def test_titles_and_descriptions_are_in_the_readers_language(preview, offer, ada):
    link = offer(ada).get_absolute_url()
    found = {language: preview(link, language) for language in EVERY_LANGUAGE}
    assert found["en"]["og:title"] == "Ada invites you to Muggins (All Fives)"
    for tag in ("og:title", "og:description", "path"):
        assert len({tags[tag] for tags in found.values()}) == len(found)


def test_a_picture_is_in_the_language_of_its_address(preview, stranger, offer, ada, as_text):
    path = preview(offer(ada).get_absolute_url(), "de")["path"]
    stranger.get(path, headers={"accept-language": "es"})
    assert "Einladung" in as_text[0]


def test_a_running_game_shows_its_round_and_score(preview, stranger, game_between, ada, ben, as_text):
    game = game_between(ada, ben)
    before = preview(game.get_absolute_url())
    assert before["og:title"] == "Brettspielnetz Domino: Ada – Ben"
    assert before["og:description"].startswith("Round 1. Ada 0, Ben 0.")
    play_one(game.public_id, random.Random(1))
    after = preview(game.get_absolute_url())
    assert after["path"] != before["path"]
    assert stranger.get(after["path"]).status_code == 200
    assert "Round 1" in as_text[-1]


def test_a_finished_game_shows_who_won(preview, stranger, game_between, ada, ben, as_text):
    game = game_between(ada, ben)
    play_out(game.public_id)
    game.refresh_from_db()
    tags = preview(game.get_absolute_url())
    expected = "A draw" if len(game.winners) > 1 else f"{('Ada', 'Ben')[game.winners[0]]} won"
    assert tags["og:title"] == f"Brettspielnetz Domino: {expected}"
    assert str(game.totals[0]) in tags["og:description"]
    stranger.get(tags["path"])
    assert expected in as_text[-1]


@pytest.mark.both_databases
def test_a_move_of_a_finished_deal_has_its_own_picture(preview, stranger, game_between, ada, ben, as_text):
    game = game_between(ada, ben, variant="draw")
    play_until_deal(game.public_id, 1)
    link = game.get_absolute_url()
    there, next_move = preview(f"{link}?deal=0&ply=3"), preview(f"{link}?deal=0&ply=4")
    assert there["og:url"].endswith(f"{link}?deal=0&ply=3")
    assert there["path"] != next_move["path"]
    assert stranger.get(there["path"]).status_code == 200
    assert "Move 3 of" in as_text[-1]
    assert stranger.get(there["path"].replace("/0.3/", "/0.999/")).status_code in {302, 404}


@pytest.mark.parametrize(
    "asked", ["?deal=1&ply=2", "?deal=7&ply=0", "?deal=x&ply=0", "?deal=0", "?deal=²&ply=1", "?ply=1"]
)
def test_any_other_place_has_the_picture_of_the_game(preview, game_between, ada, ben, asked):
    game = game_between(ada, ben, variant="draw")
    play_until_deal(game.public_id, 1)
    assert preview(f"{game.get_absolute_url()}{asked}") == preview(game.get_absolute_url())


@pytest.mark.both_databases
def test_a_profile_shows_the_ratings_that_its_page_shows(preview, stranger, game_between, ada, ben, as_text):
    play_out(game_between(ada, ben, variant="draw").public_id)
    tags = preview("/people/ada/")
    assert tags["og:title"] == "Ada"
    assert stranger.get(tags["path"]).status_code == 200
    assert "Draw Dominoes" in as_text[-1]
    assert "1 finished game" in as_text[-1]


def test_a_new_person_with_an_old_name_has_another_picture(preview, stranger, ada, as_text):
    theirs = preview("/people/ada/")["path"]
    stranger.get(theirs)
    User.objects.filter(pk=ada.pk).update(username="gone", skeleton="gone")
    User.objects.create_user(username="ada", nickname="Ada")
    assert preview("/people/ada/")["path"] != theirs
    assert stranger.get(theirs).status_code == 302


@pytest.mark.both_databases
def test_house_rules_are_shown_in_three_sentences(preview, stranger, saved, as_text):
    tags = preview(saved.get_absolute_url())
    assert tags["og:title"] == "Grandma’s"
    assert tags["og:description"].startswith("House rules by Ada for Muggins (All Fives).")
    stranger.get(tags["path"])
    assert "Each player gets 5 tiles" in " ".join(as_text[-1].split("<text")).replace("</text>", " ")


def test_any_other_page_has_the_picture_of_the_site(preview):
    for path in ("/", "/rules/", "/rules/muggins/", "/lobby/"):
        assert "/static/img/shared" in preview(path)["og:image"]


# ---- Pages without a picture


def test_an_outdated_picture_redirects_to_the_current_one(preview, stranger, offer, ada, ben):
    game = offer(ada)
    before = preview(game.get_absolute_url())["path"]
    actions.join_game(public_id=game.public_id, player=ben)
    answer = stranger.get(before)
    assert answer.status_code == 302
    assert answer["Location"].endswith(preview(game.get_absolute_url())["path"])
    assert not Picture.objects.exists()


def test_pictures_that_do_not_exist_are_not_found(preview, stranger, game_between, offer, guest, ada, ben):
    game = game_between(ada, ben, variant="draw")
    path = preview(game.get_absolute_url())["path"]
    gone = offer(ada)
    actions.cancel_game(public_id=gone.public_id, player=ada)
    somebody = guest("Cleo")
    for wrong in (
        path.replace("/en/", "/xx/"),
        path.replace(game.public_id, "nothing"),
        path.replace(game.public_id, gone.public_id),
        path.replace(game.public_id, f"{game.public_id}/0.1"),  # the deal is still played
        f"/pictures/en/people/{somebody.username}/x.png",
        "/pictures/en/people/nobody/x.png",
        "/pictures/en/house-rules/nothing/x.png",
    ):
        assert stranger.get(wrong).status_code == 404, wrong


# ---- Stored


@pytest.mark.both_databases
def test_a_picture_is_drawn_once_for_everybody(preview, stranger, offer, ada, as_text):
    path = preview(offer(ada).get_absolute_url())["path"]
    first = stranger.get(path)
    stored.being_drawn.forget()  # another process
    second = stranger.get(path)
    assert first.content == second.content
    assert len(as_text) == 1
    assert first["Cache-Control"] == "public, max-age=31536000, immutable"
    assert stranger.get(path, headers={"if-none-match": first["ETag"]}).status_code == 304
    head = stranger.head(path)
    assert (head.status_code, head.content) == (200, b"")
    assert len(as_text) == 1


@pytest.mark.both_databases
def test_the_number_of_stored_pictures_is_limited(preview, stranger, offer, ada, as_text, monkeypatch):
    monkeypatch.setattr(stored, "MOST", 2)
    link = offer(ada).get_absolute_url()
    paths = [preview(link, language)["path"] for language in EVERY_LANGUAGE]
    for path in paths:
        stranger.get(path)
    assert Picture.objects.count() == 2
    stored.being_drawn.forget()
    stranger.get(paths[-1])
    assert len(as_text) == len(EVERY_LANGUAGE)
    stranger.get(paths[0])
    assert len(as_text) == len(EVERY_LANGUAGE) + 1


@pytest.mark.parametrize("players", [2, 4])
def test_a_stored_picture_needs_two_queries_however_many_play(
    preview, stranger, game_between, guest, as_text, django_assert_num_queries, players
):
    people = [guest(name) for name in ("Ada", "Ben", "Cleo", "Dora")[:players]]
    game: Game = game_between(*people, variant="draw")
    path = preview(game.get_absolute_url())["path"]
    stranger.get(path)
    with django_assert_num_queries(2):  # the game with its seats; the picture
        assert stranger.get(path).status_code == 200


# ---- Limits


def test_drawing_pictures_is_rate_limited(preview, stranger, offer, ada, as_text, settings):
    link = offer(ada).get_absolute_url()
    paths = [preview(link, language)["path"] for language in ("en", "de", "ru")]
    settings.LIMITS, settings.RATES = True, settings.RATES | {"picture": "2/m/address"}
    answers = [stranger.get(path).status_code for path in (*paths, paths[0])]
    assert answers == [200, 200, 429, 200]  # stored pictures aren't limited


def test_a_process_draws_few_at_once(preview, stranger, offer, ada, as_text):
    path = preview(offer(ada).get_absolute_url())["path"]
    for _ in range(stored.AT_ONCE):
        assert stored.slots.acquire(blocking=False)
    try:
        assert stranger.get(path).status_code == 429
    finally:
        stored.slots.release(stored.AT_ONCE)
    assert stranger.get(path).status_code == 200
    assert stored.slots._value == stored.AT_ONCE


def test_pictures_are_drawn_while_redis_is_down(preview, stranger, offer, ada, as_text, settings, monkeypatch):
    path = preview(offer(ada).get_absolute_url())["path"]
    settings.LIMITS = True
    monkeypatch.setattr(forgiving, "_away_until", 0.0)
    monkeypatch.setattr(
        caches._connections, "default", forgiving.ForgivingRedisCache("redis://127.0.0.1:1", {}), raising=False
    )
    assert stranger.get(path).status_code == 200
    assert stranger.get(path).status_code == 200
    assert len(as_text) == 1


def test_a_tournament_says_what_it_is_and_names_nobody(preview, stranger, ada, as_text):
    cup = making.store(Tournament(**(CUP | {"entries_end": timezone.now() + timedelta(days=1)})), timezone.now())
    entering.enter(public_id=cup.public_id, player=ada, now=timezone.now())
    shown = preview(cup.get_absolute_url())
    assert shown["og:title"] == "Block cup"
    assert shown["og:description"].startswith("3 days, plus 1 day per move")
    assert stranger.get(shown["path"]).status_code == 200
    assert "Block cup" in as_text[0]
    assert ada.name not in as_text[0]
