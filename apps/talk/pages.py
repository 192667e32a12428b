"""Chat, reactions and notes beside the board. Without scripts, chat and notes are pages of their own."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import finding
from accounts.models import User
from accounts.readers import Reader
from common import refusals
from common.database import mere_note
from games import queries as games
from games import seat_links
from games.models import Game
from games.pages.replies import panel
from games.queries import find_game
from talk import actions, queries, reactions, rooms
from talk import at_felt as corners
from talk.models import LONGEST_MESSAGE, LONGEST_NOTE, Message


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def talk(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the chat; POST sends a message."""
    game = find_game(public_id)
    if request.method != "POST":
        return _talk(request, game)
    sent = {name: request.POST.get(name, "") for name in ("text", "greeting", "room")}
    try:
        author = _somebody(seat_links.reader(request, public_id))
        if sent["greeting"]:
            actions.say(game=game, author=author, now=timezone.now(), greeting=sent["greeting"], room=sent["room"])
        else:
            actions.say(game=game, author=author, now=timezone.now(), text=sent["text"], room=sent["room"])
    except refusals.Refused as refused:
        return _talk(request, game, refused=refused.counted(), draft=sent["text"], room=sent["room"])
    draft = sent["text"] if sent["greeting"] else ""  # a greeting doesn't clear the half-typed message
    return _talk(request, game, draft=draft, room=sent["room"]) if _inside(request) else redirect("talk", public_id)


def _somebody(reader: Reader) -> User:
    if not isinstance(reader, User):
        raise refusals.Forbidden("account_needed", "")
    return reader


def _inside(request: HttpRequest) -> bool:
    return "X-Panel" in request.headers


def _talk(
    request: HttpRequest, game: Game, *, refused: refusals.Refused | None = None, draft: str = "", room: str = ""
) -> HttpResponse:
    reader = seat_links.reader(request, game.public_id)
    conversation = queries.talk(game, reader, request.GET.get("before", ""))
    if isinstance(reader, User) and conversation.messages and not conversation.muted and conversation.page.first:
        with mere_note():
            actions.mark_read(game=game, reader=reader, newest=conversation.newest, now=timezone.now())
    speak = rooms.speakable(game, reader)
    page: dict[str, object] = {
        "game": game,
        "reader": reader,
        "talk": conversation,
        "seated": games.seat_of(game, reader) is not None,
        "readable": rooms.readable(game, reader),
        "speakable": speak,
        "room": room or (speak[0] if speak else ""),
        "greetings": Message.Greeting.choices,
        "longest": LONGEST_MESSAGE,
        "draft": draft,
        "refused": refused,
    }
    return panel(request, "talk/talk.html", page, status=refused.status if refused else 200)


@require_POST
@login_required
def mute(request: HttpRequest, public_id: str) -> HttpResponse:
    """Mute or unmute this game's chat."""
    game = find_game(public_id)
    actions.mute(game=game, reader=_somebody(request.user), muted=request.POST.get("muted") == "1")
    return _talk(request, game) if _inside(request) else redirect("talk", public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def at_felt(request: HttpRequest, public_id: str) -> HttpResponse:
    """The corner of the felt, with the last message and the reactions; POST reacts. A part of the game's page."""
    game = find_game(public_id)
    reader, now = seat_links.reader(request, public_id), timezone.now()
    refused = None
    if request.method == "POST":
        try:
            reactions.send(game=game, player=_somebody(reader), sign=request.POST.get("sign", ""), now=now)
        except refusals.Refused as refusal:
            refused = refusal.counted()
    if not _inside(request):
        return redirect("table", public_id)
    corner = corners.fetched(game, reader, now, refused)
    return panel(request, "talk/_at_felt.html", {"corner": corner}, status=refused.status if refused else 200)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def game_note(request: HttpRequest, public_id: str) -> HttpResponse:
    """The reader's note about a game."""
    return _note(request, game=find_game(public_id))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def person_note(request: HttpRequest, username: str) -> HttpResponse:
    """The reader's note about a person."""
    return _note(request, person=finding.account(username))


def _note(request: HttpRequest, *, game: Game | None = None, person: User | None = None) -> HttpResponse:
    author, text = _somebody(request.user), request.POST.get("text", "")
    context: dict[str, object] = {"game": game, "person": person, "longest": LONGEST_NOTE}
    if request.method != "POST":
        return panel(request, "talk/note.html", {**context, "text": queries.my_note(author, game=game, person=person)})
    try:
        text = actions.write_note(author=author, text=text, now=timezone.now(), game=game, person=person)
    except refusals.Refused as refused:
        return panel(request, "talk/note.html", {**context, "text": text, "refused": refused.counted()}, status=400)
    return panel(request, "talk/note.html", {**context, "text": text, "saved": True})
