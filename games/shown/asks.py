"""What two players have asked of each other and agreed on, as players and watchers see it."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Annotated, Self

from django.utils import timezone

from accounts.readers import Reader
from accounts.rest import zone_named
from common.times.timestamps import Stamp, stamp
from games.models import Ask, Game
from games.positions import agreed, memory
from games.positions.tables import Table
from rulebook import phrases
from rules import Sparse


@dataclass(frozen=True)
class AgreedLine(Sparse):
    """Something that two players agreed on, in a record: not part of the moves."""

    kind: Annotated[str, Ask.Kind]
    seat: int
    deal: int
    ply: int
    at: Stamp
    until: Stamp | None = None
    seconds: int | None = None


@dataclass(frozen=True)
class AskShown:
    """What a player asks of the other, or has got."""

    id: int
    kind: Annotated[str, Ask.Kind]
    seat: Annotated[int, "Who asks, or ended the pause. Of time: who gets it."]
    until: Annotated[Stamp | None, "When the pause ends."]
    seconds: Annotated[int | None, "How much time."]
    deal: Annotated[int, "Index of the deal when it was asked, from 0."]
    ply: Annotated[int, "Number of the deal's moves then; of a move to take back: its number."]
    asked: Annotated[Stamp, "When it was asked."]
    answer: Annotated[str | None, Ask.Answer, "null: it waits for the answer of the other player."]
    answered: Annotated[Stamp | None, "When it was answered."]

    @classmethod
    def of(cls, row: Ask, answer: str) -> Self:
        return cls(
            id=row.pk, kind=row.kind, seat=row.seat, until=stamp(row.until), seconds=row.seconds, deal=row.deal,
            ply=row.ply, asked=stamp(row.asked_at), answer=answer or None, answered=stamp(row.answered_at),
        )  # fmt: skip


@dataclass(frozen=True)
class Line:
    """An ask for a page. *is_open*: it waits for an answer; *is_new*: no move came after it."""

    row: Ask
    round: int
    name: str  # of the player who asks, or gets time
    other: str
    mine: bool
    is_open: bool
    is_new: bool

    @property
    def time(self) -> str:
        return phrases.duration(self.row.seconds or 0)


def seen_by(table: Table, seat: int | None, now: datetime) -> Iterator[tuple[Ask, str]]:
    """The asks that the viewer at *seat* may see, each with its answer. One query.

    Watchers (None) see what was agreed. A hidden ask is seen by its player alone.
    """
    for row in Ask.objects.filter(game=table.game_id).order_by("pk"):
        lapsed = not row.answer and not agreed.is_open(row, table, now)
        answer = Ask.Answer.LAPSED.value if lapsed else row.answer
        if answer == Ask.Answer.AGREED or seat == row.seat or (seat is not None and not row.hidden):
            yield row, answer


def asks_shown(table: Table, seat: int | None, now: datetime) -> list[AskShown]:
    return [AskShown.of(row, answer) for row, answer in seen_by(table, seat, now)]


def lines(table: Table, seat: int | None, now: datetime) -> list[Line]:
    names = [place.name or "" for place in table.frame.seats]
    return [
        Line(
            row=row, round=_round_of(row, table), name=names[row.seat], other=names[1 - row.seat],
            mine=row.seat == seat, is_open=not answer, is_new=_is_new(row, table),
        )
        for row, answer in seen_by(table, seat, now)
    ]  # fmt: skip


def _round_of(row: Ask, table: Table) -> int:
    """The number of the round when it was asked. An annulled deal belongs to the round of the next one that counts."""
    assert table.running is not None
    rounds = (line.round for line in table.frame.scores if line.deal >= row.deal)
    return next(rounds, table.running.position.game.round)


def _is_new(row: Ask, table: Table) -> bool:
    """Whether no move came after it."""
    if row.kind == Ask.Kind.TAKE_BACK and row.answer == Ask.Answer.AGREED:
        assert table.running is not None
        return row.deal == table.running.index and len(table.running.by) < row.ply
    return table.stands_as_at(row.version)


def agreed_in(games: Collection[int]) -> dict[int, list[AgreedLine]]:
    """What was agreed in these games (keys). One query."""
    found: dict[int, list[AgreedLine]] = {}
    for row in Ask.objects.filter(game__in=games, answer=Ask.Answer.AGREED).order_by("game", "answered_at", "pk"):
        at = stamp(row.answered_at)
        assert at is not None
        line = AgreedLine(row.kind, row.seat, row.deal, row.ply, at, stamp(row.until), row.seconds)
        found.setdefault(row.game_id, []).append(line)
    return found


# ---- For pages


@dataclass(frozen=True, slots=True)
class Agreements:
    """What the two players of a game ask of each other, for a page. *may*: what the reader can ask for or give."""

    lines: Sequence[Line]
    may: Collection[str]
    paused_until: datetime | None
    is_seated: bool
    other: str  # the name of the reader's opponent
    piece: str  # of time, in words
    days: tuple[date, date, date]  # on which a pause can end: the first, one to suggest, the last

    @property
    def asks_for(self) -> set[str]:
        """What the reader can ask for or give, without that for which an ask waits."""
        return {*self.may} - {line.row.kind for line in self.waiting}

    @property
    def waiting(self) -> list[Line]:
        return [line for line in self.lines if line.is_open]

    @property
    def news(self) -> list[Line]:
        """The newest line, if no move came after it."""
        return [line for line in self.lines[-1:] if line.is_new and not line.is_open]

    @property
    def is_news(self) -> bool:
        """Whether the part above the hand shows anything. Asks that the reader may not see leave no trace there."""
        return bool(self.waiting or self.news or self.paused_until)

    @property
    def given(self) -> int:
        """How many times the reader's opponent got more time."""
        return sum(line.row.kind == Ask.Kind.TIME and not line.mine for line in self.agreed)

    @property
    def agreed(self) -> list[Line]:
        return [line for line in self.lines if line.row.answer == Ask.Answer.AGREED]


def may_agree(game: Game) -> bool:
    """Whether this is a running game of two people in which something can be agreed."""
    return agreed.may_agree(memory.table_at(game.public_id, game.version))


def agreements(game: Game, user: Reader) -> Agreements:
    """What the players ask of each other and have agreed on, as the reader may see it. One query if there is any."""
    now, table = timezone.now(), memory.table_at(game.public_id, game.version)
    seat = table.seat_of(user.pk)
    ends = table.control.paused[1] if table.control.paused else None
    today = now.astimezone(zone_named(table.rests[seat].time_zone if seat is not None else "")).date()
    return Agreements(
        lines=[] if game.asked_at is None or table.running is None else lines(table, seat, now),
        may=agreed.may_ask(table, seat, now) if seat is not None else (),
        paused_until=ends if ends is not None and ends > now and table.status == Game.Status.PLAYING else None,
        is_seated=seat is not None,
        other=table.frame.seats[1 - seat].name or "" if seat is not None and len(table.players) == 2 else "",
        piece=phrases.duration(agreed.piece_of_time(table)),
        days=(today + timedelta(days=1), today + timedelta(days=7), today + agreed.LONGEST_PAUSE),
    )
