"""Sentinels say which Redis server is the primary; `benchmarks.hosts` kills one."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis as redis_package

from common.cache.forgiving import ForgivingRedisCache
from common.limits import counting
from common.processes import nudges, redis_wire
from games.viewers.news import News
from tests.live.server import free_port
from tests.ops.own_redis import OwnRedis
from tests.ops.processes import running, until

pytestmark = pytest.mark.redis_server


@pytest.fixture
def sentinel(redis: OwnRedis, settings, tmp_path: Path) -> Iterator[redis_package.Redis]:
    """A Sentinel that watches the shared server, which REDIS_URL then names by it."""
    program, port, file = shutil.which("redis-server"), free_port(), tmp_path / "sentinel.conf"
    assert program is not None
    file.write_text(f"port {port}\nbind 127.0.0.1\nsentinel monitor bones 127.0.0.1 {redis.port} 1\n")
    settings.REDIS_URL = f"redis+sentinel://127.0.0.2,127.0.0.1:{port}/bones/3"
    with (
        running(program, str(file), "--sentinel", stdout=subprocess.DEVNULL),
        redis_package.Redis(port=port) as sentinel,
    ):
        until(lambda: answers(sentinel), "no Sentinel")
        yield sentinel


def answers(client: redis_package.Redis) -> bool:
    try:
        return bool(client.ping())
    except redis_package.RedisError:
        return False


async def test_every_client_finds_the_primary_by_its_sentinels(sentinel, redis: OwnRedis, settings, monkeypatch):
    """The first Sentinel is away. Once the others know no primary, the site does without Redis."""
    watched = redis_wire.Watched.by("redis+sentinel://a%40b:p%40w@one,two/bones/3")
    assert watched is not None
    assert watched.login == {"db": 3, "username": "a@b", "password": "p@w"}
    options = settings.REDIS_OPTIONS | {"pool_class": redis_wire.Pool}
    cache = ForgivingRedisCache([settings.REDIS_URL], {"OPTIONS": options})
    cache.set("tile", "6-5")
    monkeypatch.setattr(counting, "storage", counting.storage.__wrapped__)
    counting.storage().incr("a count", 60)
    hearing = nudges.heard(News)
    assert [await anext(hearing), await anext(hearing)] == [None, News()]
    redis_wire.client().publish(nudges.CHANNEL, b'{"origin": "another", "news": {"desks": [7]}}')
    assert await anext(hearing) == News(desks=[7])
    await hearing.aclose()
    with redis_package.Redis(port=redis.port, db=3) as directly:
        assert {key.decode() for key in directly.scan_iter()} == {cache.make_key("tile"), "LIMITS:a count"}

    sentinel.execute_command("SENTINEL", "REMOVE", "bones")
    assert not answers(redis_wire.client())
    with pytest.raises(redis_package.RedisError):
        async with redis_wire.async_client() as wire:
            await wire.ping()
    sentinel.execute_command("SENTINEL", "MONITOR", "bones", "127.0.0.1", redis.port, 1)
    assert answers(redis_wire.client())
