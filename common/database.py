"""What has to do with the database itself."""

from django.db import connections


def let_go() -> None:
    """Before a wait: give the connection of this thread back to the pool, so that others needn't wait for it as well.

    Within a transaction it stays, and so it does where connections are kept open for good (SQLite).
    """
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()
