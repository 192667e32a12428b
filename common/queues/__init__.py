"""Work to do later: rows that wait in a table, and lanes that work on them.

A transaction that causes work stores a row for it, so nothing is lost. A process claims the row by moving its time on.
If that process is killed, another one finds the row when that time comes. So work may begin twice, and each queue's
`work` stores its result in a way that counts once.

The module that the setting `FOLLOWERS` names lists all queues (`QUEUES`).
"""

from common.queues.lanes import PROMPT, SLOW, SOON, Lane
from common.queues.queue import Failed, Later, Meanwhile, Outcome, Queue, QueueRow
from common.queues.runner import all_queues, drain, finish, start, wake

__all__ = [
    "PROMPT", "SLOW", "SOON", "Failed", "Lane", "Later", "Meanwhile", "Outcome", "Queue", "QueueRow",
    "all_queues", "drain", "finish", "start", "wake",
]  # fmt: skip
