"""Every queue does its work once, whatever is killed, away or set wrong meanwhile."""

import itertools
import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import orjson
import pytest
from allauth.account.models import EmailAddress
from django.db import OperationalError, connection, transaction
from django.utils import timezone
from prometheus_client import REGISTRY

from accounts.models import Vacation
from bots import actions as bots
from bots.minds import pool as minds
from bots.models import Turn
from clubs import actions as clubs
from clubs import board
from clubs.wishes import ClubTerms
from common import database, queues
from common.queues import Failed, Meanwhile, Queue, runner
from dominoes_site.followers import QUEUES
from games import actions, settling
from games.models import Game, Move
from games.positions import memory
from history import dumps
from history.models import DumpTask
from ladders.models import Ladder, Rung
from learn.analysis import actions as learning
from learn.models import Analysis, Loss, Puzzle, PuzzleSource, StudiedDeal
from learn.puzzles import stock
from matching import actions as matching
from matching import waiting
from matching.models import Declined, Found, Gathering, Wish
from matching.pools import Pace, Wanted
from mind.serving import answer
from moderation import actions as moderation
from moderation.models import Silence
from notices import actions as telling
from notices import outbox, outside
from notices.choices import About, Event
from notices.models import Delivery, Notice, Wishes
from people.models import Announcement
from plans.actions import save_plan
from sharing.clips import making as clip_making
from sharing.models import Picture, WantedClip
from standings.models import Tally
from tests.creating import create_game
from tests.learn.test_puzzles import POSITION
from tests.moderation.conftest import moderator
from tests.plans.planning import chance
from tests.tournaments.world import CUP
from tournaments.entries import entering, withdrawing
from tournaments.life import making
from tournaments.life.steps import steps as tournament_steps
from tournaments.models import Place, Ranking, Round, Series, Start, TableOf, Tournament
from tournaments.rounds.games import starts as tournament_starts

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
SAVEPOINTS = ("SAVEPOINT", "RELEASE", "ROLLBACK")
Effect = Callable[[], int]  # how often the work has been done, as far as anybody can see


@dataclass(frozen=True)
class Site:
    """What a case may need."""

    ada: Any
    ben: Any
    game_between: Callable[..., Any]
    mails: list[Any]
    folder: Path
    settings: Any
    monkeypatch: pytest.MonkeyPatch


def plans(site: Site) -> Effect:
    at = chance(lambda: site.game_between(site.ada, site.ben, variant="block"))
    save_plan(public_id=at.game.public_id, player=[site.ada, site.ben][at.planner], lines=[at.answer])
    actions.play_move(public_id=at.game.public_id, seat=at.mover, text=at.first, version=at.version)
    return lambda: at.game.moves.filter(by=Move.By.PLANNED).count()


def computers(site: Site) -> Effect:
    game = bots.play_computer(player=site.ada, variant="block", level="good", options={"lead_first": "host"})
    while (table := memory.current(game.public_id)).turn == 0:
        text = str(table.running.position.legal_moves()[0])
        actions.play_move(public_id=game.public_id, seat=0, text=text, version=table.version)
    key = Turn.objects.get().key
    return lambda: game.moves.filter(key=key).count()


def ends(site: Site) -> Effect:
    game = site.game_between(site.ada, site.ben, variant="block")
    actions.resign_game(public_id=game.public_id, player=site.ada)

    def settled() -> int:
        tally = Tally.objects.filter(player=site.ben, variant="", month="").first()
        notices = Notice.objects.filter(event="over", player=site.ben).count()
        assert notices == (tally.games if tally else 0)
        return notices

    return settled


def analyses(site: Site) -> Effect:
    game = site.game_between(site.ada, site.ben, variant="draw", options={"end": "rounds:1"})
    actions.resign_game(public_id=game.public_id, player=site.ada)
    Notice.objects.all().delete()
    learning.analyse(public_id=game.public_id, person=site.ada)

    def found() -> int:
        done = Analysis.objects.filter(found__isnull=False, due=None).count()
        assert not done or not StudiedDeal.objects.exists()
        assert Loss.objects.count() <= 2 * done
        return done

    return found


def notices(site: Site) -> Effect:
    for player in (site.ada, site.ben):
        with_address(player)
        Wishes.objects.update_or_create(user=player, defaults={"channels": {"mail": ["turn"]}, "digest_due": None})
    site.game_between(site.ada, site.ben)
    Notice.objects.exclude(event="turn").delete()
    return lambda: Delivery.objects.filter(channel="mail").count()


