"""Output of OpenAI's batch interface, and of others that write the same: Azure, Mistral, vLLM."""

from __future__ import annotations

from typing import Any

from mercalli.io.logs.fields import Fields, entries, field, first_text, joined_parts, number, seconds, text
from mercalli.io.logs.rows import LogRow, finish_word, shared

OK = 200


def fits(line: Fields) -> bool:
    """A custom id, with a response that is an object or with an error."""
    if "custom_id" not in line or "result" in line:
        return False
    return isinstance(line.get("response"), dict) or isinstance(line.get("error"), dict) or "choices" in line


def rows(line: Fields, memory: dict[str, Any]) -> list[LogRow]:
    """An answer for each choice of the response, or why there is none."""
    body = line if "choices" in line else field(line, "response", "body")
    row = LogRow(id=text(line, "custom_id"), system=text(body, "model"), latency_s=seconds(line))
    reason = _failure(line, body)
    if reason:
        return [row.failed(reason)._replace(lost=True)]
    row = _with_usage(row, body)
    if field(body, "object") == "response" or isinstance(field(body, "output"), list):
        return [_response(row, body)]
    choices = [_choice(row, choice) for choice in entries(body, "choices")]
    return shared(choices, memory) or [row.failed("no choices")._replace(lost=True)]


def _failure(line: Fields, body: object) -> str | None:
    """Why the request failed, if it did."""
    error = field(line, "error") or field(body, "error")
    status = number(line, "response", "status_code")
    if not error and status in {None, OK}:
        return None
    said = first_text(text(error, "message"), text(error, "code"), text(error, "type"), error) or ""
    return f"HTTP {status:g} {said}" if status not in {None, OK} else said or "error"


def _with_usage(row: LogRow, body: object) -> LogRow:
    """Chat completions and responses name the same counts differently."""
    usage = field(body, "usage")
    old = field(usage, "prompt_tokens") is not None
    sent, made = ("prompt_tokens", "completion_tokens") if old else ("input_tokens", "output_tokens")
    return row._replace(
        input_tokens=number(usage, sent),
        output_tokens=number(usage, made),
        cached_tokens=number(usage, f"{sent}_details", "cached_tokens"),
        reasoning_tokens=number(usage, f"{made}_details", "reasoning_tokens"),
    )


def _choice(row: LogRow, choice: object) -> LogRow:
    message = field(choice, "message")
    said = joined_parts(field(message, "content")) or text(choice, "text")
    called = joined_parts(entries(message, "tool_calls")) or text(message, "function_call", "arguments")
    row = row._replace(finish_reason=finish_word(text(choice, "finish_reason")))
    return row.answered(said or called or first_text(field(message, "parsed")), _refusal(message))


def _refusal(message: object) -> str | None:
    parts = entries(message, "content")
    return first_text(text(message, "refusal"), *(text(part, "refusal") for part in parts))


def _response(row: LogRow, body: object) -> LogRow:
    """The one answer of the newer interface: messages and calls of functions, among reasoning."""
    items = entries(body, "output")
    said = [joined_parts(field(item, "content")) for item in items if field(item, "type") == "message"]
    called = [text(item, "arguments") for item in items if field(item, "type") == "function_call"]
    reason = text(body, "incomplete_details", "reason") or text(body, "status")
    row = row._replace(finish_reason=finish_word(reason))
    return row.answered("\n".join(filter(None, [*said, *called])), first_text(*map(_refusal, items)))
