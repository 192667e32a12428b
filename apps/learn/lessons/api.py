"""The API for lessons: the list, and one lesson with its steps."""

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.response import Response

import mind
from accounts.api.base import View
from common import refusals
from common.api.documented import endpoint
from common.api.shapes import Shape
from rulebook.lessons import answers, course, happenings, ideas, scene
from rulebook.lessons.answers import Answer
from rulebook.lessons.course import Step
from rulebook.lessons.learnt import learnt
from rulebook.lessons.prepared import LESSONS, Lesson, by_game, games_of


class LessonLine(Shape):
    variant = serializers.CharField(source="key", help_text="The variant that the lesson plays.")
    seats = serializers.IntegerField()
    also = serializers.ListField(
        child=serializers.CharField(),
        help_text="New variants without a lesson of their own: this one is most like them.",
    )
    moves = serializers.IntegerField(help_text="How many moves you make.")

    def also_of(self, lesson: Lesson) -> list[str]:
        return games_of(lesson)

    def moves_of(self, lesson: Lesson) -> int:
        return len(course.steps(lesson.key)) - 1


class Lessons(Shape):
    lessons = LessonLine(many=True)


class Said(Shape):
    tried = serializers.CharField(help_text="A tile of the hand; in Sausage a move.")
    right = serializers.BooleanField()
    legal = serializers.BooleanField(help_text="Whether it can be played, or is one of several `places`.")
    sentences = serializers.ListField(child=serializers.CharField())
    places = serializers.ListField(child=serializers.CharField(), help_text="The moves you can then choose from.")


class LessonStep(Shape):
    number = serializers.IntegerField()
    view = serializers.DictField(help_text="The `round` of a game's view, seen from seat 0.")
    happened = serializers.ListField(
        child=serializers.CharField(), help_text="What happened since the last step, in sentences."
    )
    asked = serializers.ListField(child=serializers.CharField(), help_text="What to look for, in sentences.")
    move = serializers.CharField(allow_null=True, help_text="The move to make here; null if the round has ended.")
    idea = serializers.ChoiceField(
        choices=[str(idea) for idea in ideas.Idea],
        allow_null=True,
        help_text="Why this move is good; null if others are as good.",
    )
    answers = Said(many=True, help_text="The answer to each possible try: tiles, then the moves they can make.")


class LessonAnswer(LessonLine):
    steps = LessonStep(many=True)
    learnt = serializers.ListField(child=serializers.CharField())

    def learnt_of(self, lesson: Lesson) -> list[str]:
        return learnt(lesson, course.steps(lesson.key)[0].position.rules)

    def steps_of(self, lesson: Lesson) -> list[dict[str, object]]:
        return [_step(step) for step in course.steps(lesson.key)]


class AllLessons(View):
    @endpoint("lessons_list", "List the lessons", Lessons)
    def get(self) -> Response:
        """A guided first round of each game."""
        return Response(Lessons({"lessons": LESSONS}).data)


class OneLesson(View):
    @endpoint("lessons_one", "Get the lesson for a variant", LessonAnswer, 404)
    def get(self, variant: str) -> Response:
        """Includes all steps. We don't store your progress."""
        if (lesson := by_game().get(variant)) is None:
            raise refusals.NotFound("unknown_variant", _("This game isn’t in our catalogue."))
        return Response(LessonAnswer(lesson).data)


def _step(step: Step) -> dict[str, object]:
    return {
        "number": step.number,
        "view": mind.to_json(scene.view(step)),
        "happened": happenings.happenings(step),
        "asked": answers.question(step),
        "move": None if step.move is None else str(step.move),
        "idea": None if step.move is None else ideas.idea_of(step),
        "answers": [_said(tried, answers.answer(step, tried)) for tried in _tries(step)],
    }


def _tries(step: Step) -> list[str]:
    offered = [tried for tried, _words in (*answers.choices(step), *answers.others(step))]
    moves = () if step.move is None else map(str, course.placings(step.position))
    return list(dict.fromkeys([*offered, *moves]))


def _said(tried: str, answer: Answer | None) -> dict[str, object]:
    assert answer is not None
    places = [move for move, _words in answer.places]
    said = [*answer.sentences, *answer.judged]
    legal = answer.right or answer.made is not None or bool(places)
    return {"tried": tried, "right": answer.right, "legal": legal, "sentences": said, "places": places}
