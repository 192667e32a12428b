"""Who may play under which name of a family table."""

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.farewell import delete_account
from accounts.models import User, new_guest
from common import limits, refusals
from family import actions, hosting, queries
from family.followers import FamilyOfPeople
from family.models import Family
from games import actions as games
from games.models import Game
from tests.family.conftest import TERMS, named, play, take_name, tap
from tests.games.playing import play_out
from tests.games.test_races import at_once, codes
from tests.pages.conftest import words_of

pytestmark = pytest.mark.django_db


def test_a_stranger_makes_a_table_with_one_form_and_has_its_first_name(stranger):
    sent = {**TERMS, "names": "Mia\n\n Granny \nTom"}
    page = stranger.post("/family/new/", sent, follow=True)
    family = Family.objects.get()
    assert [each.name for each in family.members.all()] == ["Mia", "Granny", "Tom"]
    mia = named(family, "Mia").person
    assert mia.is_guest
    assert family.host == mia
    assert "You’re Mia" in words_of(page)
    assert family.link in page.content.decode()


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("", "This field is required."), ("Ann\nann", "Two names look alike: ann."),
        ("\n".join("ABCDEFGHI"), "A family table has up to 8 names."), ("Moderator", "This name is reserved."),
    ],
)  # fmt: skip
def test_names_that_people_could_not_tell_apart_make_no_table_and_no_guest(stranger, names, said):
    page = stranger.post("/family/new/", {**TERMS, "names": names})
    assert page.status_code == 422
    assert said in words_of(page)
    assert not User.objects.exists()


def test_a_person_hosts_ten_tables_at_most(ada):
    for _ in range(hosting.MOST_FAMILIES):
        hosting.create(host=ada, names=["Ada"], now=timezone.now(), **TERMS)
    with pytest.raises(refusals.NotNow, match="too many family tables"):
        hosting.create(host=ada, names=["Ada"], now=timezone.now(), **TERMS)


def test_tapping_a_free_name_makes_a_guest_of_that_name_in_the_next_game(kitchen, phone):
    granny = phone("Granny")
    person = named(kitchen, "Granny").person
    assert (person.is_guest, person.name) == (True, "Granny")
    page = words_of(granny.get(kitchen.get_absolute_url()))
    assert "You’re in. We need 1 more player." in page
    assert "Who are you?" not in page


def test_the_public_link_opens_no_name_that_is_taken(kitchen, phone, stranger):
    phone("Granny")
    before = named(kitchen, "Granny").person
    page = take_name(stranger, kitchen, "Granny")
    assert "Someone else just chose this name. Pick another one." in words_of(page)
    assert named(kitchen, "Granny").person == before
    assert "_auth_user_id" not in stranger.session
    assert User.objects.count() == 2  # no guest was made for nothing


def test_one_browser_has_one_name_at_a_table(kitchen, phone):
    granny = phone("Granny")
    page = take_name(granny, kitchen, "Tom")
    assert "You already have a name at this table." in words_of(page)
    assert named(kitchen, "Tom").person is None
    assert named(kitchen, "Granny").person.name == "Granny"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_who_tap_the_same_name_at_once_do_not_share_it(kitchen):
    tom = named(kitchen, "Tom")
    both = [new_guest("Tom"), new_guest("Tom")]
    now = timezone.now()
    done = at_once(*(lambda p=p: actions.take_name(member=tom, person=p, made_here=True, now=now) for p in both))
    assert codes(done) == ["name_taken"]


def test_the_private_link_brings_a_name_to_another_phone(kitchen, phone, stranger):
    page = phone("Granny").get(kitchen.get_absolute_url())
    link = page.context["private_link"]
    opened = stranger.get(link)
    assert "Are you Granny?" in words_of(opened)
    assert "_auth_user_id" not in stranger.session  # previews of chats open links, too
    assert "You’re Granny" in words_of(stranger.post(link, follow=True))


def test_the_page_shows_nobodys_private_link_to_others(kitchen, phone, browser_of, stranger):
    phone("Granny")
    key = named(kitchen, "Granny").person.guest_key
    assert key
    for client in (stranger, phone("Tom"), browser_of(kitchen.host)):
        for path in ("", "host/"):
            assert key not in client.get(kitchen.get_absolute_url() + path, follow=True).content.decode()


def test_the_host_makes_a_new_private_link_and_everyone_sees_that(kitchen, phone, browser_of):
    tom, _granny = phone("Tom"), phone("Granny")
    member = named(kitchen, "Granny")
    before = member.person.guest_key
    page = browser_of(kitchen.host).post(f"{kitchen.get_absolute_url()}host/{member.pk}/", {"do": "link"})
    link = page.context["link"]
    assert before not in link
    assert "You’re Granny" in words_of(Client().post(link, follow=True))
    assert Client().get(f"/family/name/{before}/").status_code == 404
    assert "Ada made a new private link for Granny" in words_of(tom.get(kitchen.get_absolute_url()))


