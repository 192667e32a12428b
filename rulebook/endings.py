"""How a made-up round ended, in words."""

from collections.abc import Iterator, Sequence
from typing import assert_never, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from rulebook import moments, train_words
from rulebook.moments import could_play
from rulebook.people import all_of, either, name, side_name
from rulebook.phrases import number
from rules import Lay, Ledger


def block(p: rules.Position) -> Iterator[str]:
    yield why_blocked(p)
    yield from _compared_hands(p)
    yield from _result(p)


def _compared_hands(p: rules.Position) -> Iterator[str]:
    """The single hands that decide a blocked round, where not a side's pips together do."""
    match p.rules.block_win:
        case "duel" if compared := rules.compared_hands(p):
            (seat, own), (other, others) = compared
            yield _("%(name)s played the last tile and has %(n)d pips; %(other)s, to the left, has %(m)d.") % {
                "name": name(seat),
                "n": own,
                "other": name(other),
                "m": others,
            }
        case "hand" if p.rules.sides < p.rules.seats:
            pips = {seat: rules.pips_of(p.rules, hand) for seat, hand in enumerate(p.hands)}
            lowest = [name(seat) for seat in pips if pips[seat] == min(pips.values())]
            yield ngettext(
                "%(names)s has the lowest hand, %(n)d.", "%(names)s have the lowest hands, %(n)d each.", len(lowest)
            ) % {"names": all_of(lowest), "n": min(pips.values())}
        case "fewest" | "blocker" | "duel" | "hand":
            return
        case _:
            assert_never(p.rules.block_win)


def why_blocked(p: rules.Position) -> str:
    if p.rules.in_trains:
        return train_words.why_blocked()
    values = either(sorted({end.value for end in p.layout.open_now}))
    if not values:
        return _("Every end is closed: nobody can play.")
    if able := could_play(p):
        stuck = next(seat for seat in range(p.rules.seats) if seat not in able)
        return _(
            "%(name)s has no tile for %(values)s, and only the tiles that nobody draws are left in the boneyard. The"
            " round ends, although %(other)s could play."
        ) % {"name": name(stuck), "values": values, "other": all_of(map(name, able))}
    if p.rules.block == "dead" and len(p.boneyard) > p.rules.reserve:
        return _(
            "Every tile that fits %(values)s is on the table. All players can see it, so nobody draws any more."
        ) % {"values": values}
    if p.rules.draw == "none" or not p.boneyard:
        return _("Nobody holds a tile that fits %(values)s, and there is nothing to draw.") % {"values": values}
    return _("Nobody holds a tile that fits %(values)s, and nobody can draw.") % {"values": values}


def out(p: rules.Position) -> Iterator[str]:
    tile = all_of(play.tile for play in p.move.plays) if isinstance(p.move, Lay) else getattr(p.move, "tile", "")
    yield _("%(name)s plays %(tiles)s and has no tiles left.") % {"name": name(cast(int, p.seat)), "tiles": tile}
    yield from _result(p)


def finish(p: rules.Position) -> Iterator[str]:
    """A last tile that pays more (`finish`)."""
    way, words = moments.finish_way(p), {"name": name(cast(int, p.seat)), "tile": cast(Lay, p.move).plays[0].tile}
    match way:
        case "cross":
            yield _("%(name)s goes out with %(tile)s, a double that fits both ends.") % words
        case "blank":
            yield _("%(name)s goes out with the 0-0.") % words
        case "double":
            yield _("%(name)s goes out with a double, %(tile)s.") % words
        case "both":
            yield _("%(name)s goes out with %(tile)s: one half fits one end, the other half the other.") % words
        case "same":
            yield _("%(name)s goes out with %(tile)s while both ends show the same number.") % words
        case None:
            return
        case _:
            assert_never(way)
    yield _pays(p.rules, p.rules.finish[way])
    yield from _result(p)


def _pays(r: rules.RuleSet, points: int) -> str:
    match r.finish_pays:
        case "add":
            return ngettext("That adds %(n)d point.", "That adds %(n)d points.", points) % {"n": points}
        case "instead":
            return ngettext("That scores %(n)d point.", "That scores %(n)d points.", points) % {"n": points}
        case "times":
            return _("That multiplies the score by %(n)d.") % {"n": points}
        case _:
            assert_never(r.finish_pays)


def title(p: rules.Position) -> Iterator[str]:
    result, seat = p.result, cast(int, p.seat)
    assert result is not None
    loser = next(side for side, written in enumerate(result.written) if written)
    yield _("%(name)s goes out with %(tiles)s. %(next)s would have been next.") % {
        "name": name(seat),
        "tiles": all_of(play.tile for play in cast(Lay, p.move).plays),
        "next": name(p.table.left[seat]),
    }
    n = result.written[loser]
    yield ngettext("%(n)d General for %(side)s.", "%(n)d Generals for %(side)s.", n) % {
        "n": n,
        "side": side_name(p.rules, loser),
    }


def bald(p: rules.Position) -> Iterator[str]:
    yield _("%(name)s goes out with 0-0 in the last turn and wins the game, no matter who has the account.") % {
        "name": name(cast(int, p.seat))
    }


def owes(p: rules.Position) -> Iterator[str]:
    result = p.result
    assert result is not None
    debtor = cast(int, cast(Ledger, p.after.memory).debtor)
    side = p.rules.side_of(debtor)
    yield _("Nobody can play: a fish. %(name)s played the last tile that isn’t a double, and is the fisherman.") % {
        "name": name(debtor)
    }
    yield _pips(p, result.pips)
    yield _(
        "The fisherman’s side has %(n)d pips, which is more than 25 and more than another side. %(name)s owes the fish."
    ) % {"n": result.pips[side], "name": name(debtor)}


def _pips(p: rules.Position, pips: Sequence[int]) -> str:
    return _("Pips left: %(pips)s.") % {"pips": _by_side(p, pips)}


def _by_side(p: rules.Position, numbers: Sequence[int]) -> str:
    return ", ".join(f"{side_name(p.rules, side)} {number(n)}" for side, n in enumerate(numbers))


def _result(p: rules.Position) -> Iterator[str]:
    """The winner of the round, and the points scored."""
    result = p.result
    assert result is not None
    yield _pips(p, result.pips)
    if "fish" in result.notes and p.rules.variant.conduct == "general":
        yield _("A fish doesn’t count: the round is dealt again.")
        return
    if result.winner is None:
        yield _("No one wins the round.")
    else:
        yield _("The round goes to %(side)s.") % {"side": side_name(p.rules, result.winner)}
    if any(result.written):
        yield _("Scored: %(written)s.") % {"written": _by_side(p, result.written)}
    else:
        yield _("Nobody scores.")
