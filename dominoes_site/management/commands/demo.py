import random
import secrets
from datetime import timedelta

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.db.models import F
from django.utils import timezone

import rules
from accounts.models import User, new_guest, taken
from common.database import tried_again
from common.progress import Progress
from dominoes_site import example_programs, example_tournaments
from games import actions, queries, settling
from games.models import Game, Move, Round, Seat
from games.positions import memory
from history import book
from notices.models import Notice
from people import actions as people
from rulebook.time_control import Clock, WantedClock, agreed
from standings import rating, tallies
from talk import actions as talk
from talk.models import Message

PEOPLE = {
    "ada": "Ada Lovelock",
    "ben": "Ben Okafor",
    "cleo": "Cléo Martin",
    "dolores": "Dolores Ibáñez",
    "emre": "Emre Yıldız",
    "fatima": "Fátima Duarte",
    "giorgi": "Giorgi Maisuradze",
    "hana": "Hana Nováková",
    "ivan": "Иван Соколов",
    "jun": "Jun Tanaka",
    "katrin": "Katrin Vogelsang",
    "lucho": "Lucho Pérez",
}
DAY = 86_400
CLOCKS = (WantedClock(Clock.TURN, 3 * DAY), WantedClock(Clock.TURN, DAY), WantedClock(Clock.NONE))
NOW = WantedClock(Clock.TURN, 600)  # some open tables are for who is there
PUBLIC = actions.Terms(visibility="public")
GREETED = 16  # of the games in play: people may say ten things a minute
FINISHED_EACH = 2  # games of every variant
MOST_MOVES = 3_000  # of a game, should chance never end it


