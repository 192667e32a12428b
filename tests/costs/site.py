"""A site with a bit of everything that Ada's pages show, which can grow."""

import random
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import URLResolver, get_resolver
from django.utils import timezone

from accounts import rest_actions, tokens
from accounts.models import App, Browser, User
from accounts.oauth import grants, registry
from bots.actions import play_computer
from clubs import actions as clubs
from clubs import board, chat, matches
from clubs.match_wishes import NewMatch
from clubs.models import Club
from clubs.wishes import ClubTerms
from common import queues
from family import actions as family
from family import dealing, hosting
from family.models import Family
from games import actions, queries, settling
from games.models import Game
from games.positions import memory
from history import studies
from history.models import Study
from ladders import challenging, places
from ladders.models import Challenge, Ladder, Rung
from learn.analysis import actions as learning
from learn.models import Puzzle
from learn.puzzles import stock
from matching import actions as matching
from matching import waiting
from matching.models import Accepts
from matching.pools import Pace, Wanted
from notices.models import Device, Notice
from people import actions as people
from people.models import Invitation
from rulebook.models import SavedRules
from standings.models import RatingChange
from standings.years import sharing
from talk import actions as talk
from talk import letters
from talk.models import Message
from tests import queued
from tests.conftest import person
from tests.creating import create_game
from tests.games.playing import play_one, play_out
from tests.learn.test_puzzles import POSITION
from tournaments.entries import entering
from tournaments.life import making
from tournaments.life.steps import steps
from tournaments.models import Entry, Member, Series, Step, TableOf, Tournament
from tournaments.rounds.games import starts
from tournaments.rounds.rankings import rankings

FEW = 2  # with one, pages leave out some of their parts
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
ONE_ROUND = {"end": "rounds:1"}
ARENA = {
    "format": "arena", "seating": "duel", "variant": "draw", "seats": 2, "pace": "usual", "rated": False, "deals": 2,
    "round_days": 20, "at_once": 2, "least": 4, "most": 100, "end": "rounds:1",
}  # fmt: skip


