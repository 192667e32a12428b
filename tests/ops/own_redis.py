"""A Redis server for one test, which can go silent or die on demand."""

import contextlib
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.live.server import free_port
from tests.ops.processes import running, until


class OwnRedis:
    """`with OwnRedis(folder) as redis: …`; it always ends with the block."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._running = contextlib.ExitStack()

    def start(self) -> None:
        words = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        program = shutil.which("redis-server")
        assert program is not None
        process = running(program, *words, cwd=self.folder, stdout=subprocess.DEVNULL)
        self.process = self._running.enter_context(process)
        asks = ["redis-cli", "-p", str(self.port), "ping"]
        until(lambda: subprocess.call(asks, stdout=subprocess.DEVNULL) == 0, "Redis did not start")

    def ask(self, *words: str) -> None:
        subprocess.run(["redis-cli", "-p", str(self.port), *words], check=True, stdout=subprocess.DEVNULL)

    def kill(self) -> None:
        self._running.close()

    def __enter__(self) -> "OwnRedis":
        try:
            self.start()
        except BaseException:
            self.kill()
            raise
        return self

    def __exit__(self, *_failure: object) -> None:
        self.kill()

    @contextlib.contextmanager
    def away(self, how: str) -> Iterator[None]:
        """*how*: "frozen" (silent, as after a power cut) or "gone" (ended)."""
        if how == "frozen":
            self.process.send_signal(signal.SIGSTOP)
        else:
            self.kill()
        try:
            yield
        finally:
            if how == "frozen":
                self.process.send_signal(signal.SIGCONT)
            else:
                self.start()
