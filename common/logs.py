"""The log: lines for people or JSON for programs, and what is kept out of both."""

import logging
import re
from typing import Any

from pythonjsonlogger.json import JsonFormatter

from common.metrics.middleware import request_id

# Links that open something to whoever has them, and tokens. A test looks through all addresses for others.
SECRETS = re.compile(r"(/(?:seat|guest|notices/stop|confirm-email|password/reset/key)/|\bbone_)[\w:%.=-]+")
# PostgreSQL quotes a row that it refuses, to the end of its line (of JSON: to the next \n).
REFUSED_ROW = re.compile(r"(Failing row contains |Key \([\w, ]+\)=)\((?:[^\n\\]|\\[^n])*")


def without_secrets(text: str) -> str:
    return REFUSED_ROW.sub(r"\1…", SECRETS.sub(r"\1…", text))


class RequestId(logging.Filter):
    """Every line of one request has its name, which the answer has too (X-Request-ID)."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.get()
        return True


class Line(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


class Json(JsonFormatter):
    """One object a line. Of what others attach to a record nothing is taken: it may be anything."""

    def __init__(self) -> None:
        super().__init__(
            "%(asctime)s %(levelname)s %(name)s %(message)s %(request_id)s",
            rename_fields={"asctime": "time", "levelname": "level", "name": "logger"},
            json_ensure_ascii=False,
        )

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))

    def add_fields(self, log_data: dict[str, Any], record: logging.LogRecord, message_dict: dict[str, Any]) -> None:
        super().add_fields(log_data, record, message_dict)
        for name in set(log_data) - {"time", "level", "logger", "message", "request_id", "exc_info", "stack_info"}:
            del log_data[name]
