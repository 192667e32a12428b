"""Names: others must be able to read them, and they must not affect the text around them."""

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver

from accounts.models import User
from accounts.names import NotPossible, check_nickname, tidy, username
from tests.games.test_races import at_once
from tests.pages.conftest import words_of


@pytest.mark.parametrize(
    "name", ["X", "Ada Lovelace", "Ђорђе", "مرحبا", "می\u200cخواهم", "👨\u200d👩\u200d👧", "<b>&", "七"]
)
def test_names_of_all_languages_stay_as_they_are(name):
    assert tidy(name) == name


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Ada \n Lovelace\u2028", "Ada Lovelace"),
        ("\u202eexe.gnp", "exe.gnp"),
        ("A\u200bd\u00ada", "Ada"),
        ("\u200b", ""),
        ("\u200d \u200c", ""),
        ("\u0301", ""),
    ],
)
def test_invisible_characters_are_removed_from_names(typed, name):
    assert tidy(typed) == name


def test_an_invisible_name_is_refused_at_its_field(stranger, browser_of, offer, ada):
    chosen = {"variant": "draw", "seats": "2", "clock": "86400", "length": "usual", "visibility": "link"}
    for page in (
        stranger.post("/new/", chosen | {"name": "\u200b"}),
        stranger.post(f"/g/{offer(ada).public_id}/join/", {"name": "\u202e"}),
    ):
        assert page.status_code == 422
        assert "Enter a name that the other players will see." in words_of(page)
    settings = {"theme": "dark", "sending": "submit", "sound": "on", "motion": "on", "language": "en"}
    browser_of(ada).post("/settings/", settings | {"nickname": "\u200b"})
    ada.refresh_from_db()
    assert ada.name == "Ada"


# ---- Reserved and taken names ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["Анна", "José", "Müller", "Ірина", "O'Neill", "Ян 2", "Nguyễn Thị Ánh", "Ђорђе", "Ελένη", "שלום", "مرحبا", "七",
     "می\u200cخواهم", "👨\u200d👩\u200d👧", "❤️", "DJ Анна", "Маша-Mary", "<b>&", "Guest 123", "Modesto",
     "Ben Root", "Adm1ra1", "The Modest One", "Adminah", "Moderato", "Ruth", "Supportia", "Leopold Staff",
     "Mod Somchai", "Team Ada", "Boneyard King", "Rodmin", "Benadmin", "Ben 🇩🇪", "ᴀda"],
)  # fmt: skip
def test_common_names_are_accepted(name):
    check_nickname(tidy(name))


@pytest.mark.parametrize(
    "name",
    ["นิรันดร์", "น้ำผึ้ง", "क्ष्मा", "ज़ुबैदा", "ड़ुँ", "Nguyễn", "Trần Thị Mỹ Ệ", "שָׁלוֹם", "שַּׁבָּת", "مُحَمَّدٌ", "ညှို့", "လွှဲ", "བསྒྲུབས",
     "ហ៊ុំ", "త్రివిక్రమ్", "ක්‍රිෂ්ණ", "Z̴a̴l̴", "Ǭ́"],
)  # fmt: skip
def test_names_keep_the_marks_of_their_alphabet(name):
    check_nickname(tidy(name))


