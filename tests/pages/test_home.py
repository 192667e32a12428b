import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Game
from tests.pages.conftest import html_of, words_of


def test_a_stranger_sees_what_the_site_is_and_how_to_start(stranger):
    page = stranger.get("/")
    assert "Play a friend Find a game" in words_of(page)
    assert 'role="img"' in page.content.decode()  # the text of the picture


@pytest.mark.parametrize(
    ("language", "first", "rows"),
    [
        ("uk", "Козел Гравців: 4, пара на пару", {"variant": "goat", "seats_number": 4, "options": {"pairs": True}}),
        ("pt", "4 jogadores em duplas", {"variant": "brazilian", "seats_number": 4, "options": {}}),
        ("de", "Zieh-Domino 2 Spieler", {"variant": "draw", "seats_number": 2, "options": {}}),
    ],
)
@pytest.mark.every_case("each is what is known where the language is spoken")
def test_the_first_game_against_computers_is_one_that_readers_know(stranger, language, first, rows):
    stranger.cookies["django_language"] = language
    page = stranger.get("/")
    assert page.content.decode().count('<button class="start">') == 4
    form = html_of(page).split('<ul class="starts">')[1].split("</form>")[0]
    assert first in re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", form))
    stranger.post(reverse("computers"), dict(re.findall(r'name="(\w+)" value="(\w+)"', form)))
    assert Game.objects.values(*rows).get() == rows


def test_the_game_against_computers_that_was_played_last_comes_first(stranger):
    sent = {"variant": "goat", "level": "good", "seats": "3"}
    stranger.post(reverse("computers"), sent)
    Game.objects.all().delete()
    form = html_of(stranger.get("/")).split('<ul class="starts">')[1]
    assert sent.items() <= dict(re.findall(r'name="(\w+)" value="(\w+)"', form.split("</form>")[0])).items()
    assert form.count('value="goat"') == 1


def test_an_invitation_link_takes_two_clicks_and_a_third_copies_it(stranger):
    home = stranger.get("/").content.decode()
    assert f'href="{reverse("new_game")}"' in home  # first click
    form = stranger.get(reverse("new_game")).context["form"]
    posted = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    invitation = stranger.post(reverse("new_game"), posted, follow=True)  # second
    link = f"http://localhost:8000{Game.objects.get().get_absolute_url()}"
    assert f'value="{link}"' in invitation.content.decode()
    assert "Copy link" in words_of(invitation)  # third


def test_players_see_their_games_with_their_turns_first(browser_of, game_between, ada, ben):
    game = game_between(ada, ben)
    mover = ada if game.turn == 0 else ben
    other = ben if mover == ada else ada
    page = words_of(browser_of(mover).get("/"))
    assert f"{other.name} Your turn 23 hours left" in page
    assert "Play a friend" in page
    assert "Their turn" in words_of(browser_of(other).get("/"))


@pytest.mark.both_databases
def test_the_header_counts_the_games_that_wait(browser_of, in_play, ada, ben):
    in_play(ada, ben, 3)
    assert "My games 3 waiting for you" in words_of(browser_of(ada).get(reverse("rules_index")))


def test_one_click_joins_an_open_game(stranger, offer, ada):
    game = offer(ada, visibility="public")
    home = stranger.get("/")
    assert (
        "Muggins (All Fives) Ada to 200 points · 1 day per move · rated with an account 2 players · just now"
        in words_of(home)
    )
    name = home.context["suggested_name"]
    stranger.post(reverse("join", args=[game.public_id]), {"name": name})
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    assert game.seats.get(number=1).player.name == name


def test_games_by_link_are_hidden_from_others(stranger, offer, ada):
    offer(ada, visibility="link")
    assert "No open games right now." in words_of(stranger.get("/"))


@pytest.mark.both_databases
def test_a_strangers_home_page_queries_only_open_games_and_the_puzzle(stranger, offer, ada, django_assert_num_queries):
    offer(ada, visibility="public")
    # The hosts' ratings, and when they were here; three look for a puzzle where there is none; the next evening.
    with django_assert_num_queries(8):
        stranger.get("/")


def test_the_game_with_the_least_time_left_stands_first(browser_of, in_play, ada, ben):
    theirs, later, soon = in_play(ben, ada, 1)[0], *in_play(ada, ben, 2)
    now = timezone.now()
    for game, hours in ((theirs, 1), (later, 9), (soon, 5)):
        Game.objects.filter(pk=game.pk).update(clock="turn", turn_seconds=86_400, deadline=now + timedelta(hours=hours))
    page = html_of(browser_of(ada).get("/"))
    listed = re.findall(r'game-title" href="/g/(\w+)/"', page)
    assert listed == [soon.public_id, later.public_id, theirs.public_id]


def test_four_games_are_shown_and_a_way_to_the_rest(browser_of, in_play, ada, ben):
    client = browser_of(ada)
    for number, more in ((4, False), (1, True)):
        in_play(ben, ada, number)
        page = client.get("/")
        assert len(re.findall('class="game-title"', html_of(page))) == 4
        assert ("All my games" in words_of(page)) == more
        assert "Your games" in words_of(page)


MENU = {
    "New game": "/new/", "Open games": "/lobby/", "Family table": "/family/new/", "Play the computer": "/computers/",
    "House rules": "/house-rules/",
    "First steps": "/learn/", "Puzzles": "/puzzles/", "Rules": "/rules/", "Watch": "/watch/",
    "Standings": "/standings/",
}  # fmt: skip


@pytest.mark.parametrize("part", ["site-nav", "menu-groups"])
def test_the_header_and_the_menu_of_phones_lead_to_every_page(browser_of, stranger, ada, part):
    for client, more in ((stranger, {}), (browser_of(ada), {"People": "/people/"})):
        header = html_of(client.get("/rules/muggins/")).split("<main")[0]
        begins = header.index(f'class="{part}')
        links = dict(re.findall(r'<a href="([^"]+)"[^>]*>([^<]+?)\s*<', header[begins:]))
        for name, address in (MENU | more).items():
            assert links.get(address) == name, name


def test_the_menu_leads_to_my_own_profile(browser_of, guest, ada):
    assert f'href="/people/{ada.username}/">My profile' in html_of(browser_of(ada).get("/rules/"))
    assert "My profile" not in html_of(browser_of(guest("Cara")).get("/rules/")), "guests have none"


def test_viewing_pages_creates_no_guests(stranger):
    for path in ("/", "/new/", "/games/", "/standings/", "/rules/", "/settings/"):
        assert stranger.get(path).status_code == 200
    assert not User.objects.exists()
