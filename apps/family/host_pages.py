"""Pages of the host: a new family table, and changes to it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import guests
from accounts.links import as_a_key
from accounts.models import User
from accounts.names import NotPossible
from accounts.readers import current_user
from common import limits
from common.answers.attempts import attempt
from common.refusals import Forbidden
from family import actions, hosting, queries
from family.forms import NameForm, NewForm, TermsForm
from family.link_pages import private_address
from family.models import Family, Member
from family.pages import chosen

FORM = ("title", "names", "variant", "pairs", "length", "clock")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_family(request: HttpRequest) -> HttpResponse:
    """Make a table. Its host has the first name, as a guest if they have no account."""
    user = request.user
    own = user.name if isinstance(user, User) and not guests.has_suggested_name(user) else ""
    form = NewForm(request.POST or None, initial={"names": own})
    if request.method == "POST" and form.is_valid():
        with attempt(request, form):
            limits.check("new_game", request)
            names = form.cleaned_data["names"]
            hosting.must_differ(names)
            host = guests.player(request, None if own else names[0])
            if host.is_guest and host.guest_key is None:
                guests.make_link(host)
            return redirect(hosting.create(host=host, names=names, now=timezone.now(), **form.terms))
    context = {"form": form, "mine": list(queries.of_person(request.user))}
    return render(request, "family/new.html", context, status=422 if form.is_bound else 200)


def _hosted(request: HttpRequest, family: str) -> Family:
    """The family, for its host. A browser that came by the host's private link may be somebody else's."""
    found = queries.find(family)
    if found.host_id != request.user.pk:
        raise Forbidden("not_host", _("Only the host can change this table."))
    if guests.came_by_link(request):
        raise Forbidden("came_by_link", _("You can do this only in the browser where you started playing."))
    return found


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def host(request: HttpRequest, family: str) -> HttpResponse:
    """What is played, more names, another link, the end of the table."""
    table = None
    with attempt(request):
        table = _hosted(request, family)
    if table is None:
        return redirect("family", family)
    if request.POST.get("do") in {"renew", "delete"}:
        return _renew_or_delete(request, table)
    stored = {name: getattr(table, name) for name in FORM if name != "names"}
    form = TermsForm(request.POST or None, initial=stored)
    if request.method == "POST" and form.is_valid():
        with attempt(request, form):
            limits.check("invite", request)
            names = form.cleaned_data["names"]
            hosting.change(family=table, by=current_user(request), now=timezone.now(), names=names, **form.terms)
            return redirect(table)
    members = table.members.filter(left=False).select_related("person")
    helped = queries.known_only_here(table)
    context = {"form": form, "family": table, "members": members, "helped": helped}
    return as_a_key(render(request, "family/host.html", context, status=422 if form.is_bound else 200))


def _renew_or_delete(request: HttpRequest, table: Family) -> HttpResponse:
    with attempt(request):
        limits.check("invite", request)
        if request.POST["do"] == "renew":
            renewed = hosting.renew_link(family=table)
            messages.success(request, _("This is the new link. The old one no longer works."))
            return redirect(renewed)
        hosting.delete(family=table)
        messages.success(request, _("The table was deleted."))
        return redirect("new_family")
    return redirect("host_family", table.key)


@require_POST
def change_name(request: HttpRequest, family: str, pk: int) -> HttpResponse:
    """Rename, free or remove a name, or make its person a new private link, which the answer shows once."""
    with attempt(request):
        table, now = _hosted(request, family), timezone.now()
        limits.check("invite", request)
        member, do = chosen(table, str(pk)), request.POST.get("do", "")
        if do == "free":
            actions.free_name(member=member)
        elif do == "remove":
            hosting.remove(member=member)
        elif do == "link":
            link = private_address(hosting.make_link(member=member, now=now))
            page = render(request, "family/new_link.html", {"family": table, "member": member, "link": link})
            page.headers["Cache-Control"] = "private, no-store"
            return as_a_key(page)
        else:
            _rename(request, member)
    return redirect("host_family", family)


def _rename(request: HttpRequest, member: Member) -> None:
    form = NameForm(request.POST)
    if not form.is_valid():
        messages.error(request, str(next(iter(form.errors["name"]))))
        return
    try:
        hosting.rename(member=member, name=form.cleaned_data["name"], by=current_user(request), now=timezone.now())
    except NotPossible as refused:
        messages.error(request, str(refused))