@pytest.mark.parametrize(
    "tower",
    ["b\u0301\u0302\u0303", "a" + "\u0301\u0302\u20dd" * 9, "b\u0301\u20dd\ua670", "ส" + "\u0e47" * 25, "ส\u0e47\u0e47",
     "a" + "\ua670" * 25, "a" + "\u20dd" * 3, "ส\u0e31\u0e34\u0e35\u0e36\u0e37", "ก\u0e49\u0e34\u0e49",
     "क" + "\u094d\u200d" * 9],
)  # fmt: skip
def test_stacked_marks_are_refused(tower):
    with pytest.raises(NotPossible, match="accents"):
        check_nickname(tidy(tower))


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("A\u200cda", "can’t see or read"),
        ("\u3164Ada", "can’t see or read"),
        ("Ad\u115fa", "can’t see or read"),
        ("Z\u0338\u0321\u0322alg", "accents"),
        ("Аda", "one alphabet"),  # a Cyrillic A
        ("Ad\u0430\u0301", "one alphabet"),  # … hidden under an accent
        ("Αda", "one alphabet"),  # a Greek one
        ("Admin", "reserved"),
        ("moderator 7", "reserved"),
        ("M.o.d.e.r.a.t.o.r", "reserved"),
        ("Модератор", "reserved"),
        ("ａｄｍｉｎ", "reserved"),
        ("Boneyard", "reserved"),
        ("Deleted player", "reserved"),
        ("Gelöschter Spieler", "reserved"),
        ("adm1n", "reserved"),
        ("@dm1n", "reserved"),
        ("moderat0r", "reserved"),
        ("5upp0rt", "reserved"),
        ("boneyard_support", "reserved"),
        ("The Moderator", "reserved"),
        ("Die Administration", "reserved"),
        ("ADMlN", "reserved"),  # a small L
        ("Adminlstrator", "reserved"),
        ("ꓮꓓꓟꓲꓠ", "reserved"),  # Lisu has only capitals
        ("ꓟꓳꓓꓰꓣꓮꓔꓳꓣ", "reserved"),
        ("ᴍᴏᴅᴇʀᴀᴛᴏʀ", "reserved"),
        ("ᴀᴅᴍɪɴ", "reserved"),
        ("ⓐⓓⓜⓘⓝ", "reserved"),
        ("🅰🅳🅼🅸🅽", "reserved"),
        ("🇦🇩🇲🇮🇳", "reserved"),
        ("Admins", "reserved"),
        ("Moderators", "reserved"),
        ("Moderatoren", "reserved"),
        ("Модераторы", "reserved"),
        ("Moderator Ben", "reserved"),
        ("Ben (Moderator)", "reserved"),
        ("xX_m0derator_Xx", "reserved"),
        ("Root", "reserved"),
        ("Boneyard Staff", "reserved"),
        ("ꓮda", "one alphabet"),
    ],
)
def test_names_cannot_hide_or_impersonate_the_site(name, why, stranger, offer, ada):
    with pytest.raises(NotPossible, match=why):
        check_nickname(name)
    page = stranger.post(f"/g/{offer(ada).public_id}/join/", {"name": name})
    assert (page.status_code, why in words_of(page)) == (422, True)
    answer = stranger.post("/api/v1/games/", {"variant": "draw", "name": name}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


def signs_up(name: str):
    return Client().post("/accounts/signup/", {"username": name, "password1": "four-bones-and-ink"})


@pytest.mark.parametrize("name", [".", "..", "@", "admin", "Moderator", "me", "settings", "guest-0a1b2c", "deleted-1",
                                  "ꓮꓓꓟꓲꓠ", "ꓟꓳꓓꓰꓣꓮꓔꓳꓣ", "ᴀᴅᴍɪɴ", "ᴍᴏᴅᴇʀᴀᴛᴏʀ"])  # fmt: skip
def test_user_names_that_are_addresses_or_roles_are_reserved(db, name):
    page = signs_up(name)
    assert page.status_code == 200
    assert page.context["form"].errors["username"]
    assert not User.objects.exists()


@pytest.mark.both_databases
@pytest.mark.parametrize("name", ["ada", "ADA", "ａda", "аdа", "ada\u200b", "ꓮda", "ꓮꓓꓮ", "ᴀᴅᴀ"])
def test_user_names_that_look_like_an_existing_one_are_refused(ada, name):
    assert signs_up(name).context["form"].errors["username"]
    assert User.objects.count() == 1


def test_lookalike_names_are_refused_across_alphabets(db):
    signs_up("сара")
    assert "already in use" in words_of(signs_up("capa"))
    assert "already exists" in words_of(signs_up("Сара"))
    assert [user.username for user in User.objects.all()] == ["сара"]


def test_ordinary_cyrillic_and_accented_names_stay_available(ada, ben, cleo):
    for name in ("анна", "ірина", "борис", "олександр", "ада", "бен", "клео", "josé", "jose", "müller", "muller"):
        assert signs_up(name).status_code == 302, name


@pytest.mark.both_databases
def test_capitals_stay_in_the_nickname_and_are_ignored_at_login(db):
    signs_up("АннА")
    anna = User.objects.get()
    assert (anna.username, anna.name) == ("анна", "АннА")
    for typed in ("анна", "АННА"):
        answer = Client().post("/accounts/login/", {"login": typed, "password": "four-bones-and-ink"})
        assert answer.status_code == 302


def test_words_in_the_place_of_a_user_name_in_addresses_are_reserved():
    for fixed, beside in beside_names(get_resolver().url_patterns):
        with pytest.raises(NotPossible):
            username(fixed)
        assert beside


def beside_names(patterns):
    """Fixed parts of addresses in the place of a user name."""
    every = list(addresses(patterns))
    heads = {address.partition("<str:username>")[0] for address in every if "<str:username>" in address}
    for address in every:
        for head in heads:
            rest = address.removeprefix(head).partition("/")[0]
            if address.startswith(head) and rest and not rest.startswith("<") and "$" not in rest:
                yield rest, address


def addresses(patterns, before: str = ""):
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, before + str(pattern.pattern))
        else:
            yield before + str(pattern.pattern)


