"""People and games of every kind in the database of the settings, for a dump (`tests.upgrade.make`).

Everything goes through the actions where one exists. Names are made up; there is no password, key or session in it.
"""

import os
import random
from concurrent.futures import Future
from datetime import timedelta
from typing import Any

import orjson
from allauth.account.models import EmailAddress
from django.apps import apps
from django.conf import settings
from django.utils import timezone

from accounts import registration, tokens
from accounts.models import Browser, User, Vacation, new_guest
from accounts.oauth import grants, registry
from accounts.sessions import SessionStore
from bots import actions as computers
from bots.minds import pool as minds
from clubs import actions as clubs
from clubs import board, matches
from clubs.match_wishes import NewMatch
from clubs.models import Club
from clubs.wishes import ClubTerms
from common import banner, queues
from common.processes.heartbeat import Heart
from dominoes_site import example_tournaments
from family import actions as family
from family import dealing, hosting
from games import actions, settling
from games.models import Game
from games.positions import memory
from games.settling import ends
from history import studies
from history.models import DumpTask
from ladders import challenging
from ladders.models import Ladder, Rung
from ladders.models import Trace as LadderTrace
from learn.analysis import actions as learning
from learn.models import Puzzle, PuzzleSource, StudiedDeal
from learn.puzzles import solving
from matching import actions as matching
from matching import programs, waiting
from matching.pools import Pace, Wanted
from mind.serving import answer
from moderation import actions as moderation
from moderation.models import Action, Report
from notices import actions as notices
from notices import destinations
from notices.models import Delivery, Device, Notice
from people import actions as people
from people.models import Announcement
from plans.actions import save_plan
from plans.fitting import Line, ends_for, hand
from plans.models import PlannedTurn
from rulebook.models import SavedRules
from sharing.models import Picture, WantedClip
from standings.years import sharing
from talk import actions as talk
from talk import letters, reactions
from talk.models import Message
from tests import queued
from tests.creating import create_game
from tests.live.seed import play
from tournaments.life import calendar
from tournaments.life.steps import steps
from tournaments.models import Absence, Departure, Member, TableOf, Tournament, Trace, Trophy

NOW = timezone.now()
DAY = timedelta(days=1)
CHANCE = random.Random(28)
# Our tables that stay empty, with the reason.
EMPTY = {
    "notices_serverkey": "a key that signs pushes belongs in nobody's repository; a server makes its own",
    "accounts_signingkey": "… and one that signs ID tokens",
}


def think(question: dict[str, Any], **_how: Any) -> "Future[bytes]":
    """Answers a mind's question in this process, at once."""
    said: Future[bytes] = Future()
    said.set_result(orjson.dumps(answer(orjson.loads(orjson.dumps(question)))))
    return said


def table(*players: User, variant: str, moves: int = 0, **wanted: Any) -> Game:
    """A game of these players after *moves* moves; settled if it has ended by then."""
    game = create_game(creator=players[0], variant=variant, seats=len(players), **wanted)
    for player in players[1:]:
        actions.join_game(public_id=game.public_id, player=player)
    play(game.public_id, moves, CHANCE)
    settling.settle(game.pk)
    return Game.objects.get(pk=game.pk)


def fill() -> None:
    ada, ben, cleo, dan = (
        User.objects.create_user(username=name.lower(), nickname=name, email=f"{name.lower()}@example.org")
        for name in ("Ada", "Ben", "Cleo", "Dan")
    )
    gus, host = new_guest("Gus"), User.objects.create_superuser(username="hoster", nickname="Hoster")
    persons(ada, ben, cleo)
    games(ada, ben, cleo, dan, gus)
    bonds(ada, ben, cleo, dan, host)
    learnt(ada, ben)
    told(ada, ben)
    sought(cleo, dan)
    competed(ada)
    climbed(ada, gus)
    at_home(ada, gus)
    in_a_club(ada, gus)
    hosted()
    Heart().beat()


def persons(ada: User, ben: User, cleo: User) -> None:
    EmailAddress.objects.create(user=ada, email=ada.email, verified=True, primary=True)
    Vacation.objects.create(user=cleo, starts=NOW + DAY, ends=NOW + 8 * DAY)
    tokens.make(user=ada, name="bot", scopes=["read", "play"], days=None, now=NOW)
    app, _no_secret = registry.register(owner=ben, name="Tiles", public=True, redirects=["https://app.example/"])
    grant = grants.give(user=ada, app=app, scopes=["read"], code="code", asked={}, now=NOW)
    grants.renew(grant, access_token="access", scopes=["read"], before="", place="192.0.2.0/24", now=NOW)
    session = SessionStore()
    session.create()
    Browser.objects.create(session_id=session.session_key, user=ben, name="old", since=NOW, last_used=NOW)
    people.save_profile(user=ada, about="Plays after supper.")
    SavedRules.objects.create(owner=ada, name="Sunday", variant="draw", seats=2, options={"end": "rounds:2"})


