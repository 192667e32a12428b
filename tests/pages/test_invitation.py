import json
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

import rules
from accounts.models import User, new_guest
from games import actions
from games.models import Game
from tests.pages.conftest import html_of, words_of


def join(client, game, **sent):
    return client.post(reverse("join", args=[game.public_id]), sent, follow=True)


# ---- The host


def test_the_host_sees_the_link_a_qr_code_the_settings_and_cancel(browser_of, offer, ada):
    game = offer(ada, turn_seconds=3 * 86_400)
    page = browser_of(ada).get(game.get_absolute_url())
    text = words_of(page)
    assert f'value="http://localhost:8000/g/{game.public_id}/"' in page.content.decode()
    for sentence in ("Copy link", "Share", "Muggins (All Fives)", "2 players", "to 200 points", "3 days per move",
                     "If you run out of time, you lose.", "Only people with the link",
                     "Cancel the invitation"):  # fmt: skip
        assert sentence in text
    code = browser_of(ada).get(reverse("qr", args=[game.public_id]))
    assert code["Content-Type"] == "image/svg+xml"
    assert code.content.startswith(b"<svg")


@pytest.mark.parametrize(("variant", "misses", "tells"), [
    ("draw", "move", True),  # one may draw although a tile fits
    ("muggins", "move", False), ("draw", "out", False), ("draw", "computer", False),
])  # fmt: skip
def test_the_invitation_says_what_an_automatic_draw_reveals(browser_of, offer, ada, variant, misses, tells):
    page = words_of(browser_of(ada).get(offer(ada, variant=variant, misses=misses).get_absolute_url()))
    assert ("When we draw for a player, it shows that none of their tiles fits." in page) == tells


def test_the_new_game_page_says_what_an_automatic_draw_reveals(stranger):
    said = "If we draw for an absent player, the others learn that none of that player’s tiles fit."
    assert said in words_of(stranger.get(reverse("new_game")))


def test_the_page_shows_the_deadline_of_a_turn_that_starts_now(browser_of, offer, ada):
    page = browser_of(ada).get(offer(ada).get_absolute_url()).content.decode()
    assert "If it were your turn now, you would have until <time datetime=" in page


def test_games_without_a_clock_say_so(browser_of, offer, ada):
    game = offer(ada, clock="none", turn_seconds=None)
    assert "No clock There is no clock: take as long as you like." in words_of(
        browser_of(ada).get(game.get_absolute_url())
    )


def test_cancelling_withdraws_the_invitation(browser_of, offer, ada, stranger):
    game = offer(ada)
    page = browser_of(ada).post(reverse("cancel", args=[game.public_id]), follow=True)
    assert page.status_code == 410
    assert "You cancelled it." in words_of(page)
    gone = stranger.get(game.get_absolute_url())
    assert gone.status_code == 410
    assert "This invitation was cancelled" in words_of(gone)


# ---- Visitors of the link


def test_a_visitor_sees_the_host_the_game_its_rules_and_its_clock(stranger, offer, ada):
    page = stranger.get(offer(ada).get_absolute_url())
    text = words_of(page)
    assert "Ada invites you to Muggins (All Fives)" in text
    assert len(page.context["three"]) == 3
    assert "You score whenever the open ends add up to a multiple of 5. The first to reach 200 points wins." in text
    assert "1 day per move" in text
    assert page.context["form"]["name"].value().startswith("Guest ")
    assert "Join and play" in text
    assert "Cancel the invitation" not in text


@pytest.mark.parametrize("name", ["Guest 228", "Гість 228", "Invitado 100"])
@pytest.mark.every_case("hosts get a name in their language, and friends may read another one")
def test_a_name_that_we_suggested_invites_nobody(stranger, offer, name):
    page = words_of(stranger.get(offer(new_guest(name)).get_absolute_url()))
    assert "You’re invited to Muggins (All Fives)" in page
    assert "invites you" not in page


def test_one_click_joins_and_starts_the_game(stranger, offer, ada):
    game = offer(ada)
    page = join(stranger, game, name="Ben")
    assert page.status_code == 200
    assert page.templates[0].name == "games/table.html"
    assert page.context["view"].you == 1
    assert page.context["view"].seats[1].name == "Ben"


def test_joining_without_a_name_shows_an_error(stranger, offer, ada):
    page = join(stranger, offer(ada), name="")
    assert page.status_code == 422
    assert "Enter a name that the other players will see." in words_of(page)
    assert User.objects.get() == ada


def test_partners_can_be_chosen(browser_of, offer, ada, ben):
    game = offer(ada, "partnership", seats=4)
    page = browser_of(ben).get(game.get_absolute_url())
    assert "Seat 3: partner of Ada" in words_of(page)
    assert "Seat 2: against Ada" in words_of(page)
    join(browser_of(ben), game, seat=2)
    assert game.seats.get(number=2).player == ben


