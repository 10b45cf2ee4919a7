"""What happens, as lines of JSON on the error stream."""

from __future__ import annotations

import json
import logging

from mercalli.tasks.challenge.doors.clock import utc_now


class JsonLines(logging.Formatter):
    """A line of JSON for each thing that happened."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, whatever is in it."""
        line = {"at": utc_now(), "level": record.levelname.lower(), "event": record.getMessage()}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps({**line, **getattr(record, "told", {})}, ensure_ascii=True)


def log_json_lines() -> None:
    """Write all logs of this process as JSON lines to the error stream."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    for name in ("mercalli.challenge", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.INFO)