def games(ada: User, ben: User, cleo: User, dan: User, gus: User) -> None:
    forever = {"clock": "none", "turn_seconds": None}
    bank = {"clock": "bank", "turn_seconds": None, "bank_seconds": 86_400, "increment_seconds": 3_600}
    over = [
        table(ada, ben, variant="draw", options={"end": "rounds:1"}, moves=300, visibility="public"),
        table(ada, ben, variant="muggins", options={"end": "rounds:2"}, moves=300),
        table(ben, cleo, dan, variant="goat", options={"end": "rounds:1"}, moves=300),
        table(ada, ben, cleo, dan, variant="partnership", options={"end": "rounds:1"}, moves=300),
        table(gus, ada, variant="block", options={"end": "rounds:1"}, moves=300, **forever),
    ]
    assert {game.status for game in over} == {"finished"}
    again = actions.offer_rematch(public_id=over[0].public_id, player=ada)
    actions.join_game(public_id=again.public_id, player=ben)
    resigned = table(cleo, dan, variant="draw", moves=4)
    actions.resign_game(public_id=resigned.public_id, player=dan)
    settling.settle(resigned.pk)
    table(ada, ben, variant="brettspielnetz", options={"end": "rounds:40"}, moves=30, visibility="public", **forever)
    table(ada, cleo, variant="donkey", moves=7, lasts_seconds=365 * 86_400)
    table(ben, dan, variant="draw", moves=5, **bank, cap_seconds=172_800)
    resting = table(ben, cleo, variant="draw", moves=2, rated=False)
    asked = actions.ask(public_id=resting.public_id, player=ben, kind="pause", until=(NOW + 9 * DAY).date())
    actions.answer_ask(public_id=resting.public_id, player=cleo, ask_id=asked.pk, agree=True)
    table(ada, gus, variant="sausage", moves=6, **forever)
    while not PlannedTurn.objects.exists():  # the plan may not have been played yet, as it waits for a random time
        planned_turn(ada, ben, forever)
    general = table(ada, ben, cleo, dan, variant="general", **forever)
    deal = general.rounds.get().deal["hands"]
    winks = next(seat for seat, tiles in enumerate(deal) if "0-0" in tiles)
    actions.play_move(public_id=general.public_id, seat=winks, text="wink", version=general.version)
    for game in Game.objects.filter(status="playing", visibility="public"):
        actions.mark_seen(public_id=game.public_id, seat=0, version=game.version)
    create_game(creator=ada, variant="draw", visibility="public")
    offered = create_game(creator=ada, variant="draw", seats=3)
    people.invite(public_id=offered.public_id, by=ada, players=[ben], now=NOW)
    gone = create_game(creator=cleo, variant="draw")
    actions.cancel_game(public_id=gone.public_id, player=cleo)
    won = computers.play_computer(player=ada, variant="draw", level="casual", options={"end": "rounds:1"})
    while (shown := memory.current(won.public_id)).status == "playing":
        if shown.turn == 0:
            play(won.public_id, 1, CHANCE)
        else:
            assert queued.play_computers(timezone.now() + timedelta(minutes=1))
    settling.settle(won.pk)
    running = computers.play_computer(player=ben, variant="brettspielnetz", level="solid")
    while memory.current(running.public_id).turn == 0:  # until it is the computer's turn
        play(running.public_id, 1, CHANCE)


def planned_turn(ada: User, ben: User, forever: dict[str, Any]) -> None:
    """Make it the turn of a player with conditional moves."""
    planned = table(ada, ben, variant="block", moves=2, **forever)
    now = memory.current(planned.public_id)
    assert now.running is not None
    assert now.turn is not None
    waits = 1 - now.turn
    tile = hand(now.running.position, waits)[0]
    end = ends_for(now.running.position.rules, tile)[0]
    save_plan(public_id=planned.public_id, player=(ada, ben)[waits], lines=[Line(tile, end)])
    play(planned.public_id, 1, CHANCE)


