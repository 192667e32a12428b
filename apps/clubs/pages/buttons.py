"""The buttons of clubs: each does something, says so, and comes back."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import finding, guests
from accounts.models import User
from accounts.readers import current_user
from clubs import actions, shown
from clubs.models import Membership
from clubs.pages.forms import JoinForm
from clubs.pages.reading import overview
from common.answers.attempts import attempt
from common.refusals import NotFound, Unreadable
from people.naming import by_name

Act = Callable[[HttpRequest, str, User], str]


def _button(act: Act, back: str = "club") -> Callable[[HttpRequest, str], HttpResponse]:
    """*act* returns what it has done. Afterwards we show the page *back*."""

    @require_POST
    def answer(request: HttpRequest, club: str) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect("club", club)
        with attempt(request):
            messages.success(request, act(request, club, current_user(request)))
        return redirect(back) if back == "clubs" else redirect(back, club)

    return answer


@require_POST
def join(request: HttpRequest, club: str) -> HttpResponse:
    """Join; people without an account only with the link."""
    link = request.POST.get("link", "")
    if not request.user.is_authenticated and not link:
        return redirect("club", club)
    here, form = shown.seen(club, request.user), None
    if guests.needs_name(request):
        form = JoinForm(request.POST)
        if not form.is_valid():
            return overview(request, here, form=form, link=link)
    with attempt(request, form):
        actions.must_be_the_link(here.club, link)
        player = guests.player(request, form.cleaned_data["name"] if form else None, by_link=bool(link))
        actions.join(public_id=club, player=player, link=link, now=timezone.now())
        messages.success(request, _("Welcome! You’re in the club."))
        return redirect("club", club)
    return redirect("club", club) if form is None else overview(request, here, form=form, link=link)


def _ask(_request: HttpRequest, club: str, player: User) -> str:
    actions.ask(public_id=club, player=player, now=timezone.now())
    return _("We passed your request on. The organisers decide.")


def _withdraw(_request: HttpRequest, club: str, player: User) -> str:
    actions.withdraw(public_id=club, player=player, now=timezone.now())
    return _("Your request is withdrawn.")


def _decline(_request: HttpRequest, club: str, player: User) -> str:
    actions.decline_invitation(public_id=club, player=player, now=timezone.now())
    return _("You declined the invitation.")


def _leave(_request: HttpRequest, club: str, player: User) -> str:
    actions.leave(public_id=club, player=player, now=timezone.now())
    return _("You have left the club.")


def _renew_link(_request: HttpRequest, club: str, player: User) -> str:
    actions.renew_link(public_id=club, by=player)
    return _("The club has a new link. The old one doesn’t work any more.")


def _rename(request: HttpRequest, club: str, player: User) -> str:
    actions.rename(public_id=club, by=player, name=request.POST.get("name", ""), now=timezone.now())
    return _("The club has a new name.")


def _invite(request: HttpRequest, club: str, player: User) -> str:
    typed = request.POST.get("name", "").replace("\0", "").strip()
    try:
        person = by_name(typed)
    except NotFound as nobody:
        raise Unreadable(nobody.code, nobody.message) from None
    actions.invite(public_id=club, by=player, player=person, now=timezone.now())
    return _("You invited %(name)s.") % {"name": person.name}


def _answer(request: HttpRequest, club: str, player: User) -> str:
    person = finding.anybody(request.POST.get("player", ""))
    if request.POST.get("do") == "accept":
        actions.accept(public_id=club, by=player, player=person, now=timezone.now())
        return _("%(name)s is in the club now.") % {"name": person.name}
    actions.decline(public_id=club, by=player, player=person, now=timezone.now())
    return _("You declined the request of %(name)s. They can ask again in a month.") % {"name": person.name}


def _member(request: HttpRequest, club: str, player: User) -> str:
    """Change what a member is (`do`: a role), hand over to them (`owner`), or remove them (`remove`)."""
    person, do, now = finding.anybody(request.POST.get("player", "")), request.POST.get("do", ""), timezone.now()
    if do == "remove":
        actions.remove(public_id=club, by=player, player=person, now=now)
        return _("%(name)s isn’t in the club any more. The invitation link has changed.") % {"name": person.name}
    actions.set_any_role(public_id=club, by=player, player=person, role=do, now=now)
    return {
        Membership.Role.OWNER.value: _("%(name)s owns the club now."),
        Membership.Role.ORGANISER.value: _("%(name)s is an organiser now."),
    }.get(do, _("%(name)s isn’t an organiser any more.")) % {"name": person.name}


ask, withdraw, decline, leave = _button(_ask), _button(_withdraw), _button(_decline, "clubs"), _button(_leave, "clubs")
renew_link, invite = _button(_renew_link, "club_requests"), _button(_invite, "club_requests")
rename, answer, member = (
    _button(_rename, "club_settings"),
    _button(_answer, "club_requests"),
    _button(_member, "club_members"),
)
