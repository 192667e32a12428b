"""Answers to legal moves other than the one a lesson shows: which is stronger, and why."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from rulebook import train_words
from rulebook.lessons import rows
from rulebook.lessons.course import Placed, Step, gain
from rulebook.lessons.ideas import Idea, advantage, as_good, follows, left_out, unseen, weight
from rulebook.people import all_of
from rules import Draw, Lay, OnTrain, Pass


def judged(step: Step, tried: rules.Move) -> list[str]:
    """The computer's judgement of *tried*, with the strongest difference that we can put in words."""
    move = step.move
    assert move is not None
    words = {"best": in_words(move, step.lesson.names)}
    if str(tried) in step.lesson.even.get(step.number, ()):
        return [_("That’s legal, and about as good as %(best)s, which this lesson goes on with.") % words]
    return [_("That’s legal, but %(best)s is stronger.") % words, _why(step, move, tried)]


def _why(step: Step, move: Placed, tried: rules.Move) -> str:
    position = step.position
    idea = advantage(position, move, tried, as_good(step))
    if idea is Idea.OUT:
        return _("You go out with it, and win the round.")
    if isinstance(tried, Draw):
        return _("A draw adds a tile to your hand, while a play takes one out.")
    if isinstance(tried, Pass):
        return _("A pass keeps a tile in your hand that you could play.")
    if idea is None:
        return _("The computer played on from both moves many times, and yours did worse.")
    if idea is Idea.SCORES:
        n, other = gain(position, move), gain(position, tried)
        if other <= 0:
            return ngettext(
                "It scores %(n)d point; your move scores none.", "It scores %(n)d points; your move scores none.", n
            ) % {"n": n}
        return ngettext(
            "It scores %(n)d point; your move scores only %(other)d.",
            "It scores %(n)d points; your move scores only %(other)d.",
            n,
        ) % {"n": n, "other": other}
    if idea is Idea.HEAVY:
        return _("It takes %(n)d pips out of your hand; your move takes only %(other)d.") % {
            "n": weight(position, move),
            "other": weight(position, tried),
        }
    if idea is Idea.FOLLOW:
        n = follows(position, move)
        return ngettext(
            "After it, %(n)d of your tiles fits; after your move, %(other)s.",
            "After it, %(n)d of your tiles fit; after your move, %(other)s.",
            n,
        ) % {"n": n, "other": follows(position, tried) or _("none")}
    if idea is Idea.UNSEEN:
        n = unseen(position, move)
        return ngettext(
            "After it, only %(n)d tile that you don’t see fits; after your move, %(other)d.",
            "After it, only %(n)d tiles that you don’t see fit; after your move, %(other)d.",
            n,
        ) % {"n": n, "other": unseen(position, tried)}
    if idea is Idea.TRAIN:
        n, other = left_out(position, move), left_out(position, tried)
        if not n:
            return ngettext(
                "After it, all your tiles can follow on your train; after your move, %(n)d pip can’t.",
                "After it, all your tiles can follow on your train; after your move, %(n)d pips can’t.",
                other,
            ) % {"n": other}
        return ngettext(
            "After it, %(n)d pip in your hand can’t follow on your train; after your move, %(other)d.",
            "After it, %(n)d pips in your hand can’t follow on your train; after your move, %(other)d.",
            n,
        ) % {"n": n, "other": other}
    next_seat = rules.play(position, move).turn
    return {
        Idea.CUTS: _("It cuts off tiles, and the other player gets them."),
        Idea.STOPS: _("After it, %(name)s must pass again."),
        Idea.TOGETHER: _("It gets rid of more tiles in one turn."),
        Idea.KEEP: _("It keeps the matador, which fits every end, for later."),
        Idea.DOUBLE: _("A double fits only one number, so it’s harder to get rid of later."),
    }[idea] % {"name": "" if next_seat is None else step.lesson.names[next_seat]}


def shown(step: Step, move: Placed) -> str:
    """Says what to play."""
    if not isinstance(move, Lay):
        return rows.place_shown(move)
    return _("Play %(move)s.") % {"move": in_words(move, step.lesson.names)}


def move_words(text: str, names: tuple[str, ...] = ()) -> str:
    """“5-3 on the 6-5”, “draw”; other moves that lay no tile in the rules' notation. *names*: as for `in_words`."""
    move = rules.parse_move(text)
    if isinstance(move, Placed):
        return in_words(move, names)
    return {"draw": _("draw"), "pass": _("pass")}.get(text.partition("@")[0], text)


def tile_words(text: str) -> str:
    """“5-3”: the tiles of a move, without their places."""
    lay = rules.parse_move(text)
    assert isinstance(lay, Lay)
    return all_of(str(play.tile) for play in lay.plays)


def in_words(move: Placed, names: tuple[str, ...] = ()) -> str:
    """“5-3 on the 6-5”, as it stands in a sentence. *names* by seat; "" is the reader."""
    if not isinstance(move, Lay):
        return rows.move_in_words(move)
    return all_of(_laid(laid, names) for laid in move.plays)


def _laid(laid: rules.Play, names: tuple[str, ...]) -> str:
    if isinstance(laid, OnTrain):
        return f"{laid.tile} {train_words.on(laid.train, names)}"
    if laid.onto is None:
        return str(laid.tile)
    words = {
        "": _("%(tile)s on the %(onto)s"),
        "=": _("%(tile)s lengthwise on the %(onto)s"),
        "x": _("%(tile)s face down on the %(onto)s"),
    }
    return placed(words[laid.style] % {"tile": laid.tile, "onto": laid.onto}, laid)


def placed(place: str, laid: rules.Play) -> str:
    """*place* in words, with the half of a lone lead it's on, and the half of a matador that stays outside."""
    if laid.at is not None:
        place = _("%(place)s, at its %(n)d") % {"place": place, "n": laid.at}
    if laid.out is not None:
        place = _("%(place)s, with the %(n)d outside") % {"place": place, "n": laid.out}
    return place