def bonds(ada: User, ben: User, cleo: User, dan: User, host: User) -> None:
    people.ask_friend(user=ada, person=ben, now=NOW)
    people.ask_friend(user=ben, person=ada, now=NOW)
    people.ask_friend(user=cleo, person=ada, now=NOW)
    people.block(user=cleo, person=dan, now=NOW)
    game = Game.objects.filter(status="playing", variant="brettspielnetz").order_by("pk")[0]
    talk.say(game=game, author=ada, now=NOW, greeting=Message.Greeting.HELLO)
    said = talk.say(game=game, author=ben, now=NOW, text="You won't like my next tile.")
    talk.mark_read(game=game, reader=ada, newest=said.pk, now=NOW)
    talk.write_note(author=ada, text="Keeps doubles.", now=NOW, person=ben)
    letters.send(author=ada, person=ben, text="Another game?", now=NOW)
    reactions.send(game=game, player=ada, sign="well_played", now=NOW)
    report = moderation.report(
        reporter=ada, subject=moderation.Subject(player=ben, message=said), reason=Report.Reason.INSULT, now=NOW
    )
    kinds = [Action.Kind.WARN, Action.Kind.SILENCE]
    moderation.decide(
        report_id=report.pk, moderator=host, decision=moderation.Decision(kinds, "Be kind.", days=7), now=NOW
    )
    moderation.report(reporter=cleo, subject=moderation.Subject(player=dan), reason=Report.Reason.STALLING, now=NOW)


def learnt(ada: User, ben: User) -> None:
    first = Game.objects.filter(status="finished", variant="draw").order_by("pk")[0]
    learning.analyse(public_id=first.public_id, person=ada)
    queued.analyse(timezone.now() + DAY)
    second = Game.objects.filter(status="finished", variant="muggins").order_by("pk")[0]
    waits = learning.analyse(public_id=second.public_id, person=ben)
    StudiedDeal.objects.create(analysis=waits, number=0)  # as if a process was killed after a deal without choices
    studies.keep_game(owner=ada, public_id=first.public_id, now=NOW)
    queued.find_puzzles(NOW)
    Puzzle.objects.exclude(pk__in=Puzzle.objects.order_by("pk")[:20]).delete()
    puzzle = Puzzle.objects.order_by("pk")[0]
    solving.of_the_day(NOW.date())
    solving.solve(public_id=puzzle.public_id, person=ada, move=puzzle.solution, now=NOW, today=NOW.date())
    PuzzleSource.objects.get_or_create(game=first)
    sharing.share(ada, NOW.year)


def told(ada: User, ben: User) -> None:
    notices.wish(player=ada, wanted=notices.NewWishes(digest_hour=7, webhook="https://hook.example.org/"), now=NOW)
    keys = {"p256dh": "of-no-browser", "auth": "none"}
    Device.objects.create(player=ben, endpoint="https://push.example.org/", name="Old", created_at=NOW, **keys)
    Delivery.objects.create(player=ada, notice=Notice.objects.filter(player=ada)[0], channel="mail", since=NOW, due=NOW)
    notices.write(to=ada.email, player=ada, kind="account", subject="Hello", body="A letter.", now=NOW)
    destinations.add_messenger(player=ada, typed="ntfys://ntfy.example.org/tiles", now=NOW)
    destinations.make_calendar_link(player=ada, now=NOW)
    Picture.objects.create(key="of-a-link", content=b"\x89PNG", made_at=NOW)


def sought(cleo: User, dan: User) -> None:
    """Wishes: two that were fulfilled, two people called to a live game, and one who waits."""
    eve, finn, gil, hana = (
        User.objects.create_user(username=name.lower(), nickname=name) for name in ("Eve", "Finn", "Gil", "Hana")
    )
    for player, wanted in (
        (eve, Wanted(Pace.USUAL, False, "muggins", 2)),
        (finn, Wanted(Pace.USUAL, False, "muggins", 2)),
        (gil, Wanted(Pace.LIVE, False, "draw", 2)),
        (hana, Wanted(Pace.LIVE, False, "draw", 2)),
        (cleo, Wanted(Pace.BRISK, False, "goat", 2)),
    ):
        waiting.find(player=player, wanted=wanted, now=NOW)
    matching.order(player=dan, wanted=Wanted(Pace.USUAL, False, "block", 2), games=2, now=NOW)
    matching.note_declined([eve.pk], NOW)
    User.objects.filter(pk=dan.pk).update(is_program=True)
    dan.refresh_from_db()
    programs.accept(player=dan, variants=["draw"], paces=[Pace.USUAL], rated=False, most=3)


