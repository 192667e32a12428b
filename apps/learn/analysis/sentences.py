"""Sentences for a mind's codes: reasons for a move's value, tiles a seat can't hold, and costly habits."""

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mind.analysis.findings import CannotHold, Reason
from rulebook.people import all_of
from rules.words import FinishPays

MOST = 3  # reasons shown for a move
MOST_TILES = 6  # … and tiles of a train


def why(reasons: Sequence[Reason], names: Sequence[str]) -> list[str]:
    """A sentence for each of the weightiest reasons; *names* are the players' by seat."""
    sentences = (_sentence(reason.code, reason.values, names) for reason in reasons)
    return [sentence for sentence in sentences if sentence][:MOST]


def _sentence(code: str, values: Mapping[str, Any], names: Sequence[str]) -> str:
    match code:
        case "out":
            return _("Goes out.")
        case "scores":
            return ngettext("Scores %(n)d point.", "Scores %(n)d points.", values["points"]) % {"n": values["points"]}
        case "too_many":
            text = ngettext(
                "Its ends are worth %(n)d point, which would pass the target: it scores nothing.",
                "Its ends are worth %(n)d points, which would pass the target: they score nothing.",
                values["points"],
            )
            return text % {"n": values["points"]}
        case "finish":
            return _finish(values["points"], values["pays"])
        case "passes":
            text = ngettext(
                "The others have to pass, which pays %(n)d point.",
                "The others have to pass, which pays %(n)d points.",
                values["points"],
            )
            return text % {"n": values["points"]}
        case "gives":
            text = ngettext("May give %(n)d point.", "May give %(n)d points.", values["points"])
            return text % {"n": values["points"]}
        case "blocks":
            who = all_of(names[seat] for seat in values["seats"])
            return _("Leaves %(names)s without a move.") % {"names": who}
        case "partner":
            return _("Leaves the %(value)d that the partner led.") % {"value": values["value"]}
        case "unseen":
            number = values["unseen"]
            if not number:
                return _("No unseen tile would fit.")
            text = ngettext("%(n)d unseen tile would fit.", "%(n)d unseen tiles would fit.", number)
            return text % {"n": number}
        case "follow":
            number = values["own"]
            if not number:
                return _("No other tile in this hand would fit.")
            text = ngettext(
                "%(n)d other tile in this hand would fit.", "%(n)d other tiles in this hand would fit.", number
            )
            return text % {"n": number}
        case "double":
            return _("Gets rid of a double.")
        case "fills":
            if not values["left"]:
                return _("Fills the double %(value)d.") % {"value": values["value"]}
            text = ngettext(
                "The double %(value)d then needs %(n)d more tile.",
                "The double %(value)d then needs %(n)d more tiles.",
                values["left"],
            )
            return text % {"value": values["value"], "n": values["left"]}
        case "matador":
            return _("Plays a matador.")
        case "keeps_matadors":
            text = ngettext("Keeps %(n)d matador.", "Keeps %(n)d matadors.", values["number"])
            return text % {"n": values["number"]}
        case "pips":
            return ngettext("Gets rid of %(n)d pip.", "Gets rid of %(n)d pips.", values["pips"]) % {"n": values["pips"]}
        case "draws":
            return _("Draws a tile.")
    return _about_trains(code, values)


def _about_trains(code: str, values: Mapping[str, Any]) -> str:
    """The same for the reasons of Mexican Train; “” for an unknown one."""
    match code:
        case "goes_on":
            return _("Plays the next tile of your longest train: %(train)s.") % {"train": _lined_up(values)}
        case "loose":
            return _("%(tile)s doesn’t fit into your longest train.") % values
        case "keeps_train":
            return _("Keeps that train whole: %(train)s.") % {"train": _lined_up(values)}
        case "breaks":
            return _("Breaks up your longest train: %(train)s.") % {"train": _lined_up(values)}
        case "covers":
            return _("You can then play %(tile)s.") % values
        case "uncovered":
            return _("You have no other %(value)d to go on with.") % values
        case "closes":
            return _("Closes your train.")
        case "stops":
            return _("Ends your opening, though another tile fits.")
    return ""


def _lined_up(values: Mapping[str, Any]) -> str:
    """“5-3 3-8 8-1”: the first tiles of a train."""
    tiles: Sequence[str] = values["tiles"]
    return " ".join(tiles[:MOST_TILES]) + (" …" if tiles[MOST_TILES:] else "")


