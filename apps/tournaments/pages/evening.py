"""The pages of an evening: the form that creates one, what everybody's phone asks, and the code of its link."""

from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.login.admission import for_accounts
from accounts.readers import current_user
from accounts.rest import zone_named
from common import limits
from common.answers.attempts import attempt
from common.paths import path_of
from common.refusals import NotFound, Refused, Unreadable
from games.pages.replies import qr_code
from games.queries import variants_played
from tournaments import audience, plans, queries
from tournaments.life import beginning, making
from tournaments.pages import evening_now
from tournaments.pages.evening_form import Evening, EveningForm, same_again

ZONE = "time_zone"  # the cookie that static/js/app/time_zone.js sets


@never_cache
@for_accounts
def new(request: HttpRequest) -> HttpResponse:
    """The form that creates an evening. People who can't create one see why instead."""
    if request.method != "POST":
        form = _form(request, None)
        page = {"form": form, "takes": _takes(form), "why": _why_not(request, form)}
        return render(request, "tournaments/new_evening.html", page)
    form = _form(request, request.POST)
    if (asked := _evening(form)) is not None:
        with attempt(request, form):
            limits.check("find", request)
            maker, now = current_user(request), timezone.now()
            return redirect(making.make(maker=maker, tournament=asked.tournament, now=now))
    return render(request, "tournaments/new_evening.html", {"form": form, "takes": ""}, status=422)


@require_safe
def takes(request: HttpRequest) -> HttpResponse:
    """What the evening of the form would be, or why it can't be created. Called after each change of the form."""
    form = _form(request, request.GET, with_games=False)
    return HttpResponse(_takes(form), content_type="text/plain; charset=utf-8")


def _form(request: HttpRequest, sent: QueryDict | None, *, with_games: bool = True) -> EveningForm:
    """The reader’s zone: as they have chosen it, else as their browser says."""
    user = current_user(request) if request.user.is_authenticated else None
    asked = (sent or QueryDict()).get("zone", "") or request.COOKIES.get(ZONE, "")
    now = timezone.localtime(timezone.now(), zone_named((user.time_zone if user else "") or asked))
    games = variants_played(user) if user is not None and with_games else []
    clubs = audience.clubs_of(user) if user is not None else []
    return EveningForm(sent, now, games, _first_values(request), clubs)


def _first_values(request: HttpRequest) -> dict[str, str]:
    """Those of another evening (`?again=`), or a game that a link names."""
    values = {"variant": request.GET["variant"]} if "variant" in request.GET else {}
    values |= {"entering": request.GET["club"]} if "club" in request.GET else {}
    if again := request.GET.get("again", ""):
        try:
            evening = queries.find(again[:16])
        except NotFound:
            return values
        return same_again(evening) if evening.is_evening else values
    return values


def _evening(form: EveningForm) -> Evening | None:
    """The evening that a form asks for. All that is wrong with it stands beside the fields afterwards."""
    if form.is_bound and not form.is_valid():
        return None
    try:
        made = form.wish.tournament(form.now)
        refused: Unreadable | None = next(iter(plans.refusals_of_makers(made, form.now)), None)
    except Unreadable as unreadable:
        refused = unreadable
    if refused is None:
        return Evening(made, str(form.now.tzinfo))
    if form.is_bound:
        field = getattr(refused, "field", None)
        form.add_error(field if field in form.fields else "variant", refused.message)
    return None


def _takes(form: EveningForm) -> str:
    if (asked := _evening(form)) is not None:
        return asked.in_brief()
    return " ".join(str(each) for errors in form.errors.values() for each in errors)


def _why_not(request: HttpRequest, form: EveningForm) -> Refused | None:
    """Why the reader can't create an evening now."""
    try:
        making.may_make(current_user(request), timezone.now(), form.wish.tournament(form.now))
    except Refused as refused:
        return refused
    return None


# ---- While it runs -------------------------------------------------------------------------------


@require_POST
def start(request: HttpRequest, tournament: str) -> HttpResponse:
    """Its maker doesn’t wait for the time."""
    if request.user.is_authenticated:
        with attempt(request):
            beginning.start_now(public_id=tournament, by=current_user(request), now=timezone.now())
            messages.success(request, _("The first games begin now."))
    return redirect("tournament", tournament)


@never_cache
@require_safe
def now(request: HttpRequest, tournament: str) -> HttpResponse:
    """What an open page asks every few seconds: where its reader has to go, and whether the page is out of date."""
    there = queries.find(tournament)
    member = queries.member_of(there, request.user)
    where = evening_now.where(there, member, timezone.now(), named=False)
    return JsonResponse({"go": where.path, "edition": evening_now.edition(there, member, where)})


@require_safe
def qr(_request: HttpRequest, tournament: str) -> HttpResponse:
    """A picture of the link, for cameras. Who has the address has the link."""
    return qr_code(settings.SITE_URL + queries.find(tournament).get_absolute_url())


@never_cache
@require_safe
def screen(request: HttpRequest, tournament: str) -> HttpResponse:
    """The page for a projector: what everybody may see, without menus. Six queries, however many play."""
    there = queries.find(tournament)
    page = evening_now.on_screen(there)
    address = {"host": urlsplit(settings.SITE_URL).netloc, "path": path_of("tournament_short", there.public_id)}
    return render(request, "tournaments/screen.html", {"tournament": there, **address, **page})


@require_safe
def short(_request: HttpRequest, tournament: str) -> HttpResponse:
    """The short address, which people type from a screen."""
    return redirect("tournament", tournament)
