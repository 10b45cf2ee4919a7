"""Logs of Inspect: one JSON document, or the zip file that ends in .eval, with a sample for each item and epoch."""

from __future__ import annotations

from typing import Any

from mercalli.io.logs.fields import Fields, entries, field, first_text, joined_parts, number, text, total
from mercalli.io.logs.rows import LogRow, finish_word

ATTACHED = "attachment://"
HEADER = "eval"


def fits(sample: Fields) -> bool:
    """A sample: its id, its epoch and its target."""
    return "id" in sample and "epoch" in sample and "target" in sample


def rows(sample: Fields, memory: dict[str, Any]) -> list[LogRow]:
    """The first choice of the last output, or the error that ended the sample."""
    output = field(sample, "output")
    model = first_text(text(memory.get(HEADER), "model"), text(output, "model"))
    epoch = number(sample, "epoch")
    row = LogRow(
        id=text(sample, "id"),
        system=model,
        sample=None if epoch is None else int(epoch),
        truth=_target(sample),
        text=_resolved(sample, _input(sample)),
        finish_reason=finish_word(text(output, "choices", 0, "stop_reason")),
        latency_s=number(output, "time"),
    )
    return [_answered(_with_usage(row, sample), sample)]


def _answered(row: LogRow, sample: Fields) -> LogRow:
    message = field(sample, "output", "choices", 0, "message")
    said = joined_parts(field(message, "content")) or text(sample, "output", "completion")
    called = joined_parts([field(call, "arguments") for call in entries(message, "tool_calls")])
    found = _resolved(sample, said or called)
    error = first_text(text(sample, "error", "message"), text(sample, "error"))
    limit = text(sample, "limit", "type")
    if error or (limit and not found):
        return row.failed(error or f"limit of {limit}")
    return row.answered(found)


def _target(sample: Fields) -> str | None:
    """The target; of several that are all right, the first."""
    return first_text(text(sample, "target"), text(sample, "target", 0))


def _input(sample: Fields) -> str | None:
    """The text of the item: the input, or the last message of a person in it."""
    asked = [each for each in entries(sample, "input") if field(each, "role") == "user"]
    return text(sample, "input") or (joined_parts(field(asked[-1], "content")) if asked else None)


def _resolved(sample: Fields, found: str | None) -> str | None:
    """Long texts are kept apart, and named where they belong."""
    if found is None or not found.startswith(ATTACHED):
        return found
    return text(sample, "attachments", found.removeprefix(ATTACHED)) or found


def _with_usage(row: LogRow, sample: Fields) -> LogRow:
    """What the model under test used over the whole sample; that of graders is left out."""
    usage = field(sample, "model_usage", row.system or "") or field(sample, "output", "usage")
    sent, made = number(usage, "input_tokens"), number(usage, "output_tokens")
    cached, kept = number(usage, "input_tokens_cache_read"), number(usage, "input_tokens_cache_write")
    apart = total(sent, made, cached, kept) == number(usage, "total_tokens")
    return row._replace(
        input_tokens=total(sent, cached, kept) if apart else sent,
        output_tokens=made,
        cached_tokens=cached,
        reasoning_tokens=number(usage, "reasoning_tokens"),
        cost=number(usage, "total_cost"),
    )