class Command(BaseCommand):
    """Uses only the rooms' actions, so a demo site has nothing that players couldn't have done. Leaves other players on
    the site alone.
    """

    help = "Fills the site with players, finished games of every variant, games in progress and open games."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--password", help="for all demo players (default: a random one)")
        parser.add_argument("--seed", type=int, default=28, help="for the random moves")

        parser.add_argument(
            "--programs", action="store_true", help="only add programs, print their tokens, and let games wait for them"
        )

    def handle(
        self,
        *args: object,
        password: str | None,
        seed: int,
        verbosity: int,
        programs: bool,
        **options: object,
    ) -> None:
        if programs:
            self._add_programs()
            return
        there = list(User.objects.filter(username__in=PEOPLE))
        if {person.username: person.nickname for person in there} == PEOPLE:
            self.stdout.write("The demo already exists.")
            if password:
                self._set_password(there, password)
            self._say_logins(password)
            return
        if any(map(taken, PEOPLE)):
            raise CommandError("A demo player's user name, or a similar one, is in use. Nothing was changed.")

        password = password or secrets.token_urlsafe(9)
        self.rng = random.Random(seed)  # noqa: S311  chances of a demo
        self.in_play: list[Game] = []
        self.people = [User.objects.create(username=username, nickname=name) for username, name in PEOPLE.items()]
        self._set_password(self.people, password)
        with Progress("Playing games", len(rules.VARIANTS) + 2, verbosity=verbosity) as progress:
            self._fill(progress)
        self._say_logins(password)

    def _add_programs(self) -> None:
        if (ready := example_programs.add(timezone.now())) is None:
            raise CommandError("A demo program's user name, or a similar one, is in use. Nothing was changed.")
        (_first, one), (_second, other), *_others = ready.tokens.items()
        begun, offered = (f"{settings.SITE_URL}{game.get_absolute_url()}" for game in (ready.begun, ready.offered))
        self.stdout.write(
            "These programs have accounts here, with new tokens. Older ones no longer work.\n"
            + "".join(f"  {name:10}{token}\n" for name, token in ready.tokens.items())
            + "\nWhile the site runs, let the first one play. It needs: pip install websockets\n"
            f"  BONEYARD_TOKEN={one} python examples/bot.py {settings.SITE_URL}\n"
            f"It plays against our computer: {begun}\n"
            "\nIn another terminal, let the second one join its open game:\n"
            f"  BONEYARD_TOKEN={other} python examples/bot.py {settings.SITE_URL} {offered}"
        )

    def _fill(self, progress: Progress) -> None:
        for number, variant in enumerate(rules.VARIANTS.values()):
            progress.what = f"Playing {variant.name}"
            for again in range(FINISHED_EACH):
                seats = variant.seats[(number + again) % len(variant.seats)]
                game = self._table(variant.key, seats, CLOCKS[number % 2], actions.Terms())
                self._play(game, MOST_MOVES)
                self._look_at(game, behind=0)
                if queries.table(game.public_id, None).status == Game.Status.FINISHED:
                    self._put_back(game, days=1 + (number * FINISHED_EACH + again) % 40)
            for moves in (self.rng.randrange(5, 60), 5):  # few enough, should the first be the whole game
                clock = CLOCKS[number % len(CLOCKS)]
                in_play = self._table(variant.key, variant.seats[0], clock, PUBLIC)  # something to watch
                self._play(in_play, moves)
                self._look_at(in_play, behind=self.rng.randrange(4))
                if queries.table(in_play.public_id, None).status == Game.Status.PLAYING:
                    self.in_play.append(in_play)
                    break
            progress.step()
        progress.what = "Counting results"
        tallies.recount([person.pk for person in self.people])  # by the months they were put back to
        self._meet()
        progress.step(what="Holding tournaments")
        example_tournaments.add(self.people, self._play)
        for variant in self.rng.sample(list(rules.VARIANTS.values()), 5):
            self._offer(variant, self.rng.choice(self.people))
        self._offer(next(iter(rules.VARIANTS.values())), new_guest("Mo"))
        progress.step()

    def _set_password(self, people: list[User], password: str) -> None:
        people[0].set_password(password)
        User.objects.filter(pk__in=[user.pk for user in people]).update(password=people[0].password)

    def _say_logins(self, password: str | None) -> None:
        known = f"password: {password}" if password else "set a new password with: manage.py demo --password …"
        self.stdout.write(self.style.SUCCESS(f"Log in as {', '.join(PEOPLE)} ({known})"))

    def _table(self, variant: str, seats: int, clock: WantedClock, terms: actions.Terms) -> Game:
        """A game that has just been dealt."""
        players = self.rng.sample(self.people, seats)
        game = _created(players[0], variant, seats, clock, terms)
        for player in players[1:]:
            actions.join_game(public_id=game.public_id, player=player)
        return game

    def _offer(self, variant: rules.Variant, creator: User) -> None:
        clock = self.rng.choice((*CLOCKS, NOW))
        _created(creator, variant.key, variant.seats[0], clock, PUBLIC)

    def _play(self, game: Game, moves: int) -> None:
        """Random moves of the player whose turn it is."""
        for _ in range(moves):
            table = memory.current(game.public_id)
            if table.running is None or (seat := table.turn) is None:
                return
            move = self.rng.choice(table.running.position.legal)
            actions.play_move(public_id=game.public_id, seat=seat, text=str(move), version=table.version)

    def _look_at(self, game: Game, behind: int) -> None:
        """All players have seen everything but the last *behind* versions."""
        version = queries.table(game.public_id, None).version - behind
        for seat in range(game.seats_number):
            actions.mark_seen(public_id=game.public_id, seat=seat, version=version)

    def _meet(self) -> None:
        """Friends, a pending request, and greetings in running games."""
        now = timezone.now()
        ada, ben, cleo, dolores, *_others = self.people
        for person in (ben, cleo):
            people.ask_friend(user=ada, person=person, now=now)
            people.ask_friend(user=person, person=ada, now=now)
        people.ask_friend(user=dolores, person=ada, now=now)
        for game in self.in_play[:GREETED]:
            first, second = [seat.player for seat in game.seats.select_related("player").order_by("number")][:2]
            assert first is not None
            assert second is not None
            talk.say(game=game, author=first, now=now, greeting=Message.Greeting.HELLO)
            talk.say(game=game, author=second, now=now, greeting=Message.Greeting.GOOD_LUCK)

    @tried_again
    def _put_back(self, game: Game, days: int) -> None:
        """Move a finished game some days back, so that the history looks real, and rate it at that time."""
        settling.settle(game.pk)
        with transaction.atomic():
            rating.unrate_game(game)
        ago = timedelta(days=days)
        times = ("created_at", "started_at", "moved_at", "finished_at")
        Game.objects.filter(pk=game.pk).update(**{name: F(name) - ago for name in times})
        Seat.objects.filter(game=game).update(over_at=F("over_at") - ago)
        book.rewrite([game.pk])
        Notice.objects.filter(game=game).update(at=F("at") - ago, read_at=timezone.now())
        Round.objects.filter(game=game).update(dealt_at=F("dealt_at") - ago)
        Move.objects.filter(game=game).update(made_at=F("made_at") - ago)
        game = Game.objects.prefetch_related("seats__player").get(pk=game.pk)
        with transaction.atomic():
            if rating.counts(game):
                rating.rate_game(game)


def _created(creator: User, variant: str, seats: int, clock: WantedClock, terms: actions.Terms) -> Game:
    ruleset = rules.ruleset(variant, {}, seats)
    control = agreed(clock, ruleset.sides)
    return actions.create_game(creator=creator, ruleset=ruleset, control=control, terms=terms)