def digests(site: Site) -> Effect:
    for _ in range(9):  # until one has the turn in some of them
        site.game_between(site.ada, site.ben)
    Notice.objects.all().delete()
    for player in (site.ada, site.ben):
        with_address(player)
        wished = {"channels": {"digest": ["turn"]}, "digest_hour": timezone.now().hour}
        due = timezone.now() if player == site.ada else None
        Wishes.objects.update_or_create(user=player, defaults=wished | {"digest_due": due})
    return lambda: Delivery.objects.filter(channel="digest").count()


def deliveries(site: Site) -> Effect:
    telling.write(to="ada@example.org", player=site.ada, kind="test", subject="Hi", body="Hello", now=timezone.now())
    return lambda: min(1, len(site.mails)) if not Delivery.objects.exists() else 0  # it may come twice


def decisions(site: Site) -> Effect:
    report = moderation.report(
        reporter=site.ada, subject=moderation.Subject(player=site.ben), reason="insult", now=timezone.now()
    )
    host = moderator("Mo")
    with pytest.MonkeyPatch.context() as stopped:
        stopped.setattr(moderation.queues, "finish", lambda *_row: None)
        decision = moderation.Decision(["silence"], note="No", days=2)
        moderation.decide(report_id=report.pk, moderator=host, decision=decision, now=timezone.now())

    def told() -> int:
        number = Notice.objects.filter(player=site.ben, event="site").count()
        assert Silence.objects.count() >= number
        return number

    return told


def puzzles(_site: Site) -> Effect:
    stock.keep([POSITION], timezone.now())  # not a new server
    PuzzleSource.objects.create()
    return lambda: Puzzle.objects.count() - 1 if not PuzzleSource.objects.exists() else 0


def wishes(site: Site) -> Effect:
    for player in (site.ada, site.ben):
        matching.make_wish(player=player, wanted=WANTED, now=timezone.now())

    def found() -> int:
        games = Game.objects.filter(status="playing").count()
        assert (Wish.objects.count(), Found.objects.count()) == ((0, 2) if games else (2, 0))
        return games

    return found


def gatherings(site: Site) -> Effect:
    live = replace(WANTED, pace=Pace.LIVE)
    there, _late = (waiting.find(player=player, wanted=live, now=timezone.now()) for player in (site.ada, site.ben))
    matching.come(player=site.ada, wish_id=there.pk, now=timezone.now())

    def given_up() -> int:
        assert Wish.objects.filter(player=site.ada).exists()
        assert Wish.objects.filter(player=site.ben).exists() is Gathering.objects.exists()
        return Declined.objects.filter(player=site.ben).count()

    return given_up


def orders(site: Site) -> Effect:
    matching.order(player=site.ada, wanted=WANTED, games=1, now=timezone.now())
    return lambda: Wish.objects.filter(player=site.ada).count()


def tournament_of(site: Site, **terms: object) -> Tournament:
    """A tournament that Ada and Ben have entered, and that begins now."""
    now = timezone.now()
    there = making.store(Tournament(**(CUP | {"least": 2, "entries_end": now} | terms)), now)
    for player in (site.ada, site.ben):
        entering.enter(public_id=there.public_id, player=player, now=now)
    return there


def steps(site: Site) -> Effect:
    tournament_of(site)

    def begun() -> int:
        rounds = Round.objects.count()
        assert (Start.objects.count(), Place.objects.count()) == (rounds, 2 * rounds)
        return rounds

    return begun


def starts(site: Site) -> Effect:
    tournament_of(site)
    queues.drain(tournament_steps, timezone.now())

    def both() -> int:
        games = TableOf.objects.count()
        assert Game.objects.count() == games <= 2
        assert Start.objects.exists() is (games < 2)
        return games // 2

    return both


def departures(site: Site) -> Effect:
    there = tournament_of(site)
    queues.drain(tournament_steps, timezone.now())
    while queues.drain(tournament_starts, timezone.now()):
        pass
    withdrawing.leave(public_id=there.public_id, player=site.ada, now=timezone.now())
    return lambda: Game.objects.filter(seats__player=site.ada, seats__left=True).count() // 2


def rankings(site: Site) -> Effect:
    tournament_of(site, format="arena")
    queues.drain(tournament_steps, timezone.now())
    Ranking.objects.create(tournament=Tournament.objects.get(), due=timezone.now())
    return lambda: Place.objects.filter(place__gt=0).count() // 2


