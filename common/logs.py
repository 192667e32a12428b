"""The log, as lines for people or JSON for programs, without secrets."""

import errno
import logging
import re
import time

from pythonjsonlogger.json import JsonFormatter
from redis import RedisError

from common import refusals
from common.metrics.middleware import request_id

# Private links and tokens. A test searches all addresses for others.
SECRETS = re.compile(
    r"(/(?:seat|guest|join|family/name|calendar|notices/stop|clubs/\w+/with|confirm-email|password/reset/key)/|\bbone_)"
    r"[\w:%.=-]+"
)
SILENCE = 60.0  # seconds
# PostgreSQL quotes a refused row up to the end of the line (in JSON: up to the next \n).
REFUSED_ROW = re.compile(r"(Failing row contains |Key \([\w, ]+\)=)\((?:[^\n\\]|\\[^n])*")


def without_secrets(text: str) -> str:
    return REFUSED_ROW.sub(r"\1…", SECRETS.sub(r"\1…", text))


class RequestId(logging.Filter):
    """Adds the request's id to each line; the answer has it too (X-Request-ID)."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.get()
        return True


class OnceAMinute(logging.Filter):
    """A full disk, or a database or Redis that can't be reached, fails everything again and again. We log the first
    failure in one line and stay quiet for *silence* seconds, as a traceback would add nothing.
    """

    def __init__(self, silence: float = SILENCE) -> None:
        super().__init__()
        self._silence = silence
        self._told: dict[str, tuple[float, int]] = {}  # by error: when we logged it, how many we skipped since

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if error is None or not _is_passing(error):
            return True
        now, message = time.monotonic(), str(error)
        kind = "Redis" if isinstance(error, RedisError) else message  # its clients say the same in different words
        when, silent = self._told.get(kind, (float("-inf"), 0))
        if now < when + self._silence:
            self._told[kind] = when, silent + 1
            return False
        recent = {each: at for each, at in self._told.items() if now < at[0] + self._silence}
        self._told = recent | {kind: (now, 0)}
        more = f" ({silent} more like it were not logged)" if silent else ""
        record.in_short = f"{record.getMessage()}: {message.strip()}{more}".replace("\n", " ")
        return True


def _is_passing(error: BaseException) -> bool:
    full = isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
    return full or isinstance(error, RedisError) or refusals.is_away(error)


def _shortened(record: logging.LogRecord) -> logging.LogRecord:
    """The record as one line, if `OnceAMinute` shortened it. Other handlers still get the traceback."""
    if (short := getattr(record, "in_short", None)) is None:
        return record
    return logging.makeLogRecord({**record.__dict__, "msg": short, "args": (), "exc_info": None, "exc_text": None})


class Line(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(_shortened(record)))


class Json(JsonFormatter):
    """One JSON object per line. We drop extra attributes of records, because they may contain anything."""

    def __init__(self) -> None:
        super().__init__(
            "%(asctime)s %(levelname)s %(name)s %(message)s %(request_id)s",
            rename_fields={"asctime": "time", "levelname": "level", "name": "logger"},
            json_ensure_ascii=False,
        )

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(_shortened(record)))

    def add_fields(
        self, log_data: dict[str, object], record: logging.LogRecord, message_dict: dict[str, object]
    ) -> None:
        super().add_fields(log_data, record, message_dict)
        for name in set(log_data) - {"time", "level", "logger", "message", "request_id", "exc_info", "stack_info"}:
            del log_data[name]
