"""The site also runs on a server other than Daphne."""

from pathlib import Path

from tests.live.client import Player
from tests.live.framing import check_framing, check_large
from tests.live.server import LiveServer
from tests.ops.processes import runs, until, workers


class Uvicorn(LiveServer):
    """As docs/hosting.md starts it."""

    @property
    def program(self) -> list[str]:
        bounds = ["--ws-max-size", "16000", "--ws-max-queue", "100"]
        return ["uvicorn", "--log-level", "warning", "--host", "127.0.0.1", "--port", str(self.port), *bounds]


async def test_under_uvicorn_moves_and_bodies_in_chunks_arrive_and_nothing_stays_behind(
    tmp_path: Path, empty_database: Path
):
    with Uvicorn(tmp_path).migrate(empty_database) as site:
        (game,) = site.seed(games=1, variant="draw", clock="none")["games"]
        async with Player(site, game, 0) as ada, Player(site, game, 1) as ben:
            mover, other = (ada, ben) if ada.legal else (ben, ada)
            done = await mover.move()
            assert done["type"] == "done"
            await other.shows(done["version"])
        check_framing(site)
        check_large(site.url)
        (worker,) = until(lambda: workers(site.pid), "no worker was started")
        site.kill9()
    until(lambda: not runs(worker), "the worker outlives its server")
    assert site.log() == ""
