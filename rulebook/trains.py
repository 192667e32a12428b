"""The rules of Mexican Train in words (rules.md 9.7), from a rule set's options."""

from collections.abc import Callable, Iterator, Sequence
from typing import assert_never

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import rules
from common.texts import Text
from rulebook import play, score


def owner_of(train: str) -> int | None:
    """The seat whose train it is; None for the Mexican train."""
    return None if train == rules.MEXICAN else int(train.removeprefix("T"))


def train_name(train: str, names: Sequence[str | None], seat: int | None = None) -> str:
    """“Ben’s train”, “the Mexican train”, or “your train” for the player at *seat*; as in moves for unknown *names*."""
    owner = owner_of(train)
    if owner is None:
        return _("the Mexican train")
    if owner >= len(names) or names[owner] is None:
        return train
    return _("your train") if owner == seat else _("%(name)s’s train") % {"name": names[owner]}


def in_short(r: rules.RuleSet) -> Iterator[str]:
    """The first two of the game's three sentences."""
    tiles = ngettext("%(n)d tile", "%(n)d tiles", r.hand) % {"n": r.hand}
    yield _(
        "Each player gets %(tiles)s and a train of their own. On your turn, play a tile that fits the end of your"
        " train, of the Mexican train, which is everyone’s, or of an open one."
    ) % {"tiles": tiles}
    stuck = (
        _("If nothing fits even after drawing, you pass, and your train is open until you play on it again.")
        if play.draws(r)
        else _("If nothing fits, you pass, and your train is open until you play on it again.")
    )
    match r.after_double:
        case "cover":
            double = _("A double must be covered before anyone plays elsewhere.")
        case "extra":
            double = _("After a double, you play one more tile.")
        case _:
            assert_never(r.after_double)
    yield f"{stuck} {double}"


def lead(_r: rules.RuleSet) -> Iterator[str]:
    yield _("In the first round, each player draws a tile, and the heaviest begins. The tiles go back before the deal.")
    yield _("In each later round, the player to the left of the last one begins.")
    yield _("To begin is only to have the first turn: no tile is asked for.")


def trains(r: rules.RuleSet) -> Iterator[str]:
    top = {"first": f"{r.set}-{r.set}", "second": f"{r.set - 1}-{r.set - 1}"}
    if r.rounds == 1:
        yield _("The %(first)s is the station: it lies open in the middle and belongs to nobody.") % top
    else:
        yield _("One double is the station: it lies open in the middle and belongs to nobody.")
        yield _("The station is %(first)s in the first round, %(second)s in the second, and so on down.") % top
    yield _("From the station starts a train for each player, and one more for everyone: the Mexican train.")
    yield _(
        "A tile goes on the end of a train, with a half of the same number; its other half is the new end. The first"
        " tile of a train must match the station."
    )
    yield _("A train has one end. Doubles lie across it, but nothing grows from their sides.")
    yield _("Your train is closed to everyone else until you pass. Then a marker shows that it is open to all.")
    yield _(
        "It stays open, whatever others play on it, until you play a tile on it yourself. You can’t open it by choice."
    )
    yield _("The Mexican train is always open to all. Anyone can start it.")


def turn(r: rules.RuleSet) -> Iterator[str]:
    match r.after_double:
        case "cover":
            yield _(
                "You can play on your own train, on the Mexican train and on every open train, unless a double must be"
                " covered."
            )
        case "extra":
            yield _("You can play on your own train, on the Mexican train and on every open train.")
        case _:
            assert_never(r.after_double)
    if r.own_first and r.after_double == "cover":
        yield _("Until your own train has a tile, you can play only there, except to cover a double.")
    elif r.own_first:
        yield _("Until your own train has a tile, you can play only there.")
    if play.draws(r):
        yield _("If you can play, you must.")
        yield from play.drawing(r)
        if r.draw != "until":
            yield _("That is the limit for the whole turn, before and after a double together.")
        yield play.by_itself()
    else:
        yield from play.turn(r)
    yield _("When you pass, your train is open.")


