"""The reader's friends, friend requests, blocked people and profile settings."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.readers import current_user
from common.lists.paging import page
from people import actions, queries
from people.forms import ProfileForm
from people.models import Block

A_PAGE = 50
MOST_WAITING = 50  # requests shown in each direction


@never_cache
def my_people(request: HttpRequest) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect("account_login")
    user = current_user(request)
    profile = queries.profile(user)
    initial = {name: getattr(profile, name) for name in ProfileForm.base_fields}
    form = ProfileForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid() and not user.is_guest:
        actions.save_profile(user=user, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("people")
    context = {"form": form, **_friends(request), **_blocked(request)}
    return render(request, "people/people.html", context, status=422 if form.is_bound else 200)


def _friends(request: HttpRequest) -> dict[str, object]:
    user = current_user(request)
    friends = page(queries.friendships(user), request.GET.get("friends_after", ""), A_PAGE)
    people = [row.asked if row.asker_id == user.pk else row.asker for row in friends.rows]
    together = queries.games_together(user, [person.pk for person in people]) if people else {}
    return {
        "asking": list(queries.requests_to(user)[:MOST_WAITING]),
        "asked": list(queries.requests_by(user)[:MOST_WAITING]),
        "friends": friends.of(lambda _rows: [{"person": each, "games": together.get(each.pk, 0)} for each in people]),
    }


def _blocked(request: HttpRequest) -> dict[str, object]:
    rows = Block.objects.filter(by=current_user(request)).select_related("whom").order_by("-pk")
    return {"blocked": page(rows, request.GET.get("blocked_after", ""), A_PAGE)}
