"""Lessons: a guided first round of each game. Nothing is stored; the address has the step."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.models import User
from rulebook import choices
from rulebook.lessons import answers, course, happenings, learnt, scene
from rulebook.lessons.prepared import by_game
from rulebook.people import all_of


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All lessons, by the places of their games."""
    return render(request, "learn/lessons.html", {"first": "draw"})


@require_safe
def lesson(request: HttpRequest, variant: str) -> HttpResponse:
    """A step of the lesson for that game, `?step=`; `?try=`: a tile or move the reader tries."""
    if (of_game := by_game().get(variant)) is None:
        raise Http404
    steps = course.steps(of_game.key)
    step = {str(each.number): each for each in steps}.get(request.GET.get("step", ""), steps[0])
    tried = request.GET.get("try", "")
    answer = answers.answer(step, tried)
    if answer is not None and answer.right:
        return redirect(f"{reverse('lesson', args=[variant])}?step={step.number + 1}")
    seen = step if answer is None or answer.made is None else scene.after(step, answer.made)
    context: dict[str, object] = {
        "variant": variant,
        "played": of_game.key,
        "step": step,
        "last": steps[-1].number - 1,
        "happened": happenings.happenings(step),
        "asked": answers.question(step),
        "choices": answers.choices(seen),
        "others": answers.others(step),
        "answer": answer,
        "tried": tried,
        "marked": answers.marked(step, tried),
        "players": scene.players(seen),
        "picture": scene.picture(seen, answer.places if answer else ()),
        "table_in_words": scene.in_words(seen),
        "turned": scene.turned(step),
    }
    if step.move is not None:
        context["instead"] = all_of(course.tiles_of(step.move))
    else:
        own = step.position.rules if variant == of_game.key else choices.catalogue()[variant].ruleset
        context |= {
            "sides": scene.sides(step),
            "counted": learnt.scored(step.position.rules),
            "learnt": learnt.learnt(of_game, own),
            "auction": learnt.auction(own),
            "level": User.Level.BEGINNER,
        }
    return render(request, "learn/lesson.html", context)
