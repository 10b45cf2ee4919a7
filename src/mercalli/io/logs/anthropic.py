"""Results of Anthropic's message batches."""

from __future__ import annotations

from typing import Any

from mercalli.io.logs.fields import Fields, field, first_text, joined_parts, number, seconds, text, total
from mercalli.io.logs.rows import LogRow, finish_word

SUCCEEDED = "succeeded"


def fits(line: Fields) -> bool:
    """A custom id, and a result that has a type."""
    return "custom_id" in line and isinstance(field(line, "result", "type"), str)


def rows(line: Fields, _memory: dict[str, Any]) -> list[LogRow]:
    """The message, or why there is none: errored, canceled, expired."""
    result, message = line["result"], field(line, "result", "message")
    row = LogRow(id=text(line, "custom_id"), system=text(message, "model"), latency_s=seconds(line))
    if result["type"] != SUCCEEDED:
        return [row.failed(_failure(result))._replace(lost=True)]
    usage = field(message, "usage")
    cached = number(usage, "cache_read_input_tokens")
    row = row._replace(
        finish_reason=finish_word(text(message, "stop_reason")),
        input_tokens=total(number(usage, "input_tokens"), cached, number(usage, "cache_creation_input_tokens")),
        output_tokens=number(usage, "output_tokens"),
        cached_tokens=cached,
    )
    return [row.answered(joined_parts(field(message, "content")))]


def _failure(result: Fields) -> str:
    """What the error says; it may stand in an error of its own."""
    errors = (field(result, "error", "error"), field(result, "error"))
    said = first_text(*(text(error, key) for error in errors for key in ("message", "type")))
    return f"{result['type']} {said or ''}"
