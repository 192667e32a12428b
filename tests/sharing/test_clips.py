"""The clip of a finished game: its last moves and the result, as WebP and as GIF."""

import io
import re
from datetime import timedelta
from random import Random

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from PIL import Image

import rules
from accounts import farewell
from common import queues
from games import actions, queries
from games.models import Game
from games.shown.replay import read_replay
from sharing.clips import frames, making
from sharing.models import Picture, WantedClip
from sharing.pictures import drawing
from tests.games.playing import play_one, play_out, replay

pytestmark = pytest.mark.django_db
TILE = re.compile(r"\b\d+-\d+\b")
MOST_BYTES = 400_000
ONE = {"end": "rounds:1"}


def address(game: Game, kind: str = "gif", language: str = "en", edition: str = "now") -> str:
    return f"/pictures/{language}/g/{game.public_id}/clip.{kind}/{edition}"


def frames_of(game: Game) -> list[frames.ClipFrame]:
    view = queries.table_of(queries.seated_game(game.public_id), AnonymousUser())
    deal = frames.deal_of(view)
    return list(frames.frames(view, read_replay(queries.packed_replay(game.public_id, deal, lambda: None))))


def make_all() -> int:
    return queues.drain(making.clips, timezone.now())


@pytest.fixture
def people(guest):
    return [guest(name) for name in ("Ada", "Ben", "Cleo", "Dora", "Emil", "Frida", "Gus", "Hana")]


@pytest.fixture
def over(game_between, ada, ben) -> Game:
    """A game that Ada and Ben have played to its end."""
    game = game_between(ada, ben, variant="draw", options=ONE)
    play_out(game.public_id)
    return game


@pytest.fixture
def as_words(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Clips stay SVG. The list has each one that was made."""
    made: list[str] = []

    def animated(shown):
        made.append("".join(svg for svg, _ms in shown))
        return dict.fromkeys(making.TYPES, made[-1].encode())

    monkeypatch.setattr(making, "animated", animated)
    return made


# ---- What it shows


@pytest.mark.parametrize("key", sorted(rules.VARIANTS))
def test_a_clip_shows_only_tiles_that_everybody_may_see_in_the_replay(key, people, game_between):
    seats = rules.VARIANTS[key].seats[-1]
    options = ONE if rules.is_possible(key, ONE, seats) else {}
    game = game_between(*people[:seats], variant=key, options=options)
    play_out(game.public_id)
    shown = frames_of(game)
    deal = Game.objects.get(pk=game.pk).rounds.count() - 1
    public = replay(game.public_id, deal)
    open_tiles = {tile for frame in public["frames"] for hand in frame["hands"] for tile in hand}
    open_tiles |= {tile["tile"] for tile in public["view"]["layout"]}
    assert set(TILE.findall(repr([frame.card for frame in shown]))) <= open_tiles
    assert sum(frame.ms for frame in shown) <= 6_000
    laid = [drawing.drawn_frame(frame.card).count('class="domino-ring"') for frame in shown]
    assert laid[-1] == 0  # the result highlights no tile
    assert laid[1:-1] == [1] * (len(shown) - 2)  # every other frame is a tile that was played


def test_a_running_game_has_no_clip_even_after_a_round(game_between, stranger, ada, ben):
    game = game_between(ada, ben, variant="draw")
    for state in range(2):
        assert stranger.get(address(game)).status_code == 404, state
        while Game.objects.get(pk=game.pk).rounds.count() == 1:
            play_one(game.public_id, Random(state))
    assert not WantedClip.objects.exists()


def test_a_game_that_ends_before_the_first_tile_still_shows_its_result(game_between, ada, ben):
    game = game_between(ada, ben, variant="draw")
    actions.resign_game(public_id=game.public_id, player=ada)
    assert [frame.card.title for frame in frames_of(game)] == ["Draw Dominoes · Round 1", "Ben won"]


def test_the_last_frame_is_the_result_with_names_and_scores(over):
    *moves, last = frames_of(over)
    over.refresh_from_db()
    winner = ("Ada", "Ben")[over.winners[0]]
    assert last.card.title == f"{winner} won"
    assert [(row.name, row.number, row.won) for row in last.card.rows] == [
        ("Ada", str(over.totals[0]), winner == "Ada"), ("Ben", str(over.totals[1]), winner == "Ben"),
    ]  # fmt: skip
    assert last.ms > max(frame.ms for frame in moves)


# ---- Made by a queue, and stored as pictures are


def test_a_clip_is_an_animation_of_six_seconds_below_400_kilobytes(game_between, ada, ben, stranger):
    over = game_between(
        ada, ben, variant="sausage", options=ONE
    )  # the largest clips: the tiles of each frame lie elsewhere
    play_out(over.public_id)
    assert stranger.get(address(over), follow=True).status_code == 202
    assert make_all() == 1
    for kind in ("webp", "gif"):
        answer = stranger.get(address(over, kind), follow=True)
        assert answer["Content-Type"] == f"image/{kind}"
        assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
        assert len(answer.content) < MOST_BYTES
        picture = Image.open(io.BytesIO(answer.content))
        assert (picture.format, picture.size) == (kind.upper(), (600, 720))
        stays = []
        for number in range(picture.n_frames):
            picture.seek(number)
            picture.load()
            stays.append(picture.info["duration"])
        assert sum(stays) == 6_000


@pytest.mark.both_databases
def test_many_who_ask_have_one_clip_made(over, stranger, as_words, browser_of, ada):
    for client in (stranger, browser_of(ada), stranger):
        assert client.get(address(over), follow=True).status_code == 202
    assert make_all() == 1
    assert stranger.get(address(over), follow=True).status_code == 200
    assert (len(as_words), WantedClip.objects.count()) == (1, 0)


def test_a_clip_is_in_the_language_of_its_address(over, stranger, as_words):
    stranger.get(address(over, language="de"), follow=True)
    make_all()
    assert "Runde" in as_words[0]


def test_few_clips_wait(over, stranger, monkeypatch):
    monkeypatch.setattr(making, "MOST", 1)
    assert stranger.get(address(over), follow=True).status_code == 202
    assert stranger.get(address(over, language="de"), follow=True).status_code == 429
    assert stranger.get(address(over), follow=True).status_code == 202


def test_clips_have_a_limit_by_address(over, stranger, settings):
    settings.LIMITS, settings.RATES = True, settings.RATES | {"clip": "1/m/address"}
    asked = [stranger.get(address(over, language=code), follow=True).status_code for code in ("en", "en", "de")]
    assert asked == [202, 202, 429]


@pytest.mark.both_databases
def test_clips_are_deleted_with_an_account_that_they_name(over, stranger, as_words, ada):
    stranger.get(address(over), follow=True)
    make_all()
    assert Picture.objects.count() == 2
    farewell.delete_account(user=ada, now=timezone.now())
    assert not Picture.objects.exists()


def test_a_clip_that_fails_twice_is_given_up(over, stranger, monkeypatch):
    monkeypatch.setattr(making, "animated", lambda shown: 1 / 0)
    stranger.get(address(over), follow=True)
    for minutes in (0, 10):
        queues.drain(making.clips, timezone.now() + timedelta(minutes=minutes))
    assert not WantedClip.objects.exists()