def calendar(_site: Site) -> Effect:
    now = timezone.now()
    Series.objects.create(
        **(CUP | {"rated": True}), key="cup", opens=now, due=now, every_days=7, lead_days=3
    )  # fmt: skip
    return Tournament.objects.count


def ladders(site: Site) -> Effect:
    now = timezone.now()
    ladder = Ladder.objects.create(variant="block", size=2, spread=1, created_at=now)
    for place, player in enumerate([site.ada, site.ben], start=1):
        Rung.objects.create(ladder=ladder, player=player, place=place, best=place, joined_at=now)
    Vacation.objects.create(user=site.ada, starts=now - 31 * DAY, ends=now + DAY)
    Rung.objects.filter(player=site.ada).update(due=now)

    def parked() -> int:
        number = Rung.objects.filter(place=None).count()
        assert list(Rung.objects.filter(player=site.ben).values_list("place", flat=True)) == [2 - number]
        return number

    return parked


def monthly_dumps(site: Site) -> Effect:
    game = site.game_between(site.ada, site.ben, variant="block", visibility="public")
    actions.resign_game(public_id=game.public_id, player=site.ada)
    settling.settle(game.pk)
    last_month = timezone.now().replace(day=1) - DAY
    Game.objects.filter(pk=game.pk).update(finished_at=last_month, rated=True)
    DumpTask.objects.update_or_create(pk=1, defaults={"due": timezone.now()})
    return lambda: len(dumps.there(site.folder))


def clips(site: Site) -> Effect:
    game = site.game_between(site.ada, site.ben, variant="block")
    actions.resign_game(public_id=game.public_id, player=site.ada)
    site.monkeypatch.setattr(clip_making, "animated", lambda _frames: dict.fromkeys(clip_making.TYPES, b"a clip"))
    WantedClip.objects.create(game=game, language="en", due=timezone.now())
    return lambda: Picture.objects.count() // len(clip_making.TYPES)


def announcements(site: Site) -> Effect:
    posted: list[str] = []
    site.settings.OPEN_GAMES_WEBHOOK = "https://example.org/"
    site.monkeypatch.setattr(outside, "post", lambda *_about, headers, **_how: _noted(posted, headers["webhook-id"]))
    create_game(creator=site.ada, variant="draw", visibility="public")
    return lambda: len(set(posted)) if not Announcement.objects.exists() else 0  # it may come twice


def club_news(site: Site) -> Effect:
    now = timezone.now()
    with_address(site.ada)
    club = clubs.make(maker=site.ada, name="Double Six", terms=ClubTerms(), now=now)
    clubs.join(public_id=club.public_id, player=site.ben, link=club.link, now=now)
    board.post(public_id=club.public_id, by=site.ada, text="Hello", now=now)
    return lambda: Notice.objects.filter(player=site.ben, event=Event.CLUB).count()


def _noted(posted: list[str], identity: str) -> outside.Answer:
    posted.append(identity)
    return outside.Answer(200)


WANTED = Wanted(Pace.USUAL, rated=True, variant="muggins")
CASES = {
    "wishes": wishes, "gatherings": gatherings, "standing orders": orders,
    "plans": plans, "computers": computers, "ends": ends, "analyses": analyses, "notices": notices,
    "tournaments": steps, "tournament games": starts, "tournament rankings": rankings,
    "tournament departures": departures, "tournament series": calendar, "ladders": ladders,
    "digests": digests, "deliveries": deliveries, "decisions": decisions, "puzzles": puzzles,
    "dumps": monthly_dumps,
    "announcements": announcements, "clips": clips, "club news": club_news,
}  # fmt: skip


def with_address(player: Any) -> None:
    EmailAddress.objects.create(user=player, email=f"{player.username}@example.org", verified=True, primary=True)


@pytest.fixture
def site(ada, ben, game_between, mailoutbox, settings, monkeypatch, tmp_path) -> Site:
    def ask(question: dict[str, Any], **_how: Any) -> "Future[bytes]":
        said: Future[bytes] = Future()
        found = {"puzzles": [POSITION]} if question["do"] == "puzzles" else answer(orjson.loads(orjson.dumps(question)))
        said.set_result(orjson.dumps(found))
        return said

    settings.MINDS_FIND_PUZZLES = True
    monkeypatch.setattr(stock, "FEWEST_NEW", 0)
    monkeypatch.setattr(minds, "ask", ask)
    monkeypatch.setattr(settling, "soon", lambda _game: None)
    settings.DUMPS = str(tmp_path)
    return Site(ada, ben, game_between, mailoutbox, tmp_path, settings, monkeypatch)


