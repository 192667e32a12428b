"""Pages to change the rules of a game, and saved rules."""

from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

import rulebook
import rules
from accounts import database, guests, names
from accounts.models import User
from common.database import tried_again
from common.numbers import whole
from common.refusals import Forbidden
from games import queries
from games.pages import computer_seats
from games.pages.first_choice import DEFAULTS
from games.pages.forms import LONGEST_NAME
from games.pages.house_rules.forms import PlayForm, SaveForm
from games.pages.offers import set_table
from rulebook import clock_form
from rulebook.house import editor_page
from rulebook.house.editor import Editor
from rulebook.models import SavedRules

MOST_SAVED = 100  # by one person
CARRIED = (
    "clock",
    "pauses",
    "lasts",
    "misses",
    "misses_most",
    "visibility",
    "rated",
)  # passed on from the new-game page


@never_cache
def house_rules(request: HttpRequest) -> HttpResponse:
    """The player's saved rules, and the games to start from."""
    return render(request, "house_rules/house_rules.html", {"mine": mine(request)})


def mine(request: HttpRequest) -> QuerySet[SavedRules]:
    """The reader's saved rules, newest first."""
    user = request.user
    return SavedRules.objects.filter(owner=user) if isinstance(user, User) else SavedRules.objects.none()


@never_cache
def change_rules(request: HttpRequest, variant: str) -> HttpResponse:
    """The editor for the rules of a game, option by option, to play by them or to save them.

    The page itself also posts here, to check the options and show their effects (`do=look`).
    """
    game = rules.VARIANTS.get(variant)
    if game is None:
        raise Http404(_("This game isn’t in our catalogue."))
    post = request.POST
    if request.method != "POST":
        editor = _begun(request, game)
        return _editor_page(request, editor, *_forms(request))
    editor = Editor.sent(game, _seats(game, post.get("seats", "")), post, reset=post.get("reset", ""))
    do = post.get("do", "look")
    play, save = _forms(request, do if not post.get("reset") else "look")
    answer = None
    if play.is_bound and play.is_valid() and editor.ruleset:
        answer = set_table(request, play, variant=editor.variant.key, options=editor.options, seats=editor.seats)
    elif save.is_bound and save.is_valid() and editor.ruleset:
        answer = _saved(request, save, editor)
    return answer or _editor_page(request, editor, play, save)


def _seats(game: rules.Variant, text: str) -> int:
    return {str(n): n for n in game.seats}.get(text, game.seats[0])


def _begun(request: HttpRequest, game: rules.Variant) -> Editor:
    """The editor as it opens: with a preset, saved rules (`?copy=`), or the rules of a game (`?game=`)."""
    asked = request.GET
    if copied := _address(asked.get("copy", "")):
        saved = get_object_or_404(SavedRules, public_id=copied, variant=game.key)
        return Editor.of(game, saved.seats, saved.options)
    if public_id := _address(asked.get("game", "")):
        played = queries.find_game(public_id)
        if played.variant == game.key:
            return Editor.of(game, played.seats_number, played.options)
    wished: dict[str, object] = {name: asked[name] for name in ("end", "opening") if name in asked}
    wished |= {name: number for name in ("set", "hand") if (number := whole(asked.get(name, ""), most=999)) is not None}
    return Editor.of(
        game,
        _seats(game, asked.get("seats") or asked.get("players", "")),
        wished | ({"pairs": True} if "pairs" in asked else {}),
    )


def _address(text: str) -> str:
    """The id of rules or of a game, or “” if it isn't valid. (PostgreSQL can't search for a NUL.)"""
    return text if text.isascii() and text.isalnum() else ""


def _forms(request: HttpRequest, do: str = "look") -> tuple[PlayForm, SaveForm]:
    """Both forms with their values. Only the one that was sent is validated."""
    typed = request.POST
    initial = DEFAULTS | {"name": guests.suggested_name(request)}
    initial |= {name: request.GET[name] for name in CARRIED if name in request.GET}
    initial |= computer_seats.carried(request.GET)
    if request.method == "POST":
        initial |= {name: typed[name] for name in (*CARRIED, "name") if name in typed}
        initial |= clock_form.carried(typed) | computer_seats.carried(typed)
    ask_name = guests.needs_name(request)
    play = PlayForm(typed if do == "play" else None, initial=initial, ask_name=ask_name)
    save = SaveForm(typed if do == "save" else None, initial={"title": typed.get("title", "")})
    return play, save


