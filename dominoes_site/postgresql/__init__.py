"""PostgreSQL as this site uses it; `base` is the engine that the settings name."""

from contextvars import ContextVar

# Set where a process answers requests and sockets, for all that is done on their account, in whatever thread. It is not
# of commands, nor of the clock and the chores, in whatever process: they may wait for the database as long as it takes.
somebody_waits: ContextVar[bool] = ContextVar("somebody_waits", default=False)
