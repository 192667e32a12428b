import contextlib
from collections.abc import Iterator

import psycopg


@contextlib.contextmanager
def new_database(name: str, *, beside: str) -> Iterator[str]:
    """The address of a new, empty database on the same server as *beside*; it is dropped afterwards."""
    with psycopg.connect(beside, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            address, _there, options = beside.partition("?")
            yield address.rpartition("/")[0] + f"/{name}" + (options and f"?{options}")
        finally:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
