"""No mail, push or webhook names a tile of a hand, in any game and over any channel."""

import random
import re
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from games import actions, queries
from games.positions import memory
from notices import actions as telling
from notices.choices import CHOSEN, Channel
from notices.models import Notice, Wishes
from notices.sentences import notice_text
from tests import queued
from tests.games.playing import play_one
from tests.games.test_secrets import TILE

MOMENT = re.compile(r"\d{4}-\d\d-\d\dT")  # a webhook contains dates: “11-21” in November is no tile
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("variant", ["brettspielnetz", "draw"])
def test_no_channel_reveals_a_tile_in_a_whole_game(ada, ben, game_between, mail_to, browser_of, pushes, variant):
    everything = {event.value: [channel.value for channel in Channel] for event in CHOSEN}
    browsers = []
    for player in (ada, ben):
        mail_to(player)
        telling.wish(
            player=player,
            now=timezone.now(),
            wanted=telling.NewWishes(events=everything, webhook=f"{pushes.url}/hook/{player.pk}"),
        )
        browsers.append(browser_of(player))
    game = game_between(ada, ben, variant=variant, options={"end": "rounds:3"})  # three deals show as much as a hundred
    rng, said = random.Random(5), []
    for ply in range(400):
        table = memory.current(game.public_id)
        if table.status != "playing":
            break
        if ply % 6 == 0:
            queued.sweep(timezone.now() + timedelta(minutes=ply))
            queued.sweep((table.deadline or timezone.now()) - timedelta(minutes=30))
            Wishes.objects.update(digest_due=timezone.now())
            queued.sweep(timezone.now())
        said += [
            f"{say.title} {say.body}" for say in (notice_text(each, timezone.now()) for each in Notice.objects.all())
        ]
        play_one(game.public_id, rng)
    else:
        actions.resign_game(public_id=game.public_id, player=ada)
    queued.sweep(timezone.now() + timedelta(days=1))
    said += [f"{push['title']} {push['body']} {push['url']}" for browser in browsers for push in browser.shown]
    hooks = [body.decode() for path, _headers, body in pushes.posts if path.startswith("/hook")]
    letters = [f"{letter.subject}\n{letter.body}\n{letter.alternatives}" for letter in mail.outbox]
    assert min(len(hooks), len(letters), len(said)) > 10
    assert any("waiting for you" in letter for letter in letters)
    texts = said + [text.replace(queries.find_game(game.public_id).public_id, "") for text in [*hooks, *letters]]
    for text in texts:
        assert not TILE.findall(MOMENT.sub("", text)), text
        assert not _secrets(game) & set(text.split())


def _secrets(game) -> set[str]:
    game = queries.find_game(game.public_id)
    return {seat.token for seat in game.seats.all()} | {bytes(game.shuffle_secret).hex()}
