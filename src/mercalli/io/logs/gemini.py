"""Output of batches of Gemini, from its own interface (lines with a key) and from Vertex AI (lines with a status)."""

from __future__ import annotations

from typing import Any

from mercalli.io.logs.fields import Fields, entries, field, first_text, joined_parts, number, seconds, text, total
from mercalli.io.logs.rows import LogRow, finish_word, shared

IDS = ("key", "custom_id", "id")


def fits(line: Fields) -> bool:
    """A response with candidates, or a request or key with what came instead of one."""
    response = field(line, "response")
    if isinstance(response, dict) and ("candidates" in response or "promptFeedback" in response):
        return True
    asked = isinstance(field(line, "request", "contents"), list)
    return ("key" in line and isinstance(line.get("error"), dict)) or (asked and ("status" in line or not response))


def rows(line: Fields, memory: dict[str, Any]) -> list[LogRow]:
    """An answer for each candidate, or why there is none."""
    response = field(line, "response")
    named = first_text(*(text(line, name) for name in IDS), text(line, "request", "labels", "id"))
    row = _with_usage(LogRow(id=named, system=text(response, "modelVersion"), latency_s=seconds(line)), response)
    blocked = text(response, "promptFeedback", "blockReason")
    if blocked:
        return [row.refused(f"blocked {blocked}")._replace(finish_reason="content_filter")]
    candidates = [_candidate(row, candidate) for candidate in entries(response, "candidates")]
    return shared(candidates, memory) or [row.failed(_failure(line))._replace(lost=True)]


def _failure(line: Fields) -> str:
    error = line.get("error")
    said = first_text(text(error, "message"), text(error, "status"), text(error, "code"), error, text(line, "status"))
    return said or "no response"


def _with_usage(row: LogRow, response: object) -> LogRow:
    """Thoughts are counted apart from candidates, and paid for as output."""
    usage = field(response, "usageMetadata")
    thoughts = number(usage, "thoughtsTokenCount")
    return row._replace(
        input_tokens=number(usage, "promptTokenCount"),
        output_tokens=total(number(usage, "candidatesTokenCount"), thoughts),
        cached_tokens=number(usage, "cachedContentTokenCount"),
        reasoning_tokens=thoughts,
    )


def _candidate(row: LogRow, candidate: object) -> LogRow:
    row = row._replace(finish_reason=finish_word(text(candidate, "finishReason")))
    return row.answered(joined_parts(entries(candidate, "content", "parts")))