def test_the_host_gets_no_link_of_a_guest_who_came_with_games_of_their_own(kitchen, browser_of):
    guest = new_guest("Old Tom")
    take_name(browser_of(guest), kitchen, "Tom")
    member = named(kitchen, "Tom")
    assert member.person == guest
    page = browser_of(kitchen.host).post(f"{kitchen.get_absolute_url()}host/{member.pk}/", {"do": "link"}, follow=True)
    assert "Only Tom can get their private link: it also opens other games." in words_of(page)


def test_the_host_gets_no_link_of_a_guest_who_has_joined_another_game_since(
    kitchen, phone, browser_of, ben, game_between
):
    tom, host = phone("Tom"), browser_of(kitchen.host)
    member, path = named(kitchen, "Tom"), kitchen.get_absolute_url()

    def offers() -> list[bool]:
        hosts, toms = words_of(host.get(f"{path}host/")), words_of(tom.get(path))
        return ["New private link" in hosts, "Ada can make you a new link" in toms]

    again = games.offer_rematch(public_id=play(kitchen, "Ada", "Tom").public_id, player=kitchen.host)
    games.join_game(public_id=again.public_id, player=member.person)
    assert offers() == [True, True]
    game_between(ben, member.person)
    assert offers() == [False, False]
    page = host.post(f"{path}host/{member.pk}/", {"do": "link"}, follow=True)
    assert "Only Tom can get their private link: it also opens other games." in words_of(page)
    host.post(f"{path}host/{member.pk}/", {"name": "Opa"})
    assert named(kitchen, "Opa").person.name == "Tom"  # as the other game knows them


@pytest.mark.parametrize("do", ["renew", "delete"])
def test_the_note_about_a_new_link_stays_while_its_player_is_in_a_game(kitchen, phone, browser_of, do):
    host, tom, _granny = browser_of(kitchen.host), phone("Tom"), phone("Granny")
    tap(host, kitchen, "join")
    tap(tom, kitchen, "deal")
    host.post(f"{kitchen.get_absolute_url()}host/{named(kitchen, 'Granny').pk}/", {"do": "link"})
    page = host.post(f"{kitchen.get_absolute_url()}host/", {"do": do}, follow=True)
    assert "A player with a new private link is in a game. Finish it first." in words_of(page)
    note, game = "Ada made a new private link for Granny on", Game.objects.get()
    for address in (kitchen, game):
        assert note in words_of(tom.get(address.get_absolute_url()))
    play_out(game.public_id)
    assert note not in words_of(tom.get(game.get_absolute_url()))
    host.post(f"{kitchen.get_absolute_url()}host/", {"do": do})
    assert not Family.objects.filter(key=kitchen.key).exists()


def test_every_button_of_a_table_has_a_limit(kitchen, phone, browser_of, settings):
    tom, host, path = phone("Tom"), browser_of(kitchen.host), kitchen.get_absolute_url()
    settings.LIMITS, settings.RATES = True, settings.RATES | {"find": "1/h", "invite": "1/h"}
    for client, name in ((tom, "find"), (host, "invite")):
        limits.check(name, User.objects.get(pk=client.session["_auth_user_id"]))
    member = named(kitchen, "Tom")
    for client, address, sent in (
        (tom, "next/", {"do": "join"}), (tom, "next/", {"do": "wait"}), (tom, "leave/", {}),
        (host, "host/", {**TERMS, "title": "Zed"}), (host, "host/", {"do": "renew"}), (host, "host/", {"do": "delete"}),
        (host, f"host/{member.pk}/", {"do": "remove"}),
    ):  # fmt: skip
        assert "Too many attempts." in words_of(client.post(path + address, sent, follow=True)), sent
    kitchen.refresh_from_db()
    assert kitchen.title == "Kitchen"


@pytest.mark.parametrize("path", ["host/", "host/{pk}/"])
@pytest.mark.parametrize("do", ["renew", "delete", "free", "remove", "link", "rename"])
def test_only_the_host_changes_the_table(kitchen, phone, stranger, path, do):
    tom = phone("Tom")
    path = kitchen.get_absolute_url() + path.format(pk=named(kitchen, "Tom").pk)
    for client in (tom, stranger):
        client.post(path, {"do": do, "name": "Zed", **TERMS, "title": "Zed"})
    assert Family.objects.get(key=kitchen.key).title == "Kitchen"
    assert named(kitchen, "Tom").person.name == "Tom"


def test_a_browser_with_the_hosts_private_link_is_not_the_host(stranger):
    stranger.post("/family/new/", {**TERMS, "names": "Mia\nTom"})
    family = Family.objects.get()
    other = Client()
    other.post(f"/family/name/{family.host.guest_key}/")
    other.post(f"{family.get_absolute_url()}host/", {"do": "delete"})
    other.post(f"{family.get_absolute_url()}leave/")
    assert named(family, "Mia").person == family.host