def doubles(r: rules.RuleSet) -> Iterator[str]:
    numbers = {"n": r.set + 1}
    match r.after_double:
        case "cover":
            yield _("When you play a double, your turn goes on: the next tile must cover it, on the double itself.")
            if play.draws(r):
                yield _("If you can’t cover it even after drawing, you pass, and the next player must cover it.")
            else:
                yield _("If you can’t cover it, you pass, and the next player must cover it.")
            yield _(
                "Until somebody has covered it, nobody can play anywhere else, and the train of everyone who passes is"
                " open."
            )
            yield (
                _(
                    "If all %(n)d tiles with its number, the double too, lie on the table, it needs no cover: your turn"
                    " ends, and nothing fits there any more."
                )
                % numbers
            )
        case "extra":
            yield _("When you play a double, you must play one more tile in the same turn, anywhere you can play.")
            yield _("If that is a double, you must play one more again.")
            yield _("If you can’t, you draw and pass like anyone else. A double binds nobody but you.")
        case _:
            assert_never(r.after_double)


def opening(r: rules.RuleSet) -> Iterator[str]:
    yield _(
        "If your own train is empty when your turn begins, you can play several tiles on it, one after another. That"
        " is your opening."
    )
    yield _("After each tile, go on with one that fits it, or say that you stop. Nothing else can be played.")
    yield _("Your turn ends by itself when none of your tiles fits, or after a tile on another train.")
    match r.after_double:
        case "cover":
            yield _("A double in an opening must be covered. Behind its cover, you can go on.")
            yield _(
                "If you couldn’t start your train, or had to cover a double, you have your opening in a later turn,"
                " unless others have started your train."
            )
        case "extra":
            yield _(
                "After a double in an opening, one more tile must be played. If it is on your train, you can go on."
            )
            yield _(
                "If you couldn’t start your train, you have your opening in a later turn, unless others have started"
                " it."
            )
        case _:
            assert_never(r.after_double)


def round_end(r: rules.RuleSet) -> Iterator[str]:
    match r.last_double:
        case "cover" if play.draws(r):
            yield _("When you play your last tile, you go out, and the round ends.")
            if r.after_double == "cover":
                yield _("If your last tile is a double that must be covered, you draw first, while you can, and go on.")
            else:
                yield _("If your last tile is a double, you draw first, while you can, and go on.")
        case "out" | "cover":
            yield _("When you play your last tile, a double too, you go out, and the round ends.")
        case _:
            assert_never(r.last_double)
    if play.draws(r):
        yield _(
            "The round is blocked when the boneyard is empty and nobody could play even if every train were open."
            " Until then, passes open the trains."
        )
    else:
        yield _(
            "The round is blocked when nobody could play even if every train were open. Until then, passes open the"
            " trains."
        )


def leaving(r: rules.RuleSet) -> Iterator[str]:
    yield _(
        "If a player leaves the game, their tiles leave it too, face down. Their train stays open for the rest of the"
        " round, and they have none in later rounds."
    )
    if r.after_double == "cover":
        yield _(
            "A double that they left uncovered is for the next player to cover. Tiles that left with them aren’t on the"
            " table, so a double of their number still needs a cover."
        )


def sections(r: rules.RuleSet) -> list[tuple[str, Text, Callable[[rules.RuleSet], Iterator[str]]]]:
    """The sections of the rules: name, title and sentences."""
    return [
        ("tiles", gettext_lazy("Players and tiles"), play.tiles),
        ("lead", gettext_lazy("Who begins"), lead),
        ("layout", gettext_lazy("Station, trains and markers"), trains),
        ("turn", gettext_lazy("Your turn"), turn),
        ("doubles", gettext_lazy("Doubles"), doubles),
        *([("opening", gettext_lazy("Openings"), opening)] * (r.opening == "train")),
        ("round", gettext_lazy("The end of a round"), round_end),
        ("scoring", gettext_lazy("The score"), score.scoring),
        ("leaving", gettext_lazy("If a player leaves"), leaving),
        ("end", gettext_lazy("The end of the game"), score.game_end),
    ]
