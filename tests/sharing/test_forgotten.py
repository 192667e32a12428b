"""No stored picture names a deleted account."""

import pytest
from django.utils import timezone

from accounts import claiming, farewell
from rulebook.models import SavedRules
from sharing import urls
from sharing.models import Picture
from sharing.pictures import stored
from standings.years import sharing
from tests.games.playing import play_until_deal
from tests.standings.conftest import played

__all__ = ["played"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def links(played, offer, game_between, ada, ben):
    """A page of each kind whose picture names Ada, with the kind of its picture."""
    played(ada, ben, visibility="public")
    played(ben, ada, hours=1)
    game = game_between(ben, ada)
    play_until_deal(game.public_id, 1)
    rules = SavedRules.objects.create(owner=ada, name="Grandma’s", variant="muggins", seats=2, options={"hand": 5})
    return [
        ("game_picture", offer(ada).get_absolute_url()),
        ("game_picture", game.get_absolute_url()),
        ("replay_picture", f"{game.get_absolute_url()}?deal=0&ply=1"),
        ("person_picture", f"/people/{ada.username}/"),
        ("rules_picture", rules.get_absolute_url()),
        ("year_picture", f"/year/of/{sharing.share(ada, 2026).public_id}/"),
    ]


@pytest.mark.both_databases
def test_deleting_an_account_deletes_every_picture_that_names_it(links, preview, stranger, as_text, ada, cleo, offer):
    names_nobody = {"tournament_picture", "brand_picture"}
    elsewhere = {"clip_picture", "podium_picture"}  # test_clips.py, tests/tournaments/test_evening_pages.py
    pictures = {pattern.name for pattern in urls.urlpatterns if pattern.name.endswith("_picture")}
    assert {kind for kind, _link in links} == pictures - names_nobody - elsewhere
    for _kind, link in links:
        stranger.get(preview(link)["path"])
        assert "Ada" in as_text[-1]
    stranger.get(preview(offer(cleo).get_absolute_url())["path"])
    farewell.delete_account(user=ada, now=timezone.now())
    kept_still = [bytes(svg) for svg in Picture.objects.values_list("content", flat=True)]
    assert [b"Cleo" in svg for svg in kept_still] == [True]


@pytest.mark.both_databases
def test_a_picture_drawn_during_the_deletion_is_not_stored(offer, preview, stranger, monkeypatch, ada):
    path = preview(offer(ada).get_absolute_url())["path"]

    def slow(_svg: str) -> bytes:
        farewell.delete_account(user=ada, now=timezone.now())
        return b"Ada"

    monkeypatch.setattr(stored, "rendered", slow)
    stranger.get(path)
    assert not Picture.objects.exists()


def test_pictures_of_a_guest_are_deleted_when_they_log_in(game_between, preview, stranger, as_text, guest, ada, ben):
    dora = guest("Dora")
    link = game_between(dora, ben).get_absolute_url()
    stranger.get(preview(link)["path"])
    assert "Dora" in as_text[-1]
    claiming.merge(dora, ada, stranger.session)
    assert not Picture.objects.exists()