def _editor_page(request: HttpRequest, editor: Editor, play: PlayForm, save: SaveForm) -> HttpResponse:
    sent = play.is_bound or save.is_bound
    page = {
        "editor": editor,
        "emblem": rulebook.emblem(editor.variant.key),
        "rows": editor_page.groups(editor),
        "play": play,
        "save": save,
        "told": editor_page.rules_text(editor.ruleset) if editor.ruleset else None,
    }
    whole = "X-Live" not in request.headers  # the page requests only its middle part
    template = "house_rules/change.html" if whole else "house_rules/_editor.html"
    return render(request, template, page, status=422 if sent else 200)


@tried_again
def _saved(request: HttpRequest, form: SaveForm, editor: Editor) -> HttpResponse | None:
    name = names.tidy(request.POST.get("name", ""))[:LONGEST_NAME]
    try:
        names.check_nickname(name)
        player = guests.player(request, name or None)
    except (names.NotPossible, Forbidden) as refused:
        form.add_error(None, str(refused))
        return None
    with transaction.atomic():
        database.hold(player)
        if SavedRules.objects.filter(owner=player).count() >= MOST_SAVED:
            form.add_error(None, _("You’ve reached the limit for saved rules. Delete some first."))
            return None
        saved = SavedRules.objects.create(
            owner=player,
            name=form.cleaned_data["title"],
            variant=editor.variant.key,
            seats=editor.seats,
            options=editor.options,
        )
    messages.success(request, _("Saved. To share these rules, copy this page’s address."))
    return redirect(saved)


@never_cache
def saved_rules(request: HttpRequest, public_id: str) -> HttpResponse:
    """Saved rules, for everyone with the link: the rules, their author, and a form to create a game."""
    saved = find_rules(public_id)
    ask_name = guests.needs_name(request)
    possible = saved.possible_seats
    initial = DEFAULTS | {"name": guests.suggested_name(request), "seats": str(saved.seats)}
    initial |= {name: request.GET[name] for name in (*CARRIED, "seats") if name in request.GET}
    initial |= computer_seats.carried(request.GET)
    form = PlayForm(request.POST or None, initial=initial, ask_name=ask_name, possible_seats=possible)
    if request.method == "POST" and form.is_valid():
        seats = form.cleaned_data["seats"]
        there = set_table(request, form, variant=saved.variant, options=saved.options, seats=seats)
        if there is not None:
            return there
    return _saved_page(request, saved, form, SaveForm(initial={"title": saved.name}))


def _saved_page(request: HttpRequest, saved: SavedRules, play: PlayForm, rename: SaveForm) -> HttpResponse:
    page = {
        "saved": saved,
        "mine": saved.owner == request.user,
        "emblem": rulebook.emblem(saved.variant),
        "told": editor_page.rules_text(saved.ruleset) if saved.seats in saved.possible_seats else None,
        "play": play,
        "rename": rename,
        "link": settings.SITE_URL + saved.get_absolute_url(),
    }
    return render(request, "house_rules/saved_rules.html", page, status=422 if play.errors or rename.errors else 200)


def find_rules(public_id: str) -> SavedRules:
    saved = SavedRules.objects.select_related("owner").filter(public_id=public_id).first()
    if saved is None:
        raise Http404(_("These rules don’t exist, or they have been deleted."))
    return saved


def _my_own(request: HttpRequest, public_id: str) -> SavedRules:
    """The reader's saved rules. Raises 404 for rules of other players."""
    saved = find_rules(public_id)
    if saved.owner != request.user:
        raise Http404(_("Only the player who saved these rules can rename or delete them."))
    return saved


@require_POST
def rename_rules(request: HttpRequest, public_id: str) -> HttpResponse:
    saved = _my_own(request, public_id)
    form = SaveForm(request.POST)
    if not form.is_valid():
        ask_name = guests.needs_name(request)
        initial = DEFAULTS | {"name": guests.suggested_name(request), "seats": str(saved.seats)}
        play = PlayForm(initial=initial, ask_name=ask_name, possible_seats=saved.possible_seats)
        return _saved_page(request, saved, play, form)
    saved.name = form.cleaned_data["title"]
    saved.save(update_fields=["name"])
    messages.success(request, _("Saved."))
    return redirect(saved)


@require_POST
def delete_rules(request: HttpRequest, public_id: str) -> HttpResponse:
    saved = _my_own(request, public_id)
    saved.delete()
    gone = _("“%(name)s” is deleted. Games that use these rules continue unchanged.")
    messages.success(request, gone % {"name": saved.name})
    return redirect("house_rules")