def test_the_form_suggests_a_free_name_to_a_guest_with_a_taken_one(stranger, offer, ada):
    game = offer(ada)
    page = stranger.post(f"/g/{game.public_id}/join/", {"name": "ada", "seat": "1"})
    assert page.status_code == 422
    assert page.context["form"]["seat"].value() == "1"
    assert "Another player in this game is called ada, or something very close." in words_of(page)
    assert 'value="ada 2"' in page.content.decode()
    assert User.objects.count() == 1  # no guest was created for a game they can't join
    stranger.post(f"/g/{game.public_id}/join/", {"name": "ada 2"})
    assert [seat.player.name for seat in game.seats.order_by("number")] == ["Ada", "ada 2"]


@pytest.mark.both_databases
def test_the_api_suggests_a_free_name(stranger, offer, ada):
    join = f"/api/v1/games/{offer(ada).public_id}/join/"
    answer = stranger.post(join, {"name": "Ada"}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "name_taken")
    assert "Try Ada 2 instead" in answer.json()["message"]


@pytest.mark.both_databases
def test_the_settings_suggest_a_free_name(browser_of, ada, ben, game_between):
    game_between(ada, ben)
    settings = {"theme": "dark", "sending": "submit", "sound": "on", "motion": "on", "language": "en"}
    page = browser_of(ben).post("/settings/", settings | {"nickname": "Ada"})
    assert (page.status_code, "Try Ada 2 instead" in words_of(page)) == (422, True)
    ben.refresh_from_db()
    assert ben.name == "Ben"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_lookalikes_who_sign_up_at_once_only_one_succeeds():
    pages = at_once(*[lambda name=name: signs_up(name) for name in ("сара", "capa", "Сара", "CAPA")])
    assert sorted(page.status_code for page in pages) == [200, 200, 200, 302]
    assert User.objects.count() == 1


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_name_taken_between_check_and_save_shows_the_usual_error(ada, monkeypatch):
    with monkeypatch.context() as blind:  # as if no such account existed
        blind.setattr("accounts.login.adapter.taken", lambda _name: False)
        blind.setattr("allauth.account.internal.userkit.filter_users_by_username", lambda *_: User.objects.none())
        page = signs_up("ada")
    assert "already in use" in words_of(page)