def competed(ada: User) -> None:
    people = [User.objects.create_user(username=f"guest-of-the-cup-{n}", nickname=f"Player {n}") for n in range(10)]
    example_tournaments.add(people, lambda game, moves: play(game.public_id, moves, CHANCE))
    first = Tournament.objects.filter(state=Tournament.State.OPEN)[0]
    Tournament.objects.filter(pk=first.pk).update(entries_end=NOW)
    queues.drain(steps, first.entries_end + DAY)  # starts stay due
    running = TableOf.objects.filter(game__status="playing", pairing__round__tournament__format="cup")
    for table in running.select_related("game"):
        play(table.game.public_id, 3_000, CHANCE)
    queues.drain(ends, timezone.now() + timedelta(minutes=2))  # a ranking stays due
    Absence.objects.create(player=ada, until=NOW + DAY)
    # Those with trophies ask for days and addresses; the demo's don't.
    for winner in Member.objects.filter(tournament__state=Tournament.State.OVER, entry__place__lte=3):
        Trophy.objects.create(player=winner.player, tournament=winner.tournament, place=winner.entry.place, at=NOW)
        Trace.objects.create(tournament=winner.tournament, entry=winner.entry, key=f"{winner.pk:016x}")
    Departure.objects.create(tournament=first, player=people[0], due=NOW + DAY)


def in_a_club(ada: User, gus: User) -> None:
    """A club with a guest, somebody who asks to join, an announcement that isn't notified yet, and a match that waits
    for the other club's answer.
    """
    terms = ClubTerms(about="Every Tuesday.", joining=Club.Joining.REQUEST, ground=Club.Colour.RED)
    club = clubs.make(maker=ada, name="Double Six", terms=terms, now=NOW)
    clubs.join(public_id=club.public_id, player=gus, link=club.link, now=NOW)
    clubs.ask(public_id=club.public_id, player=User.objects.get(username="guest-of-the-cup-1"), now=NOW)
    board.post(public_id=club.public_id, by=ada, text="Bring your own tiles.", now=NOW)
    captain = User.objects.create_user(username="captain", nickname="Captain")
    EmailAddress.objects.create(user=captain, email="captain@example.org", verified=True, primary=True)
    other = clubs.make(maker=captain, name="Blank", now=NOW)
    wish = NewMatch(variant="block", boards=2, starts_in_hours=48, opponent=other.public_id)
    matches.propose(match=wish.match(club, NOW), by=ada, other=other, now=NOW)


def climbed(ada: User, gus: User) -> None:
    """A ladder with a challenge that is over and one that runs."""
    ladder = Ladder.objects.create(variant="block", size=3, spread=20, created_at=NOW)
    for place, player in enumerate([ada, gus, User.objects.get(username="guest-of-the-cup-0")], start=1):
        rung = Rung.objects.create(ladder=ladder, player=player, place=place, best=place, joined_at=NOW)
        LadderTrace.objects.create(ladder=ladder, rung=rung, key=f"{place:016x}")
        if place > 1:
            made = challenging.challenge(public_id=ladder.public_id, player=player, other=ada, now=NOW)
            for of in made.games.select_related("game"):
                play(of.game.public_id, 300 if place == 2 else 3, CHANCE)
    queues.drain(ends, timezone.now() + timedelta(minutes=2))


def at_home(ada: User, gus: User) -> None:
    """A family table with a game that has ended, one in play and a free name."""
    terms = {"title": "Kitchen", "variant": "draw", "length": "one", "clock": "259200", "pairs": True}
    table_of = hosting.create(host=ada, names=["Ada", "Gus", "Granny"], now=NOW, **terms)
    host, other, _free = table_of.members.select_related("family")
    family.take_name(member=other, person=gus, made_here=False, now=NOW)
    for moves in (300, 3):
        for member in table_of.members.select_related("family").filter(person__isnull=False):
            family.be_ready(member=member, ready=True, now=NOW)
        change = dealing.deal(member=host, now=NOW)
        play(change.public_id, moves, CHANCE)
        settling.settle(change.game_id)


def hosted() -> None:
    registration.make_invite(days=7, uses=3, note="The club")
    banner.set_text("We update the site at noon.")
    DumpTask.objects.create(due=NOW + DAY)
    calendar.load(NOW)  # as `manage.py migrate` does
    Announcement.objects.create(game=Game.objects.filter(status="open")[0], since=NOW, due=NOW)
    WantedClip.objects.create(game=Game.objects.filter(status="finished")[0], language="uk", due=NOW)


def empty() -> set[str]:
    """Our tables without rows."""
    ours = [model for app in apps.get_app_configs() if app.path.startswith(f"{settings.BASE_DIR}{os.sep}")
            and ".venv" not in app.path for model in app.get_models()]  # fmt: skip
    return {model._meta.db_table for model in ours if not model._default_manager.exists()}


def main() -> None:
    minds.ask = think
    fill()
    if wrong := empty() ^ EMPTY.keys():
        raise SystemExit(f"Fill them, or say in EMPTY why not: {sorted(wrong)}")
