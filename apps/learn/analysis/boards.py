"""Boards of costly moves, drawn like those of static/js/learn/examples.js: what the player saw, and the best move."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from games.models import Game
from games.queries import packed_replays
from games.shown.replay import Replay, read_replay
from learn.analysis.report import Choice, Player
from rulebook.facts import Facts, facts
from rulebook.people import all_of
from rulebook.pictures import HandShown, Picture

TILE = re.compile(r"\d+-\d+")
SIZES = ((4, "s"), (11, "m"))  # up to this number of tiles


def with_boards(
    players: Sequence[Player], game: Game, charge: Callable[[], object]
) -> tuple[list[Player], list[Picture]]:
    """The players, with the number of a picture for each of their costliest moves; and the pictures. *charge*: see
    `Kept.get`.
    """
    packed = packed_replays(game, charge)
    needed = {choice.deal for player in players for choice in player.costliest}
    replays = {deal: read_replay(packed[deal]) for deal in needed}
    pictures: list[Picture] = []

    def pictured(choice: Choice) -> Choice:
        pictures.append(_picture(choice, replays[choice.deal], facts(game.rules)))
        return replace(choice, picture=len(pictures) - 1)

    return [replace(player, costliest=tuple(map(pictured, player.costliest))) for player in players], pictures


def _picture(choice: Choice, replay: Replay, known: Facts) -> Picture:
    """The board before the move. Without a hand in games where tiles are in hidden rows."""
    before = replay.frames[choice.ply - 1]
    in_rows = before.layout is not None
    laid = (
        before.layout
        if before.layout is not None
        else tuple(tile for tile in replay.view.layout if tile.ply < choice.ply)
    )
    best = TILE.match(choice.best_text)
    name = _("Your hand") if choice.mine else choice.name
    hand = HandShown(name, before.hands[choice.seat], (best[0],) if best else ())
    return Picture(
        kind=choice.anchor,
        layout=laid,
        ends=before.ends,
        sum=known.sum,
        arms=known.arms,
        fresh=(),
        ghosts=(choice.best_text,) if best and laid else (),
        bright=False,
        hands=() if in_rows else (hand,),
        lines=in_rows,
        size=next((size for most, size in SIZES if len(laid) <= most), "l"),
        text=_in_words([tile.tile for tile in laid], [end.value for end in before.ends], hand),
    )


def _in_words(laid: Sequence[str], ends: Sequence[int], hand: HandShown) -> str:
    table = " ".join(laid)
    open_now = all_of(ends)
    values = {"table": table, "ends": open_now or "–", "name": hand.name, "hand": " ".join(hand.tiles)}
    if not table:
        return _("The table is empty. %(name)s: %(hand)s.") % values
    return _("On the table: %(table)s. Open ends: %(ends)s. %(name)s: %(hand)s.") % values