class Site:
    """Ada and Ben are friends: they play, have finished a game that was analysed, and are in everything else."""

    def __init__(self) -> None:
        self.now = timezone.now()
        self.chance = random.Random(1)
        self.people = self.games = 0
        self.ada, self.ben = person("Ada"), person("Ben")
        self.running = self.game(self.ada, self.ben, moves=6)
        self.finished = self.game(self.ada, self.ben, moves=None)
        learning.analyse(public_id=self.finished.public_id, person=self.ada)
        assert queued.analyse(timezone.now()) == 1
        self.alone = play_computer(player=self.ada, variant="draw", level="casual")
        while memory.current(self.alone.public_id).turn != 0:
            queued.play_computers(self.now + timedelta(minutes=1))
        self.study = studies.keep_game(owner=self.ada, public_id=self.finished.public_id, now=self.now)
        self.rules = self.saved_rules("Sunday")
        self.year = sharing.share(self.ada, self.now.year)
        wanted = Wanted(Pace.USUAL, rated=True, variant="sausage")
        waiting.find(player=self.ada, wanted=wanted, now=self.now)
        matching.order(player=self.ada, wanted=wanted, games=3, now=self.now)
        Accepts.objects.create(player=self.ada, variants=["draw"], paces=["usual"], rated=True, most=3)
        self.tournament = self.arena(begins=self.now)
        self.family = self.family_table()
        self.club = self.own_club(self.ada, self.ben, "Double Six")
        self.match = self.club_match()
        self.ladder = Ladder.objects.create(variant="block", spread=20, created_at=self.now)
        self.climb(self.ada, self.ben)
        challenging.challenge(public_id=self.ladder.public_id, player=self.ben, other=self.ada, now=self.now)
        self.grow(FEW)
        self.own_app = App.objects.filter(owner=self.ada)[0]
        self.puzzle = Puzzle.objects.order_by("pk")[0]
        while not RatingChange.objects.filter(player=self.ben, beat__isnull=False).exists():
            self.game(self.ben, person(f"Fay{self.games}"), moves=None)  # until he has a best win to show
        self.invited = Invitation.objects.filter(player=self.ada)[0].game
        # Of a game that rests: the one of a turn is the opponent's after the next move.
        turns = Notice.objects.filter(player=self.ada, event="turn").exclude(game=self.running)
        self.notice = turns.order_by("pk")[0]
        table = Game.objects.get(public_id=self.tournament_game())
        newest = self.now + timedelta(hours=1)  # on the first page, whoever's turn it is in the tournament
        Notice.objects.create(player=self.ada, event="stood_in", game=table, at=newest, due=newest)

        self.client = Client()
        self.client.force_login(self.ada)

    def grow(self, number: int) -> None:
        """*number* more of everything that a list shows, each with new people."""
        for _ in range(number):
            self.people += 1
            cleo, dan = person(f"Cleo{self.people}"), person(f"Dan{self.people}")
            for one, other in ((self.ada, self.ben), (self.ada, cleo), (self.ben, cleo), (cleo, dan)):
                self.game(one, other, moves=3)
                self.game(one, other, moves=None)
            self.bonds(cleo, dan)
            self.own(cleo)
            self.program()
            self.tournaments(cleo, dan)
            self.in_club(cleo, dan)
            self.say_outside_games(cleo)
            self.season()
            self.climb(cleo, dan)
            stock.keep([POSITION], self.now)
        for _ in range(number):
            play_one(self.running.public_id, self.chance)

    def game(self, *players: User, moves: int | None) -> Game:
        """A game after *moves* moves; None: it has ended."""
        over = {"options": ONE_ROUND} if moves is None else {}
        self.games += 1
        public_id, share = f"Site{self.games:06}", {"shuffle_seed": str(self.games)}
        game = create_game(creator=players[0], variant="draw", visibility="public", **share, **over)
        # No chance: in each run the tiles, the winners, and the mistakes that an analysis finds are the same.
        Game.objects.filter(pk=game.pk).update(public_id=public_id, shuffle_secret=bytes(32))
        game.public_id = public_id
        actions.join_game(public_id=game.public_id, player=players[1], **share)
        if moves is None:
            play_out(game.public_id)
            settling.settle(game.pk)
        for _ in range(moves or 0):
            play_one(game.public_id, self.chance)
        return queries.find_game(game.public_id)

    def bonds(self, cleo: User, dan: User) -> None:
        """What others write to Ada, or want of her."""
        create_game(creator=cleo, variant="draw", visibility="public")
        offered = create_game(creator=cleo, variant="draw", seats=3)
        people.invite(public_id=offered.public_id, by=cleo, players=[self.ada, dan], now=self.now)
        for user, other in ((cleo, self.ada), (self.ada, cleo), (dan, self.ada)):
            people.ask_friend(user=user, person=other, now=self.now)
        people.block(user=self.ada, person=person(f"Eve{self.people}"), now=self.now)
        for author in (self.ben, self.ada):
            talk.say(game=self.running, author=author, now=self.now, text=f"Well, well: {self.people}")
        Message.objects.create(game=self.finished, author=self.ben, room="watching", text="!", version=0, at=self.now)

    def arena(self, begins: datetime) -> Tournament:
        """A tournament of Ada, Ben and two others, so that the draw leaves nobody without an opponent."""
        arena = making.store(Tournament(entries_end=begins, **ARENA), self.now)
        self.enter(arena, self.ada, self.ben, person(f"Gil{arena.pk}"), person(f"Hal{arena.pk}"))
        return arena

    def tournament_game(self) -> str:
        """A game of the running tournament."""
        found = TableOf.objects.filter(pairing__round__tournament=self.tournament).order_by("pk")
        return found.values_list("game__public_id", flat=True)[0]

    def enter(self, tournament: Tournament, *people: User) -> None:
        """These people enter it, and what is due then is done."""
        for each in people:
            entering.enter(public_id=tournament.public_id, player=each, now=self.now)
        for queue in (steps, starts, rankings):
            queues.drain(queue, self.now)

    def tournaments(self, cleo: User, dan: User) -> None:
        """More people in the tournament that runs, and tournaments to enter: one that Ada is in, and one not yet."""
        self.enter(self.tournament, cleo, dan)
        self.arena(begins=self.now + timedelta(days=2))
        making.store(Tournament(entries_end=self.now + timedelta(days=3), **ARENA), self.now)

    def season(self) -> None:
        """A season of a league that has ended, which Ada won."""
        later = self.now + timedelta(days=999)
        terms = ARENA | {"format": "league", "least": 6}
        series, _is_new = Series.objects.get_or_create(
            key="draw", defaults={**terms, "opens": later, "due": later, "every_days": 28, "lead_days": 14}
        )
        there = making.store(Tournament(entries_end=later, series=series, number=self.people, **terms), self.now)
        entry = Entry.objects.create(tournament=there, entered_at=self.now, place=1)
        Member.objects.create(tournament=there, entry=entry, player=self.ada)
        Step.objects.filter(tournament=there).delete()
        Tournament.objects.filter(pk=there.pk).update(state="over", starts_at=self.now, over_at=self.now)

    def climb(self, *people: User) -> None:
        """These people join a ladder; the last one has lost a challenge."""
        for each in people:
            self.ladder.refresh_from_db()
            place = places.append(self.ladder)
            Rung.objects.create(ladder=self.ladder, player=each, place=place, best=place, joined_at=self.now)
        above, below = people
        Challenge.objects.create(
            ladder=self.ladder, challenger=below, challenged=above, from_place=2, to_place=1,
            at=self.now - timedelta(days=400), ends=self.now, over_at=self.now, outcome="lost",
        )  # fmt: skip

    def family_table(self) -> Family:
        """A family table of Ada that has played one game."""
        terms = {"title": "Kitchen", "variant": "draw", "length": "one", "clock": "none"}
        table = hosting.create(host=self.ada, names=["Ada", "Ben", "Granny"], now=self.now, **terms)
        host, other, _free = table.members.select_related("family")
        family.take_name(member=other, person=self.ben, made_here=False, now=self.now)
        family.be_ready(member=host, ready=True, now=self.now)
        change = dealing.deal(member=host, now=self.now)
        play_out(change.public_id)
        settling.settle(change.game_id)
        return table

    def own_club(self, owner: User, member: User, name: str) -> Club:
        """A club of these two."""
        confirmed = EmailAddress.objects.create(user=owner, email=f"{owner.username}@example.org", verified=True)
        terms = ClubTerms(about="Every Tuesday.", joining=Club.Joining.REQUEST)
        made = clubs.make(maker=owner, name=name, terms=terms, now=self.now)
        clubs.join(public_id=made.public_id, player=member, link=made.link, now=self.now)
        confirmed.delete()
        return made

    def club_match(self) -> Tournament:
        """A match of Ada's club that has been agreed and not begun."""
        captain = person("Ivo")
        other = self.own_club(captain, person("Jan"), "Blank")
        wish = NewMatch(variant="block", boards=2, starts_in_hours=48, opponent=other.public_id)
        match = matches.propose(match=wish.match(self.club, self.now), by=self.ada, other=other, now=self.now)
        matches.answer(public_id=match.public_id, by=captain, accepts=True, now=self.now)
        matches.line_up(public_id=match.public_id, team=0, players=[self.ada, self.ben], by=self.ada, now=self.now)
        return match

    def say_outside_games(self, cleo: User) -> None:
        """Messages of Ada's with a friend and with Ben, and what is said and announced in her club."""
        n, now = self.people, self.now
        people.save_profile(user=self.ada, letters="everybody")
        for author in (cleo, self.ben):
            letters.send(author=author, person=self.ada, text=f"Hello: {n}", now=now)
            chat.say(club=self.club, author=author, text=f"Hello, all: {n}", now=now)
        board.post(public_id=self.club.public_id, by=self.ada, text=f"News: {n}", now=now)

    def in_club(self, cleo: User, dan: User) -> None:
        """More people in Ada's club, and who ask to join."""
        clubs.join(public_id=self.club.public_id, player=cleo, link=self.club.link, now=self.now)
        clubs.ask(public_id=self.club.public_id, player=dan, now=self.now)

    def program(self) -> None:
        """A program that accepts games."""
        program = person(f"Rob{self.people}")
        program.is_program = True
        program.save()
        Accepts.objects.create(player=program, variants=["draw", "muggins"], paces=["usual"], rated=True, most=3)

    def own(self, cleo: User) -> None:
        """What is Ada's own."""
        n, ada, now = self.people, self.ada, self.now
        talk.write_note(author=ada, text="Keeps doubles.", now=now, person=cleo)
        self.saved_rules(f"Rules {n}")
        Study.objects.create(owner=ada, title=f"Study {n}", record=self.study.record, created_at=now)
        tokens.make(user=ada, name=f"bot {n}", scopes=["read", "play"], days=None, now=now)
        self.app(ada)
        self.connect(self.app(cleo), n)
        session = Session.objects.create(session_key=f"s{n}", session_data="", expire_date=now + timedelta(days=9))
        Browser.objects.create(session=session, user=ada, name=f"b{n}", since=now, last_used=now)
        keys = {"p256dh": "none", "auth": "none", "name": f"b{n}", "created_at": now}
        Device.objects.create(player=ada, endpoint=f"https://push.example/{n}", **keys)
        day = (now + timedelta(days=30 + 2 * n)).date()
        rest_actions.book_vacation(user=ada, first=day, last=day, now=now)

    def app(self, owner: User) -> App:
        return registry.register(owner=owner, name="App", public=True, redirects=["https://app.example/"])[0]

    def connect(self, app: App, n: int) -> None:
        """Ada signs in to it."""
        grant = grants.give(user=self.ada, app=app, scopes=["read"], code=f"code {n}", asked={}, now=self.now)
        grants.renew(grant, access_token=f"token {n}", scopes=["read"], before="", place="", now=self.now)

    def saved_rules(self, name: str) -> SavedRules:
        return SavedRules.objects.create(owner=self.ada, name=name, variant="draw", seats=2, options={"blank": 7})

    @property
    def about(self) -> dict[str, Any]:
        """What the parameters of addresses stand for."""
        return {
            "public_id": self.running.public_id, "study": self.study.public_id, "pk": self.notice.pk,
            "username": "ben", "variant": "draw", "key": "draw", "level": "casual", "deal": 0, "year": self.now.year,
            "series": "draw",
            "month": f"{self.now:%Y-%m}", "tournament": self.tournament.public_id, "ladder": self.ladder.public_id,
            "game": self.tournament_game(), "app_id": self.own_app.pk, "family": self.family.key,
            "club": self.club.public_id, "message": self.club.conversation.newest, "post": self.club.posts.first().pk,
            "match": self.match.public_id, "team": 0,
        }  # fmt: skip

    @property
    def about_others(self) -> dict[str, dict[str, Any]]:
        """The same for addresses that aren't about the game in play, by their name."""
        finished, study = {"public_id": self.finished.public_id}, {"public_id": self.study.public_id}
        of_finished = (
            "analysis",
            "game_ratings",
            "game_text",
            "api_analysis",
            "api_coach",
            "api_game_ratings",
            "api:record",
            "api:round",
            "embed_round",
        )
        other = {
            "decline": self.invited, "hints": self.alone, "api_hints": self.alone, "saved_rules": self.rules,
            "year": self.year, "api_year": self.year, "puzzle": self.puzzle, "api_puzzle": self.puzzle,
        }  # fmt: skip
        return {
            **dict.fromkeys(of_finished, finished),
            **dict.fromkeys(("study", "study_text", "study_record"), study),
            **{name: {"public_id": row.public_id} for name, row in other.items()},
            "club_link": {"token": self.club.link},
        }

    def addresses(self) -> dict[str, str]:
        """Every address of the URL conf without regular expressions, by its name; by its route, if it has no name."""
        asks = f"?client_id={self.own_app.pk}&redirect_uri=https://app.example/&response_type=code&scope=play"
        asks += f"&code_challenge={'x' * 43}&code_challenge_method=S256"
        needed = {
            "oauth_authorize": asks,
            "report": "?player=ben",
            "api_people": "?q=b",
            "api_status": "?names=ada,ben",
            "api:boards": f"?games={self.running.public_id}",
            "oembed": f"?url={settings.SITE_URL}/g/{self.running.public_id}/",
        }
        found: dict[str, str] = {}
        usual, others = self.about, self.about_others
        for name, route in routes(get_resolver()):
            about = usual | others.get(name, {})
            path = "/" + re.sub(PARAMETER, lambda parameter, of=about: str(of.get(parameter[1], 1)), route)
            if path not in found.values():
                label = name if name not in found else f"{name} by {re.findall(PARAMETER, route)[-1]}"
                found[label] = path + needed.get(name, "")
        return found


def routes(resolver: URLResolver, route: str = "", space: str = "") -> Iterator[tuple[str, str]]:
    """Names and routes below *resolver*, except the admin's and those with regular expressions."""
    for each in resolver.url_patterns:
        longer = f"{route}{each.pattern}"
        if isinstance(each, URLResolver):
            if each.namespace != "admin":
                yield from routes(each, longer, f"{each.namespace}:" if each.namespace else space)
        elif "^" not in longer:
            yield f"{space}{each.name}" if each.name else longer, longer