@pytest.fixture(params=QUEUES, ids=lambda queue: queue.name)
def case(request, site) -> Iterator[SimpleNamespace]:
    """A queue in which one row waits, the time when it is due, and how often its work has been done."""
    queue: Queue[Any] = request.param
    effect = CASES[queue.name](site)
    assert effect() == 0
    yield SimpleNamespace(queue=queue, now=timezone.now() + timedelta(minutes=2), effect=effect, mails=site.mails)
    as_another_process()


@pytest.fixture
def savepoints(monkeypatch):
    """Each transaction is undone alone, as if there were none around it."""
    init = transaction.Atomic.__init__
    monkeypatch.setattr(
        transaction.Atomic, "__init__", lambda self, using, _savepoint, durable: init(self, using, True, durable)
    )


@contextmanager
def undone(mails: list[Any]) -> Iterator[None]:
    """Everything as before afterwards, as if the block were the whole test."""
    block: Any = transaction.atomic()
    block._from_testcase = True
    with suppress(ZeroDivisionError), block:
        yield
        raise ZeroDivisionError
    memory.remembered.forget()
    mails.clear()


class Killed(BaseException):
    """No code of ours handles that."""


class Breaks:
    """Raises *error* instead of executing a statement: the one *after* so many, or all from there on."""

    def __init__(self, error: type[BaseException], after: int, *, once: bool) -> None:
        self.error, self.after, self.once, self.came = error, after, once, 0

    def __call__(self, execute: Callable[..., Any], sql: str, *how: Any) -> Any:
        if sql.startswith(SAVEPOINTS):
            return execute(sql, *how)
        self.came += 1
        if self.came == self.after + 1 or (self.came > self.after and not self.once):
            raise self.error
        return execute(sql, *how)

    @property
    def broke(self) -> bool:
        return self.came > self.after


def as_another_process() -> None:
    for queue in QUEUES:  # the work of one may store and finish rows of another
        queue._under_way.clear()
    memory.remembered.forget()


@contextmanager
def broken_by(breaks: Breaks) -> Iterator[None]:
    with suppress(Killed, OperationalError), connection.execute_wrapper(breaks):
        yield
    connection.set_rollback(False)


def do_the_rest(queue: Queue[Any], now: datetime) -> None:
    while queues.drain(queue, now):
        now += timedelta(minutes=1)


def test_every_queue_is_tested():
    assert {queue.name for queue in QUEUES} == CASES.keys()


def test_a_queue_that_waits_keeps_no_process_from_ending():
    done = threading.Event()
    queues.SLOW.do(done.set)
    assert done.wait(60)
    [thread] = [each for each in threading.enumerate() if each.name == "queue slow"]
    assert thread.daemon


@pytest.mark.both_databases
def test_work_is_done_once(case):
    do_the_rest(case.queue, case.now)
    assert case.effect() == 1
    assert queues.drain(case.queue, case.now) == 0


@pytest.mark.both_databases
def test_killed_between_any_two_statements_another_process_does_it_once(case, savepoints):
    for statement in itertools.count():
        with undone(case.mails):
            kills = Breaks(Killed, statement, once=True)
            with broken_by(kills):
                queues.drain(case.queue, case.now)
            as_another_process()
            do_the_rest(case.queue, case.now + case.queue.lease)
            assert case.effect() == 1, f"killed before statement {statement}"
        if not kills.broke:
            break
    assert statement > 2


def failures(queue: Queue[Any]) -> float:
    return REGISTRY.get_sample_value("boneyard_queue_failures_total", {"queue": queue.name}) or 0


@pytest.mark.both_databases
def test_an_outage_at_any_statement_is_no_failure_of_a_row(case, savepoints, caplog):
    caplog.set_level(logging.CRITICAL)
    before = failures(case.queue)
    for statement in itertools.count():
        with undone(case.mails):
            outage = Breaks(OperationalError, statement, once=False)
            with broken_by(outage):
                queues.drain(case.queue, case.now)
            assert failures(case.queue) == before
            assert [queue.name for queue in QUEUES if not queue.is_idle] == []
            memory.remembered.forget()
            do_the_rest(case.queue, case.now + case.queue.lease)
            assert case.effect() == 1, f"away from statement {statement} on"
        if not outage.broke:
            break


