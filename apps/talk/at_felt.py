"""The corner of the felt: the last message of the chat, and the reactions. Drawn by `templates/talk/_at_felt.html`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.readers import Reader
from common.refusals import Refused
from games import queries as games
from games.models import Game, Seat
from talk import queries, reactions
from talk.models import Message, Reaction


@dataclass(frozen=True, slots=True)
class Corner:
    """What *reader* has at the felt of *game*. Without *signs* there's no button to react."""

    game: Game
    reader: Reader
    seat: Seat | None
    signs: Sequence[Reaction.Sign]
    open_signs: Sequence[Reaction.Sign]  # those that may be sent now
    shown: Sequence[Reaction] = ()
    last: Message | None = None
    unread: int = 0
    refused: Refused | None = None


def in_page(game: Game, reader: Reader) -> Corner | None:
    """The corner as it comes with the page, without a query. None against computers alone: they don't read the chat."""
    seat = games.seat_of(game, reader)
    if seat is not None and games.only_computers(game):
        return None
    signs = reactions.possible(game, seat) if seat is not None else []
    return Corner(game, reader, seat, _all(signs), signs)


def fetched(game: Game, reader: Reader, now: datetime, refused: Refused | None = None) -> Corner:
    """The corner with all that is new."""
    seat = games.seat_of(game, reader)
    signs = reactions.possible(game, seat) if seat is not None else []
    return Corner(
        game=game,
        reader=reader,
        seat=seat,
        signs=_all(signs),
        open_signs=reactions.sendable(game, reader),
        shown=reactions.shown(game, reader, now),
        last=queries.last_message(game, reader),
        unread=queries.news(game, reader).unread,
        refused=refused,
    )


def _all(possible: Sequence[Reaction.Sign]) -> Sequence[Reaction.Sign]:
    """All six in their places, also if only some can be sent; none for a seat that can't react at all."""
    return tuple(Reaction.Sign) if possible else ()
