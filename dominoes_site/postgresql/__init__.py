"""PostgreSQL as this site uses it; `base` is the engine that the settings name."""

from contextvars import ContextVar

# True while we work for a request or a socket, in any thread. False in commands, in the clock and in the queues, in any
# process: they may wait for the database as long as it takes.
somebody_waits: ContextVar[bool] = ContextVar("somebody_waits", default=False)