def test_a_new_public_link_ends_the_old_one_and_names_stay(kitchen, phone, browser_of):
    granny, old = phone("Granny"), kitchen.get_absolute_url()
    browser_of(kitchen.host).post(f"{old}host/", {"do": "renew"})
    kitchen.refresh_from_db()
    assert granny.get(old).status_code == 404
    assert "You’re Granny" in words_of(granny.get(kitchen.get_absolute_url()))
    assert kitchen.get_absolute_url() in granny.get("/family/new/").content.decode()


def test_a_name_is_renamed_freed_and_removed(kitchen, phone, browser_of):
    phone("Granny")
    member, host = named(kitchen, "Granny"), browser_of(kitchen.host)
    path = f"{kitchen.get_absolute_url()}host/{member.pk}/"
    host.post(path, {"name": "Oma"})
    assert named(kitchen, "Oma").person.name == "Oma"
    assert "Two names look alike: Tom." in words_of(host.post(path, {"name": "Tom"}, follow=True))
    host.post(path, {"do": "free"})
    assert named(kitchen, "Oma").person is None
    host.post(path, {"do": "remove"})
    assert [each.name for each in kitchen.members.all()] == ["Ada", "Tom"]


def test_a_removed_name_stays_on_the_score_sheet_and_a_newcomer_may_have_it(kitchen, phone, browser_of):
    phone("Tom")
    play(kitchen, "Ada", "Tom")
    host = browser_of(kitchen.host)
    host.post(f"{kitchen.get_absolute_url()}host/{named(kitchen, 'Tom').pk}/", {"do": "remove"})
    page = host.get(kitchen.get_absolute_url())
    assert [each.name for each in page.context["members"]] == ["Ada", "Granny"]
    assert {line.member.name for line in page.context["sheet"].lines} == {"Ada", "Tom"}
    host.post(f"{kitchen.get_absolute_url()}host/", {**TERMS, "names": "Tom"})
    assert kitchen.members.filter(name="Tom", left=False).count() == 1


def test_a_name_in_a_game_is_not_given_away(kitchen, phone, browser_of):
    tom = phone("Tom")
    tap(browser_of(kitchen.host), kitchen, "join")
    tap(tom, kitchen, "deal")
    assert "Tom is in a game. Finish it first." in words_of(
        tom.post(f"{kitchen.get_absolute_url()}leave/", follow=True)
    )
    assert named(kitchen, "Tom").person is not None


def test_a_guest_who_gets_an_account_keeps_the_name(kitchen, phone, ben):
    phone("Tom")
    tom = named(kitchen, "Tom")
    with transaction.atomic():
        FamilyOfPeople().merged(tom.person, ben)
    assert named(kitchen, "Tom").person == ben
    assert queries.member(kitchen, ben).made_here is False


def test_a_table_whose_host_leaves_the_site_lives_on_with_the_others(kitchen, phone, ada, browser_of):
    tom = phone("Tom")
    play(kitchen, "Ada", "Tom")
    delete_account(user=ada, now=timezone.now())
    kitchen.refresh_from_db()
    assert kitchen.host == named(kitchen, "Tom").person
    page = words_of(tom.get(kitchen.get_absolute_url()))
    assert "Deleted player" in page
    assert "Ada" not in page
    delete_account(user=kitchen.host, now=timezone.now())
    assert not Family.objects.exists()


def test_a_removed_name_goes_when_its_person_leaves_the_site(kitchen, phone):
    phone("Tom")
    play(kitchen, "Ada", "Tom")
    tom = named(kitchen, "Tom")
    hosting.remove(member=tom)
    delete_account(user=tom.person, now=timezone.now())
    assert [each.name for each in kitchen.members.all()] == ["Ada", "Granny", ""]


def test_a_name_that_its_player_can_not_have_is_not_stored(kitchen, phone, browser_of, ben):
    User.objects.filter(pk=ben.pk).update(nickname="Opa")
    actions.take_name(member=named(kitchen, "Granny"), person=ben, made_here=False, now=timezone.now())
    tap(phone("Tom"), kitchen, "deal")
    path = f"{kitchen.get_absolute_url()}host/{named(kitchen, 'Tom').pk}/"
    page = browser_of(kitchen.host).post(path, {"name": "Opa"}, follow=True)
    assert "Another player in this game is called Opa" in words_of(page)
    assert named(kitchen, "Tom").person.name == "Tom"


def test_a_guest_who_logs_in_to_an_account_of_the_table_leaves_a_free_name(kitchen, phone, browser_of):
    phone("Tom")
    hosting.make_link(member=named(kitchen, "Tom"), now=timezone.now())
    with transaction.atomic():
        FamilyOfPeople().merged(named(kitchen, "Tom").person, kitchen.host)
    tom = named(kitchen, "Tom")
    assert (tom.person, tom.made_here, tom.link_made_at) == (None, False, None)


def test_a_guest_of_a_table_is_kept_when_nobody_has_played_for_years(kitchen, phone, browser_of):
    """Nothing on this site removes idle guests, and sessions last longer than the clock of any game."""
    granny = phone("Granny")
    User.objects.update(last_login=timezone.now().replace(year=2020))
    call_command("clearsessions")
    assert "You’re Granny" in words_of(granny.get(kitchen.get_absolute_url()))
