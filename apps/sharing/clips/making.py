"""Clips of finished games: made by a queue when somebody first asks for one, and stored as pictures are."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from datetime import datetime, timedelta
from functools import partial

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone, translation

from common import limits
from common.queues import SOON, Meanwhile, Outcome, Queue
from common.refusals import TooMany
from games import queries
from games.models import Game
from games.shown.replay import read_replay
from sharing import links
from sharing.clips.frames import ClipFrame, deal_of, frames
from sharing.models import WantedClip
from sharing.pictures import drawing, stored
from sharing.pictures.png import animated

TYPES = {"webp": "image/webp", "gif": "image/gif"}
MOST, WAIT = 30, 10  # clips that may wait; seconds until others may retry


def stored_or_wanted(game: Game, shared: links.Shared, request: HttpRequest) -> bytes | None:
    """The clip, or None after noting that somebody waits for it. Raises `TooMany`."""
    content = stored.stored(shared)
    language = translation.get_language()
    if content is None and not WantedClip.objects.filter(game=game, language=language).exists():
        if WantedClip.objects.count() >= MOST:
            raise TooMany(WAIT)
        limits.check("clip", request)
        wanted = WantedClip(game=game, language=language, due=timezone.now())
        WantedClip.objects.bulk_create([wanted], ignore_conflicts=True)
    return content


class Clips(Queue[WantedClip]):
    """Clips that somebody waits for. One is made at a time, in a process of its own."""

    name = "clips"
    model = WantedClip
    lane = SOON
    lease = timedelta(minutes=1)
    tries = 2
    most = 1

    def rows(self) -> QuerySet[WantedClip]:
        return WantedClip.objects.select_related("game")

    def work(self, wanted: WantedClip, _now: datetime, /) -> Outcome:
        with translation.override(wanted.language):
            game = queries.seated_game(wanted.game.public_id)
            view = queries.table_of(game, AnonymousUser())
            if (deal := deal_of(view)) is None:
                self.held(wanted).delete()
                return None
            replay = read_replay(queries.packed_replay(game.public_id, deal, lambda: None))
            files = {kind: links.of_clip(game, view, kind) for kind in TYPES}
            making = self.lane.aside(partial(_made, frames(view, replay)))
        return Meanwhile(partial(self._store, wanted, files, making), making)

    def _store(
        self, wanted: WantedClip, files: Mapping[str, links.Shared], making: "Future[Mapping[str, bytes]]"
    ) -> None:
        for kind, content in making.result(timeout=0).items():
            stored.store(files[kind], content)
        self.held(wanted).delete()


clips = Clips()


def _made(shown: Sequence[ClipFrame]) -> Mapping[str, bytes]:
    return animated([(drawing.drawn_frame(frame.card), frame.ms) for frame in shown])
