"""Studies: records from anywhere, checked carefully and stored as the rules write them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from threading import Lock
from typing import Annotated, TypeVar

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import common.database
import rules
from accounts import database, names
from accounts.models import User
from common import refusals
from common.cache.unchanging import breathe
from common.database import tried_again
from common.lists.paging import Page, page
from common.times.dates import day_words
from common.wishes import Between, Shown
from games import queries
from games.models import Game
from history.models import LONGEST_TITLE, Study
from rulebook import engine_refusals
from rulebook.names import game_name
from rules.record import Record, compose, outcome_of, record_from_dict, walk

Given = TypeVar("Given")
Made = TypeVar("Made")

LARGEST = settings.LARGEST_RECORD  # bytes
# Of an imported record. The longest games of the catalogue have some 700 moves and 50 deals at their default
# length; a match to eight times the points still fits.
MOST_MOVES, MOST_DEALS = 6_000, 600
MOST_MOVES_TOGETHER = 30_000  # of a file with several games
MOST_STUDIES = 200  # per person
AT_A_TIME = 16  # moves, between which other threads get a turn
LONGEST_NAME = 60  # of a player's name in a record

_one_at_a_time = Lock()  # import: thirty at once would delay everyone else


@dataclass(frozen=True, slots=True)
class ChangedStudy:
    """The fields to change."""

    title: Annotated[str | None, Between(1, LONGEST_TITLE), Shown(gettext_lazy("Title"), required=True)] = None
    shared: Annotated[bool | None, "Whether everyone with the link can see it."] = None


@dataclass(frozen=True, slots=True)
class Played:
    """A valid record. *deals* are the last positions of its deals; *outcome* is None if it is incomplete."""

    record: Record
    deals: list[rules.Position]
    outcome: rules.Outcome | None


def play_record(text: str | bytes) -> Played:
    """The game in *text*. Raises `Unreadable` with a message that names the error and its place."""
    return _tried(_read(_written(text)))


def play_records(text: str | bytes, chosen: int | None = None) -> list[Played]:
    """The games in *text*, which may have a record on each line, as our exports do. *chosen*: only this one, from 1.

    Of several, games without a round are left out. Raises `Unreadable` like `play_record`, with the game's number.
    """
    texts = rules.split_games(_written(text))
    if chosen is not None and chosen not in range(1, len(texts) + 1):
        raise refusals.Unreadable("broken_record", _("Choose a game from 1 to %(n)d.") % {"n": len(texts)})
    if len(texts) == 1 or chosen is not None:
        return [_tried(_read(texts[(chosen or 1) - 1]))]
    records = [(number, _of_several(number, _read, each)) for number, each in enumerate(texts, 1)]
    if sum(map(_moves, (record for _number, record in records))) > MOST_MOVES_TOGETHER:
        raise refusals.Unreadable("too_large", _("This file has too many moves to import at once. Choose one game."))
    return [_of_several(number, _tried, record) for number, record in records if record.rounds]


def _of_several(number: int, read: Callable[[Given], Made], given: Given) -> Made:
    """What *read* makes of one of several games; its refusal names the game."""
    try:
        return read(given)
    except refusals.Unreadable as broken:
        details = {"n": number, "why": broken.message}
        raise refusals.Unreadable(broken.code, _("Game %(n)d: %(why)s") % details) from None


def _written(text: str | bytes) -> str:
    """*text* as text, unless it is too large or empty."""
    size = len(text if isinstance(text, bytes) else text.encode(errors="replace"))
    if size > LARGEST:
        raise refusals.Unreadable("too_large", _("This is larger than 1 MB, the limit for a game record."))
    if not text.strip():
        raise refusals.Unreadable("empty", _("Choose a file, or paste a record."))
    return rules.decoded(text)


def _read(text: str) -> Record:
    try:
        return rules.parse_game(text)
    except rules.BrokenRecord as broken:
        raise engine_refusals.refused(broken) from None


def read_value(value: object) -> Played:
    """The same for a JSON value."""
    try:
        record = record_from_dict(value)
    except rules.BrokenRecord as broken:
        raise engine_refusals.refused(broken) from None
    return _tried(record)


def _tried(record: Record) -> Played:
    bounded = _bounded(record)
    common.database.let_go()
    try:
        with _one_at_a_time:
            return _played(bounded)
    except rules.BrokenRecord as broken:
        raise engine_refusals.refused(broken) from None


def played(study: Study) -> Played:
    """The game of a study, which was validated when it was stored."""
    return _played(record_from_dict(study.record))


def _moves(record: Record) -> int:
    return sum(len(entry["moves"]) for entry in record.rounds)


def _bounded(record: Record) -> Record:
    """The record, unless it is longer than any game: validating a move takes time that others wait for."""
    moves = _moves(record)
    if moves > MOST_MOVES:
        numbers = {"n": moves, "most": MOST_MOVES}
        raise refusals.Unreadable("broken_record", _("This record has %(n)d moves. The limit is %(most)d.") % numbers)
    if len(record.rounds) > MOST_DEALS:
        numbers = {"n": len(record.rounds), "most": MOST_DEALS}
        raise refusals.Unreadable("broken_record", _("This record has %(n)d rounds. The limit is %(most)d.") % numbers)
    return record


def _played(record: Record) -> Played:
    positions = []
    for position in walk(record):
        positions.append(position)
        if len(positions) % AT_A_TIME == 0:
            breathe()
    deals = [at for at, after in pairwise(positions) if after.ply == 0] + positions[-1:]
    outcome = outcome_of(record, positions[-1] if positions else None)
    named = [_name(name, seat) for seat, name in enumerate(record.names)]
    # We compose a new record from the moves, so nothing else from the file is stored or shown.
    return Played(replace(compose(record.rules, named, deals), ended=record.ended), deals, outcome)


def _name(name: str, seat: int) -> str:
    return names.tidy(name)[:LONGEST_NAME] or _("Seat %(n)d") % {"n": seat + 1}


def keep(*, owner: User, found: Played, title: str, now: datetime) -> Study:
    """Store a study. Raises `NotNow` if the owner has reached the limit."""
    [study] = keep_all(owner=owner, found=[found], title=title, now=now)
    return study


@tried_again
def keep_all(*, owner: User, found: Sequence[Played], title: str, now: datetime) -> list[Study]:
    """Store a study of each game: all, or none. Only one can have a title of the owner's. Raises like `keep`."""
    if not found or not all(played.deals for played in found):
        raise refusals.Unreadable("no_deal", _("This record has no rounds, so there’s nothing to replay."))
    own = names.tidy(title)[:LONGEST_TITLE] if len(found) == 1 else ""
    with transaction.atomic():
        database.hold(owner)
        there = Study.objects.filter(owner=owner).count()
        if there >= MOST_STUDIES:
            full = _("You have %(n)d studies, which is the limit. Delete one first.") % {"n": MOST_STUDIES}
            raise refusals.NotNow("too_many_studies", full)
        if there + len(found) > MOST_STUDIES:
            numbers = {"n": len(found), "left": MOST_STUDIES - there}
            some = _("This file has %(n)d games, but you can store only %(left)d more. Choose one game.") % numbers
            raise refusals.NotNow("too_many_studies", some)
        return [
            Study.objects.create(
                owner=owner,
                title=own or suggested_title(each, now),
                record=each.record.as_dict(),
                created_at=now,
            )
            for each in found
        ]