def _finish(points: int, pays: FinishPays) -> str:
    """The points for a way of going out."""
    match pays:
        case "add":
            text = ngettext(
                "Going out like this pays %(n)d more point.", "Going out like this pays %(n)d more points.", points
            )
        case "instead":
            text = ngettext(
                "Going out like this makes the round worth %(n)d point.",
                "Going out like this makes the round worth %(n)d points.",
                points,
            )
        case "times":
            text = ngettext(
                "Going out like this makes the round worth %(n)d time as much.",
                "Going out like this makes the round worth %(n)d times as much.",
                points,
            )
        case _:
            assert_never(pays)
    return text % {"n": points}


def advice(reason: Reason, best: str, made: str, names: Sequence[str], *, draws: bool) -> str:
    """The advantage of the move *best* over *made*, in words. *draws*: players without a tile that fits draw."""
    values: Mapping[str, Any] = {"best": best, "made": made, **reason.values}
    n = next((values[name] for name in ("points", "own", "unseen", "pips") if name in values), 0)
    match reason.code:
        case "out":
            text = _("With %(best)s instead of %(made)s, you would have gone out.")
        case "scores":
            text = ngettext(
                "%(best)s instead of %(made)s would have scored %(points)d more point.",
                "%(best)s instead of %(made)s would have scored %(points)d more points.",
                n,
            )
        case "passes":
            text = ngettext(
                "%(best)s instead of %(made)s would have made others pass, which pays %(points)d point.",
                "%(best)s instead of %(made)s would have made others pass, which pays %(points)d points.",
                n,
            )
        case "blocks":
            values = {**values, "name": names[values["seat"]]}
            text = (
                _("%(best)s instead of %(made)s would have left %(name)s without a tile that fits.")
                if draws
                else _("%(best)s instead of %(made)s would have blocked %(name)s.")
            )
        case "gives":
            text = ngettext(
                "%(best)s instead of %(made)s would have left %(points)d fewer point to score.",
                "%(best)s instead of %(made)s would have left %(points)d fewer points to score.",
                n,
            )
        case "partner":
            text = _("%(best)s instead of %(made)s would have left the %(value)d that your partner led.")
        case "double":
            text = _("%(best)s instead of %(made)s would have got rid of a double.")
        case "keeps_matadors":
            text = _("%(best)s instead of %(made)s would have kept a matador.")
        case "follow":
            text = ngettext(
                "With %(best)s instead of %(made)s, %(own)d more of your tiles would have fitted.",
                "With %(best)s instead of %(made)s, %(own)d more of your tiles would have fitted.",
                n,
            )
        case "unseen":
            text = ngettext(
                "With %(best)s instead of %(made)s, %(unseen)d fewer unseen tile would have fitted.",
                "With %(best)s instead of %(made)s, %(unseen)d fewer unseen tiles would have fitted.",
                n,
            )
        case _:
            text = ngettext(
                "%(best)s instead of %(made)s would have got rid of %(pips)d more pip.",
                "%(best)s instead of %(made)s would have got rid of %(pips)d more pips.",
                n,
            )
    return text % values


def cannot_hold(line: CannotHold, names: Sequence[str]) -> str:
    """A sentence that says which values a seat can't hold, and why."""
    names_and_values = {"name": names[line.seat], "values": all_of(map(str, line.values))}
    match line.why:
        case "passed":
            return _("%(name)s has none of these: %(values)s (passed on them).") % names_and_values
        case "drew":
            return _("%(name)s had none of these when drawing: %(values)s.") % names_and_values
    return _("%(name)s has none of these: %(values)s (judging by the lead).") % names_and_values


def habit(name: str) -> str:
    """The label of a costly habit."""
    return {
        "scores": _("Missing points"),
        "blocks": _("Missing a block"),
        "gives": _("Giving points away"),
        "doubles": _("Keeping doubles"),
        "follow": _("Leaving yourself no move"),
        "unseen": _("Leaving others many moves"),
        "pips": _("Keeping heavy tiles"),
        "draws": _("Drawing or not drawing"),
    }.get(name, _("Other mistakes"))


def step(number: int) -> str:
    """A name for how costly a move was; "" if it wasn't."""
    return {1: _("a small slip"), 2: _("a mistake"), 3: _("a blunder")}.get(number, "")