def another(queue: Queue[Any]) -> Queue[Any]:
    """The queue in another process."""
    return type(queue)()


@pytest.mark.both_databases
def test_of_two_workers_one_claims_a_row(case):
    claims = [len(process.claim(case.now)) for process in (another(case.queue), another(case.queue))]
    assert (claims[0] >= 1, claims[1]) == (True, 0)


def finish(queue: Queue[Any], begun: list[Any], now: datetime) -> None:
    for row, step in begun:
        outcome = step()
        while isinstance(outcome, Meanwhile):
            if outcome.answer is not None:
                outcome.answer.exception(5)
            database.let_go()
            outcome = outcome.then()
        assert not isinstance(outcome, Failed)
        queue.let_go(row)


@pytest.mark.both_databases
def test_two_workers_that_both_think_a_row_theirs_do_it_once(case):
    """The clock of one has jumped forward, so that the lease of the other seems to be over."""
    slow, hasty = another(case.queue), another(case.queue)
    begun = slow.begin(case.now)
    finish(hasty, hasty.begin(case.now + hasty.lease), case.now)
    finish(slow, begun, case.now)
    do_the_rest(case.queue, case.now + 2 * hasty.lease)
    assert case.effect() == 1


@pytest.mark.both_databases
def test_a_process_never_begins_a_row_twice_whatever_its_clock_says(case):
    rows = case.queue.claim(case.now)
    assert rows
    assert case.queue.claim(case.now + case.queue.lease + timedelta(seconds=1)) == []


@pytest.mark.both_databases
def test_a_clock_that_is_set_back_delays_a_row_and_loses_none(case):
    for row in case.queue.claim(case.now):
        case.queue.let_go(row)  # killed
    assert queues.drain(case.queue, case.now - timedelta(hours=1)) == 0
    do_the_rest(case.queue, case.now + case.queue.lease)
    assert case.effect() == 1


@pytest.mark.both_databases
def test_a_row_that_fails_is_tried_ever_later_and_counted(case, monkeypatch, caplog):
    caplog.set_level(logging.CRITICAL)
    before, now, waits = failures(case.queue), case.now, []
    monkeypatch.setattr(case.queue, "tries", None)
    monkeypatch.setattr(case.queue, "is_hopeless", lambda *_row: False)
    monkeypatch.setattr(case.queue, "steps", lambda rows, _now: [lambda: 1 / 0 for _row in rows])
    for _ in range(3):
        assert queues.drain(case.queue, now) >= 1
        again = case.queue.model.objects.filter(**{f"{case.queue.column}__gt": now}).order_by(case.queue.column)
        due = getattr(again[0], case.queue.column)
        waits.append(due - now)
        now = due
    assert failures(case.queue) >= before + 3
    assert waits == sorted(waits)
    assert waits[0] >= timedelta(seconds=2)
    monkeypatch.undo()


@pytest.mark.both_databases
@pytest.mark.parametrize("queue", [queue for queue in QUEUES if queue.counts], ids=lambda queue: queue.name)
def test_a_host_can_have_what_failed_tried_at_once(queue, site, monkeypatch, caplog):
    caplog.set_level(logging.CRITICAL)
    effect, now = CASES[queue.name](site), timezone.now() + timedelta(minutes=2)
    with monkeypatch.context() as broken:
        broken.setattr(queue, "tries", 9)
        broken.setattr(queue, "steps", lambda rows, _now: [lambda: 1 / 0 for _row in rows])
        queues.drain(queue, now)
    assert queues.drain(queue, now) == 0
    assert queue.retry(now) >= 1
    do_the_rest(queue, now)
    assert effect() == 1


@pytest.mark.both_databases
def test_a_full_claim_with_nothing_after_it_ends_the_work_too(ada, monkeypatch):
    """A worker that claimed as many rows as it may looks again. It finds none, and open pages must still be told."""
    queue, tasks, told = outbox.notices, [], []
    monkeypatch.setattr(queue.lane, "do", lambda task, *, after=0.0: tasks.append(task))
    monkeypatch.setattr(queue, "most", 1)
    monkeypatch.setattr("games.viewers.live.tell_desks", told.append)
    telling.tell(player=ada, event=Event.SITE, now=timezone.now(), about=About.TEST)
    Notice.objects.update(due=timezone.now())
    runner._look(queue)
    while tasks:
        tasks.pop(0)()
    assert told == [{ada.pk}]
