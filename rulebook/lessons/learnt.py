"""The closing words of a lesson: its rules and the score of its round, for the game that the reader asked for."""

from collections.abc import Iterator
from itertools import islice

from django.utils.translation import gettext as _

import rulebook
import rules
from rulebook import captions, pictures, play, score
from rulebook.examples import examples
from rulebook.lessons.course import steps
from rulebook.lessons.happenings import tells_lead
from rulebook.lessons.ideas import Idea, idea_of
from rulebook.lessons.prepared import Lesson
from rulebook.own import own

MOST = 2  # habits


def learnt(lesson: Lesson, r: rules.RuleSet) -> list[str]:
    """The rules *r* in short, without what a beginner knows by now, and the habits that the lesson has shown."""
    return [*rulebook.three_sentences(r)[1:], *_beginning(r), *_special(r), *_partners(r), *_habits(lesson)]


def scored(r: rules.RuleSet) -> list[str]:
    """How a round is scored; empty for games whose own chapters tell it."""
    return [] if "scoring" in own(r.key).without else list(score.scoring(r))


def auction(r: rules.RuleSet) -> dict[str, object] | None:
    """An example of an auction, for games that have one; the rounds of the lessons have none."""
    if not r.auction:
        return None
    moment = next(example for example in examples(r.key, r.seats) if example.kind.name == "auction")
    (hand,) = pictures.picture(moment).hands
    return {"title": captions.title(moment), "sentences": captions.sentences(moment), "hand": hand}


def _beginning(r: rules.RuleSet) -> Iterator[str]:
    """The rules that the first step leaves out, so that the table is in sight."""
    if (usual := rules.ruleset(r.key, {}, r.seats)).hand != r.hand:
        if r.in_rows:
            yield _("The rows were short: a real game has %(n)d tiles in each.") % {"n": usual.hand}
        else:
            yield _("This round was small: a real game has the double-%(set)d set, and hands of %(n)d tiles.") % {
                "set": usual.set,
                "n": usual.hand,
            }
    if r.layout_kind == "board" and r.lead_first != "stock" and not tells_lead(r):
        yield next(play.lead(r))


def _special(r: rules.RuleSet) -> Iterator[str]:
    yield from play.free_draws(r)
    yield from play.kept(r)
    yield from play.closing(r)
    if "scoring" not in own(r.key).without:
        if r.ends:
            yield from score.written(r)
        yield from score.first_penalty(r)
        yield from score.weights(r)
    if r.love is not None:
        yield from islice(score.game_end(r), 1, 3)  # how a game breaks, and one-all
    elif r.target_at == "exact":
        yield from islice(score.game_end(r), 1, 2)  # what would pass the target


def _partners(r: rules.RuleSet) -> Iterator[str]:
    if r.sides < r.seats and r.out_wins == "out" and r.out_by == "seat":
        yield _("You and the player opposite are partners: when one of you goes out, you both win.")
    if r.sides < r.seats and r.hand * r.dealt_seats == len(r.tiles):
        yield _("All tiles are dealt, so the other players have every tile that you don’t see.")


def _habits(lesson: Lesson) -> list[str]:
    """Advice from the ideas of the lesson's moves, the most frequent first."""
    ideas = [idea_of(step) for step in steps(lesson.key) if step.move is not None]
    advice = {
        Idea.STOPS: _("A pass shows what a player doesn’t have. Leave those ends, and they pass again."),
        Idea.SCORES: _("Look at all the ends before you play, not just at the one you play on."),
        Idea.TOGETHER: _("Save doubles for one turn if you can play them together."),
        Idea.HEAVY: _("Get rid of heavy tiles early: their pips count when the round ends."),
        Idea.TRAIN: _(
            "Line up your tiles as one train. Play the others first: the Mexican train and open trains take them."
        ),
        Idea.KEEP: _("Keep your matadors: they fit where nothing else does."),
        Idea.DOUBLE: _("Get rid of doubles early: they fit only one number."),
        Idea.FOLLOW: _("Leave ends that fit the tiles you keep."),
        Idea.UNSEEN: _("Count the tiles you don’t see: leave ends that few of them fit."),
        Idea.CUTS: _("A tile that fits across both lines cuts them: the other player gets what is cut off."),
    }
    advised = sorted({idea for idea in ideas if idea in advice}, key=lambda idea: -ideas.count(idea))
    return [advice[idea] for idea in advised[:MOST]]
