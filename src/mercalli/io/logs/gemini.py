"""Output of batches of Gemini, from its own interface (lines with a key) and from Vertex AI (lines with a status).

Its libraries write the names of fields with low lines, as in `finish_reason`.
"""

from __future__ import annotations

import re
from typing import Any

from mercalli.io.logs.fields import Fields, entries, field, first_text, joined_parts, number, seconds, text, total
from mercalli.io.logs.rows import LogRow, finish_word, shared

IDS = ("key", "custom_id", "id")
CAPITAL = re.compile("[A-Z]")


def fits(line: Fields) -> bool:
    """A response with candidates, or a request or key with what came instead of one."""
    response = _response(line)
    if isinstance(response, dict) and ("candidates" in response or _named(response, "promptFeedback") is not None):
        return True
    asked = isinstance(field(line, "request", "contents"), list)
    failed = "key" in line and any(isinstance(line.get(name), dict) for name in ("error", "status"))
    return failed or (asked and ("status" in line or not response))


def rows(line: Fields, memory: dict[str, Any]) -> list[LogRow]:
    """An answer for each candidate, or why there is none."""
    response = _response(line)
    inlined = text(line, "metadata", "key")
    named = first_text(*(text(line, name) for name in IDS), inlined, text(line, "request", "labels", "id"))
    model = first_text(_named(response, "modelVersion"))
    row = _with_usage(LogRow(id=named, system=model, latency_s=seconds(line)), response)
    blocked = first_text(_named(_named(response, "promptFeedback"), "blockReason"))
    if blocked:
        return [row.refused(f"blocked {blocked}")._replace(finish_reason="content_filter")]
    candidates = [_candidate(row, candidate) for candidate in entries(response, "candidates")]
    return shared(candidates, memory) or [row.failed(_failure(line))._replace(lost=True)]


def _response(line: Fields) -> object:
    """The response of a line, which may be the line itself."""
    return line if "candidates" in line else field(line, "response")


def _named(data: object, name: str) -> Any:  # noqa: ANN401 - whatever stands there
    """A field by its name, or by the same with low lines in place of capitals."""
    found = field(data, name)
    return field(data, CAPITAL.sub(lambda sign: f"_{sign[0].lower()}", name)) if found is None else found


def _amount(usage: object, name: str) -> float | None:
    return number({name: _named(usage, name)}, name)


def _failure(line: Fields) -> str:
    error = line.get("error") or (line.get("status") if isinstance(line.get("status"), dict) else None)
    said = first_text(text(error, "message"), text(error, "status"), text(error, "code"), error, text(line, "status"))
    return said or "no response"


def _with_usage(row: LogRow, response: object) -> LogRow:
    """Thoughts are counted apart from candidates, and paid for as output."""
    usage = _named(response, "usageMetadata")
    thoughts = _amount(usage, "thoughtsTokenCount")
    return row._replace(
        input_tokens=_amount(usage, "promptTokenCount"),
        output_tokens=total(_amount(usage, "candidatesTokenCount"), thoughts),
        cached_tokens=_amount(usage, "cachedContentTokenCount"),
        reasoning_tokens=thoughts,
    )


def _candidate(row: LogRow, candidate: object) -> LogRow:
    row = row._replace(finish_reason=finish_word(first_text(_named(candidate, "finishReason"))))
    return row.answered(joined_parts(entries(candidate, "content", "parts")))
