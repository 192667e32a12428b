"""A queue: which rows wait, and how they are claimed, worked on, tried again and given up."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Generic, TypeVar

from django.conf import settings
from django.db import models, transaction
from django.db.models import Count, Min, Model, QuerySet
from django.utils import timezone

from common import metrics
from common.database import tried_again
from common.queues.lanes import SLOW, Lane

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Later:
    """There is more to do, from *at* on."""

    at: datetime


@dataclass(frozen=True, slots=True)
class Failed:
    """The work has failed, as may happen: it's tried again after a pause, or given up."""

    why: str


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """The work goes on with *then* once there is an *answer* (of a mind, or a mail server), or after *pause*. No thread
    waits for that.
    """

    then: "Step"
    answer: "Future[Any] | None" = None
    pause: timedelta = timedelta()


Outcome = Later | Failed | Meanwhile | None  # None: done
Step = Callable[[], Outcome]


class QueueRow(models.Model):
    """A row that waits in a queue."""

    due = models.DateTimeField(db_index=True)  # when any process may claim it; a claim moves it on
    tries = models.PositiveSmallIntegerField(default=0, db_default=0)  # how often its work has failed

    class Meta:
        abstract = True


class Queue(Generic[Row]):
    """Rows that wait. Each queue sets what differs, and says how to `work`.

    What happens to a row, in order:

    1. A transaction stores it, with the time from which any process may claim it (`column`). If it is work for at once,
       it is stored as already claimed, with a time one `lease` away. Once committed, `wake` begins it in its lane, and
       `finish` does it in the caller's thread.
    2. A worker looks every few `seconds`. It claims the `first` rows that are `due`, `most` at the same time, by moving
       their time on by a `lease` (`claim`). Rows that others have locked or changed are left out.
    3. Its `lane` runs the row's first step (`steps`, usually `work`), each row as a task of its own.
    4. The step ends the row's work in one of four ways. Done (None): `work` has deleted the row, or moved it on, in the
       transaction that stored the result. `Later`: it waits until then, with no failures. `Failed`, or an exception:
       see 5. `Meanwhile`: the row stays claimed, and its next step runs once there is an answer, or after a pause.
       Work that takes longer than a lease begins a new one (`renew`).
    5. A failure is counted. The row waits for a `pause`, which doubles each time; after `tries` failures, `give_up`
       deletes it. If the database was away, that's no failure of the row: it stays as it is until its lease ends.
    6. If the process is killed, nothing tells the row. Its lease ends, and it is due again for any process. So work may
       begin twice; `held` finds the row only if nobody has claimed or changed it since.
    7. When this process has done all it claimed, it claims again if `more_wait`, or calls `all_done`.
    """

    name: str  # in metrics, logs and `manage.py queues`
    model: type[Row]
    lane: Lane = SLOW
    tries: int | None = None  # failures until `give_up`; None: never
    longest = timedelta(hours=1)  # between two tries
    most = 100  # rows that this process works on at the same time
    column = "due"
    order: tuple[str, ...] = ("due",)  # the first ones are claimed first
    names: tuple[str, ...] = ("pk",)  # the fields that name a row

    def __init__(self) -> None:
        self._under_way: set[Hashable] = set()  # rows that this process works on, even if their lease has ended
        self.more_wait = False  # than this process could claim
        self.counts = issubclass(self.model, QueueRow)  # its rows count their failures

    @property
    def lease(self) -> timedelta:
        """How long a claim holds. Then another process may claim the row, because this one may have been killed."""
        raise NotImplementedError

    @property
    def shortest(self) -> timedelta:
        """Between the first try and the second."""
        return self.lease

    @property
    def seconds(self) -> float:
        """Between two looks for rows that this process didn't store."""
        return float(settings.SWEEP_SECONDS) if self.lane is SLOW else 1.0

    # ---- What a queue does

    def work(self, row: Row, now: datetime, /) -> Outcome:
        """Do what the row asks for, and delete it or move it on, in the transaction that stores the result.

        Delete it by `held`, because Django takes the key of a deleted instance. An exception is the row's own failure,
        unless the database is away.
        """
        raise NotImplementedError

    def steps(self, rows: Sequence[Row], now: datetime) -> Iterable[Step]:
        """The first step of each row's work. Override it to load with one query what many need."""
        return [partial(self.work, row, now) for row in rows]

    def give_up(self, row: Row, _now: datetime, /) -> None:
        """Called after the last failure."""
        self.held(row).delete()

    def is_hopeless(self, row: Row, _now: datetime, /) -> bool:
        return self.tries is not None and failures(row) >= self.tries

    def pause(self, row: Row, _now: datetime, /) -> timedelta:
        """How long a row waits after it has failed: twice as long each time, if its table counts that."""
        return min(self.shortest * (1 << min(failures(row) - 1, 12)), self.longest)

    def all_done(self) -> None:
        """Called when this process has done all that it claimed."""

    # ---- Claims

    def rows(self) -> QuerySet[Row]:
        """All rows, with what work needs of other tables."""
        return self.model._default_manager.all()

    def due(self, rows: QuerySet[Row], now: datetime) -> QuerySet[Row]:
        """Those of *rows* that any process may claim."""
        return rows.filter(**{f"{self.column}__lte": now})

    def first(self, now: datetime, most: int) -> Iterable[Row]:
        """The rows to claim next."""
        return self.due(self.rows(), now).order_by(*self.order)[:most] if self.any_due(now) else ()

    def any_due(self, now: datetime) -> bool:
        """Most looks find nothing, and this query costs a quarter of the one that loads rows."""
        return self.due(self.model._default_manager.all(), now).exists()

    @tried_again
    def claim(self, now: datetime) -> list[Row]:
        """Claim rows. Each goes to one process: a changed or claimed row has another time than the one we read.

        Players' moves write some of these rows, too. They must not wait for us, so we skip the rows they lock.
        """
        room = max(0, self.most - len(self._under_way))
        rows = list(self.first(now, room))
        self.more_wait = len(rows) == room
        if not (free := {row.pk: row for row in rows if self._name(row) not in self._under_way}):
            return []
        until = max(now, timezone.now()) + self.lease  # after an outage, many rows come before the last one
        everything = self.model._default_manager.all()
        with transaction.atomic():
            still_due = self.due(everything, now).filter(pk__in=free).select_for_update(skip_locked=True)
            unchanged = set(still_due.values_list("pk", self.column))
            ours = [row for pk, row in free.items() if (pk, getattr(row, self.column)) in unchanged]
            everything.filter(pk__in=[row.pk for row in ours]).update(**{self.column: until})
        for row in ours:
            setattr(row, self.column, until)
            self.hold(row)
        return ours

    def begin(self, now: datetime) -> list[tuple[Row, Step]]:
        """Claim rows; the first step of each."""
        rows = self.claim(now)
        try:
            return [*zip(rows, self.steps(rows, now) if rows else (), strict=True)]
        except BaseException:
            for row in rows:
                self.let_go(row)
            raise

    def held(self, row: Row) -> QuerySet[Row]:
        """The row, unless it has changed since we claimed or stored it."""
        names = {name: getattr(row, name) for name in (*self.names, self.column)}
        return self.model._default_manager.filter(**names)

    def renew(self, row: Row, now: datetime, **columns: object) -> bool:
        """Begin a new lease, and store these columns. False if the row isn't ours any more."""
        until = now + self.lease
        if not self.held(row).update(**{self.column: until}, **columns):
            return False
        setattr(row, self.column, until)
        return True

    def put_off(self, row: Row, at: datetime, tries: int = 0) -> None:
        self.held(row).update(**{self.column: at}, **({"tries": tries} if self.counts else {}))

    def failed(self, row: Row, now: datetime) -> None:
        """Count a failure, and try again later or give up."""
        metrics.queue_failures.labels(self.name).inc()
        if isinstance(row, QueueRow):
            row.tries += 1
        if self.is_hopeless(row, now):
            metrics.queue_given_up.labels(self.name).inc()
            self.give_up(row, now)
        else:
            self.put_off(row, now + self.pause(row, now), failures(row))

    # ---- In this process

    def _name(self, row: Row) -> Hashable:
        return tuple(getattr(row, name) for name in self.names)

    def hold(self, row: Row) -> None:
        """This process works on the row: it has claimed it, or stored it as claimed."""
        self._under_way.add(self._name(row))

    def let_go(self, row: Row) -> None:
        self._under_way.discard(self._name(row))

    @property
    def is_idle(self) -> bool:
        return not self._under_way

    # ---- For hosts

    def waiting(self, now: datetime) -> tuple[int, timedelta]:
        """How many rows any process may claim, and for how long the first one has waited."""
        counted = self.due(self.model._default_manager.all(), now).aggregate(number=Count("pk"), first=Min(self.column))
        return counted["number"], now - counted["first"] if counted["first"] else timedelta()

    def retry(self, now: datetime) -> int:
        """Make what has failed due at once. Returns how many rows that were."""
        if not self.counts:
            return 0
        return self.model._default_manager.filter(tries__gt=0).update(**{self.column: now, "tries": 0})


def failures(row: Model) -> int:
    """How often a row has failed; once if its table doesn't count that."""
    return row.tries if isinstance(row, QueueRow) else 1
