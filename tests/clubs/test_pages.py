"""The pages of clubs: what they say, what they cost, and that nobody learns more than they may."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from clubs import actions
from clubs.models import Club, Membership, Post, Request
from people.actions import block
from standings.models import Rating
from talk.models import Conversation
from tests.clubs.conftest import NOW, confirm, roles
from tests.conftest import person
from tests.creating import create_game
from tests.tournaments.world import CUP
from tournaments.life import making
from tournaments.models import Entry, Member, Tournament

PARTS = ("club", "club_members", "club_standings", "club_calendar")
ORGANISERS = ("club_requests", "club_settings")
MANY = 5_000
KEYS = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
Browser = Callable[[User], Client]


def page(client: Client, address: str, /, **asked: str) -> str:
    answer = client.get(address, asked)
    assert answer.status_code == 200, (address, answer.status_code)
    return KEYS.sub("", answer.content.decode())


def part(name: str, club: Club) -> str:
    return reverse(name, args=[club.public_id])


def press(client: Client, name: str, club: Club, /, status: int = 302, **sent: str) -> str:
    answer = client.post(part(name, club), sent)
    assert answer.status_code == status, answer.content.decode()
    return answer.content.decode()


def statements(client: Client, address: str) -> list[str]:
    """The statements of a second visit, without those of every page: for the session, and what waits for its user."""
    page(client, address)
    with CaptureQueriesContext(connection) as every_page:
        page(client, reverse("rules_index"))
    with CaptureQueriesContext(connection) as asked:
        page(client, address)
    return [each["sql"] for each in asked][len(every_page) :]


# ---- N1: a club's life, by page ------------------------------------------------------------------
def test_a_club_is_made_joined_by_link_and_request_and_outlives_its_owner(ada, ben, cleo, browser_of: Browser):
    captain, asker = browser_of(ada), browser_of(ben)
    assert "Confirm your email address first" in page(captain, reverse("new_club"))
    confirm(ada)
    terms = {"tile": "2-5", "ground": "red", "dots": "white", "joining": "request", "shows_members": "True"}
    answer = captain.post(reverse("new_club"), {"name": "Double Six", "about": "<b>Hi</b>\n\nx", **terms})
    assert answer.status_code == 302
    made = Club.objects.get()
    assert "&lt;b&gt;Hi" in page(captain, part("club", made))
    press(asker, "ask_club", made)
    assert "You asked to join" in page(asker, part("club", made))
    Club.objects.update(joining="open")
    assert "Join the club</button>" in page(asker, part("club", made))
    assert "Ben" in page(captain, part("club_requests", made))
    press(captain, "answer_request", made, player="ben", do="accept")
    guest = Client()  # somebody without an account, with the link
    assert "Join as a guest" in page(guest, made.address_with_link())
    press(guest, "join_club", made, link=made.link, name="Gus")
    assert "Gus" in page(guest, part("club_members", made))
    press(captain, "change_club_member", made, player="ben", do="organiser")
    press(captain, "change_club_member", made, player="ben", do="owner")
    press(captain, "leave_club", made)
    assert list(roles(made).values()) == ["owner", "member"]
    invited = browser_of(cleo)
    press(asker, "invite_to_club", made, name="Cleo")
    assert "Ben invites you" in page(invited, reverse("clubs"))
    press(invited, "join_club", made)
    assert len(roles(made)) == 3
    assert "Double Six" not in page(Client(), reverse("clubs"), name="dOUb")  # two have an account
    press(browser_of(person("Dora")), "join_club", made, link=made.link)
    assert "Double Six" in page(Client(), reverse("clubs"), name="dOUb")
    press(asker, "close_club", made, status=422, name="Other")
    press(asker, "close_club", made, name="double six")
    assert roles(made) == {}
    assert "This club is closed" in page(Client(), part("club", made))


def test_an_old_link_says_so_and_makes_no_guest(ada, club):
    made = club(ada)
    old = made.link
    actions.renew_link(public_id=made.public_id, by=ada)
    answer = Client().get(reverse("club_link", args=[made.public_id, old]))
    assert (answer.status_code, "has been replaced" in answer.content.decode()) == (404, True)
    people = User.objects.count()
    press(Client(), "join_club", made, status=422, link=old, name="Gus")
    assert User.objects.count() == people


def test_members_press_no_buttons_of_organisers(ada, ben, cleo, club, browser_of: Browser):
    made, member = club(ada, ben, cleo), browser_of(ben)
    for name, sent in (
        ("change_club_member", {"player": "cleo", "do": "remove"}),
        ("change_club_member", {"player": "cleo", "do": "organiser"}),
        ("invite_to_club", {"name": "Cleo"}),
        ("renew_club_link", {}),
        ("rename_club", {"name": "Mine"}),
        ("club_settings", {"about": "x", "tile": "0-0", "ground": "red", "dots": "blue"}),
        ("close_club", {"name": made.name}),
    ):
        press(member, name, made, **sent)
        press(Client(), name, made, **sent)
    assert Club.objects.values("name", "link", "about").get() == {"name": made.name, "link": made.link, "about": ""}
    assert len(roles(made)) == 3


def test_an_organiser_edits_the_club_and_its_owner_renames_it(ada, ben, club, browser_of: Browser):
    made, captain, lines = club(ada, ben), browser_of(ada), ["Hi"] * 300  # 899 characters, as browsers count
    same = {"tile": "6-6", "ground": "red", "dots": "red", "joining": "link", "shows_members": "False"}
    assert "two different colours" in press(captain, "club_settings", made, status=422, **same)
    press(captain, "club_settings", made, **(same | {"dots": "black", "about": "\r\n".join(lines)}))
    press(captain, "rename_club", made, name="Champions")
    made.refresh_from_db()
    assert (made.about, made.dots, made.joining, made.shows_members) == ("\n".join(lines), "black", "link", False)
    Club.objects.update(renamed_at=NOW.replace(year=2126))
    assert "formerly Double Six" in page(Client(), part("club", made))


# ---- N5: two worlds ------------------------------------------------------------------------------
def seen_by(client: Client, made: Club) -> dict[str, bytes]:
    """Everything that somebody gets about a club by page and API."""
    addresses = [part(name, made) for name in (*PARTS, *ORGANISERS)] + [reverse("clubs"), reverse("home")]
    addresses += [f"/api/v1/clubs/{made.public_id}/", f"/api/v1/clubs/{made.public_id}/members/", "/api/v1/clubs/"]
    answers = {address: client.get(address) for address in addresses}
    return {
        address: KEYS.sub("", f"{answer.status_code} {answer.content.decode()}").encode()
        for address, answer in answers.items()
    }


@pytest.fixture
def readers(ada, ben, cleo, club, browser_of: Browser) -> tuple[Club, dict[str, Client]]:
    """A club that hides its members, and people to whom its secrets are no business."""
    blocked, former = person("Blocked"), person("Former")
    made = club(ada, ben, cleo, former, shows_members=False, joining="request")
    actions.leave(public_id=made.public_id, player=former, now=NOW)
    block(user=ben, person=blocked, now=NOW)
    people = {"stranger": person("Dora"), "blocked": blocked, "former": former}
    return made, {"visitor": Client(), **{name: browser_of(each) for name, each in people.items()}}


def test_a_hidden_list_is_alike_whoever_is_in_it(readers, cleo):
    made, clients = readers
    before = {name: seen_by(client, made) for name, client in clients.items()}
    assert all(b"Cleo" not in text and b"Ben" not in text for texts in before.values() for text in texts.values())
    Membership.objects.filter(player=cleo).update(player=person("Zoe"))
    Membership.objects.filter(player__username="zoe").update(role="organiser", organiser_since=NOW)
    assert {name: seen_by(client, made) for name, client in clients.items()} == before


def test_requests_are_seen_by_organisers_alone(readers, ben, cleo, browser_of: Browser):
    made, clients = readers
    clients |= {"member": browser_of(ben)}
    before = {name: seen_by(client, made) for name, client in clients.items()}
    asker, invited = person("Asker"), person("Invited")
    actions.ask(public_id=made.public_id, player=asker, now=NOW)
    Request.objects.create(club=made, player=invited, by_id=made.memberships.get(role="owner").player_id, at=NOW)
    Request.objects.create(club=made, player=person("Declined"), at=NOW, declined_at=NOW)
    assert {name: seen_by(client, made) for name, client in clients.items()} == before


def test_blocked_people_dont_see_each_other_in_a_club(ada, ben, cleo, club, browser_of: Browser):
    made = club(ada, ben, cleo)
    for each in (ada, ben, cleo):
        Rating.objects.create(
            player=each, variant="", mu=1500, sigma=50, games=9, won=3, drawn=0, streak=0, best_streak=0, order=1500,
            updated=NOW,
        )  # fmt: skip
    block(user=ben, person=cleo, now=NOW)
    for name in ("club_members", "club_standings"):
        for one, other in ((ben, "Cleo"), (cleo, "Ben")):
            text = page(browser_of(one), part(name, made))
            assert other not in text
            assert "Ada" in text
    block(user=cleo, person=ada, now=NOW)
    assert "Cleo" in page(browser_of(ada), part("club_members", made))  # organisers see everybody


def test_an_organiser_doesnt_see_requests_behind_a_block(ada, ben, cleo, club, browser_of: Browser):
    made = club(ada, ben, organisers=1, joining="request")
    actions.ask(public_id=made.public_id, player=cleo, now=NOW)
    block(user=cleo, person=ada, now=NOW)
    assert "Cleo" not in page(browser_of(ada), part("club_requests", made))
    assert "Cleo" in page(browser_of(ben), part("club_requests", made))


def test_a_hidden_club_is_not_there_for_strangers(ada, ben, cleo, club, browser_of: Browser):
    made = club(ada, ben)
    Club.objects.update(hidden_at=NOW, size=3)
    addresses = [part(name, made) for name in (*PARTS, *ORGANISERS)] + [made.address_with_link()]
    for client in (Client(), browser_of(cleo)):
        assert {client.get(address).status_code for address in addresses} == {404}
        assert made.name not in page(client, reverse("clubs"))
    member = browser_of(ben)
    assert page(member, part("club", made))
    assert member.post(part("leave_club", made), follow=True).status_code == 200


# ---- Costs ---------------------------------------------------------------------------------------
def test_pages_of_five_thousand_members_take_six_statements(ada, cleo, club, browser_of: Browser):
    made = club(ada, joining="request")
    people = User.objects.bulk_create(User(username=f"m{n}", nickname=f"M {n}", skeleton=f"m{n}") for n in range(MANY))
    Membership.objects.bulk_create(Membership(club=made, player=each, since=NOW) for each in people)
    Request.objects.bulk_create(Request(club=made, player=each, at=NOW) for each in people[:60])
    Club.objects.update(size=MANY + 1)
    for each in people[:3]:
        create_game(creator=each, variant="draw", visibility="public")
        Post.objects.create(club=made, author=each, text="Hi", at=NOW)
    for state in ({}, {"state": "over", "starts_at": NOW, "over_at": NOW}):
        for _ in range(2):
            cup = making.store(Tournament(entries_end=NOW, club=made, **CUP), NOW)
            Tournament.objects.filter(pk=cup.pk).update(**state)
            entry = Entry.objects.create(tournament=cup, rating=1500, entered_at=NOW, place=1 if state else None)
            Member.objects.create(tournament=cup, entry=entry, player=people[0])
    captain, stranger = browser_of(ada), browser_of(cleo)
    for name in (*PARTS, *ORGANISERS):
        assert len(sent := statements(captain, part(name, made))) <= 6, (name, sent)
    assert part("club_ladders", made) in page(captain, part("club", made))
    for name in PARTS:
        assert len(statements(stranger, part(name, made))) <= 6, name
    first = page(captain, part("club_members", made))
    assert first.count('class="game-row') == 50
    onward = re.search(r'href="(\?after=[^"]+)"', first)
    assert onward is not None
    assert page(captain, part("club_members", made) + onward[1]).count('class="game-row') == 50


def test_the_list_of_clubs_pages(ada, browser_of: Browser):
    talks = Conversation.objects.bulk_create(Conversation() for _ in range(70))
    Club.objects.bulk_create(
        Club(name=f"C {n}", skeleton=f"c{n}", key=b"c %d" % n, conversation=talk, size=3 + n, created_at=NOW)
        for n, talk in enumerate(talks)
    )
    text = page(browser_of(ada), reverse("clubs"))
    assert text.index("C 69") < text.index("C 68")
    assert "C 39<" not in text
    assert len(statements(browser_of(ada), reverse("clubs"))) <= 3
