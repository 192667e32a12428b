from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live.server import LiveServer
from tests.ops.own_redis import OwnRedis


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[LiveServer]:
    """For tests that only read from it; without a worker."""
    with LiveServer(tmp_path_factory.mktemp("shared"), env={"WORKER": "none"}).migrate(empty_database) as server:
        yield server


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnRedis]:
    with OwnRedis(tmp_path_factory.mktemp("redis")) as redis:
        yield redis


@pytest.fixture(scope="module")
def two_servers(
    tmp_path_factory: pytest.TempPathFactory, empty_database: Path, redis: OwnRedis
) -> Iterator[tuple[LiveServer, LiveServer]]:
    """Two web processes with one database, connected by Redis."""
    env = {"REDIS_URL": redis.url}
    one = LiveServer(tmp_path_factory.mktemp("one"), env=env).migrate(empty_database)
    two = LiveServer(tmp_path_factory.mktemp("two"), env=env | {"DATABASE_URL": one.env["DATABASE_URL"]})
    with one, two:
        yield one, two
