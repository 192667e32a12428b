"""Exports of games: all of a player's games in one file, one record per line, with only a few in memory."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

import orjson
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext as _

import rules
from accounts.models import User
from common.brand import file_name
from common.cache.unchanging import Packed, kept_answers
from common.times import timestamps
from games import after_move
from games.models import Ask, Game, Seat
from games.positions import memory
from games.shown.asks import AgreedLine, agreed_in
from games.shown.records import name, records
from history import book, studies
from history.downloads import Download
from history.game_text import ended, text
from history.models import Study
from rulebook import phrases
from rulebook.names import game_name

AT_ONCE = 100  # games per piece
PLAYED = [Game.Status.PLAYING, Game.Status.FINISHED, Game.Status.ABORTED]


def exported(player: User, before: int | None) -> tuple[bytes, int | None]:
    """The records of the player's next games, newest first, and where to continue; None at the end.

    Running games contain only finished deals. Seven queries.
    """
    sat = Seat.objects.filter(player=player).order_by("-game")
    if before is not None:
        sat = sat.filter(game__lt=before)
    keys = list(sat.values_list("game", flat=True)[:AT_ONCE])
    games = list(Game.objects.filter(pk__in=keys, status__in=PLAYED).order_by("-pk").prefetch_related("seats__player"))
    besides = after_move.beside_records([game.pk for game in games])
    lines = [
        orjson.dumps({**vars(record), "game": _facts(game, player), **besides[game.pk]})
        for game, record in zip(games, records(games), strict=True)
    ]
    return b"".join(line + b"\n" for line in lines), keys[-1] if len(keys) == AT_ONCE else None


def _facts(game: Game, player: User) -> dict[str, object]:
    """Facts about the game that its record lacks."""
    mine = next(seat for seat in game.seats.all() if seat.player_id == player.pk)
    return {
        "id": game.public_id,
        "status": game.status,
        "started": timestamps.stamp(game.started_at),
        "finished": timestamps.stamp(game.finished_at),
        "rated": game.rated,
        "reason": game.reason,
        "totals": game.totals,
        "seat": mine.number,
        "computers": [seat.player.bot_level or None if seat.player else None for seat in game.seats.all()],
        "stood_in": [seat.stood_in for seat in game.seats.all()],
        "result": book.result(mine) if game.finished_at else "",
    }


def response(request: HttpRequest, player: User) -> Download:
    """The file, sent as it is read. Raises `TooMany`."""
    answer = Download(request, partial(exported, player))
    answer["Content-Disposition"] = f'attachment; filename="{file_name("games.jsonl")}"'
    return answer


def game_text(game: Game, charge: Callable[[], object]) -> Packed:
    """The finished deals of the game, its score sheet and its analysis. *charge*: see `Kept.get`."""
    names = [name(seat) for seat in game.seats.all()]
    below = [each for follower in after_move.followers() if (each := follower.below_text(game)) is not None]
    key = ("text of a game", game.public_id, game.version, get_language(), *names, *(each.edition for each in below))
    return kept_answers.get(key, lambda: [Packed.of(_game_text(game, names, below).encode())], charge)[0]


def _terms(game: Game) -> list[str]:
    return [phrases.players(game.rules), phrases.length(game.rules), phrases.clock_rule(game.time_control)]


def _game_text(game: Game, names: list[str], below: list[after_move.Below]) -> str:
    replayed = memory.replay(game)
    deals = [dealt.position for dealt in replayed if dealt.position.over]
    head = [
        " · ".join([game_name(game.variant), *_terms(game)]),
        " – ".join(names),
    ]
    if game.started_at:
        head.append(_("Started %(when)s") % {"when": _moment(game.started_at)})
    if game.finished_at:
        head.append(_("Finished %(when)s") % {"when": _moment(game.finished_at)})
    if away := [name for name, seat in zip(names, game.seats.all(), strict=True) if seat.stood_in]:
        head.append(_("A computer played for %(names)s part of the time") % {"names": ", ".join(away)})
    if game.status == Game.Status.FINISHED:
        outcome = rules.Outcome(tuple(game.winners or ()), game.reason, tuple(game.totals))
        head.append(ended(outcome, names, game.rules))
    else:
        head.append(str(game.get_status_display()))
    if game.asked_at is not None:
        rounds = {dealt.row.index: dealt.row.number for dealt in replayed}
        head += [_agreed(line, rounds[line.deal], names) for line in agreed_in([game.pk]).get(game.pk, ())]
    return "\n".join([text(head, names, deals), *(f"{paragraph}\n" for each in below for paragraph in each.written())])


def _agreed(line: AgreedLine, number: int, names: list[str]) -> str:
    """“By agreement, Ada took back move 3 (round 2).”"""
    values = {
        "name": names[line.seat], "other": names[1 - line.seat], "n": line.ply, "round": number,
        "time": phrases.duration(line.seconds or 0),
        "until": _moment(datetime.fromisoformat(line.until)) if line.until else "",
    }  # fmt: skip
    return {
        Ask.Kind.TAKE_BACK.value: _("By agreement, %(name)s took back move %(n)s (round %(round)s)."),
        Ask.Kind.PAUSE.value: _("%(name)s and %(other)s paused the game until %(until)s (round %(round)s)."),
        Ask.Kind.RESUME.value: _("%(name)s ended the pause (round %(round)s)."),
        Ask.Kind.TIME.value: _("%(other)s gave %(name)s %(time)s more (round %(round)s)."),
    }[line.kind] % values


def _moment(when: datetime) -> str:
    return f"{when.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def study_text(study: Study, charge: Callable[[], object]) -> Packed:
    """The same for a study."""
    key = ("text of a study", study.public_id, study.title, get_language())
    return kept_answers.get(key, lambda: [Packed.of(_study_text(study).encode())], charge)[0]


def _study_text(study: Study) -> str:
    game = studies.played(study)
    ruleset, names = game.record.rules, game.record.names
    rules_in_words = f"{game_name(ruleset.key)} · {phrases.players(ruleset)} · {phrases.length(ruleset)}"
    head = [study.title, rules_in_words, " – ".join(names)]
    if game.outcome is not None:
        head.append(ended(game.outcome, names, ruleset))
    return text(head, names, game.deals)
