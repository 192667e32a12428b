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
    assert "Play a friend" in words_of(page)
    assert "How it works" in words_of(page)
    assert 'role="img"' in page.content.decode()  # the text of the picture


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
    assert "How it works" not in page
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
def test_a_strangers_home_page_queries_only_open_games_and_games_to_watch(
    stranger, offer, ada, django_assert_num_queries
):
    offer(ada, visibility="public")
    # The hosts' ratings, and when they were here; tournaments; three look for a puzzle where there is none.
    with django_assert_num_queries(9):
        stranger.get("/")


def test_the_game_with_the_least_time_left_stands_first_with_its_board(browser_of, in_play, ada, ben):
    theirs, later, soon = in_play(ben, ada, 1)[0], *in_play(ada, ben, 2)
    now = timezone.now()
    for game, hours in ((theirs, 1), (later, 9), (soon, 5)):
        Game.objects.filter(pk=game.pk).update(clock="turn", turn_seconds=86_400, deadline=now + timedelta(hours=hours))
    page = html_of(browser_of(ada).get("/"))
    listed = page.split("All my games")[0]
    assert re.findall(r'data-small-board="(\w+)"', listed)[0] == soon.public_id
    assert re.findall(r'game-title" href="/g/(\w+)/"', listed) == [soon.public_id, later.public_id, theirs.public_id]


MENU = {
    "New game": "/new/", "Open games": "/lobby/", "Play the computer": "/computers/", "House rules": "/house-rules/",
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
