"""The buttons for friends and blocks on profiles and lists."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import finding
from accounts.login.admission import for_accounts
from accounts.readers import current_user
from common import limits
from common.answers.attempts import attempt
from people import actions, queries


@require_POST
@for_accounts
def friend(request: HttpRequest, username: str) -> HttpResponse:
    """Send or accept a friend request. With `do=remove`, end a friendship, or decline or withdraw a request."""
    if request.POST.get("do") == "remove":
        actions.remove_friend(user=current_user(request), person=finding.anybody(username))
        return back(request, "person", username)
    person = finding.account(username)
    with attempt(request):
        limits.check("friend", request)
        actions.ask_friend(user=current_user(request), person=person, now=timezone.now())
        if queries.bond(request.user, person) == "friends":
            messages.success(request, _("You and %(name)s are friends now.") % {"name": person.name})
        else:
            messages.success(request, _("Friend request sent to %(name)s.") % {"name": person.name})
    return back(request, "person", username)


@require_POST
def block(request: HttpRequest, username: str) -> HttpResponse:
    """Block, or unblock with `do=unblock`. Guests can block and be blocked, too."""
    if not request.user.is_authenticated:
        return redirect("account_login")
    person = finding.anybody(username)
    if person == request.user:
        raise Http404
    if request.POST.get("do") == "unblock":
        actions.unblock(user=current_user(request), person=person)
        messages.success(request, _("You unblocked %(name)s.") % {"name": person.name})
        return back(request, "people")
    with attempt(request):
        actions.block(user=current_user(request), person=person, now=timezone.now())
        sentence = _("You blocked %(name)s. They aren’t notified. Games in progress go on.")
        messages.success(request, sentence % {"name": person.name})
    return back(request, "people")


def back(request: HttpRequest, otherwise: str, *arguments: str) -> HttpResponse:
    """Redirect to the page in the form's `next` if it is on this site, or else to *otherwise*."""
    there = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(there, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        return redirect(there)
    return redirect(otherwise, *arguments)
