"""Lessons: a guided first round for each family of games. Nothing is stored; the address has the step."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

import rulebook
from accounts.models import User
from rulebook import choices, score
from rulebook.lessons import answers, course, happenings, scene
from rulebook.lessons.prepared import LESSONS, Lesson, by_game, games_of
from rulebook.names import game_name


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All lessons, each with the games of its family."""
    return render(request, "learn/lessons.html", {"lessons": [_entry(lesson) for lesson in LESSONS]})


def _entry(lesson: Lesson) -> dict[str, object]:
    return {
        "key": lesson.key,
        "name": game_name(lesson.key),
        "line": rulebook.one_line(lesson.key),
        "emblem": rulebook.emblem(lesson.key),
        "also": [(key, game_name(key)) for key in games_of(lesson)],
    }


@require_safe
def lesson(request: HttpRequest, variant: str) -> HttpResponse:
    """A step of the lesson for that game, `?step=`; `?try=`: a tile or move the reader tries."""
    if (found := by_game().get(variant)) is None:
        raise Http404
    steps = course.steps(found.key)
    step = {str(each.number): each for each in steps}.get(request.GET.get("step", ""), steps[0])
    tried = request.GET.get("try", "")
    answer = answers.answer(step, tried)
    if answer is not None and answer.right:
        return redirect(f"{reverse('lesson', args=[variant])}?step={step.number + 1}")
    shown: dict[str, object] = {
        "variant": variant,
        "played": found.key,
        "step": step,
        "last": steps[-1].number - 1,
        "happened": happenings.happenings(step),
        "asked": answers.question(step),
        "choices": answers.choices(step),
        "answer": answer,
        "tried": tried,
        "marked": answers.marked(step, tried),
        "players": scene.players(step),
        "picture": scene.picture(step, answer.places if answer else ()),
        "table_in_words": scene.in_words(step),
        "turned": scene.turned(step),
    }
    if step.move is None:
        game = choices.catalogue()[variant]
        shown |= {
            "sides": scene.sides(step),
            "counted": list(score.scoring(step.position.rules)),
            "learnt": found.learnt,
            "three": rulebook.three_sentences(game.ruleset),
            "level": User.Level.BEGINNER,
        }
    return render(request, "learn/lesson.html", shown)