def keep_game(*, owner: User, public_id: str, now: datetime) -> Study:
    """Make a study of a game on this site. Raises `NotFound`, or `NotNow` while it is running."""
    game = queries.find_game(public_id)
    if game.status not in {Game.Status.FINISHED, Game.Status.ABORTED}:
        raise refusals.NotNow("not_finished", _("You can study a game once it’s finished."))
    return keep(owner=owner, found=read_value(rules.to_json(queries.record(public_id))), title="", now=now)


def change(*, public_id: str, owner: User, wanted: ChangedStudy) -> Study:
    """Raises `NotFound`, or `Unreadable` for an empty title."""
    study = mine(public_id, owner)
    if wanted.title is not None:
        if not (title := names.tidy(wanted.title)):
            raise refusals.Unreadable("no_title", _("A title needs a letter or a digit."))
        study.title = title
    study.shared = study.shared if wanted.shared is None else wanted.shared
    study.save(update_fields=["title", "shared"])
    return study


def suggested_title(game: Played, now: datetime) -> str:
    """“Draw Dominoes: Ada – Ben, 21 Nov”."""
    who = " – ".join(game.record.names)
    return f"{game_name(game.record.rules.key)}: {who}, {day_words(now)}"[:LONGEST_TITLE]


def page_of(owner: User, cursor: str, size: int) -> Page[Study]:
    """A page of an owner's studies, newest first, without reading their records."""
    return page(Study.objects.filter(owner=owner).defer("record").order_by("-created_at", "-id"), cursor, size)


def visible(public_id: str, reader: object) -> Study:
    """The study, for its owner, or for everyone if shared. Raises `NotFound`."""
    # Deferred: the record can be a megabyte, and its replay is cached.
    study = Study.objects.select_related("owner").defer("record").filter(public_id=public_id).first()
    if study is None or not (study.shared or study.owner == reader):
        raise refusals.NotFound("unknown_study", _("We couldn’t find this study. It may not be shared."))
    return study


def mine(public_id: str, owner: User) -> Study:
    """The owner's study, for changes. Raises `NotFound` for others' studies, too."""
    study = Study.objects.filter(public_id=public_id, owner=owner).first()
    if study is None:
        raise refusals.NotFound("unknown_study", _("We couldn’t find this study among yours."))
    return study