def test_players_can_leave_before_the_start(browser_of, offer, ada, ben):
    game = offer(ada, "draw", seats=3)
    page = join(browser_of(ben), game)
    assert "You’ve joined the game" in words_of(page)
    browser_of(ben).post(reverse("leave", args=[game.public_id]))
    assert not game.seats.filter(player=ben).exists()


# ---- Links without a free seat explain why


def test_a_player_who_has_joined_is_told_so_by_the_link(browser_of, offer, ada):
    game = offer(ada)
    page = join(browser_of(ada), game)
    assert page.status_code == 200
    assert "You’re already in this game." in words_of(page)


def test_a_full_game_can_be_watched(stranger, game_between, ada, ben):
    game = game_between(ada, ben)
    page = join(stranger, game, name="Cleo")
    assert page.status_code == 200
    assert "This game has already started, but you can watch it." in words_of(page)
    assert 'data-close aria-label="Close"' in html_of(page)  # the table fills the screen: a message would stay for good
    assert page.context["view"].you is None
    assert not User.objects.filter(is_guest=True).exists()


def test_watchers_get_no_hidden_tile(browser_of, game_between, ada, ben, cleo):
    game = game_between(ada, ben)
    shown = browser_of(cleo).get(game.get_absolute_url()).context["view"].round
    hidden = [tile for hand in game.rounds.get().deal["hands"] for tile in hand]
    assert shown.hand is None
    assert not any(f'"{tile}"' in json.dumps(rules.to_json(shown)) for tile in hidden)


def test_an_expired_offer_says_so(stranger, offer, ada, browser_of):
    game = offer(ada)
    Game.objects.update(offer_ends=timezone.now() - timedelta(minutes=1))
    actions.expire_offer(public_id=game.public_id, now=timezone.now())
    page = stranger.get(game.get_absolute_url())
    assert page.status_code == 410
    assert "This invitation has expired" in words_of(page)
    assert join(stranger, game, name="Ben").status_code == 410
    assert "No one joined in time." in words_of(browser_of(ada).get(game.get_absolute_url()))


def test_an_unknown_game_is_not_found(stranger):
    page = stranger.get(reverse("table", args=["nothing"]))
    assert page.status_code == 404
    assert "There is no game at this address." in words_of(page)


def test_only_the_host_can_cancel(browser_of, offer, ada, ben):
    game = offer(ada)
    page = browser_of(ben).post(reverse("cancel", args=[game.public_id]), follow=True)
    assert "Only the host can cancel this game." in words_of(page)


@pytest.mark.parametrize("action", ["cancel", "leave", "resign", "abort", "rematch"])
def test_strangers_cannot_change_the_game(stranger, offer, ada, action):
    game = offer(ada)
    Game.objects.update(creator=None)
    page = stranger.post(reverse(action, args=[game.public_id]), follow=True)
    assert "Only the players of this game can do that." in words_of(page)
    game.refresh_from_db()
    assert game.status == Game.Status.OPEN


@pytest.mark.parametrize("action", ["join", "cancel", "leave", "resign", "abort", "rematch"])
def test_a_get_request_to_an_action_changes_nothing(browser_of, offer, ada, action):
    assert browser_of(ada).get(reverse(action, args=[offer(ada).public_id])).status_code == 405


# ---- Rematch


def test_seats_of_a_rematch_are_reserved_for_the_same_people(browser_of, game_between, ada, ben, stranger):
    game = game_between(ada, ben)
    actions.resign_game(public_id=game.public_id, player=ada)
    page = browser_of(ada).post(reverse("rematch", args=[game.public_id]), follow=True)
    assert "reserved for Ben" in words_of(page)
    again = game.rematch
    assert "The free seats are reserved for the players of the last game." in words_of(
        stranger.get(again.get_absolute_url())
    )
    assert "Join" in words_of(browser_of(ben).get(again.get_absolute_url()))
    assert join(browser_of(ben), again).context["view"].status == "playing"


def test_a_rematch_of_a_running_game_is_refused_at_its_table(browser_of, game_between, ada, ben):
    game = game_between(ada, ben)
    page = browser_of(ada).post(reverse("rematch", args=[game.public_id]), follow=True)
    assert page.redirect_chain[-1][0] == game.get_absolute_url()


@pytest.mark.parametrize("seats", [2, 4])
def test_the_invitation_needs_the_same_queries_for_every_game(browser_of, offer, ada, django_assert_num_queries, seats):
    game = offer(ada, "draw", seats=seats)
    for name in ["Ben", "Cleo"][: seats - 2]:
        actions.join_game(public_id=game.public_id, player=new_guest(name))
    client = browser_of(ada)
    client.get(game.get_absolute_url())  # a visit marks its notifications as read
    # session and user, their holidays; game with seats and players, theirs; invitations, friends; how many
    # games with computers they have; header
    # … and where more than two play what is new in the talk
    with django_assert_num_queries(9 if seats == 2 else 10):
        client.get(game.get_absolute_url())


def test_the_table_is_never_cached(browser_of, game_between, ada, ben):
    assert "no-store" in browser_of(ada).get(game_between(ada, ben).get_absolute_url())["Cache-Control"]
